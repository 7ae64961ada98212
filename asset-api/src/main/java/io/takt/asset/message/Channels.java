package io.takt.asset.message;

import java.util.List;
import java.util.Objects;

/**
 * The channels of an asset that has joined. Outputs and inputs may be asked for at any time after the join; handlers
 * must be in place before the asset's first step, since a message without a handler is skipped.
 */
public interface Channels {
    /**
     * A channel that this asset sends.
     *
     * @param channel its name.
     * @return the same object for the same name.
     * @throws IllegalArgumentException when this asset sends no channel of that name.
     */
    Output output(String channel);

    /**
     * A channel that this asset sends as values.
     *
     * @param channel its name.
     * @param codec   writes the bytes.
     * @param <T>     of the values.
     * @return a new object over {@link #output(String)}.
     * @throws IllegalArgumentException when this asset sends no channel of that name.
     * @throws NullPointerException     without a codec.
     */
    default <T> TypedOutput<T> output(final String channel, final Codec<T> codec) {
        return new TypedOutput<>(output(channel), Objects.requireNonNull(codec, "codec"));
    }

    /**
     * Takes the messages of a channel: before each step those that belong to it, of all channels in the order of
     * delivery time, send time, sender's name and sequence; then the latest values that are new, in the order in which
     * the channels were declared; retroactive ones as soon as they are there, between steps, where nothing can be sent.
     *
     * @param channel its name; if several assets send one of that name to this asset, the messages of all.
     * @param handler takes them; replaces the one before it.
     * @throws IllegalArgumentException when this asset receives no channel of that name.
     */
    void subscribe(String channel, MessageHandler handler);

    /**
     * Takes the messages of a channel as values.
     *
     * @param channel as of {@link #subscribe(String, MessageHandler)}.
     * @param codec   reads the bytes.
     * @param handler takes the values.
     * @param <T>     of the values.
     * @throws IllegalArgumentException as of {@link #subscribe(String, MessageHandler)}; later, where messages are
     *                                  handed over, for one that the codec cannot read.
     * @throws NullPointerException     without a codec, or without a handler.
     */
    default <T> void subscribe(final String channel, final Codec<T> codec, final ValueHandler<T> handler) {
        Objects.requireNonNull(codec, "codec");
        Objects.requireNonNull(handler, "handler");
        subscribe(channel, message -> handler.onValue(decoded(message, codec), message));
    }

    private static <T> T decoded(final Message message, final Codec<T> codec) {
        try {
            return codec.decode(message.buffer(), message.index(), message.length());
        } catch (final RuntimeException e) {
            throw new IllegalArgumentException("channel '" + message.channel() + "' cannot be read: " + e.getMessage()
                + "; it is message " + message.sequence() + " of asset '" + message.sender() + "'", e);
        }
    }

    /**
     * The newest value of a channel, to be read at any time. A value that was read here is still new to a handler that
     * has subscribed as well, and the other way round.
     *
     * @param channel its name.
     * @return the same object for the same name.
     * @throws IllegalArgumentException when this asset does not receive the latest value of a channel of that name, or
     *                                  that of several senders; {@link #subscribe} takes those of all.
     */
    Latest latest(String channel);

    /**
     * Counts a number for this asset's digest, beside the messages that it is delivered: a hash of results, say, so
     * that two runs with equal digests had the same ones. Used within a step. Among retroactive messages, which count
     * D_max after their delivery, it counts at its stamp; so the digest does not depend on how long steps are that
     * vary.
     *
     * <p>An asset that receives nothing has no digest; then what is counted is not shown.
     *
     * @param number  any.
     * @param stampNs nanoseconds of simulation time, later than the start of the step, and not later than its end. Not
     *                earlier than that of the call before.
     * @throws IllegalArgumentException when the stamp is outside the step, or none is under way, or it is earlier than
     *                                  the one before; not from an asset that neither sends nor receives.
     */
    void countInDigest(long number, long stampNs);

    /**
     * Has the messages of a retroactive channel not count for this asset's digest: which there are is by chance, and
     * what the asset makes of all of them together does not depend on it. Used before the asset starts.
     *
     * @param channel its name; if several assets send one of that name to this asset, the messages of all.
     * @throws IllegalArgumentException when this asset receives no channel of that name, or one that is not
     *                                  retroactive: gated messages are the same in every run.
     */
    void leaveOutOfDigest(String channel);

    /**
     * The channels that this asset sends.
     *
     * @return in the order in which they were declared, those of the hub's configuration included.
     */
    List<OutputSpec> outputs();

    /**
     * The links by which this asset receives.
     *
     * @return in the order in which they were declared, those of the hub's configuration included.
     */
    List<InputSpec> inputs();
}
