package io.takt.bench.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.takt.steward.EventRecord;
import io.takt.steward.Steward;
import io.takt.steward.log.LogSteward;
import io.takt.steward.scenario.Gas;
import io.takt.steward.scenario.HardSpheres;
import java.util.Iterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The plain program and the steward agree, event for event. */
class PlainSpheresTest {
    @ParameterizedTest
    @CsvSource({"2, 100, 0.4, 20", "2, 1000, 0.3, 8", "3, 125, 0.4, 8", "3, 1000, 0.2, 2", "3, 64, 0.1, 100"})
    void everyEventIsThatOfTheSteward(
        final int dimensions, final int bodies, final double packing, final int seconds) {
        final HardSpheres world = new HardSpheres(1, bodies, dimensions, packing);
        final Steward steward = started(world);
        final Iterator<EventRecord> events = steward.history(1, seconds * world.second()).iterator();
        final PlainSpheres plain = new PlainSpheres(world, 1);
        while (events.hasNext()) {
            final EventRecord expected = events.next();
            while (!plain.step()) {
                continue; // a stale prediction
            }
            assertThat(plain.now() + " " + plain.lastEvent())
                .isEqualTo(expected.at().base() + " " + expected.event());
        }
        assertThat(plain.events()).isGreaterThan(3_000).isEqualTo(steward.statistics().executed() - 1);
        assertThat(plain.stale()).isEqualTo(steward.statistics().stale());
    }

    @ParameterizedTest
    @CsvSource({"2, 100", "3, 125"})
    void collisionsAndPressureAreThose(final int dimensions, final int bodies) {
        final int seconds = 20;
        final HardSpheres world = new HardSpheres(1, bodies, dimensions, 0.3);
        final Steward steward = started(world);
        final Gas.Meter meter = new Gas.Meter(world, steward);
        meter.begin();
        steward.advanceTo(seconds * world.second());
        final Gas gas = meter.end();
        final PlainSpheres plain = new PlainSpheres(world, seconds * world.second());
        plain.advance();
        assertThat(plain.collisions()).isEqualTo(gas.collisions());
        final double density = bodies / Math.pow(world.arena().side(), dimensions);
        assertThat(density * (1 + plain.virial() / (dimensions * bodies * gas.temperature() * seconds)))
            .isCloseTo(gas.pressure(), within(1e-9));
    }

    @Test
    void slicesMakeNoDifference() {
        final HardSpheres world = new HardSpheres(1, 64, 3, 0.3);
        final PlainSpheres once = new PlainSpheres(world, 4 * world.second());
        once.advance();
        final PlainSpheres often = new PlainSpheres(world, world.second() / 256);
        for (int i = 0; i < 4 * 256; i++) {
            often.advance();
        }
        assertThat(often.events()).isEqualTo(once.events()).isPositive();
        assertThat(often.virial()).isEqualTo(once.virial());
    }

    private static Steward started(final HardSpheres world) {
        final Steward steward = LogSteward.withHistory(world.physics());
        world.inputs().forEach(input -> input.insertInto(steward));
        steward.advanceTo(0);
        return steward;
    }
}
