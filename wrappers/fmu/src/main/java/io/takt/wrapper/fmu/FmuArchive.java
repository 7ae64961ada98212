package io.takt.wrapper.fmu;

import io.takt.wrapper.kit.WrapperException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/** The file of an FMU, or of a system of them: a ZIP file with a description and others. It may mean harm. */
final class FmuArchive implements AutoCloseable {
    /** Most bytes that are unpacked. */
    static final long MOST_BYTES = 2L << 30;

    static final String BINARIES = "binaries/";
    static final String RESOURCES = "resources/";

    private static final String DESCRIPTION = "modelDescription.xml";

    private final Path path;
    private final ZipFile zip;
    private final long mostBytes;
    private long unpackedBytes;

    FmuArchive(final Path path) throws IOException {
        this(path, "FMU", MOST_BYTES);
    }

    /**
     * Opens a file.
     *
     * @param what      it is to be, for messages.
     * @param mostBytes that are unpacked.
     */
    FmuArchive(final Path path, final String what, final long mostBytes) throws IOException {
        this.path = path;
        this.mostBytes = mostBytes;
        try {
            zip = new ZipFile(path.toFile());
        } catch (final NoSuchFileException e) {
            throw new WrapperException("there is no file " + path, e);
        } catch (final ZipException e) {
            throw new WrapperException(path + " is no " + what + ": it is no ZIP file (" + e.getMessage() + ")", e);
        } catch (final IOException e) {
            throw new WrapperException(path + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** For messages. */
    Path path() {
        return path;
    }

    ModelDescription description() throws IOException {
        if (!has(DESCRIPTION)) {
            throw new WrapperException(path + " is no FMU: it has no " + DESCRIPTION);
        }
        try (InputStream in = open(DESCRIPTION)) {
            return DescriptionReader.read(in);
        } catch (final WrapperException e) {
            throw new WrapperException(path + ": " + e.getMessage(), e);
        }
    }

    boolean has(final String entry) {
        return zip.getEntry(entry) != null;
    }

    /** An entry that it has. */
    InputStream open(final String entry) throws IOException {
        return limited(zip.getEntry(entry));
    }

    /** The folders directly in one. */
    List<String> foldersIn(final String folder) {
        return zip.stream().map(ZipEntry::getName).filter(name -> name.startsWith(folder))
            .map(name -> name.substring(folder.length())).filter(name -> name.indexOf('/') > 0)
            .map(name -> name.substring(0, name.indexOf('/'))).distinct().sorted().toList();
    }

    /** Writes all entries below a folder of the archive below one of the disk; without any it does nothing. */
    void unpack(final String below, final Path into) throws IOException {
        final Path root = into.toAbsolutePath().normalize();
        for (final ZipEntry entry : zip.stream().map(ZipEntry.class::cast).toList()) {
            try {
                final Path target = root.resolve(entry.getName()).normalize();
                if (!target.startsWith(root)) {
                    throw new WrapperException(path + " is not unpacked: its entry '" + entry.getName()
                        + "' leads out of its folder");
                }
                if (entry.getName().startsWith(below)) {
                    unpack(entry, target);
                }
            } catch (final WrapperException e) {
                throw e;
            } catch (final IOException | InvalidPathException e) {
                final String name = entry.getName().replaceAll("\\p{Cntrl}", "?");
                throw new WrapperException(path + ": its entry '" + name + "' cannot be unpacked: " + e, e);
            }
        }
    }

    private void unpack(final ZipEntry entry, final Path target) throws IOException {
        if (entry.isDirectory()) {
            Files.createDirectories(target);
            return;
        }
        Files.createDirectories(target.getParent());
        try (InputStream in = limited(entry)) {
            Files.copy(in, target);
        }
    }

    /** Counts the bytes that come, for the sizes in the archive may be wrong, and checks them, which Java does not. */
    private InputStream limited(final ZipEntry entry) throws IOException {
        final CRC32 crc = new CRC32();
        return new FilterInputStream(new CheckedInputStream(zip.getInputStream(entry), crc)) {
            @Override
            public int read() throws IOException {
                final byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
            }

            @Override
            public int read(final byte[] into, final int offset, final int length) throws IOException {
                final int count = super.read(into, offset, length);
                unpackedBytes += Math.max(count, 0);
                if (unpackedBytes > mostBytes) {
                    throw new WrapperException(path + " is not unpacked: with entry '" + entry.getName()
                        + "' it has more than " + mostBytes + " bytes");
                }
                if (count < 0 && crc.getValue() != entry.getCrc()) {
                    throw new WrapperException(path + " is damaged: its entry '" + entry.getName()
                        + "' has not the checksum that the file gives for it");
                }
                return count;
            }
        };
    }

    @Override
    public void close() throws IOException {
        zip.close();
    }
}
