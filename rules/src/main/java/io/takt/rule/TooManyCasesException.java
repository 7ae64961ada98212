package io.takt.rule;

/**
 * Whether a system is live cannot be told in a few seconds: its steps have so little in common that too many cases
 * would have to be looked at. It is neither live nor not, as far as is known.
 */
public final class TooManyCasesException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * An exception.
     *
     * @param message what was too much, in one line.
     */
    public TooManyCasesException(final String message) {
        super(message);
    }
}
