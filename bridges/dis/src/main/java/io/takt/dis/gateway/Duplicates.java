package io.takt.dis.gateway;

import java.nio.ByteBuffer;

/** PDUs that came lately, by hashes of their bytes, in memory that does not grow. For one thread. */
final class Duplicates {
    /** After which the same bytes are a new PDU, as of an entity that stands, when its stamps begin anew. */
    static final long FORGOTTEN_AFTER_NS = 10_000_000_000L;
    private static final long FACTOR = 0x9E3779B97F4A7C15L;

    /** Each hash is in the slot that its last bits say. */
    private final long[] hashes;
    private final long[] arrivalsNs;

    /** So many slots, a power of two. */
    Duplicates(final int slots) {
        hashes = new long[slots];
        arrivalsNs = new long[slots];
    }

    /** Whether these bytes came before, and were new then, by less than 10 s of arrival; if not, they are noted. */
    boolean isOne(final ByteBuffer from, final int index, final int length, final long arrivalNs) {
        long hash = length;
        int at = index;
        for (; at <= index + length - Long.BYTES; at += Long.BYTES) {
            hash = mixed(hash, from.getLong(at));
        }
        for (; at < index + length; at++) {
            hash = mixed(hash, from.get(at));
        }
        final int slot = (int) hash & hashes.length - 1;
        if (hashes[slot] == hash && arrivalNs - arrivalsNs[slot] < FORGOTTEN_AFTER_NS) {
            return true;
        }
        hashes[slot] = hash;
        arrivalsNs[slot] = arrivalNs;
        return false;
    }

    private static long mixed(final long hash, final long value) {
        final long product = (hash ^ value) * FACTOR;
        return product ^ product >>> 32;
    }
}
