package io.takt.shm.message;

import io.takt.asset.TaktException;
import io.takt.rule.GateRule;
import io.takt.shm.ring.Ring;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import org.agrona.concurrent.AtomicBuffer;

/**
 * The slots of a log's readers, given and taken by the hub, and the threads that sleep for the log, by the numbers of
 * their doorbells. Sleepers are looked for after a change in the log and a full fence: a thread that is not found looks
 * again before it sleeps.
 *
 * <p>Owned by the hub's thread.
 */
public final class LogSlots {
    private final MessageLog log;
    private final Ring ring;
    private final AtomicBuffer buffer;

    LogSlots(final MessageLog log, final Ring ring) {
        this.log = log;
        this.ring = ring;
        this.buffer = ring.buffer();
    }

    /**
     * A slot for a reader, the one it has already or one that begins at the end of the log.
     *
     * @param reader its name.
     * @return the slot; -1 when all are taken.
     */
    public int take(final String reader) {
        final int known = of(reader);
        if (known >= 0) {
            return known;
        }
        final int slot = take(reader, log.tail());
        if (slot >= 0) {
            // A sender that made room before it could see the slot has not gone beyond what there is now.
            ring.head(slot, log.tail());
        }
        return slot;
    }

    /**
     * Before a run begins: a slot for a reader, the one it has already or one that begins with the dawn of
     * time.
     *
     * @param reader its name.
     * @return the slot; -1 when all are taken.
     * @throws TaktException when the sender has sent more, already, than the log takes.
     */
    public int takeFromDawn(final String reader) {
        final int known = of(reader);
        if (known >= 0) {
            return known;
        }
        final int slot = take(reader, log.resetPosition());
        if (slot >= 0 && !isDawnWhole()) {
            free(slot);
            throw new TaktException("asset '" + log.sender() + "' has sent more at the dawn of time than its log takes,"
                + " " + log.used() + " bytes; let '" + reader + "' join first, or make it required in the"
                + " configuration, with its inputs");
        }
        return slot;
    }

    /**
     * A sender at the dawn of time may go on writing for a while without a look at the slots; then its room must not
     * reach beyond what a new reader needs. A sender whose dawn is over looks at the slots before it writes more.
     */
    private boolean isDawnWhole() {
        return log.frontierNs() == GateRule.NOTHING_PUBLISHED ? log.tail() == log.resetPosition()
            : ring.reserved() - ring.capacity() <= log.resetPosition();
    }

    /**
     * The slot that a reader has.
     *
     * @param reader its name.
     * @return -1 when it has none.
     */
    public int of(final String reader) {
        return ring.slotOf(reader);
    }

    private int take(final String reader, final long position) {
        final int slot = ring.unusedSlot();
        if (slot >= 0) {
            LogLayout.forgetUse(buffer, slot);
            ring.use(slot, reader, position);
        }
        return slot;
    }

    /**
     * Some readers do not come, or do not come back; nothing is kept for them.
     *
     * @param isReader whether the reader of that name is there, or is expected.
     */
    public void freeExcept(final Predicate<String> isReader) {
        for (int slot = 0; slot < ring.slots(); slot++) {
            if (ring.isInUse(slot) && !isReader.test(ring.reader(slot))) {
                free(slot);
            }
        }
    }

    /**
     * A reader needs nothing any more.
     *
     * @param slot of the reader.
     */
    public void free(final int slot) {
        ring.free(slot);
    }

    /**
     * Some readers are not there: messages of before the last reset are not needed for them.
     *
     * @param isAway whether there is no process behind the slot of the reader of that name.
     */
    public void skipToReset(final Predicate<String> isAway) {
        for (int slot = 0; slot < ring.slots(); slot++) {
            if (ring.isInUse(slot) && isAway.test(ring.reader(slot))) {
                skipTo(slot, log.resetPosition());
            }
        }
    }

    /**
     * While there is no reader behind a slot, in a reset: messages of the run before are not needed.
     *
     * @param slot      of the reader.
     * @param isPutBack tells whether the sender is back at its start; else all that is there is of the run before.
     */
    public void skipRunBefore(final int slot, final BooleanSupplier isPutBack) {
        // First: a sender that is put back meanwhile sends its dawn behind this.
        final long tail = log.tail();
        skipTo(slot, isPutBack.getAsBoolean() ? log.resetPosition() : tail);
    }

    private void skipTo(final int slot, final long position) {
        buffer.putLong(LogLayout.slotOffset(slot) + LogLayout.MISSED_OFFSET, 0);
        ring.head(slot, Math.max(ring.head(slot), position));
    }

    /**
     * In which steps messages may be missing to a process that takes a reader's place: the one before has had to take
     * them out of the log, to make room, before the step to which they belong, or in its course.
     *
     * @param slot of the reader.
     * @return in those that begin before that time, in nanoseconds of simulation time; 0 when all is there.
     */
    public long missedBeforeNs(final int slot) {
        return buffer.getLongVolatile(LogLayout.slotOffset(slot) + LogLayout.MISSED_OFFSET);
    }

    /**
     * While there is no reader behind a slot: messages sent until now are not needed.
     *
     * @param slot of the reader.
     */
    public void skipToEnd(final int slot) {
        LogLayout.forgetUse(buffer, slot);
        ring.head(slot, log.tail());
    }

    /**
     * The readers that have slots.
     *
     * @param action is given each one's name.
     */
    public void forEachReader(final Consumer<String> action) {
        for (int slot = 0; slot < ring.slots(); slot++) {
            if (ring.isInUse(slot)) {
                action.accept(ring.reader(slot));
            }
        }
    }

    /**
     * Readers that sleep, whatever for. The process that wrote the log may have died when it was about to wake them.
     *
     * @param bell is given the number of each one's doorbell.
     */
    public void forEachSleeper(final LongConsumer bell) {
        for (int slot = 0; slot < ring.slots(); slot++) {
            final int offset = LogLayout.slotOffset(slot);
            if (ring.isInUse(slot) && buffer.getLongVolatile(offset + LogLayout.AWAITED_OFFSET) != LogLayout.AWAKE) {
                bell.accept(buffer.getLongVolatile(offset + LogLayout.DOORBELL_OFFSET));
            }
        }
    }

    /**
     * The sender, if it waits for room.
     *
     * @param bell is given the number of its doorbell.
     */
    public void ifSenderWaits(final LongConsumer bell) {
        if (ring.isRoomWanted()) {
            bell.accept(buffer.getLongVolatile(LogLayout.WAITER_DOORBELL_OFFSET));
        }
    }
}
