package io.takt.shm.message;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.agrona.DirectBuffer;

/**
 * The word by which a reader sees that a record is what was written: half of it is of the header, and half of the
 * message's bytes, whose CRC a receiver computes anyway for its {@link DeliveryDigest}.
 *
 * <pre>
 *   bits 31 to 16: the lower 16 of mix(P1 * head + P2 * stamp + P3 * sequence + P4 * length of the message),
 *                  head being the first 64 bits of the record as one number; a void has sequence and length 0
 *   bits 15 to 0:  the upper half ^ the lower half of the CRC-32C of the message; of a void that of no bytes
 * </pre>
 *
 * <p>Owned by one thread.
 */
final class RecordCheck {
    private static final int HALF = 16;
    private static final int LOWER = 0xffff;

    private final CRC32C crc = new CRC32C();
    private final DirectBuffer log;
    /** The log's bytes, with a position of its own; null where it has an array. */
    private final ByteBuffer memory;

    RecordCheck(final DirectBuffer log) {
        this.log = log;
        this.memory = log.byteArray() == null ? log.byteBuffer().duplicate() : null;
    }

    /** The word of a record. */
    static int word(final int ofHeader, final int ofBytes) {
        return ofHeader << HALF | ofBytes;
    }

    /** The half of the header. */
    static int ofHeader(final long head, final long stampNs, final long sequence, final int length) {
        return (int) DeliveryDigest.mixed(head, stampNs, sequence, length) & LOWER;
    }

    static int ofHeader(final int word) {
        return word >>> HALF;
    }

    static int ofBytes(final int word) {
        return word & LOWER;
    }

    /** The half of the message, by its CRC. */
    static int ofCrc(final long crc) {
        return (int) (crc >>> HALF ^ crc) & LOWER;
    }

    /** The CRC-32C of a message, which is in the log or in a buffer with an array. */
    long crc(final DirectBuffer message, final int index, final int length) {
        crc.reset();
        if (message == log && memory != null) {
            memory.limit(index + length).position(index);
            crc.update(memory);
        } else {
            crc.update(message.byteArray(), message.wrapAdjustment() + index, length);
        }
        return crc.getValue();
    }
}
