package io.takt.steward;

/**
 * An event or a predictor failed or did what it may not. The message names it, its instant, and its mistake. Nothing
 * stays of the event and of the predictors that were asked because of it; all of that is still to be done: when the
 * cause is mended, by a change in the past for example, the simulation goes on.
 */
public class EventException extends StewardException {
    private static final long serialVersionUID = 1L;

    /**
     * With a message and a cause.
     *
     * @param message one line: which event, when, what is wrong.
     * @param cause   of it; may be null.
     */
    public EventException(final String message, final Throwable cause) {
        super(message, cause);
    }

    /**
     * Why something failed, in words.
     *
     * @param failure of users' code.
     * @return its message, or what it is if it has none.
     */
    public static String reason(final Throwable failure) {
        return failure.getMessage() != null ? failure.getMessage() : failure.getClass().getSimpleName();
    }
}
