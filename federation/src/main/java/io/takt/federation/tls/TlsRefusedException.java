package io.takt.federation.tls;

import java.io.IOException;

/**
 * A handshake has failed, or later bytes were not sent by the other end. The message is one line for people.
 */
public final class TlsRefusedException extends IOException {
    private static final long serialVersionUID = 1L;

    private final boolean isForGood;

    TlsRefusedException(final String message, final boolean isForGood, final Throwable cause) {
        super(message, cause);
        this.isForGood = isForGood;
    }

    /** {@return false when the other end cannot prove itself at this moment only, so that trying again may help} */
    public boolean isForGood() {
        return isForGood;
    }
}
