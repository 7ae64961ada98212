package io.takt.asset;

/**
 * The thread was interrupted while it waited for the hub's answer to a join; its interrupt flag is set. The asset has
 * not joined: if the hub lets it in all the same, it is taken out again at once.
 */
public class JoinInterruptedException extends TaktException {
    private static final long serialVersionUID = 1L;

    /**
     * With a message and a cause.
     *
     * @param message one line: what, where, what would be right.
     * @param cause   what led to it.
     */
    public JoinInterruptedException(final String message, final Throwable cause) {
        super(message, cause);
    }
}
