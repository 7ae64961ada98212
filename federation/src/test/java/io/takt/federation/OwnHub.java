package io.takt.federation;

import io.takt.shm.host.HubDirectory;

/** Names for hubs of this JVM, which no other process has. */
public final class OwnHub {
    private OwnHub() {
    }

    /**
     * The name that begins with a word. A hub leaves the file of its lock behind for the next one of its name; there
     * will be none after this JVM, which removes it.
     *
     * @param word of the test.
     * @return the same one each time.
     */
    public static String named(final String word) {
        final String name = word + "-" + ProcessHandle.current().pid();
        HubDirectory.of(name).lockFile().toFile().deleteOnExit();
        return name;
    }
}
