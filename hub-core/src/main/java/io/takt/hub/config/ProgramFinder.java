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
            return onPath(program, Path.of("").toAbsolutePath());
        } catch (final InvalidPathException e) {
            return null;
        }
    }

    /** In a folder of the PATH, of which a relative one is taken from another. */
    private Path onPath(final String program, final Path from) {
        for (final String place : searchPath.split(File.pathSeparator)) {
            final Path file = from.resolve(place).resolve(program);
            if (isProgram(file)) {
                return file;
            }
        }
        return null;
    }

    /**
     * The problem of a program, as far as it can be told without starting it.
     *
     * @param program as it stands in the configuration.
     * @param folder  of the configuration.
     * @return in words that continue a sentence; null when it can be launched.
     */
    public String problemWith(final String program, final Path folder) {
        final Path found = find(program, folder);
        if (found != null) {
            return Script.problemWith(found, folder, name -> onPath(name, folder) != null);
        }
        if (!program.contains("/")) {
            return "is not on the PATH; install it, or write its path";
        }
        final Path file;
        try {
            file = folder.resolve(program).normalize();
        } catch (final InvalidPathException e) {
            return "is no path that this system can have";
        }
        if (Files.isDirectory(file)) {
            return "is a folder, not a program (looked for " + file + ")";
        }
        return Files.isRegularFile(file) ? "is not executable; run 'chmod +x " + file + "'"
            : "is not there (looked for " + file + ")";
    }

    private static boolean isProgram(final Path file) {
        return Files.isRegularFile(file) && Files.isExecutable(file);
    }
}
