package io.takt.shm.message;

import io.takt.asset.message.Delivery;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.MessageHandler;
import io.takt.rule.LinkFate;

/** One sender-receiver pair of a channel, at its receiver. Owned by the thread that drives the receiver. */
final class Link {
    private static final long NOTHING = -1;

    private final InputSpec spec;
    private final LinkFate fate;
    private final int channelIndex;
    private final int inputIndex;
    private final long name;
    private Source source;
    private Lane lane;
    private MessageHandler handler;
    private long usedUpToNs = NOTHING;
    private boolean isLeftOutOfDigest;

    Link(final InputSpec spec, final int channelIndex, final int inputIndex, final LinkFate fate) {
        this.spec = spec;
        this.inputIndex = inputIndex;
        this.channelIndex = channelIndex;
        this.fate = fate;
        this.name = DeliveryDigest.name(spec.channel(), spec.sender());
    }

    /** A link whose messages come by a log, and by a lane where they are gated. */
    void belongsTo(final Source newSource, final Lane newLane) {
        source = newSource;
        lane = newLane;
    }

    /** Null for a latest value. */
    Source source() {
        return source;
    }

    /** Null for messages that are not gated. */
    Lane lane() {
        return lane;
    }

    /** Whether messages are delivered in the order of their stamps. */
    boolean keepsOrder() {
        return spec.jitterNs() == 0;
    }

    /** Whether the messages of two links together keep their order. */
    boolean keepsOrderWith(final Link other) {
        return keepsOrder() && other.keepsOrder() && spec.delivery() == other.spec.delivery()
            && spec.delayNs() == other.spec.delayNs();
    }

    InputSpec spec() {
        return spec;
    }

    String channel() {
        return spec.channel();
    }

    String sender() {
        return spec.sender();
    }

    Delivery delivery() {
        return spec.delivery();
    }

    long delayNs() {
        return spec.delayNs();
    }

    /** Up to when a step has to know everything, where this link is gated. */
    long wantedNs(final long fromNs, final long toNs) {
        return spec.delivery() == Delivery.GATED ? fromNs : toNs;
    }

    /** In the sender's log. */
    int channelIndex() {
        return channelIndex;
    }

    /** Among the inputs of the receiver. */
    int inputIndex() {
        return inputIndex;
    }

    /** See {@link DeliveryDigest#name}. */
    long name() {
        return name;
    }

    /** Its messages do not count for the receiver's digest. */
    void leaveOutOfDigest() {
        if (delivery() != Delivery.RETROACTIVE) {
            throw new IllegalArgumentException("channel '" + channel() + "' from '" + sender() + "' cannot be left out"
                + " of the digest, as it is not retroactive: gated messages are the same in every run");
        }
        isLeftOutOfDigest = true;
    }

    boolean isLeftOutOfDigest() {
        return isLeftOutOfDigest;
    }

    /** When a message is delivered, or {@link LinkFate#LOST}, for one that belongs to steps of before, too. */
    long deliveryNs(final long stampNs, final long sequence) {
        final long deliveryNs = fate.deliveryNs(stampNs, sequence);
        return deliveryNs <= usedUpToNs ? LinkFate.LOST : deliveryNs;
    }

    /**
     * The receiver begins with a step from one time on, and the step before that began at another: gated
     * messages that belong to earlier steps are not for it, whichever process did those steps, and whenever they come.
     */
    void beginsWith(final long fromNs, final long lastFromNs) {
        usedUpToNs = fromNs == 0 || !delivery().isGated() ? NOTHING : wantedNs(lastFromNs, fromNs);
    }

    /** Null without a handler. */
    MessageHandler handler() {
        return handler;
    }

    void handler(final MessageHandler newHandler) {
        handler = newHandler;
    }
}
