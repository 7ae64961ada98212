package io.takt.hub.config;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * Finds the programs that a configuration wants launched: {@code takt} is this very installation's command; a name with
 * a slash is a file, relative to the configuration's folder; any other name is looked for on the search path.
 *
 * @param launcher   this installation's command; null when the program was started without it.
 * @param searchPath folders, separated as in the environment variable PATH.
 */
public record ProgramFinder(Path launcher, String searchPath) {
    /** How a configuration calls this installation's command. */
    public static final String TAKT = "takt";

    /**
     * Finds a program.
     *
     * @param program as it stands in the configuration.
     * @param folder  of the configuration.
     * @return an absolute path; null when there is no such program.
     */
    public Path find(final String program, final Path folder) {
        if (program.equals(TAKT) && launcher != null) {
            return launcher;
        }
        try {
            if (program.contains("/")) {
                final Path file = folder.resolve(program).normalize();
                return isProgram(file) ? file : null;
            }
            for (final String place : searchPath.split(File.pathSeparator)) {
                final Path file = Path.of(place.isEmpty() ? "." : place).toAbsolutePath().resolve(program);
                if (isProgram(file)) {
                    return file;
                }
            }
        } catch (final InvalidPathException e) {
            return null;
        }
        return null;
    }

    /** What is wrong with a program, in words; null when it can be launched. */
    String problemWith(final String program, final Path folder) {
        if (find(program, folder) != null) {
            return null;
        }
        if (!program.contains("/")) {
            return "is not on the PATH; install it, or write its path";
        }
        final Path file;
        try {
            file = folder.resolve(program).normalize();
        } catch (final InvalidPathException e) {
            return "is no path: " + e.getReason();
        }
        return Files.isRegularFile(file) ? "is not executable; run 'chmod +x " + file + "'"
            : "is not there (looked for " + file + ")";
    }

    private static boolean isProgram(final Path file) {
        return Files.isRegularFile(file) && Files.isExecutable(file);
    }
}
