package io.takt.federation.seal;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;

/** AES-128-GCM over one frame, by the JDK. Owned by one thread. */
final class FrameCipher {
    private static final int NONCE_LENGTH = FrameKeys.SALT_LENGTH + Long.BYTES;
    /** Frames are numbered from 1 on. */
    private static final long NONE = 0;

    private final Cipher cipher;
    private final int mode;
    private final byte[] nonce = new byte[NONCE_LENGTH];
    private final ByteBuffer nonceFields = ByteBuffer.wrap(nonce);
    private long preparedFor = NONE;

    FrameCipher(final int mode) {
        try {
            this.cipher = Cipher.getInstance("AES/GCM/NoPadding");
        } catch (final GeneralSecurityException e) {
            throw new IllegalStateException("every Java has AES-GCM", e);
        }
        this.mode = mode;
    }

    /** Does beforehand what {@link #apply} would do first for the frame of that number: half of its work. */
    void prepare(final FrameKeys keys, final long number) {
        if (preparedFor == number) {
            return;
        }
        preparedFor = NONE;
        nonceFields.putInt(0, keys.salt()).putLong(FrameKeys.SALT_LENGTH, number);
        try {
            cipher.init(mode, keys.key(), new GCMParameterSpec(FrameLayout.TAG_LENGTH * Byte.SIZE, nonce));
        } catch (final GeneralSecurityException e) {
            throw new IllegalStateException("AES-GCM refuses the key or the nonce of frame " + number, e);
        }
        preparedFor = number;
    }

    /**
     * Encrypts, or decrypts and verifies, all that is left of the input.
     *
     * @return false when the input was not sealed with that key, number and header.
     */
    boolean apply(final FrameKeys keys, final long number, final ByteBuffer header, final ByteBuffer input,
        final ByteBuffer output) {
        prepare(keys, number);
        preparedFor = NONE;
        try {
            cipher.updateAAD(header);
            cipher.doFinal(input, output);
            return true;
        } catch (final AEADBadTagException e) {
            return false;
        } catch (final GeneralSecurityException e) {
            throw new IllegalStateException("AES-GCM refuses a frame of " + input.remaining() + " bytes", e);
        }
    }
}
