package io.takt.steward;

import java.util.Objects;
import java.util.function.BiPredicate;

/**
 * A kind of cell: its values, how they are written, and when two of them are the same.
 *
 * <p>Immutable.
 *
 * @param <V> immutable, or never changed.
 */
public final class CellType<V> {
    private final long id;
    private final String name;
    private final Codec<V> codec;
    private final BiPredicate<? super V, ? super V> equality;

    private CellType(
        final long id, final String name, final Codec<V> codec, final BiPredicate<? super V, ? super V> equality) {
        this.id = id;
        this.name = Objects.requireNonNull(name);
        this.codec = Objects.requireNonNull(codec);
        this.equality = Objects.requireNonNull(equality);
    }

    /**
     * A type whose values are the same when {@code equals} says so.
     *
     * @param <V>   immutable.
     * @param id    a random number, written into the program once and never changed: save files go by it.
     * @param name  for messages.
     * @param codec of its values.
     * @return never null.
     */
    public static <V> CellType<V> of(final long id, final String name, final Codec<V> codec) {
        return new CellType<>(id, name, codec, Object::equals);
    }

    /**
     * A type whose codec and id are derived: the id from the name, and from the names and types of all components. So
     * a save file of records with other components is refused; to read such files nevertheless, give an id and a codec
     * that reads both.
     *
     * @param <V>    immutable.
     * @param name   another one for each type of the physics.
     * @param values their class, see {@link Codec#of(Class)}.
     * @return never null.
     */
    public static <V> CellType<V> of(final String name, final Class<V> values) {
        return of(DerivedCodec.id("cell", name, values), name, Codec.of(values));
    }

    /**
     * The same type with another notion of when two values are the same, for arrays for example. Values that are the
     * same must be written alike.
     *
     * @param same given two values, neither null.
     * @return never null.
     */
    public CellType<V> withEquality(final BiPredicate<? super V, ? super V> same) {
        return new CellType<>(id, name, codec, same);
    }

    /**
     * The number that save files go by.
     *
     * @return as given.
     */
    public long id() {
        return id;
    }

    /**
     * How its values are written.
     *
     * @return as given.
     */
    public Codec<V> codec() {
        return codec;
    }

    /**
     * Whether two values are the same.
     *
     * @param one   null where a cell holds nothing.
     * @param other null where a cell holds nothing.
     * @return true also if both are null.
     */
    public boolean same(final V one, final V other) {
        return one == other || one != null && other != null && equality.test(one, other);
    }

    /** The name and the id. */
    @Override
    public String toString() {
        return name + " (0x" + Long.toHexString(id) + ")";
    }
}
