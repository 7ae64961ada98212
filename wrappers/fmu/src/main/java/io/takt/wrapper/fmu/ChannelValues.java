package io.takt.wrapper.fmu;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.takt.asset.message.Message;
import io.takt.asset.message.UnitConversion;
import io.takt.wrapper.kit.WrapperException;
import io.takt.wrapper.kit.value.ValueType;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The values of a channel: variables of an FMU, and the bytes of messages. Numbers as doubles or longs are written and
 * read without allocating anything. Owned by the thread that drives the asset.
 */
final class ChannelValues {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /** How values may be sent: one alone, or several. */
    private static final Map<VariableType.Family, List<ValueType>> FORMS = new EnumMap<>(Map.of(
        VariableType.Family.REAL, List.of(ValueType.JSON, ValueType.DOUBLE, ValueType.DOUBLES),
        VariableType.Family.WHOLE, List.of(ValueType.JSON, ValueType.LONG, ValueType.LONGS),
        VariableType.Family.TRUTH, List.of(ValueType.JSON, ValueType.LONG, ValueType.LONGS),
        VariableType.Family.TEXT, List.of(ValueType.JSON, ValueType.TEXT),
        VariableType.Family.BYTES, List.of(ValueType.JSON, ValueType.BYTES)));

    private final String channel;
    private final List<Variable> variables;
    private final ValueType form;
    private final ValueMemory memory;
    private final VariableType type;
    private final boolean isList;
    /** Of the values of each variable. */
    private final int[] counts;
    /** Of each value, from a channel's unit or into it; null where all stay as they are. */
    private UnitConversion[] conversions;
    private boolean isFinite = true;

    ChannelValues(final String channel, final List<Variable> variables, final ValueType form, final Fmu fmu,
        final Map<Integer, Long> sizes) throws WrapperException {
        this.channel = channel;
        this.variables = variables;
        this.form = form;
        this.type = variables.get(0).type();
        int count = 0;
        final int[] references = new int[variables.size()];
        this.counts = new int[references.length];
        for (int i = 0; i < references.length; i++) {
            final Variable each = variables.get(i);
            if (each.type() != type) {
                throw new WrapperException("the variables of channel '" + channel + "' are not of one type: '"
                    + variables.get(0).name() + "' is " + type.word() + ", '" + each.name() + "' is "
                    + each.type().word());
            }
            references[i] = each.reference();
            counts[i] = fmu.model().count(each, sizes);
            count += counts[i];
        }
        this.isList = references.length > 1 || !variables.get(0).dimensions().isEmpty();
        requireForm(count);
        this.memory = new ValueMemory(type, references, count);
    }

    private void requireForm(final int count) throws WrapperException {
        final List<ValueType> forms = FORMS.get(type.family());
        if (forms == null) {
            throw new WrapperException("variable '" + variables.get(0).name() + "' is a " + type.word()
                + ", which no channel can carry");
        }
        final boolean isForOne = form != ValueType.JSON && form != ValueType.DOUBLES && form != ValueType.LONGS;
        if (!forms.contains(form) || isForOne && count != 1) {
            throw new WrapperException("channel '" + channel + "' has the type " + form.word() + ", and "
                + (count == 1 ? "a value" : count + " values") + " of variable '" + variables.get(0).name() + "', of "
                + type.word() + ", may go as " + String.join(", ", forms.stream()
                    .filter(each -> count == 1 || each == ValueType.JSON || each == ValueType.DOUBLES
                        || each == ValueType.LONGS).map(ValueType::word).toList()));
        }
    }

    /** Converts what is written and read from now on; null for a variable whose numbers stay as they are. */
    ChannelValues convert(final List<UnitConversion> ofVariables) throws WrapperException {
        final UnitConversion[] all = new UnitConversion[memory.count()];
        Arrays.fill(all, UnitConversion.IDENTITY);
        for (int i = 0, from = 0; i < ofVariables.size(); i++) {
            final int to = from + counts[i];
            Arrays.fill(all, from, to, ofVariables.get(i));
            from = to;
        }
        final boolean isNeeded = Stream.of(all).anyMatch(each -> !each.isIdentity());
        if (isNeeded && type.family() != VariableType.Family.REAL) {
            throw new WrapperException("channel '" + channel + "' has another unit than variable '"
                + variables.get(0).name() + "', whose values of " + type.word() + " cannot be converted");
        }
        conversions = isNeeded ? all : null;
        return this;
    }

    private double converted(final double number, final int place) {
        return conversions == null ? number : conversions[place].apply(number);
    }

    String channel() {
        return channel;
    }

    List<Variable> variables() {
        return variables;
    }

    ValueMemory memory() {
        return memory;
    }

    /** Whether the numbers that were written last are; JSON has no others, but its users may expect none. */
    boolean isFinite() {
        return isFinite;
    }

