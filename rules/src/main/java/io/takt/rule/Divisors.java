package io.takt.rule;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * Divisors of any positive long, large primes and products of two of them included, in well under a second.
 *
 * <p>Trial division removes every prime factor up to 2^21. The rest is less than 2^63 and has only greater ones,
 * so it is 1, a prime, the square of a prime or the product of two primes; the last two are split by Pollard's rho.
 */
public final class Divisors {
    private static final long TRIAL_LIMIT = 1L << 21;
    private static final int PRIME_CERTAINTY = 100;

    private Divisors() {
    }

    /**
     * The greatest common divisor.
     *
     * @param a greater than 0.
     * @param b 0 or greater.
     * @return gcd(a, b).
     */
    public static long gcd(final long a, final long b) {
        long divisor = a;
        long rest = b;
        while (rest != 0) {
            final long next = divisor % rest;
            divisor = rest;
            rest = next;
        }
        return divisor;
    }

    /**
     * All divisors.
     *
     * @param n greater than 0.
     * @return each divisor of n once, 1 and n included, ascending.
     */
    static long[] of(final long n) {
        long[] divisors = {1};
        long rest = n;
        for (long prime = 2; prime <= TRIAL_LIMIT && prime <= rest / prime; prime += prime == 2 ? 1 : 2) {
            int power = 0;
            while (rest % prime == 0) {
                rest /= prime;
                power++;
            }
            if (power > 0) {
                divisors = withPrime(divisors, prime, power);
            }
        }
        divisors = withAtMostTwoPrimes(divisors, rest);
        Arrays.sort(divisors);
        return divisors;
    }

    /** The divisors of n · rest, where these are the divisors of n and rest has none of its primes. */
    private static long[] withAtMostTwoPrimes(final long[] divisors, final long rest) {
        if (rest == 1) {
            return divisors;
        }
        final long prime = primeFactorOf(rest);
        final long other = rest / prime;
        if (prime == other) {
            return withPrime(divisors, prime, 2);
        }
        final long[] withOne = withPrime(divisors, prime, 1);
        return other == 1 ? withOne : withPrime(withOne, other, 1);
    }

    /** The divisors of n · prime^power, where these are the divisors of n and the prime is none of them. */
    private static long[] withPrime(final long[] divisors, final long prime, final int power) {
        final long[] all = Arrays.copyOf(divisors, divisors.length * (power + 1));
        for (int i = divisors.length; i < all.length; i++) {
            all[i] = all[i - divisors.length] * prime;
        }
        return all;
    }

    /** A prime factor of a prime, of the square of a prime or of the product of two primes. */
    private static long primeFactorOf(final long n) {
        return BigInteger.valueOf(n).isProbablePrime(PRIME_CERTAINTY) ? n : splitByRho(n);
    }

    /**
     * Pollard's rho: x → x² + c walks into a cycle modulo a prime of n sooner than modulo n, and then the
     * difference of two places of the walk shares that prime with n. The places are compared as Brent does: the walk
     * against where it was at the last power of two. Another c is tried when both primes come up at once.
     */
    private static long splitByRho(final long n) {
        final BigInteger modulus = BigInteger.valueOf(n);
        for (long c = 1; ; c++) {
            final BigInteger offset = BigInteger.valueOf(c);
            BigInteger walker = BigInteger.TWO;
            long factor = 1;
            for (long lap = 1; factor == 1; lap *= 2) {
                final BigInteger mark = walker;
                for (long i = 0; i < lap && factor == 1; i++) {
                    walker = walker.multiply(walker).add(offset).mod(modulus);
                    factor = gcd(n, mark.subtract(walker).abs().longValueExact());
                }
            }
            if (factor != n) {
                return factor;
            }
        }
    }
}
