package io.takt.federation.remote;

import java.io.IOException;

/** The parent has said no, or this end to the parent; in one line. */
final class RefusedException extends IOException {
    private static final long serialVersionUID = 1L;

    private final boolean isForGood;

    RefusedException(final String message, final boolean isForGood) {
        super(message);
        this.isForGood = isForGood;
    }

    /** Whether trying again cannot help. */
    boolean isForGood() {
        return isForGood;
    }
}
