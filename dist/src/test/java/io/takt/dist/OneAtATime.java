package io.takt.dist;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** For what one JVM of the tests makes, and the others use: only one makes it at a time. */
final class OneAtATime {
    private OneAtATime() {
    }

    /** How to make something. */
    @FunctionalInterface
    interface Making<T, E extends Exception> {
        T make() throws E, IOException;
    }

    /** Makes {@code folder}, or looks whether that is necessary, while no other thread or JVM does. */
    static synchronized <T, E extends Exception> T make(final Path folder, final Making<T, E> how)
        throws E, IOException {
        Files.createDirectories(folder.getParent());
        final Path file = folder.resolveSibling(folder.getFileName() + ".lock");
        try (FileChannel lock = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            lock.lock();
            return how.make();
        }
    }
}
