package io.takt.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;

class FirstMultipleTest {
    private static final long HOUR_NS = 3_600_000_000_000L;

    @Test
    void isWhatSteppingFinds() {
        for (long modulus = 1; modulus <= 60; modulus++) {
            for (long step = 1; step <= 70; step++) {
                final long greatest = modulus - Divisors.gcd(step, modulus);
                for (long remainder = -1; remainder <= greatest; remainder++) {
                    long k = 0;
                    while (step * k % modulus < remainder) {
                        k++;
                    }
                    assertThat(FirstMultiple.withRemainderAtLeast(0, step, modulus, remainder))
                        .as("first multiple of %d that is at least %d modulo %d", step, remainder, modulus)
                        .isEqualTo(k);
                }
            }
        }
    }

    @Test
    void ofOneNanosecondModuloAnHourNeedsNoStepping() {
        assertThat(FirstMultiple.withRemainderAtLeast(0, 1, HOUR_NS, HOUR_NS - 1)).isEqualTo(HOUR_NS - 1);
        assertThat(FirstMultiple.withRemainderAtLeast(0, HOUR_NS - 1, HOUR_NS, 1)).isEqualTo(1);
        assertThat(FirstMultiple.withRemainderAtLeast(0, HOUR_NS + 1, HOUR_NS, HOUR_NS / 2)).isEqualTo(HOUR_NS / 2);
    }

    @Test
    void withTheGreatestRemainderSolvesACongruence() {
        // (step · k) mod modulus = modulus - 1 has the one solution k = -1/step in [0, modulus).
        final long[][] coprimes = {
            {7_919, Long.MAX_VALUE},
            {1L << 62, Long.MAX_VALUE},
            {Long.MAX_VALUE - 1, Long.MAX_VALUE},
            {Long.MAX_VALUE - 2, Long.MAX_VALUE},
            {4_660_046_610_375_530_309L, 7_540_113_804_746_346_429L},
            {Long.MAX_VALUE, 1L << 62},
        };
        for (final long[] pair : coprimes) {
            final BigInteger modulus = BigInteger.valueOf(pair[1]);
            assertThat(FirstMultiple.withRemainderAtLeast(0, pair[0], pair[1], pair[1] - 1))
                .isEqualTo(BigInteger.valueOf(pair[0]).modInverse(modulus).negate().mod(modulus));
        }
    }
}
