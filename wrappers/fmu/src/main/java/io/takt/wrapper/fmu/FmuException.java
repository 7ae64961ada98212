package io.takt.wrapper.fmu;

import java.io.IOException;

/** The FMU, or its use, is wrong; the message says in one line what, where, and what would be right. */
final class FmuException extends IOException {
    private static final long serialVersionUID = 1L;

    FmuException(final String message) {
        super(message);
    }

    FmuException(final String message, final Throwable cause) {
        super(message, cause);
    }

    /** Users read it behind the name of the asset that has failed, and have no use for the name of a class. */
    @Override
    public String toString() {
        return getMessage();
    }
}
