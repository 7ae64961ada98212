package io.takt.asset;

/** Something between a simulator and its hub went wrong; the message is one line for a person. */
public class TaktException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * With a message.
     *
     * @param message one line: what, where, what would be right.
     */
    public TaktException(final String message) {
        super(message);
    }

    /**
     * With a message and a cause.
     *
     * @param message one line: what, where, what would be right.
     * @param cause   what led to it.
     */
    public TaktException(final String message, final Throwable cause) {
        super(message, cause);
    }
}
