package io.takt.bench.program;

/**
 * The list of all events that are predicted for spheres, by when they are due, and by their spheres at the same tick.
 * An event is a number: the smaller sphere's, then the greater one's, or for one that leaves its box along an axis, its
 * own, then a number that no sphere has. It is stale when one of its spheres has collided since it was put in. For one
 * thread.
 */
interface EventList extends AutoCloseable {
    int AXES = 3;

    /** Two touch. */
    static long collision(final int one, final int other) {
        return one < other ? (long) one << Integer.SIZE | other : (long) other << Integer.SIZE | one;
    }

    /** One leaves its box along an axis. */
    static long crossing(final int one, final int axis) {
        return (long) one << Integer.SIZE | Integer.MAX_VALUE - AXES + axis;
    }

    static boolean isCrossing(final long event) {
        return other(event) >= Integer.MAX_VALUE - AXES;
    }

    static int axis(final long event) {
        return other(event) - (Integer.MAX_VALUE - AXES);
    }

    static int one(final long event) {
        return (int) (event >>> Integer.SIZE);
    }

    static int other(final long event) {
        return (int) event;
    }

    /** The counts of an event's spheres: its canaries. */
    static long canaries(final long event, final int[] count) {
        return (long) count[one(event)] << Integer.SIZE | (isCrossing(event) ? 0 : count[other(event)]);
    }

    /**
     * Whether one of the spheres has collided since. Counts only grow, so a stale event stays stale, and another thread
     * that reads them late may take a stale event for one that is not, but never the other way round.
     */
    static boolean isStale(final long event, final long canaries, final int[] count) {
        return count[one(event)] > (int) (canaries >>> Integer.SIZE)
            || !isCrossing(event) && count[other(event)] > (int) canaries;
    }

    /** Puts in what was predicted for one: beside all that was, or in its place where there is only one for each. */
    void put(int owner, long due, long event);

    /** When the first is due; the greatest long if there is none. */
    long firstDue();

    /** The first of them. */
    long firstEvent();

    boolean firstIsStale();

    /** Takes the first out. Returns the body whose event has to be predicted now, if it was stale; -1 for none. */
    int takeFirst();

    /** The most that there ever were, as far as is known. */
    int longest();

    /** Stale ones that were taken out before they were the first. */
    long cleared();

    @Override
    default void close() {
    }
}
