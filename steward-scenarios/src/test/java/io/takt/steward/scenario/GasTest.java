package io.takt.steward.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.takt.steward.Steward;
import io.takt.steward.log.LogSteward;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Hard disks and spheres have the pressure and the rate of collisions of theory. */
final class GasTest {
    private static Gas measured(final int bodies, final int dimensions, final double packing, final int until) {
        final HardSpheres world = new HardSpheres(1, bodies, dimensions, packing);
        final Steward steward = LogSteward.withoutHistory(world.physics());
        world.inputs().forEach(input -> input.insertInto(steward));
        final Gas.Meter meter = new Gas.Meter(world, steward);
        steward.advanceTo(until * world.second() / 5);
        meter.begin();
        steward.advanceTo(until * world.second());
        return meter.end();
    }

    @Test
    void theoryIsAsPublished() {
        assertThat(Gas.compressibility(3, 0.2)).isCloseTo(2.40625, within(1e-12));
        assertThat(Gas.compressibility(2, 0.3)).isCloseTo(2.0637755102, within(1e-9));
        final Gas gas = measured(512, 3, 0.2, 1);
        assertThat(gas.theoreticalPressure()).isCloseTo(0.919, within(0.001));
        assertThat(gas.theoreticalRate()).isCloseTo(4.76, within(0.005));
    }

    /** Of 512 bodies, whose pressure is less exact than that of many. */
    @ParameterizedTest
    @CsvSource({"3, 0.2", "3, 0.4", "2, 0.3"})
    void aSmallGasIsNearTheory(final int dimensions, final double packing) {
        final Gas gas = measured(512, dimensions, packing, 40);
        assertThat(gas.collisions()).isGreaterThan(10_000);
        assertThat(gas.pressure() / gas.theoreticalPressure()).isCloseTo(1, within(0.02));
        assertThat(gas.rate() / gas.theoreticalRate()).isCloseTo(1, within(0.02));
    }

    @ParameterizedTest
    @CsvSource({"1000, 3, 0.2, 200", "10000, 3, 0.4, 50", "100000, 3, 0.2, 20", "100000, 2, 0.3, 20"})
    @EnabledIfSystemProperty(named = "takt.slow", matches = "true")
    void aLargeGasIsTheory(final int bodies, final int dimensions, final double packing, final int until) {
        final Gas gas = measured(bodies, dimensions, packing, until);
        assertThat(gas.pressure() / gas.theoreticalPressure()).isCloseTo(1, within(0.01));
        assertThat(gas.rate() / gas.theoreticalRate()).isCloseTo(1, within(0.01));
    }

    @Test
    void aGasThatCannotBeSetUpIsReported() {
        assertThatThrownBy(() -> new HardSpheres(1, 1000, 3, 0.6)).hasMessageContaining("too dense");
        assertThatThrownBy(() -> new HardSpheres(1, 8, 3, 0.2)).hasMessageContaining("too few");
        assertThatThrownBy(() -> new HardSpheres(1, 1000, 3, Double.NaN)).hasMessageContaining("not NaN");
    }
}
