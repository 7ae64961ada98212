package io.takt.asset;

/** The hub's process is gone, or there is none of that name. Clocks that it left behind mean nothing. */
public class HubLostException extends TaktException {
    private static final long serialVersionUID = 1L;

    /**
     * With a message.
     *
     * @param message one line: what, where, what would be right.
     */
    public HubLostException(final String message) {
        super(message);
    }

    /**
     * With a message and a cause.
     *
     * @param message one line: what, where, what would be right.
     * @param cause   what led to it.
     */
    public HubLostException(final String message, final Throwable cause) {
        super(message, cause);
    }
}
