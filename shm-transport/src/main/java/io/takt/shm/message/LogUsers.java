package io.takt.shm.message;

import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * The readers of a log, and the threads that sleep for it, by the numbers of their doorbells. For the hub's thread.
 * Sleepers are looked for after a change in the log and a full fence: a thread that is not found looks again before it
 * sleeps.
 */
public final class LogUsers {
    private LogUsers() {
    }

    /**
     * The readers that have slots.
     *
     * @param log    that they read.
     * @param action is given each one's name.
     */
    public static void readers(final MessageLog log, final Consumer<String> action) {
        for (int slot = 0; slot < log.ring().slots(); slot++) {
            if (log.ring().isInUse(slot)) {
                action.accept(log.ring().reader(slot));
            }
        }
    }

    /**
     * Readers that sleep, whatever for. The process that wrote the log may have died when it was about to wake them.
     *
     * @param log  in which the sender's presence or frontier has changed.
     * @param ring is given the number of each one's doorbell.
     */
    public static void sleepingReaders(final MessageLog log, final LongConsumer ring) {
        for (int slot = 0; slot < log.ring().slots(); slot++) {
            final int offset = LogLayout.slotOffset(slot);
            if (log.ring().isInUse(slot)
                && log.buffer().getLongVolatile(offset + LogLayout.AWAITED_OFFSET) != LogLayout.AWAKE) {
                ring.accept(log.buffer().getLongVolatile(offset + LogLayout.DOORBELL_OFFSET));
            }
        }
    }

    /**
     * The sender, if it waits for room.
     *
     * @param log  in which readers have given room back.
     * @param ring is given the number of its doorbell.
     */
    public static void waitingSender(final MessageLog log, final LongConsumer ring) {
        if (log.ring().isRoomWanted()) {
            ring.accept(log.buffer().getLongVolatile(LogLayout.WAITER_DOORBELL_OFFSET));
        }
    }
}
