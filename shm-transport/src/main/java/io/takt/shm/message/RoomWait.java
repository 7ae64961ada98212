package io.takt.shm.message;

import io.takt.shm.ring.Ring;

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
}
