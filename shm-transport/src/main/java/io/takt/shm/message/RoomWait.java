package io.takt.shm.message;

/** For whom a sender waits whose log is full. */
public final class RoomWait {
    private RoomWait() {
    }

    /**
     * The reader that is the furthest behind. By anybody.
     *
     * @param log of a sender.
     * @return its name, or that of a listener; null while the sender does not wait.
     */
    public static String reader(final MessageLog log) {
        if (log.buffer().getLongVolatile(LogLayout.WAITS_OFFSET) != 1) {
            return null;
        }
        int last = -1;
        long lowest = Long.MAX_VALUE;
        for (int slot = 0; slot < log.slots(); slot++) {
            final long head = log.buffer().getLongVolatile(LogLayout.slotOffset(slot));
            if (log.isInUse(slot) && head < lowest) {
                last = slot;
                lowest = head;
            }
        }
        return last < 0 ? null : LogLayout.reader(log.buffer(), last);
    }
}
