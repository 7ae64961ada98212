package io.takt.shm.message;

import io.takt.asset.TaktException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Puts what a {@link MirrorSource} tells into bytes, for a {@link MirrorDecoder} on another host. It takes records
 * while there is credit, so that a link holds a bounded part of a log; all else it takes at once.
 *
 * <pre>
 *  u8 kind, i64 time or position; then
 *  of a message or latest value: i64 sequence number, u8 channel, i32 length, bytes; of a promise: u8 channel.
 *  Byte order is little-endian.
 * </pre>
 *
 * <p>Owned by one thread.
 */
public final class MirrorEncoder implements MirrorListener {
    static final byte MESSAGE = 1;
    static final byte VOID = 2;
    static final byte POSITION = 3;
    static final byte LATEST = 4;
    static final byte PROMISE = 5;
    static final byte FRONTIER = 6;
    static final byte GONE = 7;
    static final byte PRESENT = 8;
    static final byte RESET = 9;
    static final byte TOLD = 10;
    static final byte RESET_OVER = 11;

    static final int TIME_FIELD = 1;
    static final int SHORT_LENGTH = TIME_FIELD + Long.BYTES;
    static final int SEQUENCE_FIELD = SHORT_LENGTH;
    static final int CHANNEL_FIELD = SEQUENCE_FIELD + Long.BYTES;
    static final int LENGTH_FIELD = CHANNEL_FIELD + 1;
    static final int MESSAGE_FIELD = LENGTH_FIELD + Integer.BYTES;

    /** Bytes that the longest entry has beside its message. */
    public static final int MOST_OVERHEAD = MESSAGE_FIELD;

    private final ExpandableArrayBuffer out = new ExpandableArrayBuffer();
    private final int mostUnacknowledged;
    private int from;
    private int length;
    private long sent;
    private long acknowledged;

    /**
     * Nothing is to be sent yet.
     *
     * @param credit so many bytes may be under way; a message that is longer goes alone.
     */
    public MirrorEncoder(final int credit) {
        this.mostUnacknowledged = credit;
    }

    /** {@return how many bytes are to be sent} */
    public int waiting() {
        return length - from;
    }

    /**
     * Sends as much as there is and fits; pieces may end anywhere.
     *
     * @param into gets it.
     */
    public void take(final ByteBuffer into) {
        final int taken = Math.min(waiting(), into.remaining());
        out.getBytes(from, into, taken);
        from += taken;
        sent += taken;
        if (from == length) {
            from = 0;
            length = 0;
        }
    }

    /**
     * The other side has used bytes.
     *
     * @param bytes in all since the beginning.
     * @throws TaktException when so many were not sent.
     */
    public void acknowledge(final long bytes) {
        if (bytes < acknowledged || bytes > sent) {
            throw new TaktException("a mirror has used " + bytes + " bytes, and " + sent + " were sent to it");
        }
        acknowledged = bytes;
    }

    /** {@return bytes that the other side has not used: there, on the way to it, or to be sent} */
    public long underWay() {
        return sent + waiting() - acknowledged;
    }

    /** {@return whether no record can be taken, of whatever length, until the other side has used some} */
    public boolean isExhausted() {
        return underWay() >= mostUnacknowledged;
    }

    private boolean hasCredit(final int more) {
        return underWay() == 0 || underWay() + more <= mostUnacknowledged;
    }

    private int begin(final byte kind, final long time) {
        final int at = length;
        out.putByte(at, kind);
        out.putLong(at + TIME_FIELD, time, ByteOrder.LITTLE_ENDIAN);
        length += SHORT_LENGTH;
        return at;
    }

    private void put(final byte kind, final int channel, final long stampNs, final long sequence,
        final DirectBuffer message, final int index, final int bytes) {
        final int at = begin(kind, stampNs);
        final MutableDirectBuffer to = out;
        to.putLong(at + SEQUENCE_FIELD, sequence, ByteOrder.LITTLE_ENDIAN);
        to.putByte(at + CHANNEL_FIELD, (byte) channel);
        to.putInt(at + LENGTH_FIELD, bytes, ByteOrder.LITTLE_ENDIAN);
        to.putBytes(at + MESSAGE_FIELD, message, index, bytes);
        length = at + MESSAGE_FIELD + bytes;
    }

    @Override
    public boolean onMessage(final int channel, final long stampNs, final long sequence, final DirectBuffer message,
        final int index, final int bytes) {
        if (!hasCredit(MESSAGE_FIELD + bytes)) {
            return false;
        }
        put(MESSAGE, channel, stampNs, sequence, message, index, bytes);
        return true;
    }

    @Override
    public boolean onVoid(final long stampNs) {
        if (!hasCredit(SHORT_LENGTH)) {
            return false;
        }
        begin(VOID, stampNs);
        return true;
    }

    @Override
    public void onPosition(final long position) {
        begin(POSITION, position);
    }

    @Override
    public void onLatest(final int channel, final long stampNs, final long sequence, final DirectBuffer message,
        final int index, final int bytes) {
        put(LATEST, channel, stampNs, sequence, message, index, bytes);
    }

    @Override
    public void onPromise(final int channel, final long timeNs) {
        out.putByte(begin(PROMISE, timeNs) + SHORT_LENGTH, (byte) channel);
        length++;
    }

    @Override
    public void onFrontier(final long timeNs) {
        begin(FRONTIER, timeNs);
    }

    @Override
    public void onGone(final long voidAfterNs) {
        begin(GONE, voidAfterNs);
    }

    @Override
    public void onPresent(final long timeNs) {
        begin(PRESENT, timeNs);
    }

    @Override
    public void onReset(final long position) {
        begin(RESET, position);
    }

    @Override
    public void onResetOver() {
        begin(RESET_OVER, 0);
    }

    @Override
    public void onTold() {
        begin(TOLD, 0);
    }
}
