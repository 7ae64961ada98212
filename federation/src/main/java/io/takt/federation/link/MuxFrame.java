package io.takt.federation.link;

import java.nio.ByteBuffer;

/**
 * A frame that the ends of a link send each other over their TLS connection. Byte order is big-endian.
 *
 * <pre>
 *    0  u8   kind
 *    1  u32  length of the payload
 *    5       payload
 * </pre>
 */
public enum MuxFrame {
    /** JSON, {@link Hello}: the first of a child, and its only one of that kind. */
    HELLO,
    /** JSON, {@link Hello.Welcome}: the parent's answer, after which all other kinds may follow. */
    WELCOME,
    /** UTF-8, one line for people: the parent does not take this child; the connection ends. */
    REFUSED,
    /** i64 number in this direction, 1, 2, 3, ...; then one line of the control protocol, UTF-8. */
    CONTROL,
    /** i64 number, counted together with those of CONTROL; then i64 epoch, i64 T_c of the parent, i64 T_i there. */
    PLACE,
    /** i64 number of the newest CONTROL or PLACE frame that has come. */
    CONTROL_ACK,
    /** u8 whether the sender has got clocks by UDP, then a clock as of {@link ClockFrame}. */
    CLOCK,
    /** Nothing: the child's process ends, and does not come back. */
    BYE,
    /** Messages and promises of the senders of one end, for the mirrors of their logs at the other. */
    RECORDS,
    /** How far those mirrors are. */
    RECORDS_ACK,
    /** i64 number, counted together with those of CONTROL; then i64 epoch, i64 time of the sender: its last for now. */
    TIME;

    /** Most bytes of a payload: a join's answer with thousands of channels fits. */
    public static final int MOST_BYTES = 1024 * 1024;

    /** Bytes before the payload. */
    public static final int HEADER_LENGTH = 1 + Integer.BYTES;

    private static final MuxFrame[] ALL = values();

    /** {@return the kind of a frame's first byte; null when there is no such kind} */
    static MuxFrame of(final byte kind) {
        return kind >= 0 && kind < ALL.length ? ALL[kind] : null;
    }

    /**
     * A frame of this kind.
     *
     * @param payload read to its limit.
     * @return the frame, ready to be read.
     */
    public ByteBuffer with(final ByteBuffer payload) {
        if (payload.remaining() > MOST_BYTES) {
            throw new IllegalArgumentException("a payload of " + payload.remaining() + " bytes; a frame takes "
                + MOST_BYTES);
        }
        return ByteBuffer.allocate(HEADER_LENGTH + payload.remaining()).put((byte) ordinal())
            .putInt(payload.remaining()).put(payload).flip();
    }

    /**
     * Begins a frame of this kind in a buffer that is used for many.
     *
     * @param frame then takes the payload, at most {@link #MOST_BYTES}; {@link #end} makes it ready to be read.
     */
    public void begin(final ByteBuffer frame) {
        frame.clear().put((byte) ordinal()).putInt(0);
    }

    /**
     * The payload of a frame is complete.
     *
     * @param frame of {@link #begin}.
     */
    public static void end(final ByteBuffer frame) {
        frame.putInt(1, frame.position() - HEADER_LENGTH).flip();
    }
}
