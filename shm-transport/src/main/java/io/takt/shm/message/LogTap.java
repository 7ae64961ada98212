package io.takt.shm.message;

import io.takt.asset.TaktException;
import io.takt.shm.ring.Signaller;
import java.lang.invoke.VarHandle;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.AtomicBuffer;

/**
 * Listens to one asset's log: to what it has sent, and to what was delivered to it, in the order in which that
 * happened. With a slot it gets everything, and the asset waits when it is slow; without one it never holds anybody up,
 * and misses what was overwritten before it could be read. The hub has to know of it, or deliveries are not told.
 *
 * <p>Owned by one thread.
 */
public final class LogTap {
    /** Hears what there is. */
    public interface Listener {
        /**
         * The asset has sent a message.
         *
         * @param channel  its index, as the hub has told it.
         * @param stampNs  when.
         * @param sequence its number.
         * @param buffer   that holds it, during this call.
         * @param index    of its first byte.
         * @param length   in bytes.
         */
        void onSent(int channel, long stampNs, long sequence, DirectBuffer buffer, int index, int length);

        /**
         * A message was delivered to the asset.
         *
         * @param input      by which link, as the hub has told it.
         * @param deliveryNs when.
         * @param sequence   its sender's number.
         * @param stepEndNs  end of the step that got it; 0 for a retroactive one.
         */
        void onDelivered(int input, long deliveryNs, long sequence, long stepEndNs);

        /**
         * A process has taken the place of the asset's: what that had sent with later stamps is void.
         *
         * @param stampNs the time; -1 when what was sent at the dawn of time is void, too.
         */
        void onVoid(long stampNs);

        /** The asset has been put back to its start: numbers and stamps begin anew. */
        void onReset();

        /**
         * Some were overwritten before they could be read.
         *
         * @param messages how many, sent and delivered; at least so many where it cannot be told.
         */
        void onMissed(long messages);
    }

    private static final int UNTETHERED = -1;
    private static final long UNKNOWN = -1;

    private final MessageLog log;
    private final AtomicBuffer buffer;
    private final int slot;
    private final Signaller signaller;
    private final ExpandableArrayBuffer copy = new ExpandableArrayBuffer();
    private final RecordCheck check = new RecordCheck();
    private long cursor;
    private long resets;
    /** Messages and deliveries before the cursor, or {@link #UNKNOWN}. */
    private long count = UNKNOWN;

    private LogTap(final MessageLog log, final int slot, final Signaller signaller) {
        this.log = log;
        this.buffer = log.buffer();
        this.slot = slot;
        this.signaller = signaller;
        this.resets = log.resets();
    }

    /**
     * Listens to what comes from now on, without holding anybody up.
     *
     * @param log to listen to.
     * @return the tap.
     */
    public static LogTap untethered(final MessageLog log) {
        final LogTap tap = new LogTap(log, UNTETHERED, counterId -> { });
        tap.goToEnd();
        return tap;
    }

    /**
     * Listens without holding anybody up.
     *
     * @param log      to listen to.
     * @param position at which a record begins, as the hub has told it; if what follows is there no more, the tap
     *                 begins with what comes from now on. Nothing is told that was before the sender's last reset.
     * @return the tap.
     */
    public static LogTap untethered(final MessageLog log, final long position) {
        final LogTap tap = new LogTap(log, UNTETHERED, counterId -> { });
        tap.cursor = Math.max(position, log.resetPosition());
        if (tap.isOverwritten()) {
            tap.goToEnd();
        }
        return tap;
    }

    /**
     * Listens to everything.
     *
     * @param log   to listen to.
     * @param slot  as the hub has told it.
     * @param signaller wake the asset when it waits for room.
     * @return the tap.
     */
    public static LogTap tethered(final MessageLog log, final int slot, final Signaller signaller) {
        final LogTap tap = new LogTap(log, slot, signaller);
        tap.cursor = log.buffer().getLongVolatile(LogLayout.slotOffset(slot));
        return tap;
    }

    /** Records have lengths of their own, so there is no place in between at which one begins for certain. */
    private void goToEnd() {
        do {
            cursor = log.tail();
            count = LogLayout.countBefore(log.buffer(), cursor);
        } while (count == UNKNOWN && log.tail() != cursor);
    }

    /**
     * Name of a channel.
     *
     * @param channel its index.
     * @return the name.
     */
    public String channel(final int channel) {
        return log.channel(channel);
    }

