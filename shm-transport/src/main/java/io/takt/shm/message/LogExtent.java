package io.takt.shm.message;

import org.agrona.concurrent.AtomicBuffer;

/** How much of a log has records, and which of them have checks, as of a reader's last look. Owned by one thread. */
final class LogExtent {
    private final MessageLog log;
    private final AtomicBuffer buffer;
    /** Records from there on have a check; negative where none has. */
    private long checkedFrom = -1;
    private int used;

    LogExtent(final MessageLog log) {
        this.log = log;
        this.buffer = log.buffer();
    }

    /**
     * To be called after a tail was read, for the records before it: a sender says that there are checks, and that it
     * uses more of the ring, before it publishes such records.
     */
    void look() {
        checkedFrom = buffer.getLongVolatile(LogLayout.CHECKED_OFFSET) - 1;
        used = Math.min(log.used(), log.capacity());
    }

    /** Whether a record at a position has a check, unless it is padding. */
    boolean isChecked(final long position) {
        return checkedFrom >= 0 && position >= checkedFrom;
    }

    /** How much of the ring is used. */
    int used() {
        return used;
    }
}
