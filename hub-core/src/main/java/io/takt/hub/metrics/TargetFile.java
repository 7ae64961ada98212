package io.takt.hub.metrics;

import io.takt.asset.name.Names;
import io.takt.shm.host.HubDirectory;
import io.takt.shm.host.HubLock;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.function.LongPredicate;
import java.util.stream.Stream;

/**
 * Tells Prometheus where a hub serves metrics: a file in a folder that Prometheus watches, as of its {@code
 * file_sd_configs}. It is there as a whole or not at all, from when the hub runs until it ends in order. A killed hub
 * leaves its file behind, so that Prometheus sees a hub that does not answer, until the next hub takes the file away.
 */
public final class TargetFile implements AutoCloseable {
    private static final String SUFFIX = ".json";

    private final Path file;

    private TargetFile(final Path file) {
        this.file = file;
    }

    /**
     * Writes a hub's file, and removes those of hubs that were killed.
     *
     * @param hub     its directory; its lock is held.
     * @param address host and port at which metrics are served.
     * @return the file, which goes when it is closed.
     * @throws IOException when it cannot be written.
     */
    public static TargetFile write(final HubDirectory hub, final String address) throws IOException {
        return write(hub, address, pid -> ProcessHandle.of(pid).isPresent());
    }

    static TargetFile write(final HubDirectory hub, final String address, final LongPredicate lives)
        throws IOException {
        final Path folder = hub.targets();
        try {
            Files.createDirectory(folder);
        } catch (final FileAlreadyExistsException e) {
            removeStale(hub, lives);
        }
        final Path file = folder.resolve(hub.hub() + SUFFIX);
        final Path half = folder.resolve("." + hub.hub() + ".half");
        // Names of hubs have no character that JSON would want escaped.
        Files.writeString(half, "[{\"targets\": [\"" + address + "\"], \"labels\": {\"hub\": \"" + hub.hub()
            + "\"}}]\n");
        Files.move(half, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        return new TargetFile(file);
    }

    private static void removeStale(final HubDirectory hub, final LongPredicate lives) throws IOException {
        final List<Path> files;
        try (Stream<Path> entries = Files.list(hub.targets())) {
            files = entries.filter(entry -> entry.toString().endsWith(SUFFIX)).toList();
        }
        for (final Path entry : files) {
            final String text = entry.getFileName().toString();
            final String name = text.substring(0, text.length() - SUFFIX.length());
            if (Names.isValid(name) && !lives.test(HubLock.holder(new HubDirectory(hub.base(), name)))) {
                Files.deleteIfExists(entry);
            }
        }
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(file);
    }
}
