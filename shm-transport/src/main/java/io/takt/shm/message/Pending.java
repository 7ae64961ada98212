package io.takt.shm.message;

import io.takt.asset.TaktException;
import io.takt.asset.message.Message;
import org.agrona.BitUtil;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** A message that was taken in. Used again for others, with its memory. */
final class Pending implements Message, Comparable<Pending> {
    private final UnsafeBuffer buffer;
    private Link link;
    private long stampNs;
    private long deliveryNs;
    private long sequence;
    private long position;
    private int length;
    private int check = RecordCheck.NONE;

    Pending(final int capacity) {
        this.buffer = new UnsafeBuffer(new byte[capacity]);
    }

    void set(final Link newLink, final long newStampNs, final long newDeliveryNs, final long newSequence,
        final long newPosition) {
        if (link != newLink) {
            link = newLink;
        }
        stampNs = newStampNs;
        deliveryNs = newDeliveryNs;
        sequence = newSequence;
        position = newPosition;
    }

    /** Gets more memory where it has too little. */
    void copy(final DirectBuffer from, final int index, final int newLength) {
        if (newLength > buffer.capacity()) {
            buffer.wrap(new byte[BitUtil.findNextPositivePowerOfTwo(newLength)]);
        }
        length = newLength;
        buffer.putBytes(0, from, index, newLength);
    }

    /** What {@link RecordCheck} says of its bytes; {@link RecordCheck#NONE} where the sender says nothing. */
    void check(final int ofBytes) {
        check = ofBytes;
    }

    /** Throws {@link TaktException} when these are not the bytes that were sent. */
    void requireWhole(final long crc) {
        if (check != RecordCheck.NONE && check != RecordCheck.ofCrc(crc)) {
            throw new TaktException("the log of asset '" + link.sender() + "' is damaged: message " + sequence
                + " on channel '" + link.channel() + "' is not what was sent");
        }
    }

    int check() {
        return check;
    }

    int capacity() {
        return buffer.capacity();
    }

    Link link() {
        return link;
    }

    /** In its sender's log, of one that was taken in. */
    long position() {
        return position;
    }

    boolean meets(final Lane.Condition condition) {
        return condition.holds(deliveryNs, stampNs, position);
    }

    @Override
    public String channel() {
        return link.channel();
    }

    @Override
    public String sender() {
        return link.sender();
    }

    @Override
    public long stampNs() {
        return stampNs;
    }

    @Override
    public long deliveryNs() {
        return deliveryNs;
    }

    @Override
    public long sequence() {
        return sequence;
    }

    @Override
    public DirectBuffer buffer() {
        return buffer;
    }

    /** Memory that begins with the message. */
    byte[] bytes() {
        return buffer.byteArray();
    }

    @Override
    public int index() {
        return 0;
    }

    @Override
    public int length() {
        return length;
    }

    /** The order in which a receiver gets its messages. */
    @Override
    public int compareTo(final Pending other) {
        if (deliveryNs != other.deliveryNs) {
            return Long.compare(deliveryNs, other.deliveryNs);
        }
        if (stampNs != other.stampNs) {
            return Long.compare(stampNs, other.stampNs);
        }
        final int bySender = link.sender().compareTo(other.link.sender());
        return bySender != 0 ? bySender : Long.compare(sequence, other.sequence);
    }

    @Override
    public boolean equals(final Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
