package io.takt.federation.seal;

import java.util.Arrays;

/**
 * Secrets for the frames of each direction, which after the handshake only the two ends of a link know. Each handshake
 * makes new ones, so a key that is stolen later opens no frame of before (forward secrecy).
 */
public final class LinkKeys {
    /** Bytes that a handshake has to give. */
    public static final int LENGTH = 2 * FrameKeys.SECRET_LENGTH;

    private final byte[] secrets;

    /**
     * The keys of a link.
     *
     * @param exported {@link #LENGTH} bytes that the handshake has made; copied.
     */
    public LinkKeys(final byte[] exported) {
        if (exported.length != LENGTH) {
            throw new IllegalArgumentException("a handshake gives " + LENGTH + " bytes, not " + exported.length);
        }
        this.secrets = exported.clone();
    }

    /** {@return the keys of frames that the child sends} */
    FrameKeys ofChild() {
        return new FrameKeys(Arrays.copyOfRange(secrets, 0, FrameKeys.SECRET_LENGTH));
    }

    /** {@return the keys of frames that the parent sends} */
    FrameKeys ofParent() {
        return new FrameKeys(Arrays.copyOfRange(secrets, FrameKeys.SECRET_LENGTH, LENGTH));
    }

    /**
     * The sealer of one end's frames.
     *
     * @param linkId  number of the link, as the parent gave it.
     * @param isChild whether that end is the child's.
     * @return a sealer whose first frame has the number 1; there may be only one for each end.
     */
    public FrameSealer sealer(final long linkId, final boolean isChild) {
        return new FrameSealer(isChild ? ofChild() : ofParent(), linkId);
    }

    /**
     * The opener of the frames that come to one end.
     *
     * @param linkId  number of the link, as the parent gave it.
     * @param isChild whether that end is the child's.
     * @return an opener that has seen no frame.
     */
    public FrameOpener opener(final long linkId, final boolean isChild) {
        return new FrameOpener(isChild ? ofParent() : ofChild(), linkId);
    }
}
