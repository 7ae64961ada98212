package io.takt.asset.message;

import io.takt.asset.name.Names;

/**
 * A channel that an asset sends. Immutable: a method that declares something more gives a new declaration. Its text is
 * part of what tells one configuration from another.
 *
 * @param channel  its name, unique among those of the sender.
 * @param maxBytes most bytes in a message, 0 to {@link #MOST_BYTES}.
 * @param values   in the messages, as far as the hub's configuration describes them; never null.
 */
public record OutputSpec(String channel, int maxBytes, ValueSpec values) {
    /** Most bytes in a message where nothing else is said. */
    public static final int USUAL_MAX_BYTES = 64 * 1024;

    /** Most bytes in a message that a channel may be made for. */
    public static final int MOST_BYTES = 64 * 1024 * 1024;

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException when the channel's name is not a name, or the size is out of range.
     */
    public OutputSpec {
        Names.requireValid(channel);
        if (maxBytes < 0 || maxBytes > MOST_BYTES) {
            throw new IllegalArgumentException(
                "channel '" + channel + "': maxBytes is " + maxBytes + "; it may be 0 to " + MOST_BYTES);
        }
        values = values == null ? ValueSpec.NONE : values;
    }

    /**
     * A channel of whose values nothing is said.
     *
     * @param channel  its name, unique among those of the sender.
     * @param maxBytes most bytes in a message, 0 to {@link #MOST_BYTES}.
     * @throws IllegalArgumentException when the channel's name is not a name, or the size is out of range.
     */
    public OutputSpec(final String channel, final int maxBytes) {
        this(channel, maxBytes, ValueSpec.NONE);
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
        return new OutputSpec(channel, most, values);
    }

    /**
     * The same channel with what is known of its values. The hub's configuration alone says that; a declaration in a
     * join does not pass it on.
     *
     * @param known of them.
     * @return a new declaration.
     */
    public OutputSpec values(final ValueSpec known) {
        return new OutputSpec(channel, maxBytes, known);
    }
}
