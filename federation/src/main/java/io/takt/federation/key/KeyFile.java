package io.takt.federation.key;

import io.takt.asset.name.Names;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.EnumSet;
import java.util.Set;

/**
 * A file with the key that one child hub and its parent share: one line, {@code takt-key-1 <child> <key>}, in which the
 * key is 32 random bytes in Base64. Both hubs have a copy. It is read anew for every handshake, so a file that was
 * replaced counts from the next one on.
 */
public final class KeyFile {
    /** Bytes of a key. */
    public static final int KEY_LENGTH = 32;

    private static final String FORM = "takt-key-1";
    private static final int MOST_BYTES = 1024;
    private static final Set<PosixFilePermission> OWNER_ONLY =
        EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

    /**
     * The contents of the file.
     *
     * @param child name of the child hub.
     * @param key   {@link #KEY_LENGTH} bytes.
     */
    public record SharedKey(String child, byte[] key) {
    }

    private KeyFile() {
    }

    /**
     * Makes a key and writes it to a file that only its user may read.
     *
     * @param file    to make.
     * @param child   name of the child hub.
     * @param replace whether a file that is there is replaced, in one step: readers find the old key or the new one.
     * @param random  where the key comes from.
     * @throws IOException when the file is there already, or cannot be written; in one line.
     */
    public static void make(final Path file, final String child, final boolean replace, final SecureRandom random)
        throws IOException {
        if (!Names.isValid(child)) {
            throw new IOException("'" + child + "' is no name of a hub; " + Names.rule());
        }
        if (!replace && Files.exists(file)) {
            throw alreadyThere(file);
        }
        final byte[] key = new byte[KEY_LENGTH];
        random.nextBytes(key);
        final String line = FORM + " " + child + " " + Base64.getEncoder().encodeToString(key) + "\n";
        final Path made = file.resolveSibling(file.getFileName() + ".new");
        try {
            Files.deleteIfExists(made);
            write(made, line);
            if (replace) {
                Files.move(made, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } else {
                Files.move(made, file);
            }
        } catch (final FileAlreadyExistsException e) {
            throw alreadyThere(file);
        } catch (final NoSuchFileException e) {
            throw new IOException("cannot write " + file + ": there is no such folder", e);
        } finally {
            Files.deleteIfExists(made);
        }
    }

    private static IOException alreadyThere(final Path file) {
        return new IOException(file + " is there already; --replace makes a new key in its place");
    }

    private static void write(final Path file, final String line) throws IOException {
        final boolean isPosix = Files.getFileAttributeView(file.toAbsolutePath().getParent(),
            PosixFileAttributeView.class) != null;
        final Set<StandardOpenOption> options = EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (SeekableByteChannel channel = isPosix
            ? Files.newByteChannel(file, options, PosixFilePermissions.asFileAttribute(OWNER_ONLY))
            : Files.newByteChannel(file, options)) {
            final ByteBuffer bytes = ByteBuffer.wrap(line.getBytes(StandardCharsets.US_ASCII));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        }
    }

    /**
     * Reads a key.
     *
     * @param file that {@link #make} has made, or a copy.
     * @return the key.
     * @throws IOException when it cannot be read, is no such file, or others than its user may read it; in one line.
     */
    public static SharedKey read(final Path file) throws IOException {
        if (Files.notExists(file)) {
            throw new IOException("there is no key file " + file + "; 'takt key' makes one");
        }
        final byte[] bytes = SmallFile.readPrivate(file, MOST_BYTES);
        if (bytes == null) {
            throw noKeyFile(file);
        }
        final String[] words = new String(bytes, StandardCharsets.US_ASCII).trim().split(" ");
        if (words.length != 3 || !FORM.equals(words[0]) || !Names.isValid(words[1])) {
            throw noKeyFile(file);
        }
        final byte[] key;
        try {
            key = Base64.getDecoder().decode(words[2]);
        } catch (final IllegalArgumentException e) {
            throw noKeyFile(file);
        }
        if (key.length != KEY_LENGTH) {
            throw noKeyFile(file);
        }
        return new SharedKey(words[1], key);
    }

    private static IOException noKeyFile(final Path file) {
        return new IOException(file + " is no key file; 'takt key' makes one");
    }
}
