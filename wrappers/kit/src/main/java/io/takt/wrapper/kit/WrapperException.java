package io.takt.wrapper.kit;

import java.io.IOException;

/** A simulator, or a file of one, is not as it must be; the message says in one line what, where, and what is right. */
public final class WrapperException extends IOException {
    private static final long serialVersionUID = 1L;

    /**
     * Without a cause that is worth a look.
     *
     * @param message in one line.
     */
    public WrapperException(final String message) {
        super(message);
    }

    /**
     * With a cause.
     *
     * @param message in one line, without need of the cause.
     * @param cause   may be null.
     */
    public WrapperException(final String message, final Throwable cause) {
        super(message, cause);
    }

    /** The place in the wrapper's code says nothing to a user, who is told it where there is one. */
    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }

    /** Users read it behind the name of the asset that has failed, and have no use for the name of a class. */
    @Override
    public String toString() {
        return getMessage();
    }
}
