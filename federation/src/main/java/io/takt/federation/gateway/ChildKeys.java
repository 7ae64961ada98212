package io.takt.federation.gateway;

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
}
