package io.takt.bench;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Commands of the machine that the bench uses where they are. */
final class Commands {
    private Commands() {
    }

    /** Whether a command can be started by this name or path. */
    static boolean exists(final String command) {
        if (command.contains("/")) {
            return Files.isExecutable(Path.of(command));
        }
        final String searchPath = System.getenv("PATH");
        return searchPath != null && Stream.of(searchPath.split(File.pathSeparator))
            .anyMatch(folder -> !folder.isEmpty() && Files.isExecutable(Path.of(folder, command)));
    }
}
