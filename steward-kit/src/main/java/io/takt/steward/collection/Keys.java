package io.takt.steward.collection;

import io.takt.steward.Cell;
import io.takt.steward.CellType;
import io.takt.steward.Codec;
import io.takt.steward.Id;
import io.takt.steward.StateInput;
import io.takt.steward.StateOutput;
import java.util.Comparator;
import java.util.Objects;

/**
 * The kind of a map's keys or a set's members: their order and how they are written. Two keys are the same
 * if the order says so; then they must be written alike, and keys that are not the same must be written differently.
 *
 * <p>Immutable. Make one for each kind of key, and keep it: collections of different ones are never equal.
 *
 * @param <K> immutable.
 */
public final class Keys<K> {
    private static final Keys<Long> LONGS =
        new Keys<>(Comparator.naturalOrder(), Codec.of((key, out) -> out.writeLong(key), StateInput::readLong));
    private static final Keys<Integer> INTS =
        new Keys<>(Comparator.naturalOrder(), Codec.of((key, out) -> out.writeInt(key), StateInput::readInt));
    private static final Keys<String> STRINGS =
        new Keys<>(Comparator.naturalOrder(), Codec.of((key, out) -> out.writeString(key), StateInput::readString));
    private static final Keys<Id> IDS =
        new Keys<>(Comparator.naturalOrder(), Codec.of((key, out) -> out.writeId(key), StateInput::readId));

    private final Comparator<? super K> order;
    private final Codec<K> codec;

    private Keys(final Comparator<? super K> order, final Codec<K> codec) {
        this.order = Objects.requireNonNull(order);
        this.codec = Objects.requireNonNull(codec);
    }

    /**
     * Keys of the user's own.
     *
     * @param <K>   immutable.
     * @param order total, the same for ever and on every machine.
     * @param codec writes what the order says is different differently.
     * @return never null.
     */
    public static <K> Keys<K> of(final Comparator<? super K> order, final Codec<K> codec) {
        return new Keys<>(order, codec);
    }

    /**
     * Whole numbers of 64 bits.
     *
     * @return from the least to the greatest.
     */
    public static Keys<Long> longs() {
        return LONGS;
    }

    /**
     * Whole numbers of 32 bits.
     *
     * @return from the least to the greatest.
     */
    public static Keys<Integer> ints() {
        return INTS;
    }

    /**
     * Texts.
     *
     * @return in the order of {@link String#compareTo}, the same in every language.
     */
    public static Keys<String> strings() {
        return STRINGS;
    }

    /**
     * Ids.
     *
     * @return from the least to the greatest, unsigned.
     */
    public static Keys<Id> ids() {
        return IDS;
    }

    /**
     * Cells of one type.
     *
     * @param <V>  of the cells' values.
     * @param type of the cells.
     * @return in the order of their keys.
     */
    public static <V> Keys<Cell<V>> cells(final CellType<V> type) {
        return new Keys<>(
            (one, other) -> one.key().compareTo(other.key()),
            Codec.of((cell, out) -> out.writeCell(cell), in -> in.readCell(type)));
    }

    int compare(final K one, final K other) {
        return order.compare(one, other);
    }

    Codec<K> codec() {
        return codec;
    }

    /** The rank that decides the place of a key in the tree: a hash of its written form. */
    long rank(final K key) {
        final StateOutput out = new StateOutput();
        codec.write(key, out);
        return out.digest().low();
    }
}
