package io.takt.shm.message;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import java.nio.ByteOrder;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * What tells whether an asset was delivered the same messages in the same order and in the same steps: each with
 * channel, sender, stamp, delivery time, sequence number, bytes, and the end of the step that got it (0 for retroactive
 * ones, which belong to no step).
 *
 * <p>The digest begins at 0. With each message it becomes the 64 bits that XXH3 makes of
 *
 * <pre>
 *   i64 digest before   i64 delivery   i64 stamp   i64 sequence   i64 name   i64 end of the step   the bytes
 * </pre>
 *
 * <p>in little-endian order, where the name is the 64 bits that XXH3 makes of {@code "channel\0sender"} as UTF-16,
 * little-endian.
 *
 * <p>Owned by one thread.
 */
final class DeliveryDigest {
    /** What stands before the bytes. */
    static final int HEAD_LENGTH = 6 * Long.BYTES;

    private static final Hasher64 XXH3 = Hashing.xxh3_64();

    private long value;

    static long name(final String channel, final String sender) {
        return XXH3.hashCharsToLong(channel + '\0' + sender);
    }

    void add(final Pending message, final long stepEndNs) {
        final UnsafeBuffer buffer = message.withHead();
        buffer.putLong(0, value, ByteOrder.LITTLE_ENDIAN);
        buffer.putLong(8, message.deliveryNs(), ByteOrder.LITTLE_ENDIAN);
        buffer.putLong(16, message.stampNs(), ByteOrder.LITTLE_ENDIAN);
        buffer.putLong(24, message.sequence(), ByteOrder.LITTLE_ENDIAN);
        buffer.putLong(32, message.link().nameHash(), ByteOrder.LITTLE_ENDIAN);
        buffer.putLong(40, stepEndNs, ByteOrder.LITTLE_ENDIAN);
        value = XXH3.hashBytesToLong(buffer.byteArray(), 0, HEAD_LENGTH + message.length());
    }

    long value() {
        return value;
    }

    void reset() {
        value = 0;
    }
}
