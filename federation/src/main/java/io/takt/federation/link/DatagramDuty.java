package io.takt.federation.link;

import java.util.concurrent.TimeUnit;

/**
 * Which of two threads takes the datagrams of a socket: the hub's, which looks for them while it waits awake, so that a
 * step in lock-step passes through no other thread of its process; or the network's, which sleeps in a selector for
 * them while the hub's sleeps or is busy.
 *
 * <p>The network's thread leaves them to the hub's when it is woken for them while that is awake. It has them back when
 * the hub's thread is about to sleep, and when that has not looked for {@link #MOMENT_NS}. In doubt both take them,
 * which does no harm.
 */
public final class DatagramDuty {
    /** So long in wall time the network's thread believes that the hub's takes the datagrams. */
    public static final long MOMENT_NS = TimeUnit.MILLISECONDS.toNanos(10);

    private volatile boolean isResting = true;
    private volatile boolean isOfHub;
    private volatile long looks;
    /** Owned by the network's thread, as is the next. */
    private long looksSeen;
    private long seenAtNs;

    /** None is taken by the hub's thread yet. */
    public DatagramDuty() {
        // Nothing to set up.
    }

    /** By the hub's thread: it looks for datagrams. */
    public void look() {
        // One thread writes.
        final long count = looks;
        looks = count + 1;
        if (isResting) {
            isResting = false;
        }
    }

    /**
     * By the hub's thread: it looks no more before it is woken.
     *
     * @return whether the network's thread has to be woken to take over.
     */
    public boolean rest() {
        isResting = true;
        final boolean wasOfHub = isOfHub;
        isOfHub = false;
        return wasOfHub;
    }

    /**
     * By the network's thread, which was woken for datagrams.
     *
     * @param nowNs wall time.
     * @return whether it is to leave them to the hub's thread.
     */
    public boolean leave(final long nowNs) {
        if (isResting) {
            return false;
        }
        looksSeen = looks;
        seenAtNs = nowNs;
        isOfHub = true;
        // The hub's thread may have come to rest meanwhile, without having seen that.
        if (isResting) {
            isOfHub = false;
        }
        return isOfHub;
    }

    /**
     * By the network's thread, when it is woken for whatever reason.
     *
     * @param nowNs wall time.
     * @return whether the hub's thread takes the datagrams.
     */
    public boolean isOfHub(final long nowNs) {
        if (isOfHub && nowNs - seenAtNs >= MOMENT_NS) {
            final long count = looks;
            if (count == looksSeen) {
                isOfHub = false;
            }
            looksSeen = count;
            seenAtNs = nowNs;
        }
        return isOfHub;
    }
}
