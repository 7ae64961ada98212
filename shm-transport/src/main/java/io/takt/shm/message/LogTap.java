package io.takt.shm.message;

import io.takt.asset.TaktException;
import io.takt.rule.GateRule;
import io.takt.shm.ring.RingReader;
import io.takt.shm.ring.Signaller;
import java.lang.invoke.VarHandle;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.AtomicBuffer;

/**
 * Follows one asset's log: tells each message that the asset has sent and each that was delivered to it, in the order
 * in which that happened, and up to which time that is all. Assets follow logs in their own way, to step by them; all
 * others do it by this class: {@code takt tap}, the recorder, and a replay that compares.
 *
 * <p>A tethered tap has a slot in the log. It gets everything, and the asset waits when the tap is slow. An untethered
 * tap never delays the asset, and misses the records that were overwritten before it could read them. The hub has to
 * know of a tap, or assets do not note deliveries.
 *
 * <p>Owned by one thread.
 */
public final class LogTap {
    /** Takes the records. An asset goes by the number that its tap was given. */
    public interface Listener {
        /**
         * The asset has sent a message.
         *
         * @param asset    its number.
         * @param channel  its index, as the hub has told it.
         * @param stampNs  when.
         * @param sequence its number.
         * @param buffer   that holds it, during this call.
         * @param index    of its first byte.
         * @param length   in bytes.
         */
        void onSent(int asset, int channel, long stampNs, long sequence, DirectBuffer buffer, int index, int length);

        /**
         * A message was delivered to the asset.
         *
         * @param asset      its number.
         * @param input      by which link, as the hub has told it.
         * @param deliveryNs when.
         * @param sequence   its sender's number.
         * @param stepEndNs  end of the step that got it, or where steps vary its start and one granularity; 0 for a
         *                   retroactive one.
         */
        void onDelivered(int asset, int input, long deliveryNs, long sequence, long stepEndNs);

        /**
         * A process has taken the place of the asset's: messages of that one with later stamps are void.
         *
         * @param asset   its number.
         * @param stampNs the time; -1 when the messages of the dawn of time are void, too.
         */
        void onVoid(int asset, long stampNs);

        /**
         * The asset has been put back to its start: numbers and stamps begin anew.
         *
         * @param asset its number.
         */
        void onReset(int asset);

        /**
         * All records of the asset up to a time have been told.
         *
         * @param asset  its number.
         * @param timeNs the time, inclusive.
         */
        default void onFrontier(final int asset, final long timeNs) {
        }

        /**
         * Some records were overwritten before they could be read. A tethered tap never tells this.
         *
         * @param asset    its number.
         * @param messages how many, sent and delivered; at least so many where it cannot be told.
         */
        default void onMissed(final int asset, final long messages) {
        }
    }

    private static final long UNKNOWN = -1;

    /** Room is given back in pieces of this share of the ring, so that the asset goes on while the rest is read. */
    private static final int PIECES = 8;

    private final MessageLog log;
    private final AtomicBuffer buffer;
    private final int asset;
    /** Gives room back; null for an untethered tap. */
    private final RingReader slot;
    private final ExpandableArrayBuffer copy = new ExpandableArrayBuffer();
    private final LogRecord record;
    private long cursor;
    private long resets;
    /** Messages and deliveries before the cursor, or {@link #UNKNOWN}. */
    private long count = UNKNOWN;
    /** Up to which time all has been told. */
    private long toldToNs = GateRule.NOTHING_PUBLISHED;

    private LogTap(final MessageLog log, final int asset, final RingReader slot) {
        this.log = log;
        this.buffer = log.buffer();
        this.asset = asset;
        this.slot = slot;
        this.record = new LogRecord(log);
        this.resets = log.resets();
    }

    /**
     * Follows a log from its end, without delaying the asset, whose number is 0 to the listener.
     *
     * @param log to follow.
     * @return the tap.
     */
    public static LogTap untethered(final MessageLog log) {
        final LogTap tap = new LogTap(log, 0, null);
        tap.goToEnd();
        return tap;
    }

    /**
     * Follows a log without delaying the asset, whose number is 0 to the listener.
     *
     * @param log      to follow.
     * @param position at which a record begins, as the hub has told it; if it is overwritten, the tap begins at the
     *                 log's end. No record of before the sender's last reset is told.
     * @return the tap.
     */
    public static LogTap untethered(final MessageLog log, final long position) {
        final LogTap tap = new LogTap(log, 0, null);
        tap.cursor = Math.max(position, log.resetPosition());
        if (tap.isOverwritten()) {
            tap.goToEnd();
        }
        return tap;
    }

