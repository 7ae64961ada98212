package io.takt.shm.message;

import io.takt.shm.ring.Ring;
import io.takt.shm.ring.RingLayout;

/** The reader for which a sender waits whose log is full. */
public final class RoomWait {
    private RoomWait() {
    }

    /**
     * The reader that is the furthest behind. From any process.
     *
     * @param log of a sender.
     * @return its name, or that of a listener; null while the sender does not wait.
     */
    public static String reader(final MessageLog log) {
        final int last = log.ring().isRoomWanted() ? log.ring().lastSlot() : Ring.NONE;
        return last == Ring.NONE ? null : log.ring().reader(last);
    }

    /**
     * Whether any message of the sender would find room, if a reader gave back no more and all others everything. From
     * any process.
     *
     * @param log  of a sender, of which all is published.
     * @param slot of the reader.
     * @return false where the largest one would have to wait.
     */
    public static boolean isRoomBehind(final MessageLog log, final int slot) {
        int largest = 0;
        for (int channel = 0; channel < log.channels(); channel++) {
            largest = Math.max(largest, log.maxBytes(channel));
        }
        final Ring ring = log.ring();
        final long tail = ring.tail();
        final int capacity = ring.capacity();
        final int offset = (int) (tail & capacity - 1);
        final int end = ring.used() == capacity ? capacity : ring.used() - RingLayout.ALIGNMENT;
        final int length = LogLayout.recordLength(largest);
        // A record that does not fit before the ring's end goes behind padding.
        final int padding = offset + length > end ? capacity - offset : 0;
        return tail + padding + length <= ring.head(slot) + capacity;
    }
}
