package io.takt.wrapper.fmu;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Platform;
import io.takt.wrapper.kit.WrapperException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The binary of an FMU, unpacked with its resources into a folder of its own and linked. A process has one at a time,
 * since its functions become those of classes; all instances of the FMU share it.
 */
final class FmuBinary implements AutoCloseable {
    private static final int RTLD_LAZY = 1;

    private final FmuFolder folder;
    private final List<Class<?>> linked = new ArrayList<>();
    private NativeLibrary library;
    private int users = 1;

    /** Unpacks and loads. */
    FmuBinary(final FmuArchive archive, final ModelDescription model) throws IOException {
        final String entry = entry(archive, model);
        folder = new FmuFolder();
        try {
            archive.unpack(FmuArchive.RESOURCES, folder());
            archive.unpack(entry.substring(0, entry.lastIndexOf('/') + 1), folder());
            load(archive.path(), folder().resolve(entry));
        } catch (final IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    /** The binary for this machine, which the archive has. */
    static String entry(final FmuArchive archive, final ModelDescription model) throws WrapperException {
        if (model.coSimulation() == null) {
            throw new WrapperException(archive.path() + " has no co-simulation, but only "
                + String.join(" and ", model.otherKinds()));
        }
        final String entry = FmuArchive.BINARIES + platform(model.isFmi3()) + "/"
            + model.coSimulation().modelIdentifier()
            + (Platform.isWindows() ? ".dll" : Platform.isMac() ? ".dylib" : ".so");
        if (!archive.has(entry)) {
            final List<String> others = archive.foldersIn(FmuArchive.BINARIES);
            throw new WrapperException(archive.path() + " has no binary for this machine, " + entry + "; it has "
                + (others.isEmpty() ? "none at all" : "folders for " + String.join(", ", others)));
        }
        return entry;
    }

    /** The folder of binaries for this machine. FMI 2 has names for one processor only. */
    private static String platform(final boolean isFmi3) {
        final String system = Platform.isWindows() ? "windows" : Platform.isMac() ? "darwin" : "linux";
        final boolean isIntel = Platform.ARCH.equals("x86-64");
        if (!isFmi3 && isIntel) {
            return system.equals("windows") ? "win64" : system + "64";
        }
        return (isIntel ? "x86_64" : Platform.ARCH) + "-" + system;
    }

    private void load(final Path fmu, final Path file) throws IOException {
        if (ElfFile.isCutOff(file)) {
            throw new WrapperException("the binary of " + fmu + " cannot be loaded: it is cut off after "
                + Files.size(file) + " bytes");
        }
        try {
            library = NativeLibrary.getInstance(file.toString(), Platform.isWindows()
                ? Map.of(Library.OPTION_STRING_ENCODING, "UTF-8")
                : Map.of(Library.OPTION_STRING_ENCODING, "UTF-8", Library.OPTION_OPEN_FLAGS, RTLD_LAZY));
        } catch (final UnsatisfiedLinkError e) {
            throw new WrapperException("the binary of " + fmu + " cannot be loaded: " + oneLine(e), e);
        }
    }

    /** Makes functions of the binary those of a class. */
    void link(final Class<?> natives) throws WrapperException {
        if (linked.contains(natives)) {
            return;
        }
        try {
            Native.register(natives, library);
            linked.add(natives);
        } catch (final UnsatisfiedLinkError e) {
            throw new WrapperException("the binary lacks a function: " + oneLine(e), e);
        }
    }

    /** One more is to close it. */
    void share() {
        users++;
    }

    /** The first line of several names the file, the second one has the reason of the system. */
    private static String oneLine(final UnsatisfiedLinkError error) {
        return String.valueOf(error.getMessage()).lines().limit(2).reduce("", (first, second) -> second);
    }

    /** That goes with {@link #close}. */
    Path folder() {
        return folder.path();
    }

    /** Null where the FMU has none. */
    Path resources() {
        final Path resources = folder().resolve(FmuArchive.RESOURCES);
        return Files.isDirectory(resources) ? resources : null;
    }

    @Override
    public void close() throws IOException {
        if (--users > 0) {
            return;
        }
        linked.forEach(Native::unregister);
        if (library != null) {
            library.close();
        }
        folder.close();
    }
}
