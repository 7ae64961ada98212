package io.takt.steward.collection;

import io.takt.steward.Codec;
import io.takt.steward.SaveException;
import io.takt.steward.StateInput;
import io.takt.steward.StateOutput;
import java.util.Iterator;
import java.util.Objects;

/**
 * A set in the order of its {@link Keys}; everything that {@link OrderedMap} says of keys holds for its members.
 *
 * <p>Immutable.
 *
 * @param <K> immutable.
 */
public final class OrderedSet<K> implements Iterable<K> {
    private final Keys<K> keys;
    private final Node<K, Boolean> root;

    private OrderedSet(final Keys<K> keys, final Node<K, Boolean> root) {
        this.keys = keys;
        this.root = root;
    }

    /**
     * The set with nothing in it.
     *
     * @param <K>  immutable.
     * @param keys what members are like.
     * @return empty.
     */
    public static <K> OrderedSet<K> empty(final Keys<K> keys) {
        return new OrderedSet<>(Objects.requireNonNull(keys), null);
    }

    /**
     * This set with a member.
     *
     * @param key any.
     * @return this very set, if it has it already.
     */
    public OrderedSet<K> with(final K key) {
        return of(Node.with(root, keys, key, Boolean.TRUE));
    }

    /**
     * This set without a member.
     *
     * @param key any.
     * @return this very set, if it does not have it.
     */
    public OrderedSet<K> without(final K key) {
        return of(Node.without(root, keys, key));
    }

    /**
     * Whether it has a member.
     *
     * @param key any.
     * @return true if so.
     */
    public boolean contains(final K key) {
        return Node.find(root, keys, key) != null;
    }

    /**
     * How many members it has.
     *
     * @return at least 0.
     */
    public int size() {
        return Node.size(root);
    }

    /**
     * Whether it has no members.
     *
     * @return true if so.
     */
    public boolean isEmpty() {
        return root == null;
    }

    /**
     * The least member.
     *
     * @return null if there are none.
     */
    public K first() {
        return keyOf(Node.first(root));
    }

    /**
     * The greatest member.
     *
     * @return null if there are none.
     */
    public K last() {
        return keyOf(Node.last(root));
    }

    /**
     * The least member that is at least a key.
     *
     * @param key any.
     * @return null if there is none.
     */
    public K ceiling(final K key) {
        return keyOf(Node.ceiling(root, keys, key));
    }

    /**
     * The greatest member that is at most a key.
     *
     * @param key any.
     * @return null if there is none.
     */
    public K floor(final K key) {
        return keyOf(Node.floor(root, keys, key));
    }

    /** All members, in ascending order. */
    @Override
    public Iterator<K> iterator() {
        return members(new Walk<>(root));
    }

    /**
     * The members from one on.
     *
     * @param from the least that may come.
     * @return in ascending order.
     */
    public Iterable<K> from(final K from) {
        return () -> members(new Walk<>(root, keys, from));
    }

    /**
     * How such sets are written: their size, and each member in ascending order.
     *
     * @param <K>  immutable.
     * @param keys what the members are like.
     * @return for cells and events.
     */
    public static <K> Codec<OrderedSet<K>> codec(final Keys<K> keys) {
        return Codec.of((set, out) -> set.write(out), in -> read(in, keys));
    }

    private void write(final StateOutput out) {
        out.writeInt(size());
        for (final K key : this) {
            keys.codec().write(key, out);
        }
    }

    private static <K> OrderedSet<K> read(final StateInput in, final Keys<K> keys) {
        final int size = in.readInt();
        if (size < 0) {
            throw new SaveException("a set of " + size + " members is none");
        }
        Node<K, Boolean> root = null;
        K last = null;
        for (int i = 0; i < size; i++) {
            final K key = keys.codec().read(in);
            if (last != null && keys.compare(last, key) >= 0) {
                throw new SaveException("the members of a set are not in order: " + key + " comes after " + last);
            }
            root = Node.appended(root, keys, key, Boolean.TRUE);
            last = key;
        }
        return new OrderedSet<>(keys, root);
    }

    private OrderedSet<K> of(final Node<K, Boolean> tree) {
        return tree == root ? this : new OrderedSet<>(keys, tree);
    }

    private static <K> K keyOf(final Node<K, ?> node) {
        return node == null ? null : node.key;
    }

    private static <K> Iterator<K> members(final Walk<K, Boolean> walk) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return walk.hasNext();
            }

            @Override
            public K next() {
                return walk.next().key;
            }
        };
    }

    /**
     * Whether the other has the same members. Both must have been made with the same
     * {@link Keys}.
     */
    @Override
    @SuppressWarnings("unchecked")
    public boolean equals(final Object other) {
        return this == other
            || other instanceof OrderedSet && keys == ((OrderedSet<K>) other).keys
            && Node.same(root, ((OrderedSet<K>) other).root, keys);
    }

    @Override
    public int hashCode() {
        return Node.hash(root);
    }

    /** All members, as other sets show them. */
    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder("[");
        for (final K key : this) {
            text.append(text.length() == 1 ? "" : ", ").append(key);
        }
        return text.append(']').toString();
    }
}
