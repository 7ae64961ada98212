package io.takt.shm.message;

import io.takt.asset.message.Message;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** A message that was taken in. Used again for others, with its memory. */
final class Pending implements Message, Comparable<Pending> {
    private final int capacity;
    /** The message, behind room for what its digest is made of besides. */
    private final UnsafeBuffer buffer;
    private Link link;
    private long stampNs;
    private long deliveryNs;
    private long sequence;
    private long position;
    private int length;

    Pending(final int capacity) {
        this.capacity = capacity;
        this.buffer = new UnsafeBuffer(new byte[DeliveryDigest.HEAD_LENGTH + capacity]);
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

    void copy(final DirectBuffer from, final int index, final int newLength) {
        length = newLength;
        buffer.putBytes(DeliveryDigest.HEAD_LENGTH, from, index, newLength);
    }

    int capacity() {
        return capacity;
    }

    Link link() {
        return link;
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

    /** The same with room before the message, which does not belong to it. */
    UnsafeBuffer withHead() {
        return buffer;
    }

    @Override
    public int index() {
        return DeliveryDigest.HEAD_LENGTH;
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
