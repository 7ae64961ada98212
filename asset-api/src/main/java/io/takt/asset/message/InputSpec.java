package io.takt.asset.message;

import io.takt.asset.name.Names;
import java.time.Duration;
import java.util.Objects;

/**
 * A link, as its receiver declares it.
 *
 * @param channel  the channel's name.
 * @param sender   the name of the asset that sends it.
 * @param delivery when messages are seen.
 * @param delayNs  δ, from a message's stamp to its delivery, in nanoseconds of simulation time, 0 or more.
 * @param jitterNs the delay is longer by a time drawn from 0 to this, both included, in nanoseconds.
 * @param loss     the share of messages that are never delivered, 0 to 1.
 */
public record InputSpec(String channel, String sender, Delivery delivery, long delayNs, long jitterNs, double loss) {
    /**
     * Checks the declaration.
     *
     * @throws IllegalArgumentException for a bad name, a negative time, a loss that is no share, or a latest value with
     *                                  any of these.
     */
    public InputSpec {
        Names.requireValid(channel);
        Names.requireValid(sender);
        Objects.requireNonNull(delivery, "delivery");
        if (delayNs < 0 || jitterNs < 0 || delayNs > Long.MAX_VALUE - jitterNs) {
            throw new IllegalArgumentException("channel '" + channel + "': delay and jitter are 0 or more, and both"
                + " together fit into a long; they are " + delayNs + "ns and " + jitterNs + "ns");
        }
        if (!(loss >= 0 && loss <= 1)) {
            throw new IllegalArgumentException("channel '" + channel + "': the loss is " + loss + "; it may be 0 to 1");
        }
        if (delivery == Delivery.LATEST && (delayNs > 0 || jitterNs > 0 || loss > 0)) {
            throw new IllegalArgumentException("channel '" + channel + "': the latest value has no delay, jitter or"
                + " loss; make it gated, or leave them out");
        }
    }

    /**
     * A link whose newest value is wanted.
     *
     * @param channel the channel's name.
     * @param sender  the name of the asset that sends it.
     * @return the declaration.
     */
    public static InputSpec latest(final String channel, final String sender) {
        return new InputSpec(channel, sender, Delivery.LATEST, 0, 0, 0);
    }

    /**
     * A link without delay whose messages come at the start of steps.
     *
     * @param channel the channel's name.
     * @param sender  the name of the asset that sends it.
     * @return the declaration.
     */
    public static InputSpec gated(final String channel, final String sender) {
        return new InputSpec(channel, sender, Delivery.GATED, 0, 0, 0);
    }

    /**
     * A link without delay for a receiver whose past can be changed.
     *
     * @param channel the channel's name.
     * @param sender  the name of the asset that sends it.
     * @return the declaration.
     */
    public static InputSpec retroactive(final String channel, final String sender) {
        return new InputSpec(channel, sender, Delivery.RETROACTIVE, 0, 0, 0);
    }

    /**
     * The same link with a delay.
     *
     * @param delay δ in simulation time.
     * @return a new declaration.
     * @throws IllegalArgumentException when it is negative, or together with the jitter no long in nanoseconds.
     */
    public InputSpec delay(final Duration delay) {
        return new InputSpec(channel, sender, delivery, nanos("delay", delay), jitterNs, loss);
    }

    /**
     * The same link with jitter.
     *
     * @param jitter the most by which the delay is longer.
     * @return a new declaration.
     * @throws IllegalArgumentException when it is negative, or together with the delay no long in nanoseconds.
     */
    public InputSpec jitter(final Duration jitter) {
        return new InputSpec(channel, sender, delivery, delayNs, nanos("jitter", jitter), loss);
    }

    private long nanos(final String what, final Duration time) {
        Objects.requireNonNull(time, what);
        try {
            return time.toNanos();
        } catch (final ArithmeticException e) {
            throw new IllegalArgumentException("channel '" + channel + "' of asset '" + sender + "': the " + what
                + " of " + time + " is too long; " + Long.MAX_VALUE + "ns, 292 years, is the longest time", e);
        }
    }

    /**
     * The same link with loss.
     *
     * @param share of messages that are never delivered, 0 to 1.
     * @return a new declaration.
     */
    public InputSpec loss(final double share) {
        return new InputSpec(channel, sender, delivery, delayNs, jitterNs, share);
    }

    /**
     * The same gated link, whose messages come with the step in which they are delivered and not with the next: steps
     * wait until the sender is so far.
     *
     * @return a new declaration.
     * @throws IllegalArgumentException when the link is not gated.
     */
    public InputSpec untilStepEnd() {
        if (!delivery.isGated()) {
            throw new IllegalArgumentException("channel '" + channel + "' is not gated, so no step waits for it");
        }
        return new InputSpec(channel, sender, Delivery.GATED_UNTIL_END, delayNs, jitterNs, loss);
    }
}
