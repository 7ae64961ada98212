package io.takt.bench.program;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.steward.EventRecord;
import io.takt.steward.log.LogSteward;
import io.takt.steward.scenario.Input;
import java.util.List;
import org.junit.jupiter.api.Test;

class PointsTest {
    private static final int POINTS = 10;
    private static final int SECONDS = 20;

    @Test
    void eachBouncesAboutOnceASecond() {
        final List<EventRecord> events = run().history(0, SECONDS * Points.SECOND);
        assertThat(events.size()).isBetween(POINTS * (SECONDS - 3), POINTS * (SECONDS + 3));
    }

    @Test
    void aKickChangesWhatComesAfterItOfItsPoint() {
        final LogSteward steward = run();
        final List<EventRecord> before = steward.history(0, SECONDS * Points.SECOND);
        final Input kick = Points.kick(2 * Points.SECOND, 3, 7);
        kick.insertInto(steward);
        steward.advanceTo(steward.now());
        final List<EventRecord> after = steward.history(0, SECONDS * Points.SECOND);
        assertThat(after).contains(ofPoint(3, before).get(0)).isNotEqualTo(before);
        assertThat(ofPoint(3, after)).hasSizeLessThan(ofPoint(3, before).size());
        for (int i = 0; i < POINTS; i++) {
            if (i != 3) {
                assertThat(ofPoint(i, after)).isEqualTo(ofPoint(i, before));
            }
        }
    }

    private static LogSteward run() {
        final LogSteward steward = LogSteward.withHistory(Points.PHYSICS);
        Points.start(POINTS).forEach(input -> input.insertInto(steward));
        steward.advanceTo(SECONDS * Points.SECOND);
        return steward;
    }

    private static List<EventRecord> ofPoint(final int point, final List<EventRecord> events) {
        return events.stream().filter(event -> event.event().toString().contains("point=" + point + ",")
            || event.event().toString().contains("point=" + point + "]")).toList();
    }
}
