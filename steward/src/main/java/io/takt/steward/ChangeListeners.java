package io.takt.steward;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * The listeners that a steward tells of changes; for stewards only. They are told in the middle of work, so an
 * exception of theirs is kept until that work is done. For one thread.
 */
public final class ChangeListeners {
    private final List<LongConsumer> listeners = new ArrayList<>(1);
    private Throwable failure;

    /**
     * Adds one.
     *
     * @param listener told from now on.
     */
    public void add(final LongConsumer listener) {
        listeners.add(listener);
    }

    /**
     * Whether there is no listener.
     *
     * @return true until one is added.
     */
    public boolean isEmpty() {
        return listeners.isEmpty();
    }

    /**
     * Tells all of them; nothing is thrown.
     *
     * @param time of what has changed.
     */
    public void tell(final long time) {
        for (final LongConsumer listener : listeners) {
            try {
                listener.accept(time);
            } catch (final Throwable e) { // Any throwable: the work around this call must be finished first.
                failure = failure == null ? e : failure;
            }
        }
    }

    /** That none of them has failed since the last time; the first that has is a {@link StewardException}, once. */
    public void requireNoFailure() {
        if (failure != null) {
            final Throwable told = failure;
            failure = null;
            throw new StewardException("a listener of changes failed, nothing else did: " + EventException.reason(told),
                told);
        }
    }
}
