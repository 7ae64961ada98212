package io.takt.recording.format;

import io.takt.asset.TaktException;
import org.agrona.DirectBuffer;

/** Takes entries out of PACKED records. Owned by one thread. */
final class PackedReader {
    private static final int BITS = 7;
    private static final int KNOWN = (PackedEntries.EXTENT << 1) - 1;

    private final Records records;
    private final PackedEntries sent = new PackedEntries();
    private final PackedEntries delivered = new PackedEntries();
    private DirectBuffer buffer;
    private int at;
    private int end;

    /** A reader that tells what it reads. */
    PackedReader(final Records records) {
        this.records = records;
    }

    /**
     * Reads all entries of a record.
     *
     * @param asset  that it is about.
     * @param batch  that holds it.
     * @param index  of its first entry.
     * @param length of its entries, in bytes.
     * @throws TaktException when these are no entries.
     */
    void read(final int asset, final DirectBuffer batch, final int index, final int length) {
        buffer = batch;
        at = index;
        end = index + length;
        sent.reset();
        delivered.reset();
        while (at < end) {
            final int differs = octet();
            if (differs > KNOWN) {
                throw new TaktException("the recording has an entry of kind " + differs
                    + ", which this version does not know");
            }
            if ((differs & PackedEntries.DELIVERED) == 0) {
                tellSent(asset, differs);
            } else {
                delivered.read(differs, this);
                records.onDelivered(asset, delivered.channel(), delivered.timeNs(), delivered.sequence(),
                    delivered.timeNs() + delivered.extent());
            }
        }
    }

    private void tellSent(final int asset, final int differs) {
        sent.read(differs, this);
        final long length = sent.extent();
        if (length < 0 || length > end - at) {
            throw new TaktException("the recording has a message of " + length + " bytes where " + (end - at)
                + " are left");
        }
        final int message = at;
        at += (int) length;
        records.onSent(asset, sent.channel(), sent.timeNs(), sent.sequence(), buffer, message, (int) length);
    }

    /** The next number, as {@link PackedEntries} has written it. */
    long number() {
        long number = 0;
        int shift = 0;
        int octet;
        do {
            octet = octet();
            number |= (long) (octet & (1 << BITS) - 1) << shift;
            shift += BITS;
        } while (octet >= 1 << BITS && shift < Long.SIZE);
        return number >>> 1 ^ -(number & 1);
    }

    private int octet() {
        if (at >= end) {
            throw new TaktException("the recording has an entry that does not end");
        }
        return buffer.getByte(at++) & 0xff;
    }
}
