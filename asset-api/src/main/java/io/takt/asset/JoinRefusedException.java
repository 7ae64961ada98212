package io.takt.asset;

/** The hub does not take the asset; the message says why and what would be right. */
public class JoinRefusedException extends TaktException {
    private static final long serialVersionUID = 1L;

    /**
     * With a message.
     *
     * @param message one line: what, where, what would be right.
     */
    public JoinRefusedException(final String message) {
        super(message);
    }

    /**
     * With a message and what led to it.
     *
     * @param message one line: what, where, what would be right.
     * @param cause   what led to it.
     */
    public JoinRefusedException(final String message, final Throwable cause) {
        super(message, cause);
    }
}
