package io.takt.federation.remote;

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
}
