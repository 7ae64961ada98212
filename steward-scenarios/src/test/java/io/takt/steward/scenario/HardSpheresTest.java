package io.takt.steward.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.steward.EventRecord;
import io.takt.steward.Snapshot;
import io.takt.steward.Steward;
import io.takt.steward.graph.GraphSteward;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hard disks and spheres do the same with and without a history, and after their past was changed as if from then. */
final class HardSpheresTest {
    private static final int BODIES = 125;
    private static final double PACKING = 0.4;

    private static HardSpheres world(final int dimensions) {
        return new HardSpheres(1, BODIES, dimensions, PACKING);
    }

    private static Steward started(final Steward steward, final HardSpheres world) {
        world.inputs().forEach(input -> input.insertInto(steward));
        return steward;
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void withoutAHistoryItEndsInTheSameState(final int dimensions) {
        final HardSpheres world = world(dimensions);
        final Steward one = started(GraphSteward.withHistory(world.physics()), world);
        final Steward other = started(GraphSteward.withoutHistory(world.physics()), world);
        final long end = 20 * world.second();
        try (Snapshot here = one.snapshot(end); Snapshot there = other.snapshot(end)) {
            assertThat(here.digest()).isEqualTo(there.digest());
        }
        assertThat(one.statistics().executed()).isEqualTo(other.statistics().executed()).isGreaterThan(4_000);
        assertThat(one.statistics().stale()).isEqualTo(other.statistics().stale());
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void aKickInThePastThatIsTakenBackLeavesNothing(final int dimensions) {
        final HardSpheres world = world(dimensions);
        final long end = 10 * world.second();
        final Steward steward = started(GraphSteward.withHistory(world.physics()), world);
        final List<EventRecord> before = steward.history(Long.MIN_VALUE, end);
        final Input kick = world.change(3 * world.second(), 17, 0);
        kick.insertInto(steward);
        final List<EventRecord> kicked = steward.history(Long.MIN_VALUE, end);
        assertThat(EventRecord.firstDifference(before, kicked)).isNotNull();
        kick.removeFrom(steward);
        assertThat(EventRecord.firstDifference(before, steward.history(Long.MIN_VALUE, end))).isNull();

        final Steward fresh = started(GraphSteward.withHistory(world.physics()), world);
        kick.insertInto(fresh);
        assertThat(EventRecord.firstDifference(kicked, fresh.history(Long.MIN_VALUE, end))).isNull();
    }
}
