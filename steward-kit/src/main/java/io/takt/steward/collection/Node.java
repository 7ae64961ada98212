package io.takt.steward.collection;

import java.util.Objects;

/**
 * A treap (Seidel and Aragon: Randomized search trees, 1996): a search tree by key, a heap by rank. The ranks are
 * hashes of the keys, so the shape is that of a random tree, of logarithmic depth on average, and depends on the keys
 * alone.
 *
 * <p>Immutable. The empty tree is null.
 */
final class Node<K, V> {
    final K key;
    final V value;
    final Node<K, V> left;
    final Node<K, V> right;
    final int size;
    private final long rank;

    private Node(final K key, final V value, final long rank, final Node<K, V> left, final Node<K, V> right) {
        this.key = key;
        this.value = value;
        this.rank = rank;
        this.left = left;
        this.right = right;
        size = Math.addExact(Math.addExact(size(left), size(right)), 1);
    }

    static int size(final Node<?, ?> tree) {
        return tree == null ? 0 : tree.size;
    }

    static <K, V> Node<K, V> find(final Node<K, V> tree, final Keys<K> keys, final K key) {
        Node<K, V> node = tree;
        while (node != null) {
            final int order = keys.compare(key, node.key);
            if (order == 0) {
                return node;
            }
            node = order < 0 ? node.left : node.right;
        }
        return null;
    }

    /** The same tree if the key has that value already. */
    static <K, V> Node<K, V> with(final Node<K, V> tree, final Keys<K> keys, final K key, final V value) {
        final Node<K, V> present = find(tree, keys, key);
        if (present == null) {
            return added(tree, keys, key, value, keys.rank(key));
        }
        return Objects.equals(present.value, value) ? tree : replaced(tree, keys, key, value);
    }

    /** The same tree if the key is not in it. */
    static <K, V> Node<K, V> without(final Node<K, V> tree, final Keys<K> keys, final K key) {
        return find(tree, keys, key) == null ? tree : removed(tree, keys, key);
    }

    /** Of keys in ascending order, each greater than all in the tree. */
    static <K, V> Node<K, V> appended(final Node<K, V> tree, final Keys<K> keys, final K key, final V value) {
        return added(tree, keys, key, value, keys.rank(key));
    }

    private static <K, V> Node<K, V> added(
        final Node<K, V> tree, final Keys<K> keys, final K key, final V value, final long rank) {
        if (tree == null) {
            return new Node<>(key, value, rank, null, null);
        }
        if (above(rank, key, tree, keys)) {
            return new Node<>(key, value, rank, before(tree, keys, key), after(tree, keys, key));
        }
        return keys.compare(key, tree.key) < 0
            ? new Node<>(tree.key, tree.value, tree.rank, added(tree.left, keys, key, value, rank), tree.right)
            : new Node<>(tree.key, tree.value, tree.rank, tree.left, added(tree.right, keys, key, value, rank));
    }

    private static <K, V> Node<K, V> replaced(
        final Node<K, V> tree, final Keys<K> keys, final K key, final V value) {
        final int order = keys.compare(key, tree.key);
        if (order == 0) {
            return new Node<>(tree.key, value, tree.rank, tree.left, tree.right);
        }
        return order < 0
            ? new Node<>(tree.key, tree.value, tree.rank, replaced(tree.left, keys, key, value), tree.right)
            : new Node<>(tree.key, tree.value, tree.rank, tree.left, replaced(tree.right, keys, key, value));
    }

    private static <K, V> Node<K, V> removed(final Node<K, V> tree, final Keys<K> keys, final K key) {
        final int order = keys.compare(key, tree.key);
        if (order == 0) {
            return joined(tree.left, tree.right, keys);
        }
        return order < 0
            ? new Node<>(tree.key, tree.value, tree.rank, removed(tree.left, keys, key), tree.right)
            : new Node<>(tree.key, tree.value, tree.rank, tree.left, removed(tree.right, keys, key));
    }

    /** The part with lesser keys. */
    private static <K, V> Node<K, V> before(final Node<K, V> tree, final Keys<K> keys, final K key) {
        if (tree == null) {
            return null;
        }
        if (keys.compare(key, tree.key) <= 0) {
            return before(tree.left, keys, key);
        }
        final Node<K, V> right = before(tree.right, keys, key);
        return right == tree.right ? tree : new Node<>(tree.key, tree.value, tree.rank, tree.left, right);
    }

    /** The part with greater keys. */
    private static <K, V> Node<K, V> after(final Node<K, V> tree, final Keys<K> keys, final K key) {
        if (tree == null) {
            return null;
        }
        if (keys.compare(key, tree.key) >= 0) {
            return after(tree.right, keys, key);
        }
        final Node<K, V> left = after(tree.left, keys, key);
        return left == tree.left ? tree : new Node<>(tree.key, tree.value, tree.rank, left, tree.right);
    }

    /** Of two trees, all keys of the first less than all of the second. */
    private static <K, V> Node<K, V> joined(final Node<K, V> one, final Node<K, V> other, final Keys<K> keys) {
        if (one == null) {
            return other;
        }
        if (other == null) {
            return one;
        }
        return above(one.rank, one.key, other, keys)
            ? new Node<>(one.key, one.value, one.rank, one.left, joined(one.right, other, keys))
            : new Node<>(other.key, other.value, other.rank, joined(one, other.left, keys), other.right);
    }

    private static <K, V> boolean above(
        final long rank, final K key, final Node<K, V> node, final Keys<K> keys) {
        return rank != node.rank ? rank > node.rank : keys.compare(key, node.key) < 0;
    }

    /** Equal trees have the same shape; shared parts are not looked at. */
    static <K, V> boolean same(final Node<K, V> one, final Node<K, V> other, final Keys<K> keys) {
        if (one == other) {
            return true;
        }
        return one != null && other != null && one.size == other.size && one.rank == other.rank
            && keys.compare(one.key, other.key) == 0 && Objects.equals(one.value, other.value)
            && same(one.left, other.left, keys) && same(one.right, other.right, keys);
    }

    /** Of the keys alone, the same on every machine. */
    static <K, V> int hash(final Node<K, V> tree) {
        int hash = size(tree);
        final Walk<K, V> walk = new Walk<>(tree);
        while (walk.hasNext()) {
            hash = hash * 31 + Long.hashCode(walk.next().rank);
        }
        return hash;
    }

    static <K, V> Node<K, V> first(final Node<K, V> tree) {
        Node<K, V> node = tree;
        while (node != null && node.left != null) {
            node = node.left;
        }
        return node;
    }

    static <K, V> Node<K, V> last(final Node<K, V> tree) {
        Node<K, V> node = tree;
        while (node != null && node.right != null) {
            node = node.right;
        }
        return node;
    }

    /** The least key that is at least this one. */
    static <K, V> Node<K, V> ceiling(final Node<K, V> tree, final Keys<K> keys, final K key) {
        Node<K, V> best = null;
        Node<K, V> node = tree;
        while (node != null) {
            if (keys.compare(key, node.key) <= 0) {
                best = node;
                node = node.left;
            } else {
                node = node.right;
            }
        }
        return best;
    }

    /** The greatest key that is at most this one. */
    static <K, V> Node<K, V> floor(final Node<K, V> tree, final Keys<K> keys, final K key) {
        Node<K, V> best = null;
        Node<K, V> node = tree;
        while (node != null) {
            if (keys.compare(key, node.key) >= 0) {
                best = node;
                node = node.right;
            } else {
                node = node.left;
            }
        }
        return best;
    }
}
