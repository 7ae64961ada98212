package io.takt.federation.tls;

import java.io.IOException;

/**
 * A handshake has failed, or later bytes were not sent by the other end. The message is one line for people.
 */
public final class TlsRefusedException extends IOException {
    private static final long serialVersionUID = 1L;

    TlsRefusedException(final String message, final Throwable cause) {
        super(message, cause);
    }
}
