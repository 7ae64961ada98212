package io.takt.hub.command;

import io.takt.hub.config.ProgramFinder;
import java.nio.file.Path;

/** Where this program is installed, as the launcher script says. */
final class Installation {
    private Installation() {
    }

    /** Finds programs that a configuration launches. */
    static ProgramFinder programs() {
        final String launcher = System.getProperty("takt.launcher");
        final String searchPath = System.getenv("PATH");
        return new ProgramFinder(launcher == null ? null : Path.of(launcher), searchPath == null ? "" : searchPath);
    }

    /** The folder that the launcher script is in. */
    static Path home() {
        return Path.of(System.getProperty("takt.home", "."));
    }
}
