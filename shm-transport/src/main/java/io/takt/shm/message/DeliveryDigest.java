package io.takt.shm.message;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;

/**
 * What tells whether an asset was delivered the same messages in the same order and in the same steps: each with
 * channel, sender, stamp, delivery time, sequence number, bytes, and the end of the step that got it (0 for retroactive
 * ones, which belong to no step).
 *
 * <p>With {@code h} as XXH3 with 64 bits (of three longs: their 24 bytes, little-endian; of a text: {@code
 * "channel\0sender"} as UTF-16, little-endian) the digest d becomes
 * {@code h(d, h(delivery, stamp, sequence), h(h(text), h(bytes), end))} with each message; it begins at 0.
 *
 * <p>Owned by one thread.
 */
final class DeliveryDigest {
    private static final Hasher64 XXH3 = Hashing.xxh3_64();

    private long value;

    static long name(final String channel, final String sender) {
        return XXH3.hashCharsToLong(channel + '\0' + sender);
    }

    void add(final Pending message, final long stepEndNs) {
        value = XXH3.hashLongLongLongToLong(value,
            XXH3.hashLongLongLongToLong(message.deliveryNs(), message.stampNs(), message.sequence()),
            XXH3.hashLongLongLongToLong(message.link().nameHash(),
                XXH3.hashBytesToLong(message.bytes(), 0, message.length()), stepEndNs));
    }

    long value() {
        return value;
    }

    void reset() {
        value = 0;
    }
}
