package io.takt.steward.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.steward.EventRecord;
import io.takt.steward.Id;
import io.takt.steward.Snapshot;
import io.takt.steward.log.LogSteward;
import io.takt.steward.log.Workers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Spheres, of which most events are run before their turn by several threads, are the same to the last bit. */
@Tag("long")
final class SpeculatedSpheresTest {
    private static final int BODIES = 900;
    private static final double PACKING = 0.4;

    @ParameterizedTest
    @CsvSource({"2, 1", "2, 2", "2, 4", "3, 2"})
    void historiesAreEqualAlsoWhenThePastChanges(final int dimensions, final int threads) {
        final SpherePhysics spheres = new SpherePhysics(new SphereBox(dimensions, BODIES, PACKING));
        final long unit = (long) SphereBox.TICKS;
        try (Workers workers = new Workers(threads)) {
            final LogSteward alone = LogSteward.withHistory(spheres.physics());
            final LogSteward helped = LogSteward.withHistory(spheres.physics()).speculatingWith(workers);
            for (final LogSteward steward : new LogSteward[] {alone, helped}) {
                steward.insert(0, Id.of(0, 0), spheres.start(BODIES, 1));
                steward.advanceTo(2 * unit);
                steward.insert(unit, Id.of(0, 1), spheres.kick(17, 0.5, -0.25));
                steward.insert(5 * unit / 2, Id.of(0, 1), spheres.kick(170, 2, 0.25));
            }
            assertThat(EventRecord.firstDifference(
                alone.history(Long.MIN_VALUE, 3 * unit), helped.history(Long.MIN_VALUE, 3 * unit))).isNull();
            assertThat(helped.statistics().stale()).isEqualTo(alone.statistics().stale());
            assertThat(helped.statistics().takenOver()).isGreaterThan(alone.statistics().executed() / 2);
            assertThat(alone.statistics().speculated()).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource({"2, 1", "2, 2", "2, 4", "3, 2"})
    void presentsAreEqualWithoutAHistory(final int dimensions, final int threads) {
        final SpherePhysics spheres = new SpherePhysics(new SphereBox(dimensions, BODIES, PACKING));
        final long unit = (long) SphereBox.TICKS;
        try (Workers workers = new Workers(threads)) {
            final LogSteward alone = LogSteward.withoutHistory(spheres.physics());
            final LogSteward helped = LogSteward.withoutHistory(spheres.physics()).speculatingWith(workers);
            alone.insert(0, Id.of(0, 0), spheres.start(BODIES, 1));
            helped.insert(0, Id.of(0, 0), spheres.start(BODIES, 1));
            try (Snapshot here = alone.snapshot(4 * unit); Snapshot there = helped.snapshot(4 * unit)) {
                assertThat(here.digest()).isEqualTo(there.digest());
            }
            assertThat(helped.statistics().takenOver()).isGreaterThan(alone.statistics().executed() / 2);
        }
    }
}
