package io.takt.federation.gateway;

import io.takt.federation.key.Certificates;
import java.io.IOException;

/** The keys of children. */
@FunctionalInterface
public interface ChildKeys {
    /**
     * The key of a child as it is now.
     *
     * @param child      its name.
     * @param isLoopback whether it comes from this host.
     * @return null for a child that may not come.
     * @throws IOException when its key cannot be read; in one line.
     */
    byte[] key(String child, boolean isLoopback) throws IOException;

    /**
     * The certificates of the parent as they are now, for children that have none of these keys.
     *
     * @return null for none.
     * @throws IOException when they cannot be read; in one line.
     */
    default Certificates certificates() throws IOException {
        return null;
    }

    /**
     * Whether a child proves itself by a certificate.
     *
     * @param child its name.
     * @return false for a child that may not come, or has a key.
     */
    default boolean mayShowCertificate(final String child) {
        return false;
    }
}
