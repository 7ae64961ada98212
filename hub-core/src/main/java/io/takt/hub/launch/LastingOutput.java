package io.takt.hub.launch;

import io.takt.shm.host.ProcStat;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The pipe into which a program prints that is to outlive the hub which has launched it. The program holds the reading
 * end, too, so it may print without a hub: the kernel keeps 64 KiB for the next one, which takes the reading end from
 * the program. A program that prints more waits for that hub. Nothing of it is left when the program has ended.
 *
 * <p>On Linux only; elsewhere the end of the hub is the end of the pipe.
 */
final class LastingOutput {
    /** The descriptor of the reading end. Shells know one digit only, and scripts like to take the lowest or 9. */
    private static final String READING = "7";
    private static final String PRINTING = "1";

    private static final Path SHELL = Path.of("/bin/sh");

    private LastingOutput() {
    }

    /** The words before a program and its arguments that make its output last; none where that cannot be. */
    static List<String> launcher() {
        return ProcStat.isAvailable() && Files.isExecutable(SHELL) ? List.of(SHELL.toString(), "-c",
            "exec " + READING + "</proc/self/fd/" + PRINTING + "; exec \"$@\"", "takt-launch") : List.of();
    }

    /**
     * Takes the reading end from a program, which the caller closes.
     *
     * @param pid of the program, or of what it has started in its process group.
     * @return null when its output goes elsewhere, where another program may read it.
     */
    static InputStream of(final long pid) {
        final ProcStat stat = ProcStat.of(pid);
        if (stat == null) {
            return null;
        }
        final InputStream own = of(pid, stat.group());
        // It may print into a program that prints for it, in a pipeline of a shell.
        return own != null ? own : of(stat.group(), stat.group());
    }

    private static InputStream of(final long printer, final long launched) {
        final String pipe = target(printer, PRINTING);
        // Many programs close unknown descriptors in the programs that they start.
        if (pipe == null || !pipe.startsWith("pipe:") || !pipe.equals(target(printer, READING))
            && !pipe.equals(target(launched, READING))) {
            return null;
        }
        try {
            return new FileInputStream(descriptor(printer, PRINTING).toFile());
        } catch (final IOException e) {
            return null;
        }
    }

    private static String target(final long pid, final String number) {
        try {
            return Files.readSymbolicLink(descriptor(pid, number)).toString();
        } catch (final IOException e) {
            return null;
        }
    }

    private static Path descriptor(final long pid, final String number) {
        return Path.of("/proc", Long.toString(pid), "fd", number);
    }
}
