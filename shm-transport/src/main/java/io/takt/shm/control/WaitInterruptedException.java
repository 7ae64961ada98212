package io.takt.shm.control;

import io.takt.asset.TaktException;

/** A thread was interrupted while it waited for a reply, which may still come. Its interrupt flag is set. */
public final class WaitInterruptedException extends TaktException {
    private static final long serialVersionUID = 1L;

    /**
     * With a message and a cause.
     *
     * @param message one line.
     * @param cause   what led to it.
     */
    public WaitInterruptedException(final String message, final Throwable cause) {
        super(message, cause);
    }
}
