package io.takt.shm.clock;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.takt.shm.host.HubDirectory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Keeps the clocks of a killed hub beside its directory, while the next hub makes that directory anew: killed at any
 * moment, they are in one of both, and whole. The file is there from before the old directory goes until all clocks
 * stand in the new one; no asset can connect before it has gone, so meanwhile nothing moves.
 *
 * <p>Used by the process that holds the hub's lock.
 */
public final class Checkpoint {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long MOST_BYTES = 64L * 1024 * 1024;

    private final HubDirectory directory;
    private final Path file;
    private final Path unfinished;

    /** The content of the file: the clocks, and the epoch in which the hub that wrote it was to go on with them. */
    private record Content(LeftClocks clocks, long nextEpoch) {
    }

    /**
     * The clocks that a hub has left, in its directory or beside it.
     *
     * @param clocks      where they stood; null when there are none.
     * @param latestEpoch the latest that any hub of the name is known to have used; 0 when none is.
     */
    public record Left(LeftClocks clocks, long latestEpoch) {
    }

    /**
     * The checkpoint of a hub.
     *
     * @param directory of the hub.
     */
    public Checkpoint(final HubDirectory directory) {
        this.directory = directory;
        this.file = directory.base().resolve(".clocks-" + directory.hub() + ".json");
        this.unfinished = directory.base().resolve(".clocks-" + directory.hub() + ".tmp");
    }

    /**
     * Finds the checkpoint that a hub has left. One that cannot be read, or is nonsense, counts as none.
     *
     * @return the newest of directory and file.
     */
    public Left find() {
        final LeftClocks there = LeftClocksReader.read(directory.cncFile(), directory.hub());
        final Content kept = readFile();
        if (kept == null) {
            return new Left(there, there == null ? 0 : there.epoch());
        }
        final long latestEpoch = Math.max(kept.nextEpoch, there == null ? 0 : there.epoch());
        if (there == null) {
            return new Left(kept.clocks, latestEpoch);
        }
        if (there.epoch() == kept.clocks.epoch() || there.epoch() == kept.nextEpoch) {
            // Of the old directory, or of the new one as far as it was made: the file names all assets.
            return new Left(kept.clocks.newest(there), latestEpoch);
        }
        return new Left(there.epoch() > kept.nextEpoch ? there : kept.clocks, latestEpoch);
    }

    private Content readFile() {
        try {
            if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || Files.size(file) > MOST_BYTES) {
                return null;
            }
            final Content content = JSON.readValue(Files.readAllBytes(file), Content.class);
            return content == null || content.clocks == null || !content.clocks.isSound() ? null : content;
        } catch (final IOException e) {
            return null;
        }
    }

    /**
     * Keeps clocks before the directory in which they stand is removed.
     *
     * @param clocks    to keep.
     * @param nextEpoch in which the hub is to go on with them.
     * @throws IOException when they cannot be written; in one line.
     */
    public void keep(final LeftClocks clocks, final long nextEpoch) throws IOException {
        Files.deleteIfExists(unfinished);
        try (FileChannel out = FileChannel.open(unfinished,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), ownerOnly())) {
            final ByteBuffer bytes = ByteBuffer.wrap(JSON.writeValueAsBytes(new Content(clocks, nextEpoch)));
            while (bytes.hasRemaining()) {
                out.write(bytes);
            }
            out.force(true);
        } catch (final IOException e) {
            throw new IOException("cannot keep the clocks of the killed hub in " + unfinished + ": " + e.getMessage(),
                e);
        }
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /**
     * Keeps nothing any more: the clocks stand in the hub's directory, or are not wanted.
     *
     * @throws IOException when the file cannot be removed.
     */
    public void forget() throws IOException {
        Files.deleteIfExists(unfinished);
        Files.deleteIfExists(file);
    }

    private static FileAttribute<?>[] ownerOnly() {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
            ? new FileAttribute<?>[] {
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))}
            : new FileAttribute<?>[0];
    }
}
