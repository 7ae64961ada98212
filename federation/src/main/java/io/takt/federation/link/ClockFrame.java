package io.takt.federation.link;

import java.nio.ByteBuffer;

/**
 * One end's message about its clock, before it is sealed. All times are absolute, so one that is lost, comes
 * twice or too late does no harm. Byte order is big-endian.
 *
 * <pre>
 *    0  i64  epoch of the parent's run that the times are of
 *    8  i64  time of the sender: T_c of a parent, the report of a child; ns of simulation time
 *   16  i64  time of the other end for which the sender waits; {@link #NOTHING} when it waits for none
 *   24  i64  when the frame was sent, by the sender's wall clock, ns
 *   32  i64  the same field of the newest frame that the sender has got; {@link #NOTHING} before the first
 *   40  i64  for how long the sender had got that, ns
 * </pre>
 *
 * <p>Used again and again by one thread.
 */
final class ClockFrame {
    static final int LENGTH = 6 * Long.BYTES;
    static final long NOTHING = Long.MAX_VALUE;

    private long epoch;
    private long timeNs;
    private long awaitedNs;
    private long sentNs;
    private long echoNs;
    private long heldNs;

    void set(final long newEpoch, final long newTimeNs, final long newAwaitedNs) {
        epoch = newEpoch;
        timeNs = newTimeNs;
        awaitedNs = newAwaitedNs;
    }

    void stamp(final long newSentNs, final long newEchoNs, final long newHeldNs) {
        sentNs = newSentNs;
        echoNs = newEchoNs;
        heldNs = newHeldNs;
    }

    /** Writes the frame at the buffer's position. */
    void write(final ByteBuffer buffer) {
        buffer.putLong(epoch).putLong(timeNs).putLong(awaitedNs).putLong(sentNs).putLong(echoNs).putLong(heldNs);
    }

    /** Reads all that is left of the buffer; false when that is no such frame. */
    boolean read(final ByteBuffer buffer) {
        if (buffer.remaining() != LENGTH) {
            return false;
        }
        set(buffer.getLong(), buffer.getLong(), buffer.getLong());
        stamp(buffer.getLong(), buffer.getLong(), buffer.getLong());
        return epoch > 0 && timeNs >= 0 && awaitedNs >= 0 && heldNs >= 0;
    }

    long epoch() {
        return epoch;
    }

    long timeNs() {
        return timeNs;
    }

    long awaitedNs() {
        return awaitedNs;
    }

    long sentNs() {
        return sentNs;
    }

    long echoNs() {
        return echoNs;
    }

    long heldNs() {
        return heldNs;
    }
}
