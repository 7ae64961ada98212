package io.takt.steward;

/**
 * An audit found an event, a predictor, a value or a codec that does what it may not: the message names it, its
 * instant, and the cell and type that it concerns. Changes behind the transaction have been undone.
 */
public class AuditException extends EventException {
    private static final long serialVersionUID = 1L;

    /**
     * With a message.
     *
     * @param message one line: the event, its instant, its fault.
     */
    public AuditException(final String message) {
        super(message, null);
    }

    /**
     * With a message and a cause.
     *
     * @param message one line: the event, its instant, its fault.
     * @param cause   of it; may be null.
     */
    public AuditException(final String message, final Throwable cause) {
        super(message, cause);
    }
}
