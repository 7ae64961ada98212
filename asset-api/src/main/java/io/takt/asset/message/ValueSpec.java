package io.takt.asset.message;

import java.util.List;
import java.util.Objects;

/**
 * The values in a channel's messages, as the configuration describes them. The hub passes it on and checks no message
 * against it. Immutable.
 *
 * @param type   one of {@link #TYPES}; null where nothing is said.
 * @param unit   of the numbers in messages; null where nothing is said.
 * @param wanted the unit that a receiver asks for; null where it takes numbers as they are.
 */
public record ValueSpec(String type, Unit unit, Unit wanted) {
    /** Nothing is said. */
    public static final ValueSpec NONE = new ValueSpec(null, null, null);

    /** The types of values, most of them named like the methods of {@link Codec} that read and write them. */
    public static final List<String> TYPES =
        List.of("json", "text", "double", "doubles", "long", "longs", "bytes");

    /** {@return whether anything is known of the values; false of {@link #NONE}} */
    public boolean isSaid() {
        return type != null || unit != null;
    }

    /**
     * For lines that leave out what is not said.
     *
     * @return null where nothing is known.
     */
    public ValueSpec orNull() {
        return isSaid() ? this : null;
    }

    /**
     * Whether the values of one channel can be both.
     *
     * @param other description; null for none.
     * @return whether type and unit are the same, or one of the two says nothing.
     */
    public boolean agreesWith(final ValueSpec other) {
        return other == null || !isSaid() || !other.isSaid()
            || Objects.equals(type, other.type) && Objects.equals(unit, other.unit);
    }

    /**
     * From the unit of messages into that which the receiver asks for.
     *
     * @return the identity where it asks for none.
     * @throws IllegalArgumentException when there is no such conversion, which the hub has refused before.
     */
    public UnitConversion conversion() {
        return unit == null || wanted == null ? UnitConversion.IDENTITY : unit.to(wanted);
    }
}
