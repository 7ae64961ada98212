package io.takt.federation.seal;

import java.nio.ByteBuffer;
import javax.crypto.Cipher;

/**
 * Seals the frames of one end of a link, see {@link FrameLayout}. Owned by one thread.
 */
public final class FrameSealer {
    private final FrameKeys keys;
    private final long linkId;
    private final FrameCipher cipher = new FrameCipher(Cipher.ENCRYPT_MODE);
    private final ByteBuffer header = ByteBuffer.allocate(FrameLayout.HEADER_LENGTH);
    private long number;

    FrameSealer(final FrameKeys keys, final long linkId) {
        this(keys, linkId, 0);
    }

    /** Goes on after a number; for tests. */
    FrameSealer(final FrameKeys keys, final long linkId, final long number) {
        this.keys = keys;
        this.linkId = linkId;
        this.number = number;
    }

    /**
     * Most bytes of a payload.
     *
     * @return so that no network on the way has to split the frame.
     */
    public static int mostPayloadBytes() {
        return FrameLayout.MOST_BYTES - FrameLayout.OVERHEAD;
    }

    /**
     * Seals one frame.
     *
     * @param payload at most {@link #mostPayloadBytes()} bytes; read to its limit.
     * @param frame   gets the frame at its position, which moves to its end.
     * @throws IllegalStateException when the link has no number left for it, after 2^63 frames.
     */
    public void seal(final ByteBuffer payload, final ByteBuffer frame) {
        if (payload.remaining() > mostPayloadBytes()) {
            throw new IllegalArgumentException("a payload of " + payload.remaining() + " bytes; a frame takes "
                + mostPayloadBytes());
        }
        if (number == Long.MAX_VALUE) {
            throw new IllegalStateException("no number is left for another frame of this link");
        }
        number++;
        keys.select(FrameKeys.generationOf(number));
        header.clear().putLong(linkId).putLong(number).flip();
        frame.put(header);
        cipher.apply(keys, number, header.rewind(), payload, frame);
    }

    /** Gets ready for the next frame, which is then sealed sooner. */
    public void prepare() {
        if (number < Long.MAX_VALUE) {
            keys.select(FrameKeys.generationOf(number + 1));
            cipher.prepare(keys, number + 1);
        }
    }
}
