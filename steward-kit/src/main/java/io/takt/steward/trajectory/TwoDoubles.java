package io.takt.steward.trajectory;

/**
 * The rounding error of a sum or product of doubles, as a double: Knuth's and Dekker's, of + - * alone. Exact unless
 * something over- or underflows.
 */
final class TwoDoubles {
    private static final double SPLITTER = 0x1p27 + 1;

    private TwoDoubles() {
    }

    static double sumError(final double one, final double other, final double sum) {
        final double part = sum - one;
        return (one - (sum - part)) + (other - part);
    }

    static double productError(final double one, final double other, final double product) {
        final double oneTimes = SPLITTER * one;
        final double oneHigh = oneTimes - (oneTimes - one);
        final double oneLow = one - oneHigh;
        final double otherTimes = SPLITTER * other;
        final double otherHigh = otherTimes - (otherTimes - other);
        final double otherLow = other - otherHigh;
        return oneLow * otherLow - (product - oneHigh * otherHigh - oneLow * otherHigh - oneHigh * otherLow);
    }
}
