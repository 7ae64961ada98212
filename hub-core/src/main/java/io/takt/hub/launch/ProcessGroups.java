package io.takt.hub.launch;

import io.takt.shm.host.ProcStat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;

/**
 * Reads from {@code /proc} about a process that another one has started; nothing where there is no such file system.
 */
final class ProcessGroups {
    private ProcessGroups() {
    }

    /** Whether it was started with all these variables, each as {@code NAME=value}; false when that cannot be told. */
    static boolean wasStartedWith(final long pid, final Collection<String> variables) {
        try {
            final Path file = Path.of("/proc", Long.toString(pid), "environ");
            final String environ = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
            return List.of(environ.split("\0")).containsAll(variables);
        } catch (final IOException e) {
            return false;
        }
    }

    /** Whether its number is that of its process group as well; false when that cannot be told. */
    static boolean leads(final long pid) {
        final ProcStat stat = ProcStat.of(pid);
        return stat != null && stat.group() == pid;
    }
}
