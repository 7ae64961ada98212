package io.takt.steward.disks;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.steward.EventRecord;
import io.takt.steward.ExtendedTime;
import io.takt.steward.Id;
import io.takt.steward.Statistics;
import io.takt.steward.Steward;
import io.takt.steward.graph.GraphSteward;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** After a change in the past little more is redone than what is different. */
class RedoneTest {
    private static final long UNIT = 1L << 32;

    @Test
    void hardlyMoreIsRedoneThanDiffers() {
        final HardDisks disks = new HardDisks(900, 0.4);
        final Steward steward = GraphSteward.withHistory(disks.physics);
        disks.start(steward, 1);
        for (int i = 1; i <= 3; i++) {
            final List<EventRecord> before = steward.history(0, 6 * UNIT);
            final Statistics then = steward.statistics();
            steward.insert(2 * UNIT, Id.of(0, i), new HardDisks.Kick(disks, i * 250, 0.5, -0.25));
            final List<EventRecord> after = steward.history(0, 6 * UNIT);
            final Statistics now = steward.statistics();
            final long redone = now.redone() - then.redone() + now.executed() - then.executed();
            final long different = different(before, after);
            assertThat(different).isBetween(20L, after.size() / 2L);
            assertThat(redone).as("redone, of %d different in %d", different, after.size())
                .isLessThanOrEqualTo(different * 3 / 2);
        }
    }

    /** Events that were not there before, or read or wrote something else. */
    private static long different(final List<EventRecord> before, final List<EventRecord> after) {
        final Map<ExtendedTime, EventRecord> known = new HashMap<>();
        before.forEach(event -> known.put(event.at(), event));
        return after.stream().filter(event -> {
            final EventRecord same = known.get(event.at());
            return same == null || EventRecord.firstDifference(List.of(same), List.of(event)) != null;
        }).count();
    }
}
