package io.takt.steward.check.rooted;

import java.util.TreeMap;

/** Calls others in several ways. */
public class Root {
    private static final class Key implements Comparable<Key> {
        @Override
        public int compareTo(final Key other) {
            return (int) Math.tan(1);
        }

        @Override
        public String toString() {
            return String.format("%d", 1);
        }
    }

    void run(final Shape shape) {
        shape.area();
        new TreeMap<Key, Integer>().put(new Key(), 1);
        final Runnable later = this::later;
        later.run();
    }

    private void later() {
        Held.table();
    }
}
