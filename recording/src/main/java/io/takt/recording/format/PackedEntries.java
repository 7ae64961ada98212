package io.takt.recording.format;

/**
 * The fields that an entry of a PACKED record leaves out because they follow from the entry before; see
 * {@link RecordLayout}. Writer and reader of a record each have one of these for messages that were sent and one for
 * deliveries.
 *
 * <p>Owned by one thread.
 */
final class PackedEntries {
    /** The entry is a delivery; else it is a message that was sent. */
    static final int DELIVERED = 1;
    /** The time is not that of the entry before. */
    static final int TIME = 1 << 1;
    /** The number is not the next. */
    static final int SEQUENCE = 1 << 2;
    /** The channel, or link, is not that of the entry before. */
    static final int CHANNEL = 1 << 3;
    /** The length of the message, or the time from a delivery to the end of its step, is not that before. */
    static final int EXTENT = 1 << 4;

    private static final int MOST_BYTES_OF_NUMBER = 10;

    /** Most bytes of an entry, without those of a message. */
    static final int MOST_BYTES = 1 + 4 * MOST_BYTES_OF_NUMBER;

    private static final int BITS = 7;
    private static final int LOWER = (1 << BITS) - 1;
    private static final int MORE = 1 << BITS;

    private long timeNs;
    private long next;
    private int channel;
    private long extent;

    /** A record begins. */
    void reset() {
        timeNs = 0;
        next = 0;
        channel = 0;
        extent = 0;
    }

    /**
     * Writes an entry, without the message.
     *
     * @param kind {@link #DELIVERED}, or 0.
     * @return where it ends.
     */
    int write(final byte[] to, final int at, final int kind, final long itsTimeNs, final long sequence,
        final int itsChannel, final long itsExtent) {
        int differs = kind;
        int end = at + 1;
        if (itsTimeNs != timeNs) {
            differs |= TIME;
            end = put(to, end, itsTimeNs - timeNs);
            timeNs = itsTimeNs;
        }
        if (sequence != next) {
            differs |= SEQUENCE;
            end = put(to, end, sequence - next);
        }
        next = sequence + 1;
        if (itsChannel != channel) {
            differs |= CHANNEL;
            end = put(to, end, itsChannel - channel);
            channel = itsChannel;
        }
        if (itsExtent != extent) {
            differs |= EXTENT;
            end = put(to, end, itsExtent - extent);
            extent = itsExtent;
        }
        to[at] = (byte) differs;
        return end;
    }

    /** Small numbers of either sign take few bytes: seven bits in each, the lowest first. */
    private static int put(final byte[] to, final int at, final long number) {
        int end = at;
        long rest = number << 1 ^ number >> Long.SIZE - 1;
        while ((rest & ~LOWER) != 0) {
            to[end++] = (byte) (rest & LOWER | MORE);
            rest >>>= BITS;
        }
        to[end++] = (byte) rest;
        return end;
    }

    /** Takes what differs in an entry whose first byte was read. */
    void read(final int differs, final PackedReader from) {
        timeNs += (differs & TIME) == 0 ? 0 : from.number();
        next += 1 + ((differs & SEQUENCE) == 0 ? 0 : from.number());
        channel += (differs & CHANNEL) == 0 ? 0 : (int) from.number();
        extent += (differs & EXTENT) == 0 ? 0 : from.number();
    }

    long timeNs() {
        return timeNs;
    }

    /** Of the entry that was read last. */
    long sequence() {
        return next - 1;
    }

    int channel() {
        return channel;
    }

    long extent() {
        return extent;
    }
}
