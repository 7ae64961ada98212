package io.takt.wrapper.program;

import java.io.IOException;

/** The program did something that an asset's program does not do; the message says what in one line. */
final class ProgramException extends IOException {
    private static final long serialVersionUID = 1L;

    ProgramException(final String message) {
        super(message);
    }

    ProgramException(final String message, final Throwable cause) {
        super(message, cause);
    }

    /** Users read it behind the name of the asset that has failed, and have no use for the name of a class. */
    @Override
    public String toString() {
        return getMessage();
    }
}
