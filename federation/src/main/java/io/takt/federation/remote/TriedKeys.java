package io.takt.federation.remote;

import io.takt.federation.tls.TlsSession;
import java.io.IOException;
import java.security.SecureRandom;

/**
 * The key for the next try to connect. Key files are replaced while hubs run, at one end before the other: until both
 * have the new one, a session goes on by a key of its own. Owned by the link's thread.
 */
final class TriedKeys {
    private final String child;
    private final KeySource keys;
    private final SecureRandom random;
    private byte[] ofSession;
    private String whyNotOfFile;
    private boolean isTold;

    /** No key is tried yet. */
    TriedKeys(final String child, final KeySource keys, final SecureRandom random) {
        this.child = child;
        this.keys = keys;
        this.random = random;
    }

    /** A handshake by the key to try; throws an exception in one line when there is none. */
    TlsSession next() throws IOException {
        if (ofSession == null || whyNotOfFile == null) {
            try {
                return TlsSession.ofChild(child, keys.key(), random);
            } catch (final IOException e) {
                if (ofSession == null) {
                    throw e;
                }
                whyNotOfFile = e.getMessage();
            }
        }
        return TlsSession.ofSession(child, ofSession, random);
    }

    /**
     * The parent has refused a try; the next one is made by the other key.
     *
     * @param isUnknown whether it has no such key: the session is over.
     */
    void refused(final TlsSession tried, final String why, final boolean isUnknown) {
        whyNotOfFile = tried.isOfSession() ? null : why;
        ofSession = tried.isOfSession() && isUnknown ? null : ofSession;
    }

    /**
     * The parent has welcomed this hub.
     *
     * @param isFresh whether a session begins.
     * @return why it goes on by its own key; null where the file's was taken, and when that was said already.
     */
    String onLinked(final TlsSession linked, final boolean isFresh) {
        if (isFresh) {
            ofSession = linked.sessionKey();
        }
        final String why = linked.isOfSession() && !isTold ? whyNotOfFile : null;
        isTold = linked.isOfSession();
        whyNotOfFile = null;
        return why;
    }
}
