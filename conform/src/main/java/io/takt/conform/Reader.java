package io.takt.conform;

import io.takt.shm.waiting.Doorbell;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.zip.CRC32C;

/** Reads the log of the asset that is judged, by a slot, and finds whatever is not as the page on logs says. */
final class Reader {
    /** A record: a message, the end of a predecessor, or a delivery. */
    record Item(int type, int channel, long stampNs, long sequence, byte[] bytes, int resets, long end) {
    }

    private final Log log;
    private final LongConsumer bell;
    private final int slot;
    private long cursor;
    private long resets;
    private String trouble;
    private int checked;

    Reader(final Log log, final LongConsumer bell, final int slot) {
        this.log = log;
        this.bell = bell;
        this.slot = slot;
        this.cursor = log.slot(slot, Log.HEAD);
        this.resets = log.load(Log.RESETS);
    }

    /** The fault of the log, in one line; null for none. */
    String trouble() {
        return trouble;
    }

    /** How many records had a check. */
    int checked() {
        return checked;
    }

    long cursor() {
        return cursor;
    }

    /** Takes all that is published. */
    void read(final List<Item> into) {
        final long tail = log.load(Log.TAIL);
        final long now = log.load(Log.RESETS);
        if (now != resets) {
            final long position = log.load(Log.RESET_POSITION);
            take(Math.min(tail, position), into);
            if (trouble == null && now < resets) {
                trouble = "the log's number of resets went from " + resets + " to " + now;
            }
            resets = now;
        }
        take(tail, into);
    }

    private void take(final long end, final List<Item> into) {
        while (trouble == null && cursor < end) {
            final int at = log.indexOf(cursor);
            final int length = log.buffer().getInt(at);
            final int type = log.buffer().getShort(at + 4);
            final long left = log.capacity() - (cursor & log.capacity() - 1);
            if (length < Log.HEADER || length % Log.ALIGNMENT != 0 || length > left || length > end - cursor) {
                trouble = "the record at position " + cursor + " of its log has the length " + length + " (the tail is "
                    + end + ", the ring has " + left + " bytes from there)";
            } else if (type == Log.PADDING) {
                trouble = length == left ? null : "the padding at position " + cursor + " of its log has the length "
                    + length + " and not the " + left + " that are left of the ring";
            } else {
                into.add(item(at, length, type));
            }
            cursor += length;
        }
    }

    private Item item(final int at, final int length, final int type) {
        final int size = type == Log.VOID ? 0 : log.buffer().getInt(at + 24);
        if (size < 0 || size > length - Log.HEADER) {
            trouble = "the message at position " + cursor + " of its log has " + size + " bytes in a record of "
                + length;
            return new Item(type, 0, 0, 0, new byte[0], (int) resets, cursor + length);
        }
        final byte[] bytes = new byte[size];
        log.buffer().getBytes(at + Log.HEADER, bytes);
        final long sequence = type == Log.VOID ? 0 : log.buffer().getLong(at + 16);
        final long stampNs = log.buffer().getLong(at + 8);
        final long checkedFrom = log.load(Log.CHECKED);
        if (checkedFrom > 0 && cursor >= checkedFrom - 1) {
            check(at, stampNs, sequence, bytes);
        }
        return new Item(type, log.buffer().getShort(at + 6), stampNs, sequence, bytes, (int) resets, cursor + length);
    }

    private void check(final int at, final long stampNs, final long sequence, final byte[] bytes) {
        final CRC32C crc = new CRC32C();
        crc.update(bytes);
        final long ofBytes = bytes.length == 0 ? 0 : crc.getValue();
        final long ofHead = Digest.mix(Digest.P1 * log.buffer().getLong(at) + Digest.P2 * stampNs
            + Digest.P3 * sequence + Digest.P4 * bytes.length);
        final int right = (int) (ofHead & 0xffff) << 16 | (int) ((ofBytes >>> 16 ^ ofBytes) & 0xffff);
        final int is = log.buffer().getInt(at + 28);
        checked++;
        if (is != right && trouble == null) {
            trouble = String.format("the record at position %d of its log has the check %08x; it should be %08x",
                cursor, is, right);
        }
    }

    /** The records that were read are not needed any more; a sender that waits for room is woken. */
    void giveBack() {
        giveBack(cursor);
    }

    /** Those before a position. */
    void giveBack(final long position) {
        log.slot(slot, Log.HEAD, position);
        Doorbell.fence();
        if (log.load(Log.WAITS) == 1) {
            bell.accept(log.load(Log.WAITER));
        }
    }
}
