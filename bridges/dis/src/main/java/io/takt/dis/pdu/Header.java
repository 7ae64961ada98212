package io.takt.dis.pdu;

import java.nio.ByteBuffer;

/**
 * The first 12 bytes of a PDU, alike in versions 6 and 7 but for the status, which version 6 leaves 0.
 *
 * <pre>
 *   0 version   1 exercise   2 kind   3 family   4 time stamp (4)   8 length (2)   10 status   11 0
 * </pre>
 *
 * <p>Multi-byte values are big-endian. All methods take an index at which the PDU begins.
 */
public final class Header {
    /** Bytes in a header. */
    public static final int LENGTH = 12;

    /** Most bytes in a PDU that the standard allows. */
    public static final int MOST_BYTES = 8192;

    private Header() {
    }

    /**
     * The version.
     *
     * @param from  holds the PDU.
     * @param index of its first byte.
     * @return 6 for IEEE 1278.1A-1998, 7 for IEEE 1278.1-2012.
     */
    public static int version(final ByteBuffer from, final int index) {
        return from.get(index) & 0xff;
    }

    /**
     * The exercise.
     *
     * @param from  holds the PDU.
     * @param index of its first byte.
     * @return its number, 0 to 255.
     */
    public static int exercise(final ByteBuffer from, final int index) {
        return from.get(index + 1) & 0xff;
    }

    /**
     * The kind of PDU.
     *
     * @param from  holds the PDU.
     * @param index of its first byte.
     * @return its number, 0 to 255.
     */
    public static int kind(final ByteBuffer from, final int index) {
        return from.get(index + 2) & 0xff;
    }

    /**
     * The time stamp.
     *
     * @param from  holds the PDU.
     * @param index of its first byte.
     * @return as of {@link io.takt.dis.time.DisStamp}.
     */
    public static int stamp(final ByteBuffer from, final int index) {
        return from.getInt(index + 4);
    }

    /**
     * The length of the PDU, with its header.
     *
     * @param from  holds the PDU.
     * @param index of its first byte.
     * @return in bytes, 0 to 65535.
     */
    public static int length(final ByteBuffer from, final int index) {
        return from.getShort(index + 8) & 0xffff;
    }

    /**
     * The sender, which all PDUs name in their first four bytes behind the header: site and application.
     *
     * @param from  holds the PDU, with 16 bytes at least.
     * @param index of its first byte.
     * @return site above 16 bits of application.
     */
    public static int sender(final ByteBuffer from, final int index) {
        return from.getInt(index + LENGTH);
    }

    /**
     * The entity that a PDU is about, or of.
     *
     * @param from  holds the PDU, with 18 bytes at least.
     * @param index of its first byte.
     * @return site, application and entity, each of 16 bits.
     */
    public static long entity(final ByteBuffer from, final int index) {
        return (sender(from, index) & 0xffff_ffffL) << 16 | from.getShort(index + LENGTH + 4) & 0xffff;
    }

    /**
     * Writes a header.
     *
     * @param into     for the PDU, from index 0 on.
     * @param version  6 or 7.
     * @param exercise 0 to 255.
     * @param kind     of PDU, with its family.
     * @param length   of all of the PDU in bytes.
     */
    static void write(final ByteBuffer into, final int version, final int exercise, final PduKind kind,
        final int length) {
        into.put(0, (byte) version).put(1, (byte) exercise).put(2, (byte) kind.number()).put(3, (byte) kind.family())
            .putInt(4, 0).putShort(8, (short) length).putShort(10, (short) 0);
    }

    /**
     * Sets exercise and time stamp.
     *
     * @param into     holds the PDU, from index 0 on.
     * @param exercise 0 to 255.
     * @param stamp    as of {@link io.takt.dis.time.DisStamp}.
     */
    public static void stamp(final ByteBuffer into, final int exercise, final int stamp) {
        into.put(1, (byte) exercise).putInt(4, stamp);
    }
}
