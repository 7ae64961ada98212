package io.takt.asset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Random;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SimTimeTest {
    private static final long MAX = Long.MAX_VALUE;

    @ParameterizedTest
    @CsvSource({
        "0s, 0", "0ns, 0", "-0ms, 0", "1ns, 1", "1us, 1000", "1ms, 1000000", "1s, 1000000000", "1min, 60000000000",
        "1h, 3600000000000", "10ms, 10000000", "1.5s, 1500000000", "250us, 250000", "+3ms, 3000000",
        "007ms, 7000000", "1.50s, 1500000000", "0.5h, 1800000000000", "0.000000001s, 1", "0.25min, 15000000000",
        "1.000ns, 1", "10 ms, 10000000", "' 10ms ', 10000000", "2562047h, 9223369200000000000",
        "9223372036854775807ns, 9223372036854775807", "9223372036.854775807s, 9223372036854775807",
        "9223372036854775.807us, 9223372036854775807", "9223372036854.775807ms, 9223372036854775807",
    })
    void readsEveryUnitExactly(final String text, final long ns) {
        assertThat(SimTime.parse(text)).isEqualTo(ns);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1ns", "-0.5ns", "-1h", "-99999999999999999999h"})
    void refusesNegativeTimes(final String text) {
        refused(text).withMessage("is negative; a time is never less than 0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"9223372036854775808ns", "9223372036854775807.5ns", "9223372036.854775808s", "2562048h",
        "153722868min", "99999999999999999999999999999999999999999999999h"})
    void refusesTimesBeyondTheLargest(final String text) {
        refused(text).withMessageStartingWith("is too large").withMessageContaining("9223372036854775807ns");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.5ns", "1.0001us", "0.0000000001s", "0.0000000000001h"})
    void refusesFractionsOfANanosecond(final String text) {
        refused(text).withMessageStartingWith("is not a whole number of nanoseconds");
    }

    @ParameterizedTest
    @ValueSource(strings = {"10", "0", "1.5", "-3", " 7 "})
    void refusesANumberWithoutUnit(final String text) {
        refused(text).withMessage("has no unit; write ns, us, ms, s, min or h after the number");
    }

    @ParameterizedTest
    @CsvSource({"10sec, sec", "1d, d", "1MS, MS", "1Ms, Ms", "1S, S", "1H, H", "1\u00b5s, \u00b5s", "1\u03bcs, \u03bcs",
        "1m, m", "1ps, ps", "1minutes, minutes"})
    void refusesUnknownUnitsAndNamesThem(final String text, final String unit) {
        refused(text).withMessage("has the unknown unit '" + unit + "'; units are ns, us, ms, s, min and h");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "ms", "s10", "1.ms", ".5s", "1,5s", "1e3ms", "0x10ms", "1_000ms", "--1ms", "+-1ms",
        "1ms2us", "1ms 2us", "ten ms", "1.2.3s", "NaN", "Infinity", "\u0661ms", "1\u0000ms", "1s!", "1 0ms", "- 1ms"})
    void refusesWhatIsNoTime(final String text) {
        refused(text).withMessage("is not a time; write a number with a unit, such as 10ms or 1.5s");
    }

    @Test
    void refusesLongTextWithoutLookingAtTheNumber() {
        refused("0".repeat(1_000_000) + "1ms").withMessageStartingWith("is not a time");
        assertThat(SimTime.parse("0".repeat(61) + "1ms")).isEqualTo(1_000_000);
        refused("0".repeat(62) + "1ms").withMessageStartingWith("is not a time");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0s", "1, 1ns", "999, 999ns", "1000, 1us", "1500, 1.5us", "1000000, 1ms", "10000000, 10ms",
        "1000000000, 1s", "1500000000, 1.5s", "90000000000, 90s", "60000000000, 1min", "120000000000, 2min",
        "3600000000000, 1h", "5400000000000, 90min", "1000000001, 1.000000001s", "-1, -1ns", "-1500000, -1.5ms",
        "9223372036854775807, 9223372036.854775807s", "-9223372036854775808, -9223372036.854775808s",
    })
    void writesTheUnitThatKeepsItShort(final long ns, final String text) {
        assertThat(SimTime.format(ns)).isEqualTo(text);
    }

    @Test
    void aWrittenTimeIsReadBackAsTheSame() {
        final Random random = new Random(1);
        final long[] units = {1, 1_000, 1_000_000, 1_000_000_000, 60_000_000_000L, 3_600_000_000_000L};
        for (int i = 0; i < 100_000; i++) {
            final long any = random.nextLong() >>> 1 + random.nextInt(62);
            final long unit = units[random.nextInt(units.length)];
            for (final long ns : new long[] {any, MAX - any, any - any % unit, MAX - MAX % unit}) {
                assertThat(SimTime.parse(SimTime.format(ns))).isEqualTo(ns);
            }
        }
    }

    private static ThrowableAssertAlternative<IllegalArgumentException> refused(final String text) {
        return assertThatIllegalArgumentException().isThrownBy(() -> SimTime.parse(text));
    }
}
