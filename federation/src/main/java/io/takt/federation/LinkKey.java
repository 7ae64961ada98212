package io.takt.federation;

import io.takt.federation.key.KeyFile;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Where one end finds the key of a link.
 *
 * @param child name of the child in its parent.
 * @param file  with the key; null for a link within this host, where no key is needed.
 * @param field of the configuration that names the file.
 */
record LinkKey(String child, Path file, String field) {
    /** Within a host the system decides who may connect; so this is no secret. */
    private static final byte[] WITHIN_HOST = new byte[KeyFile.KEY_LENGTH];

    /** The key as it is now, or one line why there is none. */
    byte[] read() throws IOException {
        if (file == null) {
            return WITHIN_HOST;
        }
        try {
            return read(child, file);
        } catch (final IOException e) {
            throw new IOException(field + ": " + e.getMessage(), e);
        }
    }

    static byte[] read(final String child, final Path file) throws IOException {
        final KeyFile.SharedKey key = KeyFile.read(file);
        if (!key.child().equals(child)) {
            throw new IOException(file + " is the key of child '" + key.child() + "', not of '" + child
                + "'; 'takt key " + child + " FILE' makes one");
        }
        return key.key();
    }
}
