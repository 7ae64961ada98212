package io.takt.federation.local;

import io.takt.federation.place.PlaceInParent;
import io.takt.hub.core.world.ParentClock;

/**
 * The parent's clock in shared memory: a step of the child costs what a step of an asset does. Owned by the hub's
 * thread, but for what is said to be for any thread.
 */
final class LocalParentClock implements ParentClock {
    private volatile PlaceInParent staged;
    private PlaceInParent place;
    private long reportedNs;

    /** From any thread: the next {@link #begin} takes this place. */
    void stage(final PlaceInParent next) {
        staged = next;
    }

    /** From any thread: the newest place; null before the first. */
    PlaceInParent staged() {
        return staged;
    }

    @Override
    public void begin() {
        place = staged;
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
