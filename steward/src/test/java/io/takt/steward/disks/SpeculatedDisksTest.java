package io.takt.steward.disks;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.steward.EventRecord;
import io.takt.steward.Id;
import io.takt.steward.Snapshot;
import io.takt.steward.graph.GraphSteward;
import io.takt.steward.graph.Workers;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hard disks, of which most events are run before their turn by several threads, are the same to the last bit. */
class SpeculatedDisksTest {
    private static final long UNIT = 1L << 32;
    private static final int DISKS = 900;

    private final HardDisks disks = new HardDisks(DISKS, 0.4);

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void historiesAreEqualAlsoWhenThePastChanges(final int threads) {
        try (Workers workers = new Workers(threads)) {
            final GraphSteward alone = GraphSteward.withHistory(disks.physics);
            final GraphSteward helped = GraphSteward.withHistory(disks.physics).speculatingWith(workers);
            for (final GraphSteward steward : new GraphSteward[] {alone, helped}) {
                disks.start(steward, 1);
                steward.advanceTo(4 * UNIT);
                steward.insert(3 * UNIT, Id.of(0, 1), new HardDisks.Kick(disks, 17, 0.5, -0.25));
                steward.insert(5 * UNIT, Id.of(0, 1), new HardDisks.Kick(disks, 170, 2, 0.25));
            }
            assertThat(EventRecord.firstDifference(
                alone.history(Long.MIN_VALUE, 6 * UNIT), helped.history(Long.MIN_VALUE, 6 * UNIT))).isNull();
            assertThat(helped.statistics().stale()).isEqualTo(alone.statistics().stale());
            assertThat(helped.statistics().takenOver()).isGreaterThan(alone.statistics().executed() / 2);
            assertThat(alone.statistics().speculated()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void presentsAreEqualWithoutAHistory(final int threads) {
        try (Workers workers = new Workers(threads)) {
            final GraphSteward alone = GraphSteward.withoutHistory(disks.physics);
            final GraphSteward helped = GraphSteward.withoutHistory(disks.physics).speculatingWith(workers);
            disks.start(alone, 1);
            disks.start(helped, 1);
            try (Snapshot here = alone.snapshot(6 * UNIT); Snapshot there = helped.snapshot(6 * UNIT)) {
                assertThat(here.digest()).isEqualTo(there.digest());
            }
            assertThat(helped.statistics().takenOver()).isGreaterThan(alone.statistics().executed() / 2);
        }
    }
}
