package io.takt.steward.collection;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.NoSuchElementException;

/** Goes through a tree in ascending order. For one thread. */
final class Walk<K, V> implements Iterator<Node<K, V>> {
    private final ArrayDeque<Node<K, V>> open = new ArrayDeque<>();

    Walk(final Node<K, V> tree) {
        descend(tree);
    }

    /** Starts at the least key that is at least this one. */
    Walk(final Node<K, V> tree, final Keys<K> keys, final K from) {
        Node<K, V> node = tree;
        while (node != null) {
            if (keys.compare(from, node.key) <= 0) {
                open.push(node);
                node = node.left;
            } else {
                node = node.right;
            }
        }
    }

    @Override
    public boolean hasNext() {
        return !open.isEmpty();
    }

    @Override
    public Node<K, V> next() {
        final Node<K, V> node = open.poll();
        if (node == null) {
            throw new NoSuchElementException("there are no more");
        }
        descend(node.right);
        return node;
    }

    private void descend(final Node<K, V> tree) {
        for (Node<K, V> node = tree; node != null; node = node.left) {
            open.push(node);
        }
    }
}
