package io.takt.asset.message;

import io.takt.asset.name.Names;
import io.takt.asset.time.Durations;
import java.time.Duration;

/**
 * A link, as its receiver declares it: the channel and its sender, the kind of delivery, and delay, jitter and loss.
 *
 * <p>Immutable: each method that declares something gives a new declaration. All refuse impossible values with an
 * {@link IllegalArgumentException} of one line. Its text is part of the configuration's identity.
 *
 * @param channel  the channel's name.
 * @param sender   the name of the asset that sends it; a path, such as {@code ../drone}, for one of another hub.
 * @param delivery when messages are seen.
 * @param delayNs  δ, from a message's stamp to its delivery, in nanoseconds of simulation time, 0 or more.
 * @param jitterNs the delay is longer by a time drawn from 0 to this, both included, in nanoseconds of simulation time.
 * @param loss     share of messages that are never delivered, 0 to 1.
 * @param values   in the messages, as far as the hub's configuration describes them; never null.
 */
public record InputSpec(String channel, String sender, Delivery delivery, long delayNs, long jitterNs, double loss,
    ValueSpec values) {
    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException when one of them is impossible.
     */
    public InputSpec {
        Names.requireValid(channel);
        Names.requireValidPath(sender);
        if (delivery == null) {
            throw new IllegalArgumentException("channel '" + channel + "': the field 'delivery' is missing");
        }
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
        values = values == null ? ValueSpec.NONE : values;
    }

    /**
     * A link of whose values nothing is said.
     *
     * @param channel  as above.
     * @param sender   as above.
     * @param delivery as above.
     * @param delayNs  as above.
     * @param jitterNs as above.
     * @param loss     as above.
     * @throws IllegalArgumentException when one of them is impossible.
     */
    public InputSpec(final String channel, final String sender, final Delivery delivery, final long delayNs,
        final long jitterNs, final double loss) {
        this(channel, sender, delivery, delayNs, jitterNs, loss, ValueSpec.NONE);
    }

    /**
     * A link without delay, jitter and loss.
     *
     * @param channel  the channel's name.
     * @param sender   the name of the asset that sends it.
     * @param delivery when messages are seen.
     * @return the declaration.
     */
    public static InputSpec of(final String channel, final String sender, final Delivery delivery) {
        return new InputSpec(channel, sender, delivery, 0, 0, 0);
    }

    /**
     * A link whose newest value is wanted.
     *
     * @param channel the channel's name.
     * @param sender  the name of the asset that sends it.
     * @return the declaration.
     */
    public static InputSpec latest(final String channel, final String sender) {
        return of(channel, sender, Delivery.LATEST);
    }

    /**
     * A link without delay whose messages come at the start of steps.
     *
     * @param channel the channel's name.
     * @param sender  the name of the asset that sends it.
     * @return the declaration.
     */
    public static InputSpec gated(final String channel, final String sender) {
        return of(channel, sender, Delivery.GATED);
    }

    /**
     * A link without delay for a receiver whose past can be changed.
     *
     * @param channel the channel's name.
     * @param sender  the name of the asset that sends it.
     * @return the declaration.
     */
    public static InputSpec retroactive(final String channel, final String sender) {
        return of(channel, sender, Delivery.RETROACTIVE);
    }

    /**
     * The same link with a delay.
     *
     * @param delay δ in simulation time, 0 or more; delay + jitter must fit into a long of nanoseconds.
     * @return a new declaration.
     */
    public InputSpec delay(final Duration delay) {
        return delayNs(nanos("delay", delay));
    }

    /**
     * The same link with a delay.
     *
     * @param newDelayNs δ in nanoseconds of simulation time, 0 or more; delay + jitter must fit into a long.
     * @return a new declaration.
     */
    public InputSpec delayNs(final long newDelayNs) {
        return new InputSpec(channel, sender, delivery, newDelayNs, jitterNs, loss, values);
    }

    /**
     * The same link with jitter.
     *
     * @param jitter the most by which the delay is longer, 0 or more; delay + jitter must fit into a long of
     *               nanoseconds.
     * @return a new declaration.
     */
    public InputSpec jitter(final Duration jitter) {
        return jitterNs(nanos("jitter", jitter));
    }

    /**
     * The same link with jitter.
     *
     * @param newJitterNs the most by which the delay is longer, in nanoseconds of simulation time, 0 or more; delay +
     *                    jitter must fit into a long.
     * @return a new declaration.
     */
    public InputSpec jitterNs(final long newJitterNs) {
        return new InputSpec(channel, sender, delivery, delayNs, newJitterNs, loss, values);
    }

    /**
     * The same link with loss.
     *
     * @param share of messages that are never delivered, 0 to 1.
     * @return a new declaration.
     */
    public InputSpec loss(final double share) {
        return new InputSpec(channel, sender, delivery, delayNs, jitterNs, share, values);
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
        return new InputSpec(channel, sender, Delivery.GATED_UNTIL_END, delayNs, jitterNs, loss, values);
    }

    /**
     * The same link with what is known of its values. The hub's configuration alone says that; a declaration in a join
     * does not pass it on.
     *
     * @param known of them.
     * @return a new declaration.
     */
    public InputSpec values(final ValueSpec known) {
        return new InputSpec(channel, sender, delivery, delayNs, jitterNs, loss, known);
    }

    private long nanos(final String what, final Duration time) {
        return Durations.nanos("channel '" + channel + "' of asset '" + sender + "': the " + what, time);
    }
}
