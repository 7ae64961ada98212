package io.takt.federation.gateway;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The keys that children were linked with. Key files are replaced while hubs run, at one end before the other: until a
 * child has the new one, too, its session goes on by the key that it was linked with. Owned by the gateway's thread.
 */
final class LinkedKeys {
    private static final class Linked {
        private final byte[] key;
        private boolean isNext;

        Linked(final byte[] key) {
            this.key = key;
        }
    }

    private final Map<String, Linked> byChild = new HashMap<>();

    /** A child has proved itself by a key; null for a certificate. */
    void onLinked(final String child, final byte[] key) {
        if (key != null) {
            byChild.put(child, new Linked(key));
        }
    }

    /** A proof has failed that was to be of this child: the next is asked for by the other key. */
    void refused(final String child) {
        final Linked linked = byChild.get(child);
        if (linked != null) {
            linked.isNext = !linked.isNext;
        }
    }

    /**
     * The key by which a child is to prove itself in place of its newest one.
     *
     * @param newest null where it cannot be read now.
     * @return null for the newest, or none.
     */
    byte[] earlier(final String child, final byte[] newest) {
        final Linked linked = byChild.get(child);
        return linked == null || newest != null && !linked.isNext || Arrays.equals(newest, linked.key) ? null
            : linked.key;
    }
}
