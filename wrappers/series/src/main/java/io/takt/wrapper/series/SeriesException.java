package io.takt.wrapper.series;

import java.io.IOException;

/** A file is no series of values; the message says in one line what is wrong, where, and what would be right. */
final class SeriesException extends IOException {
    private static final long serialVersionUID = 1L;

    SeriesException(final String message) {
        super(message);
    }

    SeriesException(final String message, final Throwable cause) {
        super(message, cause);
    }

    /** Users read it behind the name of the asset that has failed, and have no use for the name of a class. */
    @Override
    public String toString() {
        return getMessage();
    }
}
