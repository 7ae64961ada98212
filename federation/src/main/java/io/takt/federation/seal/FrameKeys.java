package io.takt.federation.seal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.crypto.digests.SHA256Digest;
import org.bouncycastle.crypto.generators.HKDFBytesGenerator;
import org.bouncycastle.crypto.params.HKDFParameters;

/**
 * The keys of one direction. There is a key for every 2^30 frames, by HKDF from the direction's secret and the
 * generation's number, so one key never seals more than AES-GCM is good for (RFC 8446 5.5: 2^24.5 records of 16 KiB for
 * a margin of 2^-57, and frames are a hundredth of that).
 *
 * <p>Owned by one thread.
 */
final class FrameKeys {
    static final int SECRET_LENGTH = 32;
    static final int SALT_LENGTH = Integer.BYTES;

    private static final int GENERATION_BITS = 30;
    private static final int KEY_LENGTH = 16;
    private static final byte[] LABEL = "takt frame ".getBytes(StandardCharsets.US_ASCII);
    private static final long NONE = -1;

    private final byte[] secret;
    private long generation = NONE;
    private SecretKeySpec key;
    private int salt;

    FrameKeys(final byte[] secret) {
        this.secret = secret;
    }

    /** Which key a frame is sealed with. */
    static long generationOf(final long number) {
        return number >>> GENERATION_BITS;
    }

    /** From now on {@link #key} and {@link #salt} are those of that generation. */
    void select(final long wanted) {
        if (wanted == generation) {
            return;
        }
        final HKDFBytesGenerator hkdf = new HKDFBytesGenerator(new SHA256Digest());
        hkdf.init(HKDFParameters.skipExtractParameters(secret,
            ByteBuffer.allocate(LABEL.length + Long.BYTES).put(LABEL).putLong(wanted).array()));
        final byte[] derived = new byte[KEY_LENGTH + SALT_LENGTH];
        hkdf.generateBytes(derived, 0, derived.length);
        key = new SecretKeySpec(Arrays.copyOf(derived, KEY_LENGTH), "AES");
        salt = ByteBuffer.wrap(derived).getInt(KEY_LENGTH);
        generation = wanted;
    }

    SecretKeySpec key() {
        return key;
    }

    int salt() {
        return salt;
    }
}
