package io.takt.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class DivisorsTest {
    private static final long LARGEST_LONG_PRIME = 9_223_372_036_854_775_783L;
    /** The greatest prime whose square is a long, and the prime before it. */
    private static final long PRIME = 3_037_000_493L;
    private static final long PRIME_BEFORE = 3_037_000_453L;
    /** The last prime that trial division tries and the first that it does not. */
    private static final long LAST_TRIED = 2_097_143L;
    private static final long FIRST_UNTRIED = 2_097_169L;

    @Test
    void ofSmallNumbersAreWhatTrialSays() {
        for (long n = 1; n <= 2_000; n++) {
            final long number = n;
            assertThat(Divisors.of(n))
                .as("divisors of %d", n)
                .containsExactly(LongStream.rangeClosed(1, n).filter(d -> number % d == 0).toArray());
        }
    }

    @Test
    void ofLargePrimesAreTwo() {
        assertThat(Divisors.of(LARGEST_LONG_PRIME)).containsExactly(1, LARGEST_LONG_PRIME);
        assertThat(Divisors.of(PRIME)).containsExactly(1, PRIME);
        assertThat(Divisors.of(FIRST_UNTRIED)).containsExactly(1, FIRST_UNTRIED);
    }

    @Test
    void ofTheProductOfTwoLargePrimesAreFour() {
        assertPrime(PRIME);
        assertPrime(PRIME_BEFORE);
        assertThat(Divisors.of(PRIME * PRIME_BEFORE)).containsExactly(1, PRIME_BEFORE, PRIME, PRIME * PRIME_BEFORE);
        assertThat(Divisors.of(FIRST_UNTRIED * PRIME)).containsExactly(1, FIRST_UNTRIED, PRIME, FIRST_UNTRIED * PRIME);
    }

    /** Their walks from 2 by x² + 1 close after as many steps, 1,132: the first one splits nothing. */
    @Test
    void ofTheProductOfTwoPrimesThatComeUpAtOnceAreFour() {
        final long one = 2_097_727L;
        final long other = 2_100_409L;
        assertPrime(one);
        assertPrime(other);
        assertThat(Divisors.of(one * other)).containsExactly(1, one, other, one * other);
    }

    @Test
    void ofTheSquareOfALargePrimeAreThree() {
        assertThat(Divisors.of(PRIME * PRIME)).containsExactly(1, PRIME, PRIME * PRIME);
        assertThat(Divisors.of(FIRST_UNTRIED * FIRST_UNTRIED))
            .containsExactly(1, FIRST_UNTRIED, FIRST_UNTRIED * FIRST_UNTRIED);
    }

    @Test
    void smallAndLargePrimesCombine() {
        assertPrime(LAST_TRIED);
        assertPrime(FIRST_UNTRIED);
        final long n = 2 * LAST_TRIED * FIRST_UNTRIED;
        assertThat(Divisors.of(n)).containsExactly(
            1, 2, LAST_TRIED, FIRST_UNTRIED, 2 * LAST_TRIED, 2 * FIRST_UNTRIED, LAST_TRIED * FIRST_UNTRIED, n);
    }

    @Test
    void ofTheLongWithTheMostDivisorsAreAllFound() {
        final long n = 897_612_484_786_617_600L;
        final long[] divisors = Divisors.of(n);
        assertThat(divisors).hasSize(103_680).isSorted().doesNotHaveDuplicates().startsWith(1, 2).endsWith(n);
        assertThat(LongStream.of(divisors)).allMatch(d -> n % d == 0);
    }

    @Test
    void ofTheLargestLongAndTheLargestPowerOfTwo() {
        assertThat(Divisors.of(Long.MAX_VALUE)).hasSize(96).startsWith(1, 7, 49, 73).endsWith(Long.MAX_VALUE);
        assertThat(Divisors.of(1L << 62)).containsExactly(LongStream.range(0, 63).map(i -> 1L << i).toArray());
    }

    @Test
    void gcdIsThatOfBigInteger() {
        final long[] numbers = {1, 2, 12, 18, 1_000_000_007L, 1L << 62, PRIME * PRIME, Long.MAX_VALUE};
        for (final long a : numbers) {
            assertThat(Divisors.gcd(a, 0)).isEqualTo(a);
            for (final long b : numbers) {
                assertThat(Divisors.gcd(a, b))
                    .isEqualTo(BigInteger.valueOf(a).gcd(BigInteger.valueOf(b)).longValueExact());
            }
        }
    }

    private static void assertPrime(final long n) {
        assertThat(BigInteger.valueOf(n).isProbablePrime(100)).as("%d is prime", n).isTrue();
    }
}
