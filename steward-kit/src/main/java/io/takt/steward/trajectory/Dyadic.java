package io.takt.steward.trajectory;

import java.math.BigInteger;

/** A whole number times a power of two: every finite double is one, and so is what sums and products make of them. */
final class Dyadic {
    static final Dyadic ZERO = new Dyadic(BigInteger.ZERO, 0);
    private static final int KEPT_BITS = 160;
    private static final int MANTISSA_BITS = 52;

    private final BigInteger mantissa;
    private final int exponent;

    private Dyadic(final BigInteger mantissa, final int exponent) {
        this.mantissa = mantissa;
        this.exponent = exponent;
    }

    static Dyadic of(final long value) {
        return value == 0 ? ZERO : new Dyadic(BigInteger.valueOf(value), 0);
    }

    static Dyadic of(final double value) {
        if (value == 0) {
            return ZERO;
        }
        final long bits = Double.doubleToLongBits(value);
        final int biased = (int) (bits >>> MANTISSA_BITS) & 0x7ff;
        final long fraction = bits & (1L << MANTISSA_BITS) - 1;
        final long whole = biased == 0 ? fraction : fraction | 1L << MANTISSA_BITS;
        final int zeros = Long.numberOfTrailingZeros(whole);
        final long odd = whole >>> zeros;
        return new Dyadic(BigInteger.valueOf(bits < 0 ? -odd : odd), Math.max(biased, 1) - 1075 + zeros);
    }

    Dyadic plus(final Dyadic other) {
        if (mantissa.signum() == 0) {
            return other;
        }
        if (other.mantissa.signum() == 0) {
            return this;
        }
        final int common = Math.min(exponent, other.exponent);
        return new Dyadic(
            mantissa.shiftLeft(exponent - common).add(other.mantissa.shiftLeft(other.exponent - common)), common);
    }

    Dyadic minus(final Dyadic other) {
        return plus(other.negated());
    }

    Dyadic negated() {
        return new Dyadic(mantissa.negate(), exponent);
    }

    Dyadic times(final Dyadic other) {
        return new Dyadic(mantissa.multiply(other.mantissa), exponent + other.exponent);
    }

    /** Times 2^power. */
    Dyadic scaled(final int power) {
        return mantissa.signum() == 0 ? this : new Dyadic(mantissa, exponent + power);
    }

    int signum() {
        return mantissa.signum();
    }

    /** Rounded to double, within 2^-52 of it; infinite or 0 where doubles end. */
    double rounded() {
        final int dropped = Math.max(0, mantissa.bitLength() - KEPT_BITS);
        return Math.scalb(mantissa.shiftRight(dropped).doubleValue(), exponent + dropped);
    }
}
