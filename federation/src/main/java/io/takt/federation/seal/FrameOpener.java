package io.takt.federation.seal;

import java.nio.ByteBuffer;
import javax.crypto.Cipher;

/**
 * Opens the frames that come to one end of a link, see {@link FrameLayout}. Any bytes may be given to it; nothing of a
 * frame counts before its tag is verified. Owned by one thread.
 */
public final class FrameOpener {
    /** The fate of a frame. */
    public enum Outcome {
        /** It is opened. */
        OPENED,
        /** It is shorter or longer than a frame can be. */
        MISSHAPEN,
        /** It is of another link, or of none. */
        FOREIGN,
        /** It came before, or is so old that this cannot be told. */
        REPLAYED,
        /** It was not sealed by the other end, or was changed on its way. */
        FORGED
    }

    private final FrameKeys keys;
    private final long linkId;
    private final FrameCipher cipher = new FrameCipher(Cipher.DECRYPT_MODE);
    private final ReplayWindow window = new ReplayWindow();

    FrameOpener(final FrameKeys keys, final long linkId) {
        this.keys = keys;
        this.linkId = linkId;
    }

    /**
     * The number of the link that a frame says it is of; it may say so wrongly.
     *
     * @param frame any bytes from its position on, which does not move.
     * @return the number; 0, which no link has, where the bytes are too few for a frame.
     */
    public static long linkOf(final ByteBuffer frame) {
        return frame.remaining() < FrameLayout.OVERHEAD ? 0
            : frame.getLong(frame.position() + FrameLayout.LINK_OFFSET);
    }

    /**
     * The greatest number of a frame that was opened; the other end numbers its frames from 1 on.
     *
     * @return how many it has sent at least.
     */
    public long greatest() {
        return window.greatest();
    }

    /**
     * Opens a frame.
     *
     * @param frame   any bytes; its position may move.
     * @param payload gets the payload at its position, with room for {@link FrameSealer#mostPayloadBytes()} and a tag;
     *                its contents count only when the frame is opened.
     * @return what became of it.
     */
    public Outcome open(final ByteBuffer frame, final ByteBuffer payload) {
        if (frame.remaining() < FrameLayout.OVERHEAD || frame.remaining() > FrameLayout.MOST_BYTES) {
            return Outcome.MISSHAPEN;
        }
        final int start = frame.position();
        if (frame.getLong(start + FrameLayout.LINK_OFFSET) != linkId) {
            return Outcome.FOREIGN;
        }
        final long number = frame.getLong(start + FrameLayout.NUMBER_OFFSET);
        if (!window.isNew(number)) {
            return Outcome.REPLAYED;
        }
        // A key is derived for the next generation at most, so forged numbers cost no more than that.
        final long generation = FrameKeys.generationOf(number);
        if (generation > FrameKeys.generationOf(window.greatest()) + 1) {
            return Outcome.FORGED;
        }
        keys.select(generation);
        final int end = frame.limit();
        final int at = payload.position();
        final ByteBuffer header = frame.duplicate().limit(start + FrameLayout.HEADER_LENGTH);
        frame.position(start + FrameLayout.HEADER_LENGTH);
        if (!cipher.apply(keys, number, header, frame, payload)) {
            payload.position(at);
            frame.limit(end);
            return Outcome.FORGED;
        }
        window.note(number);
        return Outcome.OPENED;
    }

    /** Gets ready for the frame that comes next if none is lost, which is then opened sooner. */
    public void prepare() {
        final long next = window.greatest() + 1;
        keys.select(FrameKeys.generationOf(next));
        cipher.prepare(keys, next);
    }
}
