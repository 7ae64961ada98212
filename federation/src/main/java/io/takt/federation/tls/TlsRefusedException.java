package io.takt.federation.tls;

import java.io.IOException;

/**
 * A handshake has failed, or later bytes were not sent by the other end. The message is one line for people.
 */
public final class TlsRefusedException extends IOException {
    private static final long serialVersionUID = 1L;

    private final boolean isForGood;
    private final boolean isUnknown;

    TlsRefusedException(final String message, final boolean isForGood, final boolean isUnknown,
        final Throwable cause) {
        super(message, cause);
        this.isForGood = isForGood;
        this.isUnknown = isUnknown;
    }

    /** {@return false when the other end cannot prove itself at this moment only, so that trying again may help} */
    public boolean isForGood() {
        return isForGood;
    }

    /** {@return whether the other end has no key by the name that this one has shown} */
    public boolean isUnknown() {
        return isUnknown;
    }
}
