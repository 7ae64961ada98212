package io.takt.wrapper.fmu;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.zip.CRC32;

/**
 * The states of a model at the ends of the last two steps, in two files that take turns: a process may die while it
 * writes one, and before the hub knows of the step. Owned by the thread that drives the asset.
 */
final class StateFile {
    private static final int HEADER_BYTES = 4 * Long.BYTES;

    private final Path[] files;
    private int next;

    /** In files of this name, with endings of their own. */
    StateFile(final Path path) {
        files = new Path[] {path.resolveSibling(path.getFileName() + ".0"),
            path.resolveSibling(path.getFileName() + ".1")};
    }

    /**
     * A state.
     *
     * @param nowS       time of the model.
     * @param nextEventS its next event; infinite for none.
     * @param bytes      of the model.
     */
    record Saved(double nowS, double nextEventS, byte[] bytes) {
    }

    /** Writes the state at a time of the hub in place of the older one. */
    void save(final long timeNs, final Saved state) throws IOException {
        final ByteBuffer all = ByteBuffer.allocate(HEADER_BYTES + state.bytes().length);
        all.putLong(0).putLong(timeNs).putDouble(state.nowS()).putDouble(state.nextEventS()).put(state.bytes());
        all.putLong(0, check(all));
        Files.write(files[next], all.array());
        next = 1 - next;
    }

    /** The state at a time of the hub; null for none. */
    Saved find(final long timeNs) throws IOException {
        for (int i = 0; i < files.length; i++) {
            try {
                final ByteBuffer all = ByteBuffer.wrap(Files.readAllBytes(files[i]));
                if (all.getLong() == check(all) && all.getLong() == timeNs) {
                    final Saved found =
                        new Saved(all.getDouble(), all.getDouble(), new byte[all.capacity() - HEADER_BYTES]);
                    all.get(found.bytes());
                    next = 1 - i;
                    return found;
                }
            } catch (final NoSuchFileException | BufferUnderflowException e) {
                // Not this one.
            }
        }
        return null;
    }

    /** Deletes all. */
    void clear() throws IOException {
        for (final Path each : files) {
            Files.deleteIfExists(each);
        }
    }

    private static long check(final ByteBuffer all) {
        final CRC32 crc = new CRC32();
        crc.update(all.array(), Long.BYTES, all.capacity() - Long.BYTES);
        return crc.getValue();
    }
}
