package io.takt.shm.ring;

import io.takt.asset.TaktException;

/** A file in shared memory holds what no program of Takt has written: no fault of the simulator that reads it. */
public final class DamageException extends TaktException {
    private static final long serialVersionUID = 1L;

    /**
     * With a text for people.
     *
     * @param message one line: which file, whose, and what is wrong in it.
     */
    public DamageException(final String message) {
        super(message);
    }
}
