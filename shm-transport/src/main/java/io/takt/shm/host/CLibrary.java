package io.takt.shm.host;

import com.sun.jna.Native;
import com.sun.jna.Platform;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * The way into the C library, by JNA. Loading that takes longer than the rest of an asset's start; so classes link when
 * they first call something, not before. May be used from any thread.
 */
public final class CLibrary {
    /**
     * System property with a folder that {@link #unpack} has filled, in a program with the same JVM: one that could be
     * linked then can be linked now.
     */
    public static final String PROVEN_PROPERTY = "takt.native";

    private static final String JNA_FOLDER_PROPERTY = "jna.boot.library.path";

    private CLibrary() {
    }

    /** {@return whether linking is known to succeed before anything is linked; false when only trying can tell} */
    public static boolean isProven() {
        return System.getProperty(PROVEN_PROPERTY) != null;
    }

    /**
     * Links the native methods of a class.
     *
     * @param natives the class.
     * @return false where that cannot be: in a sandbox, or where JNA has no library that fits.
     */
    public static synchronized boolean link(final Class<?> natives) {
        final String folder = System.getProperty(PROVEN_PROPERTY);
        // Only for now: another JNA in this process, of another version, has another library.
        final boolean isLent = folder != null && System.getProperty(JNA_FOLDER_PROPERTY) == null;
        if (isLent) {
            System.setProperty(JNA_FOLDER_PROPERTY, folder);
        }
        try {
            Native.register(natives, "c");
            return true;
        } catch (final LinkageError e) {
            return false;
        } finally {
            if (isLent) {
                System.clearProperty(JNA_FOLDER_PROPERTY);
            }
        }
    }

    /**
     * Puts JNA's own library into a folder, where {@link #link} finds it sooner than in JNA's jar.
     *
     * @param folder to fill.
     * @return whether there is one for this machine.
     * @throws IOException when the folder cannot be written.
     */
    public static boolean unpack(final Path folder) throws IOException {
        final String library = System.mapLibraryName("jnidispatch");
        try (InputStream packed = Native.class.getResourceAsStream(Platform.RESOURCE_PREFIX + "/" + library)) {
            if (packed != null) {
                Files.copy(packed, folder.resolve(library), StandardCopyOption.REPLACE_EXISTING);
            }
            return packed != null;
        }
    }
}
