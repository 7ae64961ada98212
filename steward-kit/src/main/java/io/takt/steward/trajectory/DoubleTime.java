package io.takt.steward.trajectory;

/** Doubles as longs: in the same order, one for each double, and none lost. */
final class DoubleTime {
    private DoubleTime() {
    }

    /**
     * The long for a time.
     *
     * @param time any but NaN; both zeros are one.
     * @return less for an earlier time; neighbours for neighbouring doubles; never the greatest long.
     */
    static long encode(final double time) {
        if (time != time) {
            throw new ArithmeticException("NaN is no time");
        }
        final long bits = Double.doubleToLongBits(time + 0.0);
        return bits >= 0 ? bits : Long.MIN_VALUE - bits;
    }

    /**
     * The time for a long.
     *
     * @param encoded by {@link #encode}.
     * @return the time.
     */
    static double decode(final long encoded) {
        return Double.longBitsToDouble(encoded >= 0 ? encoded : Long.MIN_VALUE - encoded);
    }
}
