package io.takt.steward;

/** A save file is truncated, altered, or of other types than the physics has. Nothing was made of it. */
public class SaveException extends StewardException {
    private static final long serialVersionUID = 1L;

    /**
     * With a message.
     *
     * @param message one line: what is wrong with it.
     */
    public SaveException(final String message) {
        super(message);
    }

    /**
     * With a message and a cause.
     *
     * @param message one line: what is wrong with it.
     * @param cause   of it; may be null.
     */
    public SaveException(final String message, final Throwable cause) {
        super(message, cause);
    }
}
