package io.takt.hub.launch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;

/** What {@code /proc} tells of a process that somebody else has started; nothing where there is no such file system. */
final class ProcessGroups {
    /** In {@code /proc/PID/stat} after the name in brackets: state, parent, group. */
    private static final int GROUP_AFTER_NAME = 2;

    private ProcessGroups() {
    }

    /** Whether it was started with all these variables, each as {@code NAME=value}; false when that cannot be told. */
    static boolean wasStartedWith(final long pid, final Collection<String> variables) {
        try {
            final String environ = new String(Files.readAllBytes(file(pid, "environ")), StandardCharsets.UTF_8);
            return List.of(environ.split("\0")).containsAll(variables);
        } catch (final IOException e) {
            return false;
        }
    }

    /** Whether its number is that of its process group as well; false when that cannot be told. */
    static boolean leads(final long pid) {
        try {
            final String stat = new String(Files.readAllBytes(file(pid, "stat")), StandardCharsets.UTF_8);
            final String[] afterName = stat.substring(stat.lastIndexOf(')') + 1).trim().split(" ");
            return afterName.length > GROUP_AFTER_NAME && afterName[GROUP_AFTER_NAME].equals(Long.toString(pid));
        } catch (final IOException e) {
            return false;
        }
    }

    private static Path file(final long pid, final String name) {
        return Path.of("/proc", Long.toString(pid), name);
    }
}
