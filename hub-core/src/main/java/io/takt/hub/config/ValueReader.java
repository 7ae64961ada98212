package io.takt.hub.config;

import io.takt.asset.message.Unit;
import io.takt.asset.message.ValueSpec;
import io.takt.hub.unit.Units;
import java.util.Set;

/** Reads the types and units of channels, and finds what is wrong with them. */
final class ValueReader {
    private static final Set<String> WITHOUT_NUMBERS = Set.of("text", "bytes");
    private static final Set<String> WHOLE = Set.of("long", "longs");

    private ValueReader() {
    }

    /** Type and unit of a channel. */
    static ValueSpec read(final Fields channel) {
        final String type =
            channel.has("type") ? channel.oneOf("type", ValueSpec.TYPES.toArray(String[]::new)) : null;
        if (hasMistakenUnit(channel, type)) {
            return new ValueSpec(type, null, null);
        }
        return new ValueSpec(type, unit(channel), null);
    }

    /** Type and unit of a link, whose receiver may want another unit. */
    static ValueSpec wanted(final Fields receiver, final Fields channel, final ValueSpec values) {
        final Unit wanted = hasMistakenUnit(receiver, values.type()) ? null : unit(receiver);
        if (wanted != null && !channel.has("unit")) {
            receiver.problem("unit", "has nothing to be converted from; write the unit of the channel as well");
        }
        if (wanted == null || values.unit() == null) {
            return values;
        }
        final ValueSpec all = new ValueSpec(values.type(), values.unit(), wanted);
        try {
            if (!all.conversion().isIdentity() && values.type() != null && WHOLE.contains(values.type())) {
                receiver.problem("unit", "is another one than that of the channel, \"" + values.unit().name()
                    + "\", whose whole numbers cannot be converted; make its type \"double\"");
            }
            return all;
        } catch (final IllegalArgumentException e) {
            receiver.problem("unit", "is no unit for this channel: " + e.getMessage() + "; write a unit of "
                + values.unit().base());
            return values;
        }
    }

    /** Whether a type without numbers has a unit, which is told. */
    private static boolean hasMistakenUnit(final Fields fields, final String type) {
        final boolean isMistaken = fields.has("unit") && type != null && WITHOUT_NUMBERS.contains(type);
        if (isMistaken) {
            fields.problem("unit", "goes with numbers only, and the type is \"" + type + "\"; leave it out");
        }
        return isMistaken;
    }

    private static Unit unit(final Fields fields) {
        final String name = fields.text("unit", "a unit, such as \"m/s\", or \"1\" for numbers without a dimension");
        if (name == null) {
            return null;
        }
        try {
            return Units.parse(name);
        } catch (final IllegalArgumentException e) {
            fields.problem("unit", e.getMessage());
            return null;
        }
    }
}
