package io.takt.shm.message;

import io.takt.asset.TaktException;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/**
 * Reads what a {@link MirrorEncoder} has written, in pieces of any length, and tells it to the mirror while that has
 * room. A reset makes all void that waits for room, so it needs none.
 *
 * <p>Its input comes from a network, from a hub that has proved itself: a piece that no encoder writes is refused.
 *
 * <p>Owned by one thread.
 */
public final class MirrorDecoder {
    private final MirrorListener mirror;
    private final int[] maxBytes;
    private final int mostWaiting;
    private final ExpandableArrayBuffer waiting = new ExpandableArrayBuffer();
    private int from;
    private int end;
    /** Up to where {@link #waiting} is known to be well formed. */
    private int checked;
    private long used;
    private boolean isBlocked;

    /**
     * Has read nothing.
     *
     * @param mirror      hears it.
     * @param maxBytes    most bytes in a message, for each channel that is mirrored.
     * @param mostWaiting so many bytes may wait for room.
     */
    public MirrorDecoder(final MirrorListener mirror, final int[] maxBytes, final int mostWaiting) {
        this.mirror = mirror;
        this.maxBytes = maxBytes.clone();
        this.mostWaiting = mostWaiting;
    }

    /**
     * Bytes have come.
     *
     * @param bytes  buffer with them.
     * @param index  of the first.
     * @param length how many.
     * @throws TaktException when no encoder has written them.
     */
    public void onBytes(final DirectBuffer bytes, final int index, final int length) {
        if (from == end) {
            from = 0;
            end = 0;
            checked = 0;
        } else if (from > end - from) {
            waiting.putBytes(0, waiting, from, end - from);
            end -= from;
            checked -= from;
            from = 0;
        }
        if (length > mostWaiting - (end - from)) {
            throw new TaktException("a mirror is sent more than it has said that there is room for");
        }
        waiting.putBytes(end, bytes, index, length);
        end += length;
        check();
        poll();
    }

    /** Finds resets, before which nothing counts. Each is told at once, since both sides count them. */
    private void check() {
        for (int next = length(checked); next > 0; next = length(checked)) {
            final byte kind = waiting.getByte(checked);
            if (kind == MirrorEncoder.RESET) {
                mirror.onReset(time(checked));
                used += checked + next - from;
                from = checked + next;
            } else if (kind == MirrorEncoder.RESET_OVER) {
                mirror.onResetOver();
            }
            checked += next;
        }
    }

    private long time(final int at) {
        return waiting.getLong(at + MirrorEncoder.TIME_FIELD, ByteOrder.LITTLE_ENDIAN);
    }

    /** The length of the entry that begins at an index; 0 when it is not whole. */
    private int length(final int at) {
        final int left = end - at;
        if (left == 0) {
            return 0;
        }
        final byte kind = waiting.getByte(at);
        if (kind < MirrorEncoder.MESSAGE || kind > MirrorEncoder.RESET_OVER) {
            throw new TaktException("no mirror is told anything of kind " + kind);
        }
        final boolean hasBytes = kind == MirrorEncoder.MESSAGE || kind == MirrorEncoder.LATEST;
        final int head = hasBytes ? MirrorEncoder.MESSAGE_FIELD
            : kind == MirrorEncoder.PROMISE ? MirrorEncoder.SHORT_LENGTH + 1 : MirrorEncoder.SHORT_LENGTH;
        if (left < head) {
            return 0;
        }
        if (!hasBytes) {
            if (kind == MirrorEncoder.PROMISE) {
                requireChannel(waiting.getByte(at + MirrorEncoder.SHORT_LENGTH));
            }
            return head;
        }
        final int mostBytes = maxBytes[requireChannel(waiting.getByte(at + MirrorEncoder.CHANNEL_FIELD))];
        final int bytes = waiting.getInt(at + MirrorEncoder.LENGTH_FIELD, ByteOrder.LITTLE_ENDIAN);
        if (bytes < 0 || bytes > mostBytes) {
            throw new TaktException("a message of " + bytes + " bytes came for a mirror that takes " + mostBytes);
        }
        return left < head + bytes ? 0 : head + bytes;
    }

    private byte requireChannel(final byte channel) {
        if (channel < 0 || channel >= maxBytes.length) {
            throw new TaktException("channel " + channel + " came for a mirror of " + maxBytes.length);
        }
        return channel;
    }

    /** Goes on with what has waited for room. */
    public void poll() {
        isBlocked = false;
        while (from < checked && !isBlocked) {
            final int length = length(from);
            isBlocked = !tell(waiting.getByte(from));
            if (!isBlocked) {
                from += length;
                used += length;
            }
        }
    }

    private boolean tell(final byte kind) {
        final long time = time(from);
        switch (kind) {
            case MirrorEncoder.MESSAGE:
                return mirror.onMessage(waiting.getByte(from + MirrorEncoder.CHANNEL_FIELD), time, sequence(), waiting,
                    from + MirrorEncoder.MESSAGE_FIELD, bytes());
            case MirrorEncoder.VOID:
                return mirror.onVoid(time);
            case MirrorEncoder.POSITION:
                mirror.onPosition(time);
                break;
            case MirrorEncoder.LATEST:
                mirror.onLatest(waiting.getByte(from + MirrorEncoder.CHANNEL_FIELD), time, sequence(), waiting,
                    from + MirrorEncoder.MESSAGE_FIELD, bytes());
                break;
            case MirrorEncoder.PROMISE:
                mirror.onPromise(waiting.getByte(from + MirrorEncoder.SHORT_LENGTH), time);
                break;
            case MirrorEncoder.FRONTIER:
                mirror.onFrontier(time);
                break;
            case MirrorEncoder.GONE:
                mirror.onGone(time);
                break;
            case MirrorEncoder.PRESENT:
                mirror.onPresent(time);
                break;
            case MirrorEncoder.TOLD:
                mirror.onTold();
                break;
            default: // was told when it came
                break;
        }
        return true;
    }

    private long sequence() {
        return waiting.getLong(from + MirrorEncoder.SEQUENCE_FIELD, ByteOrder.LITTLE_ENDIAN);
    }

    private int bytes() {
        return waiting.getInt(from + MirrorEncoder.LENGTH_FIELD, ByteOrder.LITTLE_ENDIAN);
    }

    /** {@return how many bytes were used since the beginning, for the encoder} */
    public long used() {
        return used;
    }

    /** {@return whether the mirror has no room; {@link #poll} is to be called when there is some} */
    public boolean isBlocked() {
        return isBlocked;
    }
}
