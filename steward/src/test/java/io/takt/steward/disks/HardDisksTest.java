package io.takt.steward.disks;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.steward.EventRecord;
import io.takt.steward.Id;
import io.takt.steward.Snapshot;
import io.takt.steward.Steward;
import io.takt.steward.graph.GraphSteward;
import io.takt.steward.replay.ReplaySteward;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Hard disks do, event for event, what a plain program does; also after the past was changed and changed back. */
class HardDisksTest {
    private static final double PACKING = 0.4;
    private static final long UNIT = 1L << 32;

    @Test
    void everyEventIsThatOfThePlainProgram() {
        final HardDisks disks = new HardDisks(100, PACKING);
        final List<String> expected = plainEvents(100, 20 * UNIT);
        final Steward steward = GraphSteward.withHistory(disks.physics);
        disks.start(steward, 1);
        assertThat(events(steward, 20 * UNIT)).isEqualTo(expected);
        assertThat(expected.size()).isGreaterThan(4_000);
    }

    @Test
    void replayDoesTheSame() {
        final HardDisks disks = new HardDisks(36, PACKING);
        final Steward steward = new ReplaySteward(disks.physics, 100);
        disks.start(steward, 1);
        assertThat(events(steward, 4 * UNIT)).isEqualTo(plainEvents(36, 4 * UNIT));
    }

    @Test
    void withoutAHistoryItEndsInTheSameState() {
        final HardDisks disks = new HardDisks(100, PACKING);
        final Steward one = GraphSteward.withHistory(disks.physics);
        final Steward other = GraphSteward.withoutHistory(disks.physics);
        disks.start(one, 1);
        disks.start(other, 1);
        try (Snapshot here = one.snapshot(20 * UNIT); Snapshot there = other.snapshot(20 * UNIT)) {
            assertThat(here.digest()).isEqualTo(there.digest());
        }
        assertThat(one.statistics().stale()).isEqualTo(other.statistics().stale());
    }

    @Test
    void aKickInThePastThatIsTakenBackLeavesNothing() {
        final HardDisks disks = new HardDisks(100, PACKING);
        final Steward steward = GraphSteward.withHistory(disks.physics);
        disks.start(steward, 1);
        final List<String> before = events(steward, 10 * UNIT);
        steward.insert(3 * UNIT, Id.of(0, 1), new HardDisks.Kick(disks, 17, 0.5, -0.25));
        final List<String> kicked = events(steward, 10 * UNIT);
        steward.remove(3 * UNIT, Id.of(0, 1));
        assertThat(events(steward, 10 * UNIT)).isEqualTo(before).isNotEqualTo(kicked);

        final Steward fresh = GraphSteward.withHistory(disks.physics);
        disks.start(fresh, 1);
        fresh.insert(3 * UNIT, Id.of(0, 1), new HardDisks.Kick(disks, 17, 0.5, -0.25));
        assertThat(events(fresh, 10 * UNIT)).isEqualTo(kicked);
    }

    private static List<String> events(final Steward steward, final long until) {
        final List<String> events = new ArrayList<>();
        for (final EventRecord event : steward.history(Long.MIN_VALUE, until)) {
            if (event.event() instanceof HardDisks.Collision) {
                events.add(event.at().base() + " " + event.event());
            } else if (event.event() instanceof HardDisks.Crossing) {
                events.add(event.at().base() + " crossing " + ((HardDisks.Crossing) event.event()).one());
            } else if (event.event() instanceof HardDisks.Kick) {
                events.add(event.at().base() + " kick");
            }
        }
        return events;
    }

    private static List<String> plainEvents(final int count, final long until) {
        final List<String> events = new ArrayList<>();
        final PlainDisks plain = new PlainDisks(count, PACKING, 1, HardDisks.PREDICTOR, HardDisks.DISK,
            (time, one, other) -> events.add(
                time + (other < 0 ? " crossing " + one : " collision " + one + " " + other)));
        plain.advanceTo(until);
        return events;
    }
}
