package io.takt.federation.seal;

import java.util.Arrays;

/**
 * What both ends of a link have in common after their handshake, and nobody else: secrets for the frames of each
 * direction. Each handshake makes new ones, so a key that is stolen later opens no frame of before (forward secrecy).
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
     * What seals the frames of one end.
     *
     * @param linkId  number of the link, as the parent gave it.
     * @param isChild whether that end is the child's.
     * @return a sealer whose first frame has the number 1; there may be only one for each end.
     */
    public FrameSealer sealer(final long linkId, final boolean isChild) {
        return new FrameSealer(isChild ? ofChild() : ofParent(), linkId);
    }

    /**
     * What opens the frames that come to one end.
     *
     * @param linkId  number of the link, as the parent gave it.
     * @param isChild whether that end is the child's.
     * @return an opener that has seen no frame.
     */
    public FrameOpener opener(final long linkId, final boolean isChild) {
        return new FrameOpener(isChild ? ofParent() : ofChild(), linkId);
    }
}
