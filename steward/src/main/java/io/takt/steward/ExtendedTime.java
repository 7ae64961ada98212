package io.takt.steward;

/**
 * An instant: where an event stands in the order of all events. Ordered by base time, then iteration, then id, which
 * is unsigned. No two events have the same.
 *
 * <p>The iteration is 0 but for events that were predicted for the very base time at which they were predicted: those
 * keep the iteration of the instant that they were predicted at when their id is greater than that instant's, so that
 * they come after it anyway; otherwise they get the next one.
 *
 * <p>Immutable.
 */
public final class ExtendedTime implements Comparable<ExtendedTime> {
    /** Before every event. */
    public static final ExtendedTime BEGINNING = new ExtendedTime(Long.MIN_VALUE, -1, 0, 0);

    /** The greatest iteration at one base time: more is an error, as such a cascade hardly ever ends. */
    public static final int MAX_ITERATION = 65_535;

    private final long base;
    private final int iteration;
    private final long idHigh;
    private final long idLow;

    private ExtendedTime(final long base, final int iteration, final long idHigh, final long idLow) {
        this.base = base;
        this.iteration = iteration;
        this.idHigh = idHigh;
        this.idLow = idLow;
    }

    /**
     * The instant with these parts.
     *
     * @param base      time, in the unit of the simulation.
     * @param iteration 0 or more.
     * @param id        of the event.
     * @return never null.
     */
    public static ExtendedTime of(final long base, final int iteration, final Id id) {
        return new ExtendedTime(base, iteration, id.high(), id.low());
    }

    /**
     * After every event of a base time, before every event of a later one.
     *
     * @param base time, in the unit of the simulation.
     * @return never null.
     */
    public static ExtendedTime endOf(final long base) {
        return new ExtendedTime(base, Integer.MAX_VALUE, -1, -1);
    }

    /**
     * When an event happens that is predicted at this instant.
     *
     * @param time its base time, not before this instant's.
     * @param slot hash of what predicts it about what; the event's id is the hash of this and the time.
     * @return after this instant; its iteration may be greater than {@link #MAX_ITERATION}.
     */
    public ExtendedTime predict(final long time, final Id slot) {
        return predict(time, slot.high(), slot.low());
    }

    /**
     * Likewise, of the halves of such a hash.
     *
     * @param time     as there.
     * @param slotHigh the upper 64 bits.
     * @param slotLow  the lower 64 bits.
     * @return as there.
     */
    public ExtendedTime predict(final long time, final long slotHigh, final long slotLow) {
        final long high = Hash.high(slotHigh, time);
        final long low = Hash.low(high, slotLow, time);
        int then = 0;
        if (time == base) {
            then = compareIds(high, low, idHigh, idLow) > 0 ? iteration : iteration + 1;
        }
        return new ExtendedTime(time, then, high, low);
    }

    /**
     * The base time.
     *
     * @return in the unit of the simulation.
     */
    public long base() {
        return base;
    }

    /**
     * Which round of events at this base time.
     *
     * @return 0 or more, for an event.
     */
    public int iteration() {
        return iteration;
    }

    /**
     * The event's id.
     *
     * @return never null.
     */
    public Id id() {
        return Id.of(idHigh, idLow);
    }

    /**
     * Whether this is the earlier one.
     *
     * @param other to compare with.
     * @return false also if both are the same.
     */
    public boolean isBefore(final ExtendedTime other) {
        return base != other.base ? base < other.base : compareTo(other) < 0;
    }

    @Override
    public int compareTo(final ExtendedTime other) {
        if (base != other.base) {
            return base < other.base ? -1 : 1;
        }
        if (iteration != other.iteration) {
            return iteration < other.iteration ? -1 : 1;
        }
        return compareIds(idHigh, idLow, other.idHigh, other.idLow);
    }

    @Override
    public boolean equals(final Object other) {
        return other instanceof ExtendedTime && compareTo((ExtendedTime) other) == 0;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(base ^ idHigh ^ idLow) + iteration;
    }

    /** Base time, iteration and id. */
    @Override
    public String toString() {
        return base + "/" + iteration + "/" + id();
    }

    private static int compareIds(final long high, final long low, final long otherHigh, final long otherLow) {
        final int upper = Long.compareUnsigned(high, otherHigh);
        return upper != 0 ? upper : Long.compareUnsigned(low, otherLow);
    }
}