    /**
     * Follows a log without missing anything.
     *
     * @param log       to follow.
     * @param asset     number of the asset, for the listener.
     * @param slot      as the hub has told it.
     * @param signaller wakes the asset when it waits for room.
     * @return the tap.
     */
    public static LogTap tethered(final MessageLog log, final int asset, final int slot, final Signaller signaller) {
        final LogTap tap = new LogTap(log, asset, new RingReader(log.ring(), slot, 0, signaller));
        tap.cursor = tap.slot.head();
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

    /** {@return the part of the log that is not read yet; at 1, the asset waits for a tethered tap} */
    public double fill() {
        return (log.tail() - cursor) / (double) log.used();
    }

    /**
     * Tells the new records. Of several resets since the last time only the place of the last is known.
     *
     * @param listener takes them.
     * @param limit    most records to tell at once.
     * @return how many records there were.
     * @throws TaktException when the log is damaged, or a tethered tap has missed something.
     */
    public int poll(final Listener listener, final int limit) {
        // The frontier first: the records that it speaks of are before the tail by then. The tail before the resets: a
        // message of after a reset is behind a number of resets that has been seen, too.
        final long frontierNs = log.frontierNs();
        final long tail = log.tail();
        final long resetsNow = log.resets();
        final boolean isReset = resetsNow != resets;
        final long resetPosition = isReset ? log.resetPosition() : Long.MAX_VALUE;
        final long end = Math.min(tail, resetPosition);
        record.look();
        final int piece = log.used() / PIECES;
        if (isTethered() && isOverwritten()) {
            skip(listener);
        }
        int records = 0;
        while (cursor < end && records < limit) {
            if (!tell(listener, end)) {
                skip(listener);
            }
            records++;
            if (isTethered() && cursor - slot.head() >= piece) {
                giveBack();
            }
        }
        if (count == UNKNOWN && cursor == tail) {
            count = LogLayout.countBefore(log.buffer(), tail);
        }
        if (cursor >= resetPosition) {
            resets = resetsNow;
            toldToNs = GateRule.NOTHING_PUBLISHED;
            listener.onReset(asset);
            records++;
        } else if (cursor >= end && frontierNs > toldToNs && frontierNs != LogLayout.NOTHING_WILL_COME) {
            toldToNs = frontierNs;
            listener.onFrontier(asset, frontierNs);
        }
        if (isTethered() && cursor != slot.head()) {
            giveBack();
        }
        return records;
    }

    private boolean isTethered() {
        return slot != null;
    }

    private void skip(final Listener listener) {
        final long before = count;
        goToEnd();
        final long missed = before == UNKNOWN || count == UNKNOWN ? 1 : Math.max(1, count - before);
        if (isTethered()) {
            throw overwritten(missed);
        }
        listener.onMissed(asset, missed);
    }

    private TaktException overwritten(final long messages) {
        return new TaktException(messages + " messages of asset '" + log.sender() + "' were overwritten unread");
    }

    /** Whether anything from the cursor on may have been written over. */
    private boolean isOverwritten() {
        return isOverwritten(cursor);
    }

    private boolean isOverwritten(final long position) {
        return buffer.getLongVolatile(LogLayout.RESERVED_OFFSET) - position > log.capacity();
    }

    /** False when the record was overwritten. */
    private boolean tell(final Listener listener, final long end) {
        record.read(cursor);
        // An overwritten record may have any length.
        final boolean fits = record.fits(end);
        // The slot of a tethered tap keeps the record where it is.
        final boolean isCopied = !isTethered() && fits && record.hasMessage();
        final DirectBuffer bytes = isCopied ? copy : buffer;
        final int at = isCopied ? 0 : record.messageIndex();
        if (isCopied) {
            copy.putBytes(0, buffer, record.messageIndex(), record.messageLength());
        }
        if (!isTethered()) {
            VarHandle.loadLoadFence();
            if (isOverwritten()) {
                return false;
            }
        }
        if (!fits || !record.isWhole(bytes, at)) {
            if (isOverwritten()) {
                return false;
            }
            throw record.damage();
        }
        cursor += record.length();
        count += record.hasMessage() && count != UNKNOWN ? 1 : 0;
        switch (record.type()) {
            case LogLayout.MESSAGE -> listener.onSent(asset, record.tag(), record.stampNs(), record.sequence(), bytes,
                at, record.messageLength());
            case LogLayout.DELIVERED -> listener.onDelivered(asset, record.tag(), record.stampNs(), record.sequence(),
                bytes.getLong(at));
            case LogLayout.VOID -> listener.onVoid(asset, record.stampNs());
            default -> { }
        }
        return true;
    }

    /**
     * That the slot has kept the records is seen here, not at each of them: the asset writes to that cache line in each
     * step.
     */
    private void giveBack() {
        VarHandle.loadLoadFence();
        if (isOverwritten(slot.head())) {
            throw overwritten(1);
        }
        slot.giveBack(cursor);
    }
}
