package io.takt.shm.message;

/**
 * How many messages the readers of a log have taken out of it, for a sender that waits for room, and not used yet. By
 * any thread.
 */
public final class Copies {
    private Copies() {
    }

    /**
     * How many messages are with the process of a reader alone.
     *
     * @param log  of their sender.
     * @param slot of the reader.
     * @return as of its last step; 0 for a reader in another language, which need not say it.
     */
    public static long of(final MessageLog log, final int slot) {
        return log.buffer().getLongVolatile(LogLayout.slotOffset(slot) + LogLayout.COPIED_OFFSET);
    }

    /** Whether any reader has some. */
    static boolean isAny(final MessageLog log) {
        final int slots = log.ring().slots();
        for (int slot = 0; slot < slots; slot++) {
            if (log.ring().isInUse(slot) && of(log, slot) > 0) {
                return true;
            }
        }
        return false;
    }
}
