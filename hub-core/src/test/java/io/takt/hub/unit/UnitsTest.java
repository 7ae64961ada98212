package io.takt.hub.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.takt.asset.message.Unit;
import io.takt.asset.message.UnitConversion;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnitsTest {
    @ParameterizedTest
    @CsvSource({"m, m, 1, 0", "m/s2, m.s-2, 1, 0", "km/h, m.s-1, 0.2777777777777778, 0", "kg.m2, kg.m2, 1, 0",
        "J/(kg.K), m2.s-2.K-1, 1, 0", "kW.h, kg.m2.s-2, 3600000, 0", "V, kg.m2.s-3.A-1, 1, 0", "Cel, K, 1, 273.15",
        "[degF], K, 0.5555555555555556, 255.37222222222223", "deg, rad, 0.017453292519943295, 0",
        "rad/s, s-1.rad, 1, 0", "Hz, s-1, 1, 0", "1/min, s-1, 0.016666666666666666, 0", "%, 1, 0.01, 0", "1, 1, 1, 0",
        "mm, m, 0.001, 0", "g, kg, 0.001, 0", "lm, cd.rad2, 1, 0", "kat, s-1.mol, 1, 0", "bar, kg.m-1.s-2, 100000, 0",
        "l/min, m3.s-1, 1.6666666666666667e-5, 0", "{cars}/h, s-1, 2.777777777777778e-4, 0"})
    void aNameIsABaseUnitWithFactorAndOffset(final String name, final String base, final double factor,
        final double offset) {
        assertThat(Units.parse(name)).isEqualTo(new Unit(name, base, factor, offset));
    }

    @ParameterizedTest
    @ValueSource(strings = {"foo", "degC", "m/", "", " ", "m s", "°C", "m²", "dB", "0.m", "1/0", "Cel/m", "[",
        "m\u0000", "kg.m."})
    void aNameThatIsNoneIsRefusedInOneLine(final String name) {
        assertThatThrownBy(() -> Units.parse(name)).isInstanceOf(IllegalArgumentException.class)
            .hasMessageStartingWith("is no unit; write a unit as UCUM has it, such as m/s");
    }

    @Test
    void anyTextIsAUnitOrRefused() {
        final Random random = new Random(1);
        final String[] parts = {"m", "s", "/", ".", "(", ")", "-", "2", "k", "[", "]", "{", "}", "*", "Cel", "rad", "%",
            "'", "\"", "10*", "0", "+", "E", "_", "lx"};
        for (int i = 0; i < 5_000; i++) {
            final StringBuilder text = new StringBuilder();
            for (int left = 1 + random.nextInt(5); left > 0; left--) {
                text.append(parts[random.nextInt(parts.length)]);
            }
            try {
                assertThat(Units.parse(text.toString()).factor()).isFinite();
            } catch (final IllegalArgumentException e) {
                assertThat(e).as(text.toString()).hasMessageStartingWith("is no unit");
            }
        }
    }

    @Test
    void numbersAreConvertedByOneMultiplicationAndOneAddition() {
        assertThat(Units.parse("km/h").to(Units.parse("m/s")).apply(36)).isEqualTo(10);
        assertThat(Units.parse("Cel").to(Units.parse("[degF]")).apply(100)).isCloseTo(212, within(1e-12));
        assertThat(Units.parse("K").to(Units.parse("Cel"))).isEqualTo(new UnitConversion(1, -273.15));
        assertThat(Units.parse("N.m").to(Units.parse("J")).isIdentity()).isTrue();
        assertThat(Units.parse("mm").to(Units.parse("mm")).apply(-0.0)).isEqualTo(-0.0);
        assertThatThrownBy(() -> Units.parse("Hz").to(Units.parse("rad/s"))).hasMessage("'Hz' cannot be converted into"
            + " 'rad/s': the one is a unit of s-1, the other of s-1.rad");
    }
}
