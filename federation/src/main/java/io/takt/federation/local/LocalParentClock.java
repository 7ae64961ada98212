package io.takt.federation.local;

import io.takt.federation.place.PlaceInParent;
import io.takt.hub.core.world.ParentClock;
import io.takt.shm.clock.ClockFile;

/**
 * The parent's clock in shared memory: a step of the child costs what a step of an asset does. Owned by the hub's
 * thread, but for what is said to be for any thread.
 */
final class LocalParentClock implements ParentClock {
    /** A place, and the file that its counters are in. */
    private record Staged(PlaceInParent place, ClockFile file) {
    }

    private volatile Staged staged;
    private PlaceInParent place;
    /** Guarded by this. */
    private ClockFile begun;
    private long reportedNs;

    /** From any thread: the next {@link #begin} takes this place. */
    synchronized void stage(final PlaceInParent next, final ClockFile file) {
        staged = new Staged(next, file);
    }

    /** From any thread: the newest place; null before the first. */
    PlaceInParent staged() {
        final Staged newest = staged;
        return newest == null ? null : newest.place;
    }

    /** From any thread: whether the hub's thread may touch a file, now or after the next {@link #begin}. */
    synchronized boolean uses(final ClockFile file) {
        return file == begun || staged != null && file == staged.file;
    }

    @Override
    public synchronized void begin() {
        place = staged.place;
        begun = staged.file;
        reportedNs = place.time().read();
    }

    @Override
    public long timeNs() {
        return place.coreTime().read();
    }

    @Override
    public void report(final long timeNs) {
        reportedNs = timeNs;
        place.time().publish(timeNs);
        place.core().ringIfSeen(place.number(), timeNs);
    }

    /** An odd time could have the low word of a thread that is awake; a nanosecond early does no harm. */
    @Override
    public void await(final long timeNs) {
        if (place == null) {
            return;
        }
        if (timeNs == Long.MAX_VALUE) {
            place.sleep().withdraw();
        } else {
            place.sleep().announce(timeNs & ~1L);
        }
        // The parent may have begun to wait while the last report was on its way: see CoreDoorbell.
        if (place.core().awaited() == place.number()) {
            place.core().ringIfSeen(place.number(), reportedNs);
        }
    }
}
