package io.takt.shm.ring;

import java.util.function.BooleanSupplier;

/**
 * When a ring uses more of its capacity: when the records published at once fill more than a third of it, so that
 * writer and readers cannot work side by side, or when its user says that it is too small. Owned by the writer's
 * thread.
 */
final class Growth {
    /** Room for the records being written, those being read, and those between. */
    private static final int PARTS = 3;
    /** Rounds of the ring between two requests for memory, when there was none. */
    private static final long ROUNDS_APART = 64;

    private final Ring ring;
    private final BooleanSupplier isTooSmall;
    private long mostBytes;
    private long againAt;

    Growth(final Ring ring, final BooleanSupplier isTooSmall) {
        this.ring = ring;
        this.isTooSmall = isTooSmall;
    }

    /** Notes how many bytes are published at once. */
    void published(final long bytes) {
        if (bytes > mostBytes) {
            mostBytes = bytes;
        }
    }

    /** Called when the writer has no room at a position. Says whether the ring is larger now. */
    boolean grow(final long position, final long staged) {
        if (position < againAt || PARTS * Math.max(mostBytes, staged) <= ring.used() && !isTooSmall.getAsBoolean()) {
            return false;
        }
        if (!ring.grow()) {
            againAt = position + ROUNDS_APART * ring.capacity();
            return false;
        }
        return true;
    }
}
