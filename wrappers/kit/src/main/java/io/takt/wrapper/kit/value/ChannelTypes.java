package io.takt.wrapper.kit.value;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.takt.asset.message.Channels;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.Message;
import io.takt.asset.message.OutputSpec;
import io.takt.asset.message.UnitConversion;
import io.takt.asset.message.ValueSpec;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The types of channels' values as a user names them, on a command line or in the hub's configuration; all others have
 * JSON. Immutable.
 */
public final class ChannelTypes {
    private final Map<String, ValueType> named;
    /** From the unit of messages into that which was asked for, by sender and channel; only where they differ. */
    private final Map<List<String>, UnitConversion> conversions;

    private ChannelTypes(final Map<String, ValueType> named, final Map<List<String>, UnitConversion> conversions) {
        this.named = named;
        this.conversions = conversions;
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
        return new ChannelTypes(named, Map.of());
    }

    /**
     * Whether no type was named.
     *
     * @return true where all have JSON.
     */
    public boolean isEmpty() {
        return named.isEmpty();
    }

    /**
     * Adds the types and units of the hub's configuration, for an asset to which all of the command line is said.
     *
     * @param asset    its name.
     * @param channels that it sends and receives.
     * @return the types of all.
     * @throws IllegalArgumentException when one that was named is not among them, or the configuration has another type
     *                                  of it, in one line.
     */
    public ChannelTypes of(final String asset, final Channels channels) {
        requireAmong(asset, Stream.concat(channels.outputs().stream().map(OutputSpec::channel),
            channels.inputs().stream().map(InputSpec::channel)).distinct().toList());
        return configured(channels);
    }

    /**
     * Adds the types and units of the hub's configuration.
     *
     * @param channels that an asset sends and receives.
     * @return the types of all.
     * @throws IllegalArgumentException when the configuration has another type of one than was named, in one line.
     */
    public ChannelTypes configured(final Channels channels) {
        return configured(channels.outputs(), channels.inputs());
    }

    /**
     * Adds the types and units of the hub's configuration.
     *
     * @param outputs channels that an asset sends.
     * @param inputs  links by which it receives.
     * @return the types of all.
     * @throws IllegalArgumentException when the configuration has another type of one than was named, in one line.
     */
    public ChannelTypes configured(final List<OutputSpec> outputs, final List<InputSpec> inputs) {
        final Map<String, ValueType> all = new LinkedHashMap<>();
        final Map<List<String>, UnitConversion> converted = new HashMap<>();
        outputs.forEach(each -> add(all, each.channel(), each.values()));
        for (final InputSpec each : inputs) {
            add(all, each.channel(), each.values());
            if (!each.values().conversion().isIdentity()) {
                converted.put(List.of(each.sender(), each.channel()), each.values().conversion());
            }
        }
        return new ChannelTypes(all, converted);
    }

    private void add(final Map<String, ValueType> all, final String channel, final ValueSpec values) {
        final ValueType configured = values.type() == null ? null : ValueType.of(values.type());
        if (configured != null && named.getOrDefault(channel, configured) != configured) {
            throw new IllegalArgumentException("--as names type " + of(channel).word() + " for channel '" + channel
                + "', and the hub's configuration type " + configured.word() + "; leave out --as");
        }
        final ValueType type = configured == null ? of(channel) : configured;
        final ValueType other = all.put(channel, type);
        if (other != null && other != type) {
            throw new IllegalArgumentException("channel '" + channel + "' has type " + other.word()
                + " of one asset, and " + type.word() + " of another; give both the same in the hub's configuration");
        }
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
     * @return its value as JSON, in the unit that was asked for.
     * @throws IllegalArgumentException when its bytes are of another type, or are to be converted and are no numbers,
     *                                  in one line.
     */
    public JsonNode read(final Message message) {
        try {
            final JsonNode value = of(message.channel()).read(message.buffer(), message.index(), message.length());
            final UnitConversion conversion = conversions.isEmpty() ? null
                : conversions.get(List.of(message.sender(), message.channel()));
            return conversion == null ? value : converted(value, conversion);
        } catch (final IllegalArgumentException e) {
            throw new IllegalArgumentException("message " + message.sequence() + " of asset '" + message.sender()
                + "' on channel '" + message.channel() + "' cannot be read: " + e.getMessage(), e);
        }
    }

    /**
     * Converts a number, or each number of a list, of lists too.
     *
     * @param value      as JSON.
     * @param conversion of the numbers.
     * @return the value itself where the conversion is the identity.
     * @throws IllegalArgumentException when it is something else, in one line.
     */
    public static JsonNode converted(final JsonNode value, final UnitConversion conversion) {
        if (conversion.isIdentity()) {
            return value;
        }
        if (!value.isArray()) {
            return ValueType.node(conversion.apply(ValueType.number(value)));
        }
        final ArrayNode list = JsonNodeFactory.instance.arrayNode(value.size());
        value.forEach(each -> list.add(converted(each, conversion)));
        return list;
    }
}
