package io.takt.dis.time;

/**
 * The time stamp of a PDU: 31 bits of time past the hour, in units of which an hour has 2^31, above a bit that is 1
 * where the sender's clock is synchronized with others (absolute), and 0 where it is the sender's own (relative). Times
 * are nanoseconds of a clock that shows full hours at multiples of {@link #HOUR_NS}. For any thread.
 */
public final class DisStamp {
    /** After which the same stamps come again. */
    public static final long HOUR_NS = 3_600_000_000_000L;

    /** 2^31 units are 3.6e12 ns, in lowest terms. */
    private static final long UNITS = 1 << 18;
    private static final long NS = 439_453_125L;

    private DisStamp() {
    }

    /**
     * The stamp of a time: the unit that holds it.
     *
     * @param timeNs     any.
     * @param isAbsolute whether the clock is synchronized with others.
     * @return 32 bits, unsigned.
     */
    public static int of(final long timeNs, final boolean isAbsolute) {
        return (int) (Math.floorMod(timeNs, HOUR_NS) * UNITS / NS) << 1 | (isAbsolute ? 1 : 0);
    }

    /**
     * Whether the sender's clock is synchronized with others.
     *
     * @param stamp of a PDU.
     * @return its least significant bit.
     */
    public static boolean isAbsolute(final int stamp) {
        return (stamp & 1) == 1;
    }

    /**
     * The time past the hour: the first nanosecond in the stamp's unit, so that {@link #of} gives the stamp again.
     *
     * @param stamp of a PDU.
     * @return 0 to an hour, without the hour.
     */
    public static long pastHourNs(final int stamp) {
        return ((stamp >>> 1) * NS + UNITS - 1) / UNITS;
    }

    /**
     * The time with a stamp that is closest to another time.
     *
     * @param stamp  of a PDU.
     * @param nearNs any.
     * @return at most half an hour before it, and less than that after it.
     */
    public static long nearestNs(final int stamp, final long nearNs) {
        return nearNs + Math.floorMod(pastHourNs(stamp) - nearNs + HOUR_NS / 2, HOUR_NS) - HOUR_NS / 2;
    }

    /**
     * Compares stamps of one sender that are less than half an hour apart, over the hour as well.
     *
     * @param stamp of a PDU.
     * @param other of another PDU.
     * @return less than 0 where the stamp is the earlier one, 0 where both are in the same unit, else more than 0.
     */
    public static int compare(final int stamp, final int other) {
        return (stamp >>> 1) - (other >>> 1) << 1;
    }
}
