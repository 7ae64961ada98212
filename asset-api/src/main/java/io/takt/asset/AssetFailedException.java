package io.takt.asset;

/**
 * A simulator threw from one of its callbacks, or the runtime did on its behalf; the cause is what was
 * thrown. The message says it in one line; a stack trace says it once, with the cause.
 */
public class AssetFailedException extends TaktException {
    private static final long serialVersionUID = 1L;

    private final String what;

    /**
     * With a message and a cause.
     *
     * @param what  has failed, and when; without the cause.
     * @param why   the cause in one line.
     * @param cause what was thrown.
     */
    public AssetFailedException(final String what, final String why, final Throwable cause) {
        super(what + ": " + why, cause);
        this.what = what;
    }

    /** Without the cause, which stack traces and logs print beside it. */
    @Override
    public String toString() {
        return getClass().getName() + ": " + what;
    }
}
