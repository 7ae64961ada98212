package io.takt.asset.message;

import io.takt.asset.name.Names;
import java.util.Objects;

/** A channel that an asset sends. Immutable: a method that declares something more gives a new declaration. */
public final class OutputSpec {
    /** Most bytes in a message where nothing else is said. */
    public static final int USUAL_MAX_BYTES = 64 * 1024;

    /** Most bytes in a message that a channel may be made for. */
    public static final int MOST_BYTES = 64 * 1024 * 1024;

    private final String channel;
    private final int maxBytes;

    private OutputSpec(final String channel, final int maxBytes) {
        this.channel = Names.requireValid(channel);
        this.maxBytes = maxBytes;
        if (maxBytes < 0 || maxBytes > MOST_BYTES) {
            throw new IllegalArgumentException(
                "channel '" + channel + "': maxBytes is " + maxBytes + "; it may be 0 to " + MOST_BYTES);
        }
    }

    /**
     * A channel for messages of usual size.
     *
     * @param channel its name, unique among those of the sender.
     * @return the declaration.
     * @throws IllegalArgumentException when that is not a name.
     */
    public static OutputSpec named(final String channel) {
        return new OutputSpec(channel, USUAL_MAX_BYTES);
    }

    /**
     * The same channel for messages of another size.
     *
     * @param most bytes in a message, 0 to {@link #MOST_BYTES}.
     * @return a new declaration.
     * @throws IllegalArgumentException when that is out of range.
     */
    public OutputSpec maxBytes(final int most) {
        return new OutputSpec(channel, most);
    }

    /**
     * The channel.
     *
     * @return its name.
     */
    public String channel() {
        return channel;
    }

    /**
     * Most bytes in a message.
     *
     * @return 0 to {@link #MOST_BYTES}.
     */
    public int maxBytes() {
        return maxBytes;
    }

    @Override
    public boolean equals(final Object other) {
        return other instanceof OutputSpec that && channel.equals(that.channel) && maxBytes == that.maxBytes;
    }

    @Override
    public int hashCode() {
        return Objects.hash(channel, maxBytes);
    }

    /** Part of what tells one configuration from another, so it stays as it is. */
    @Override
    public String toString() {
        return "OutputSpec[channel=" + channel + ", maxBytes=" + maxBytes + "]";
    }
}
