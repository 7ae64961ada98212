package io.takt.federation.tls;

import io.takt.federation.key.Certificates;
import java.io.IOException;

/**
 * By what a parent knows its children, and they know it. Asked on the session's thread, before a child has proved
 * itself.
 */
@FunctionalInterface
public interface KeyRing {
    /**
     * The key of a child as it is now.
     *
     * @param child its name.
     * @return null for a child that is not known, or has none.
     * @throws IOException when it cannot be read now, so that the child is to try again; in one line.
     */
    byte[] key(String child) throws IOException;

    /**
     * The {@linkplain TlsSession#sessionKey key of the session} in which a child is.
     *
     * @param child its name.
     * @return null for a child that is in none.
     */
    default byte[] sessionKey(final String child) {
        return null;
    }

    /**
     * The certificates of the parent as they are now, for children that name no key.
     *
     * @return null for none.
     * @throws IOException when they cannot be read now, so that the child is to try again; in one line.
     */
    default Certificates certificates() throws IOException {
        return null;
    }

    /**
     * Whether a child proves itself by a certificate.
     *
     * @param child its name.
     * @return false for a child that is not known, or has a key.
     */
    default boolean mayShowCertificate(final String child) {
        return false;
    }
}
