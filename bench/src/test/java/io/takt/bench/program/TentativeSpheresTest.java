package io.takt.bench.program;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.bench.program.TentativeSpheres.Way;
import io.takt.steward.scenario.HardSpheres;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** With every kind of list the events are the same, and in the same order. */
class TentativeSpheresTest {
    private static final int EVENTS = 40_000;

    @ParameterizedTest
    @CsvSource({"2, 100, 0.4", "2, 1000, 0.3", "3, 125, 0.4", "3, 1000, 0.2"})
    void everyEventIsTheSameToTheTick(final int dimensions, final int bodies, final double packing) {
        final HardSpheres world = new HardSpheres(1, bodies, dimensions, packing);
        final Map<Way, TentativeSpheres> all = new EnumMap<>(Way.class);
        for (final Way way : Way.values()) {
            all.put(way, new TentativeSpheres(world, 1, way));
        }
        final TentativeSpheres first = all.get(Way.ONE_PLACE);
        for (int i = 0; i < EVENTS; i++) {
            for (final TentativeSpheres each : all.values()) {
                while (!each.step()) {
                    continue; // a stale prediction
                }
                assertThat(each.lastEvent()).isEqualTo(first.lastEvent());
                assertThat(each.now()).isEqualTo(first.now());
            }
        }
        assertThat(first.stale()).isLessThan(first.events() / 2);
        assertThat(first.details().longest()).isEqualTo(bodies);
        final TentativeSpheres pushed = all.get(Way.PUSHED);
        assertThat(pushed.stale()).isGreaterThan(pushed.events());
        assertThat(pushed.details().cleared()).isZero();
        for (final Way way : new Way[] {Way.CLEARED, Way.SWEPT, Way.SWEPT_BESIDE}) {
            assertThat(all.get(way).details().cleared()).isPositive();
            assertThat(all.get(way).stale()).isLessThan(pushed.stale());
        }
        all.values().forEach(TentativeSpheres::close);
    }

    /** Rounding is another than in the plain program, so only much the same happens. */
    @ParameterizedTest
    @CsvSource({"2, 1000", "3, 1000"})
    void asMuchHappensAsInThePlainProgram(final int dimensions, final int bodies) {
        final HardSpheres world = new HardSpheres(1, bodies, dimensions, 0.4);
        final PlainSpheres plain = new PlainSpheres(world, 8 * world.second());
        plain.advance();
        try (TentativeSpheres tentative = new TentativeSpheres(world, 8 * world.second(), Way.PUSHED)) {
            tentative.advance();
            assertThat(tentative.events()).isBetween(plain.events() * 98 / 100, plain.events() * 102 / 100);
        }
    }
}
