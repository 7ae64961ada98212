package io.takt.rule;

import java.math.BigInteger;

/**
 * The first multiple of a number whose remainder lies in a range, found by a walk like Euclid's and not by stepping:
 * the modulus at least halves from one level to the next, so there are at most 63 levels.
 */
final class FirstMultiple {
    private FirstMultiple() {
    }

    /**
     * The smallest k ≥ 0 with (start + step · k) mod modulus ≥ remainder.
     *
     * @param start     0 or greater.
     * @param step      greater than 0.
     * @param modulus   greater than 0.
     * @param remainder at most modulus - g + (start mod g) with g = gcd(step, modulus), so that there is such a k.
     * @return k, less than modulus.
     */
    static BigInteger withRemainderAtLeast(
        final long start, final long step, final long modulus, final long remainder) {
        final long first = start % modulus;
        if (first >= remainder) {
            return BigInteger.ZERO;
        }
        final BigInteger m = BigInteger.valueOf(modulus);
        return first(
            BigInteger.valueOf(step).mod(m),
            m,
            BigInteger.valueOf(remainder - first),
            BigInteger.valueOf(modulus - 1 - first));
    }

    /**
     * The smallest k with low ≤ (a · k) mod m ≤ high, for 0 ≤ a &lt; m and 0 &lt; low ≤ high &lt; m. There must be
     * one, so k &gt; 0 and a &gt; 0.
     */
    private static BigInteger first(
        final BigInteger a, final BigInteger m, final BigInteger low, final BigInteger high) {
        if (a.shiftLeft(1).compareTo(m) > 0) {
            // Counting down by m - a is counting up by a: look from the other end, where the stride is the shorter.
            return first(m.subtract(a), m, m.subtract(high), m.subtract(low));
        }
        final BigInteger k = divideUp(low, a);
        if (k.multiply(a).compareTo(high) <= 0) {
            return k;
        }
        // No multiple of a lies in [low, high], so k must go round y ≥ 1 times: low ≤ a·k - m·y ≤ high. The smallest
        // such y is the first for which [low + m·y, high + m·y] has a multiple of a, that is
        // low mod a ≤ (-m·y) mod a ≤ high mod a; low itself is no multiple, so low mod a > 0.
        final BigInteger y = first(m.negate().mod(a), a, low.mod(a), high.mod(a));
        return divideUp(low.add(m.multiply(y)), a);
    }

    private static BigInteger divideUp(final BigInteger dividend, final BigInteger divisor) {
        return dividend.add(divisor).subtract(BigInteger.ONE).divide(divisor);
    }
}