    /** Writes the memory's values as a message; returns its length. */
    int write(final MutableDirectBuffer into) {
        isFinite = true;
        switch (form) {
            case DOUBLE, DOUBLES -> {
                for (int i = 0; i < memory.count(); i++) {
                    into.putDouble(Double.BYTES * i, checked(converted(type.real(memory.values(), i), i)),
                        ByteOrder.LITTLE_ENDIAN);
                }
                return Double.BYTES * memory.count();
            }
            case LONG, LONGS -> {
                for (int i = 0; i < memory.count(); i++) {
                    into.putLong(Long.BYTES * i, type.whole(memory.values(), i), ByteOrder.LITTLE_ENDIAN);
                }
                return Long.BYTES * memory.count();
            }
            default -> {
                return form.write(isList ? list() : node(0), into);
            }
        }
    }

    private double checked(final double number) {
        isFinite &= Double.isFinite(number);
        return number;
    }

    private JsonNode list() {
        final ArrayNode list = NODES.arrayNode(memory.count());
        for (int i = 0; i < memory.count(); i++) {
            list.add(node(i));
        }
        return list;
    }

    private JsonNode node(final int place) {
        return switch (type.family()) {
            case REAL -> ValueType.node(checked(converted(type.real(memory.values(), place), place)));
            case WHOLE -> whole(type.whole(memory.values(), place));
            case TRUTH -> NODES.booleanNode(type.whole(memory.values(), place) != 0);
            case TEXT -> NODES.textNode(memory.text(place));
            default -> NODES.textNode(Base64.getEncoder().encodeToString(memory.bytes(place)));
        };
    }

    private JsonNode whole(final long number) {
        return type == VariableType.UINT64 && number < 0
            ? NODES.numberNode(new BigInteger(Long.toUnsignedString(number))) : NODES.numberNode(number);
    }

    /** Takes the values of a message into the memory; a wrong one leaves it half filled. */
    void read(final Message message) throws WrapperException {
        try {
            read(message.buffer(), message.index(), message.length());
        } catch (final IllegalArgumentException e) {
            throw new WrapperException("message " + message.sequence() + " of asset '" + message.sender()
                + "' on channel '" + channel + "' cannot be read: " + e.getMessage(), e);
        }
    }

    private void read(final DirectBuffer from, final int index, final int length) {
        switch (form) {
            case DOUBLE, DOUBLES -> {
                requireCount(length, Double.BYTES);
                for (int i = 0; i < memory.count(); i++) {
                    type.putReal(memory.values(), i,
                        converted(from.getDouble(index + Double.BYTES * i, ByteOrder.LITTLE_ENDIAN), i));
                }
            }
            case LONG, LONGS -> {
                requireCount(length, Long.BYTES);
                for (int i = 0; i < memory.count(); i++) {
                    putWhole(i, from.getLong(index + Long.BYTES * i, ByteOrder.LITTLE_ENDIAN));
                }
            }
            default -> read(form.read(from, index, length));
        }
    }

    private void requireCount(final int length, final int bytes) {
        if (length != memory.count() * bytes) {
            throw new IllegalArgumentException("it has " + length + " bytes, and " + memory.count()
                + " values of " + bytes + " bytes are expected");
        }
    }

    private void putWhole(final int place, final long number) {
        if (!type.holds(number)) {
            throw new IllegalArgumentException(number + " is no " + type.word());
        }
        type.putWhole(memory.values(), place, number);
    }

    private void read(final JsonNode value) {
        if (!isList) {
            readOne(value, 0);
            return;
        }
        if (!value.isArray() || value.size() != memory.count()) {
            throw new IllegalArgumentException((value.isArray() ? "a list of " + value.size() : shown(value))
                + " is no list of " + memory.count() + " values");
        }
        for (int i = 0; i < memory.count(); i++) {
            readOne(value.get(i), i);
        }
    }

    private void readOne(final JsonNode value, final int place) {
        switch (type.family()) {
            case REAL -> type.putReal(memory.values(), place, converted(ValueType.number(value), place));
            case WHOLE -> {
                if (!value.isIntegralNumber()) {
                    throw new IllegalArgumentException(shown(value) + " is no whole number");
                }
                type.putWhole(memory.values(), place, type.parseWhole(value.asText()));
            }
            case TRUTH -> {
                if (!value.isBoolean()) {
                    throw new IllegalArgumentException(shown(value) + " is neither true nor false");
                }
                type.putWhole(memory.values(), place, value.booleanValue() ? 1 : 0);
            }
            default -> {
                if (!value.isTextual()) {
                    throw new IllegalArgumentException(shown(value) + " is no text");
                }
                readText(value, place);
            }
        }
    }

    private void readText(final JsonNode value, final int place) {
        if (type.family() == VariableType.Family.TEXT) {
            memory.putText(place, value.textValue());
            return;
        }
        try {
            memory.putBytes(place, value.binaryValue());
        } catch (final IOException e) {
            throw new IllegalArgumentException(shown(value) + " is no Base64", e);
        }
    }

    private static String shown(final JsonNode value) {
        final String text = value.toString();
        return text.length() > 60 ? text.substring(0, 60) + " ..." : text;
    }
}
