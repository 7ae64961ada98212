package io.takt.steward;

/** Something was asked of a steward that cannot be; the message is one line for a person. Nothing is lost. */
public class StewardException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * With a message.
     *
     * @param message one line: what, where, what would be right.
     */
    public StewardException(final String message) {
        super(message);
    }

    /**
     * With a message and a cause.
     *
     * @param message one line: what, where, what would be right.
     * @param cause   of it; may be null.
     */
    public StewardException(final String message, final Throwable cause) {
        super(message, cause);
    }

    /**
     * Refuses a call because of what was thrown before; for stewards only.
     *
     * @param cause what was thrown in the middle of a change, so that it is half done.
     * @return to be thrown.
     */
    public static StewardException broken(final Throwable cause) {
        return new StewardException("this steward cannot go on: a change was broken off in its middle by "
            + cause.getClass().getSimpleName() + (cause.getMessage() == null ? "" : ", " + cause.getMessage())
            + "; begin anew, or from a save file", cause);
    }
}
