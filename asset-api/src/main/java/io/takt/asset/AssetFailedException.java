package io.takt.asset;

/** A simulator threw from one of its callbacks; the cause is what it threw. */
public class AssetFailedException extends TaktException {
    private static final long serialVersionUID = 1L;

    /**
     * With a message.
     *
     * @param message one line: what, where, what would be right.
     */
    public AssetFailedException(final String message) {
        super(message);
    }

    /**
     * With a message and what led to it.
     *
     * @param message one line: what, where, what would be right.
     * @param cause   what led to it.
     */
    public AssetFailedException(final String message, final Throwable cause) {
        super(message, cause);
    }
}
