package io.takt.shm.message;

import io.takt.asset.message.Message;
import org.agrona.BitUtil;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A message that was taken in: a view of its record in the log, or a copy. Used again for others, with its memory.
 *
 * <p>A receiver keeps the buffer while its handler runs, so the buffer is the same one when a view becomes a copy.
 */
final class Pending implements Message, Comparable<Pending> {
    private final UnsafeBuffer buffer;
    private byte[] own;
    private boolean isView;
    private Link link;
    private long stampNs;
    private long deliveryNs;
    private long sequence;
    private long position;
    private int length;
    private long contents;

    Pending(final int capacity) {
        this.own = new byte[capacity];
        this.buffer = new UnsafeBuffer(own);
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
        if (newLength > own.length) {
            own = new byte[BitUtil.findNextPositivePowerOfTwo(newLength)];
        }
        from.getBytes(index, own, 0, newLength);
        buffer.wrap(own);
        isView = false;
        length = newLength;
    }

    /** Shows the bytes where they are, until their room is given back. */
    void view(final DirectBuffer from, final int index, final int newLength, final long newContents) {
        buffer.wrap(from, index, newLength);
        contents = newContents;
        isView = true;
        length = newLength;
    }

    /** Room is about to be given back: a view becomes a copy. */
    void keep() {
        if (isView) {
            copy(buffer, 0, length);
        }
    }

    /** See {@link DeliveryDigest#contents}; of a message that was taken in. */
    long contents() {
        return contents;
    }

    int capacity() {
        return own.length;
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
        final int bySender = link.source().compareSender(other.link.source());
        return bySender != 0 ? bySender : Long.compare(sequence, other.sequence);
    }
}
