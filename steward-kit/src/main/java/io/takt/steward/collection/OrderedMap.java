package io.takt.steward.collection;

import io.takt.steward.Codec;
import io.takt.steward.SaveException;
import io.takt.steward.StateInput;
import io.takt.steward.StateOutput;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;

/**
 * A map in the order of its {@link Keys}. A changed map is a new one that shares all but a path from the root, so a
 * change takes a time that grows with the logarithm of the size, on average over all sets of keys; an adversary that
 * chooses the keys and knows the hash can make it slower, not wrong. Everything about it, its shape included, depends
 * on its contents alone. Two maps that are made from one another are compared in a time that grows with what differs.
 *
 * <p>Immutable.
 *
 * @param <K> immutable.
 * @param <V> immutable, never null.
 */
public final class OrderedMap<K, V> implements Iterable<Map.Entry<K, V>> {
    private final Keys<K> keys;
    private final Node<K, V> root;

    private OrderedMap(final Keys<K> keys, final Node<K, V> root) {
        this.keys = keys;
        this.root = root;
    }

    /**
     * The map with nothing in it.
     *
     * @param <K>  immutable.
     * @param <V>  immutable.
     * @param keys what keys are like.
     * @return empty.
     */
    public static <K, V> OrderedMap<K, V> empty(final Keys<K> keys) {
        return new OrderedMap<>(Objects.requireNonNull(keys), null);
    }

    /**
     * This map with one value added or replaced.
     *
     * @param key   any.
     * @param value not null.
     * @return this very map, if it has an equal value for the key.
     */
    public OrderedMap<K, V> with(final K key, final V value) {
        return of(Node.with(root, keys, key, Objects.requireNonNull(value, "a map holds no null")));
    }

    /**
     * This map without a key.
     *
     * @param key any.
     * @return this very map, if it does not have the key.
     */
    public OrderedMap<K, V> without(final K key) {
        return of(Node.without(root, keys, key));
    }

    /**
     * The value for a key.
     *
     * @param key any.
     * @return null if there is none.
     */
    public V get(final K key) {
        final Node<K, V> node = Node.find(root, keys, key);
        return node == null ? null : node.value;
    }

    /**
     * Whether it has a key.
     *
     * @param key any.
     * @return true if there is a value for it.
     */
    public boolean contains(final K key) {
        return Node.find(root, keys, key) != null;
    }

    /**
     * How many keys it has.
     *
     * @return at least 0.
     */
    public int size() {
        return Node.size(root);
    }

    /**
     * Whether it has no keys.
     *
     * @return true if so.
     */
    public boolean isEmpty() {
        return root == null;
    }

    /**
     * The least key.
     *
     * @return null if there are none.
     */
    public K firstKey() {
        return keyOf(Node.first(root));
    }

    /**
     * The greatest key.
     *
     * @return null if there are none.
     */
    public K lastKey() {
        return keyOf(Node.last(root));
    }

    /**
     * The least key that is at least another.
     *
     * @param key any.
     * @return null if there is none.
     */
    public K ceilingKey(final K key) {
        return keyOf(Node.ceiling(root, keys, key));
    }

    /**
     * The greatest key that is at most another.
     *
     * @param key any.
     * @return null if there is none.
     */
    public K floorKey(final K key) {
        return keyOf(Node.floor(root, keys, key));
    }

    /**
     * Goes through all keys and values.
     *
     * @param action is given each, in ascending order of the keys.
     */
    public void forEach(final BiConsumer<? super K, ? super V> action) {
        final Walk<K, V> walk = new Walk<>(root);
        while (walk.hasNext()) {
            final Node<K, V> node = walk.next();
            action.accept(node.key, node.value);
        }
    }

    /** All keys with their values, in ascending order. */
    @Override
    public Iterator<Map.Entry<K, V>> iterator() {
        return entries(new Walk<>(root));
    }

    /**
     * The keys from one on, with their values.
     *
     * @param from the least key that may come.
     * @return in ascending order.
     */
    public Iterable<Map.Entry<K, V>> from(final K from) {
        return () -> entries(new Walk<>(root, keys, from));
    }

    /**
     * How such maps are written: their size, and each key and value in ascending order.
     *
     * @param <K>    immutable.
     * @param <V>    immutable.
     * @param keys   what the keys are like.
     * @param values how values are written.
     * @return for cells and events.
     */
    public static <K, V> Codec<OrderedMap<K, V>> codec(final Keys<K> keys, final Codec<V> values) {
        return Codec.of((map, out) -> map.write(out, values), in -> read(in, keys, values));
    }

    private void write(final StateOutput out, final Codec<V> values) {
        out.writeInt(size());
        forEach((key, value) -> {
            keys.codec().write(key, out);
            values.write(value, out);
        });
    }

    private static <K, V> OrderedMap<K, V> read(final StateInput in, final Keys<K> keys, final Codec<V> values) {
        final int size = in.readInt();
        if (size < 0) {
            throw new SaveException("a map of " + size + " keys is none");
        }
        Node<K, V> root = null;
        K last = null;
        for (int i = 0; i < size; i++) {
            final K key = keys.codec().read(in);
            if (last != null && keys.compare(last, key) >= 0) {
                throw new SaveException("the keys of a map are not in order: " + key + " comes after " + last);
            }
            root = Node.appended(root, keys, key, values.read(in));
            last = key;
        }
        return new OrderedMap<>(keys, root);
    }

    private OrderedMap<K, V> of(final Node<K, V> tree) {
        return tree == root ? this : new OrderedMap<>(keys, tree);
    }

    private static <K> K keyOf(final Node<K, ?> node) {
        return node == null ? null : node.key;
    }

    private static <K, V> Iterator<Map.Entry<K, V>> entries(final Walk<K, V> walk) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return walk.hasNext();
            }

            @Override
            public Map.Entry<K, V> next() {
                final Node<K, V> node = walk.next();
                return Map.entry(node.key, node.value);
            }
        };
    }

    /**
     * Whether the other has the same keys with equal values. Both must have been made with the same
     * {@link Keys}.
     */
    @Override
    @SuppressWarnings("unchecked")
    public boolean equals(final Object other) {
        return this == other
            || other instanceof OrderedMap && keys == ((OrderedMap<K, V>) other).keys
            && Node.same(root, ((OrderedMap<K, V>) other).root, keys);
    }

    @Override
    public int hashCode() {
        return Node.hash(root);
    }

    /** All keys and values, as other maps show them. */
    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder("{");
        forEach((key, value) -> text.append(text.length() == 1 ? "" : ", ").append(key).append('=').append(value));
        return text.append('}').toString();
    }
}