    /**
     * Tells what is new. Of several resets since the last time only the place of the last is known.
     *
     * @param listener hears it.
     * @param limit    most records to tell at once.
     * @return how many records there were.
     */
    public int poll(final Listener listener, final int limit) {
        // The tail first: what was sent after a reset is behind a count that has been seen, too.
        final long tail = log.tail();
        final long resetsNow = log.resets();
        final boolean isReset = resetsNow != resets;
        final long resetPosition = isReset ? log.resetPosition() : Long.MAX_VALUE;
        final long end = Math.min(tail, resetPosition);
        int records = 0;
        while (cursor < end && records < limit) {
            if (!tell(listener)) {
                skip(listener);
            }
            records++;
        }
        if (count == UNKNOWN && cursor == tail) {
            count = LogLayout.countBefore(log.buffer(), tail);
        }
        if (cursor >= resetPosition) {
            resets = resetsNow;
            listener.onReset();
            records++;
        }
        if (slot != UNTETHERED) {
            giveBack();
        }
        return records;
    }

    private void skip(final Listener listener) {
        final long before = count;
        goToEnd();
        listener.onMissed(before == UNKNOWN || count == UNKNOWN ? 1 : Math.max(1, count - before));
    }

    /** Whether anything from the cursor on may have been written over. */
    private boolean isOverwritten() {
        return buffer.getLongVolatile(LogLayout.RESERVED_OFFSET) - cursor > log.capacity();
    }

    /** False when the record was overwritten. */
    private boolean tell(final Listener listener) {
        final int index = log.indexOf(cursor);
        final int recordLength = buffer.getInt(index + LogLayout.LENGTH_FIELD);
        final short type = buffer.getShort(index + LogLayout.TYPE_FIELD);
        final int channel = buffer.getShort(index + LogLayout.CHANNEL_FIELD);
        final long stampNs = buffer.getLong(index + LogLayout.STAMP_FIELD);
        final long sequence = buffer.getLong(index + LogLayout.SEQUENCE_FIELD);
        final int length = buffer.getInt(index + LogLayout.MESSAGE_LENGTH_FIELD);
        final long head = buffer.getLong(index);
        final int word = buffer.getInt(index + LogLayout.CHECK_FIELD);
        final long checkedFrom = buffer.getLongVolatile(LogLayout.CHECKED_OFFSET) - 1;
        final boolean isChecked = checkedFrom >= 0 && cursor >= checkedFrom;
        final boolean hasBytes = type == LogLayout.MESSAGE || type == LogLayout.DELIVERED;
        final boolean isWhole = recordLength >= LogLayout.HEADER_LENGTH
            && recordLength <= mostAt(index, type) && (recordLength & LogLayout.ALIGNMENT - 1) == 0
            && (!hasBytes || length >= 0 && length <= recordLength - LogLayout.HEADER_LENGTH);
        if (isWhole && hasBytes) {
            copy.putBytes(0, buffer, index + LogLayout.HEADER_LENGTH, length);
        }
        VarHandle.loadLoadFence();
        if (isOverwritten()) {
            return false;
        }
        if (!isWhole || type == LogLayout.DELIVERED && length < Long.BYTES
            || isChecked && type != LogLayout.PADDING && word != RecordCheck.word(
            RecordCheck.ofHeader(head, stampNs, hasBytes ? sequence : 0, hasBytes ? length : 0),
            hasBytes ? check.ofBytes(copy, 0, length) : 0)) {
            throw new TaktException("the log of asset '" + log.sender() + "' is damaged at position " + cursor);
        }
        cursor += recordLength;
        count += hasBytes && count != UNKNOWN ? 1 : 0;
        switch (type) {
            case LogLayout.MESSAGE -> listener.onSent(channel, stampNs, sequence, copy, 0, length);
            case LogLayout.DELIVERED -> listener.onDelivered(channel, stampNs, sequence, copy.getLong(0));
            case LogLayout.VOID -> listener.onVoid(stampNs);
            default -> { }
        }
        return true;
    }

    /** What was overwritten may say anything; but where the ring is not used a look would take the host's memory. */
    private int mostAt(final int index, final short type) {
        return LogLayout.RING_OFFSET + (type == LogLayout.PADDING ? log.capacity() : log.used()) - index;
    }

    /** The sender may wait for room, and then is asleep or finds it when it looks again. */
    private void giveBack() {
        if (buffer.getLong(LogLayout.slotOffset(slot)) != cursor) {
            buffer.putLongVolatile(LogLayout.slotOffset(slot), cursor);
            if (buffer.getLongVolatile(LogLayout.WAITS_OFFSET) == 1) {
                signaller.ring(buffer.getLongVolatile(LogLayout.WAITER_DOORBELL_OFFSET));
            }
        }
    }
}
