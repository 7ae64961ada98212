package io.takt.recording.replay;

import java.util.Comparator;
import java.util.TreeSet;
import java.util.function.ToLongFunction;

/**
 * The events that only one of two runs is known to have so far, in the order of simulation time.
 *
 * @param <T> what they do.
 */
final class Unmatched<T> {
    private final Comparator<T> order;
    private final ToLongFunction<T> time;
    private final TreeSet<T> recorded;
    private final TreeSet<T> replayed;

    /**
     * Nothing yet.
     *
     * @param order by time.
     * @param time  when it is done.
     */
    Unmatched(final Comparator<T> order, final ToLongFunction<T> time) {
        this.order = order;
        this.time = time;
        this.recorded = new TreeSet<>(order);
        this.replayed = new TreeSet<>(order);
    }

    TreeSet<T> recorded() {
        return recorded;
    }

    TreeSet<T> replayed() {
        return replayed;
    }

    /** The first event that only one run has; null when there is none by a time. */
    T first(final long toNs) {
        final T was = recorded.isEmpty() ? null : recorded.first();
        final T is = replayed.isEmpty() ? null : replayed.first();
        final T first = was == null || is != null && order.compare(is, was) < 0 ? is : was;
        return first == null || time.applyAsLong(first) > toNs ? null : first;
    }

    void clear() {
        recorded.clear();
        replayed.clear();
    }
}
