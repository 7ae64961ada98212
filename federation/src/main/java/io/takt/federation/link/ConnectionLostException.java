package io.takt.federation.link;

import java.io.IOException;
import java.net.SocketException;
import java.nio.channels.ClosedChannelException;

/**
 * The network has ended a connection; an end that breaks the protocol is another exception. The system words its errors
 * in the user's language, so programs go by the {@link Cause} alone.
 */
public final class ConnectionLostException extends IOException {
    private static final long serialVersionUID = 1L;

    /** The state of the other end, as far as it is known. */
    public enum Cause {
        /** Its machine answers: the process has ended, or has closed the connection. */
        ENDED,
        /** Its machine has left keep-alives or data without an answer, or no way leads there. */
        UNANSWERED,
        /** The system does not tell the two apart. */
        NOT_KNOWN
    }

    private final Cause reason;

    /**
     * A lost connection.
     *
     * @param reason what is known.
     * @param text   one line for people.
     * @param error  of the system; null for none.
     */
    public ConnectionLostException(final Cause reason, final String text, final IOException error) {
        super(text, error);
        this.reason = reason;
    }

    /** {@return what is known of the other end} */
    public Cause reason() {
        return reason;
    }

    /** A read of an open channel has failed: Java gives a reset a type of its own, and a time-out none. */
    static ConnectionLostException ofRead(final IOException error) {
        final boolean hasEnded = error instanceof SocketException || error instanceof ClosedChannelException;
        return new ConnectionLostException(hasEnded ? Cause.ENDED : Cause.UNANSWERED, error.getMessage(), error);
    }

    /** A write has failed: all errors have one type. */
    static ConnectionLostException ofWrite(final IOException error) {
        return new ConnectionLostException(
            error instanceof ClosedChannelException ? Cause.ENDED : Cause.NOT_KNOWN, error.getMessage(), error);
    }
}
