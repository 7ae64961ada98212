package io.takt.federation.remote;

import io.takt.federation.key.Certificates;
import java.io.IOException;

/** Where the key of a link comes from. */
@FunctionalInterface
public interface KeySource {
    /**
     * The key as it is now.
     *
     * @return {@link io.takt.federation.key.KeyFile#KEY_LENGTH} bytes.
     * @throws IOException when there is none; in one line.
     */
    byte[] key() throws IOException;

    /**
     * Certificates that are shown instead of a key.
     *
     * @return null where there is a key.
     * @throws IOException when it cannot be read; in one line.
     */
    default Certificates certificates() throws IOException {
        return null;
    }
}
