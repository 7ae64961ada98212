package io.takt.federation.key;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/**
 * Reads the files by which hubs know each other. The JDK's exceptions name the file, and leave the rest to their class;
 * these say both in one line.
 */
final class SmallFile {
    private SmallFile() {
    }

    /** All bytes of a file; null when there are more than that. */
    static byte[] read(final Path file, final int mostBytes) throws IOException {
        try {
            return bytes(file, mostBytes);
        } catch (final IOException e) {
            throw inWords(file, e);
        }
    }

    /** The same of a file that only its owner may read. */
    static byte[] readPrivate(final Path file, final int mostBytes) throws IOException {
        final Set<PosixFilePermission> others = EnumSet.copyOf(PosixFilePermissions.fromString("---rwxrwx"));
        try {
            final PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
            others.retainAll(view == null ? Set.of() : view.readAttributes().permissions());
        } catch (final IOException e) {
            throw inWords(file, e);
        }
        if (!others.isEmpty()) {
            throw new IOException("others than its owner may read or write " + file + "; chmod 600 " + file);
        }
        return read(file, mostBytes);
    }

    /** Another text after each change of the file's contents, place on the disk or permissions. */
    static String state(final Path file) {
        try {
            final PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
            if (view == null) {
                return state(Files.readAttributes(file, BasicFileAttributes.class));
            }
            final PosixFileAttributes now = view.readAttributes();
            return state(now) + " " + now.owner() + " " + now.group() + " "
                + PosixFilePermissions.toString(now.permissions());
        } catch (final IOException e) {
            return e.getClass().getName();
        }
    }

    private static String state(final BasicFileAttributes now) {
        return now.size() + " " + now.lastModifiedTime() + " " + now.fileKey();
    }

    private static byte[] bytes(final Path file, final int mostBytes) throws IOException {
        // A pipe would hold up the thread until another program writes into it.
        if (!Files.readAttributes(file, BasicFileAttributes.class).isRegularFile()) {
            throw new IOException("it is a folder, a pipe or a device");
        }
        try (InputStream in = Files.newInputStream(file)) {
            final byte[] bytes = in.readNBytes(mostBytes + 1);
            return bytes.length > mostBytes ? null : bytes;
        }
    }

    private static IOException inWords(final Path file, final IOException e) {
        return new IOException(e instanceof NoSuchFileException ? "there is no file " + file
            : file + " cannot be read: " + (e instanceof AccessDeniedException
                ? "user '" + System.getProperty("user.name") + "' has no permission for it" : e.getMessage()), e);
    }
}
