package io.takt.shm.message;

/** A log and its mirror at another hub of the same host. Owned by one thread. */
public final class Mirror {
    private final MirrorSource source;
    private final MirrorSink sink;
    private boolean hasBegun;
    private boolean isBlocked;

    /**
     * Joins the two ends; nothing is read or written yet.
     *
     * @param source reads the original.
     * @param sink   writes the mirror.
     */
    public Mirror(final MirrorSource source, final MirrorSink sink) {
        this.source = source;
        this.sink = sink;
    }

    /**
     * Writes what is new.
     *
     * @param limit most records at once.
     * @return whether anything was; then it is to be called again.
     */
    public boolean poll(final int limit) {
        if (!hasBegun) {
            hasBegun = sink.begin(source.mark(), source.start(), source.resets());
            isBlocked = !hasBegun;
            if (isBlocked) {
                return false;
            }
            source.begin(sink.position(), sink.resets(), sink.isGone());
        }
        final boolean isAny = source.poll(sink, limit);
        isBlocked = source.isBlocked();
        source.acknowledge(sink.position());
        return isAny;
    }

    /** {@return whether the mirror had no room at the last {@link #poll}} */
    public boolean isBlocked() {
        return isBlocked;
    }

    /**
     * The thread is about to sleep; it is to {@link #hasWork look} again before it does.
     *
     * @param atSource number of its doorbell at the hub of the original.
     * @param atSink   number of the doorbell that makes it look at the hub of the mirror.
     */
    public void announce(final long atSource, final long atSink) {
        source.announce(atSource);
        if (isBlocked) {
            sink.awaitRoom(atSink);
        }
    }

    /** {@return whether there may be something to do, so that {@link #poll} is worth a call} */
    public boolean hasWork() {
        return !hasBegun && !isBlocked || isBlocked && sink.hasRoom() || hasBegun && source.hasNews();
    }

    /** The thread is awake. */
    public void withdraw() {
        source.withdraw();
    }

    /** Nothing is read or written any more; another one goes on where this one has been. */
    public void close() {
        source.withdraw();
        sink.close();
    }
}
