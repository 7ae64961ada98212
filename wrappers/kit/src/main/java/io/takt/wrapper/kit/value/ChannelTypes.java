package io.takt.wrapper.kit.value;

import com.fasterxml.jackson.databind.JsonNode;
import io.takt.asset.message.Message;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The types of channels' values as a user names them; all others have JSON. Immutable. */
public final class ChannelTypes {
    private final Map<String, ValueType> named;

    private ChannelTypes(final Map<String, ValueType> named) {
        this.named = named;
    }

    /**
     * Reads what a command line says.
     *
     * @param words each {@code CHANNEL=TYPE}.
     * @return the types.
     * @throws IllegalArgumentException when that says something else, in one line.
     */
    public static ChannelTypes of(final List<String> words) {
        final Map<String, ValueType> named = new LinkedHashMap<>();
        for (final String word : words) {
            final int sign = word.indexOf('=');
            if (sign < 1) {
                throw new IllegalArgumentException("'" + word + "' is no CHANNEL=TYPE, such as angle=double");
            }
            final String channel = word.substring(0, sign);
            if (named.putIfAbsent(channel, ValueType.of(word.substring(sign + 1))) != null) {
                throw new IllegalArgumentException("the type of channel '" + channel + "' is named twice");
            }
        }
        return new ChannelTypes(named);
    }

    /**
     * Checks that the asset has each channel that was named.
     *
     * @param asset    its name.
     * @param channels that it sends and receives.
     * @throws IllegalArgumentException when one is not among them, in one line.
     */
    public void requireAmong(final String asset, final List<String> channels) {
        for (final String channel : named.keySet()) {
            if (!channels.contains(channel)) {
                throw new IllegalArgumentException("a type is named for channel '" + channel + "', but asset '" + asset
                    + (channels.isEmpty() ? "' neither sends nor receives anything"
                        : "' sends and receives only " + String.join(", ", channels)));
            }
        }
    }

    /**
     * The type of a channel's values.
     *
     * @param channel its name.
     * @return JSON where no other was named.
     */
    public ValueType of(final String channel) {
        return named.getOrDefault(channel, ValueType.JSON);
    }

    /**
     * Reads a message.
     *
     * @param message of any channel.
     * @return its value as JSON.
     * @throws IllegalArgumentException when its bytes are of another type, in one line.
     */
    public JsonNode read(final Message message) {
        try {
            return of(message.channel()).read(message.buffer(), message.index(), message.length());
        } catch (final IllegalArgumentException e) {
            throw new IllegalArgumentException("message " + message.sequence() + " of asset '" + message.sender()
                + "' on channel '" + message.channel() + "' cannot be read: " + e.getMessage(), e);
        }
    }
}
