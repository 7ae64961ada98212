package io.takt.shm.host;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The state of a process in {@code /proc/PID/stat}, see proc(5). May be used from any thread; reads a file.
 *
 * @param state      a letter, such as {@code S} for asleep.
 * @param group      number of its process group.
 * @param threads    how many it has.
 * @param startTicks when it started, in clock ticks since the boot: setting the wall clock does not move it.
 */
public record ProcStat(char state, long group, int threads, long startTicks) {
    private static final Path PROC = Path.of("/proc");

    /** Fields behind the program's name, which may hold blanks and brackets itself. */
    private static final int STATE = 0;
    private static final int GROUP = 2;
    private static final int THREADS = 17;
    private static final int START = 19;

    /** All fields up to the last that is wanted are in these. */
    private static final int ENOUGH_BYTES = 1024;

    /** {@return whether this system tells anything of processes in this way: on Linux} */
    public static boolean isAvailable() {
        return of(ProcessHandle.current().pid()) != null;
    }

    /**
     * Looks at a process.
     *
     * @param pid its number.
     * @return null when there is none, or nothing is told of it.
     */
    public static ProcStat of(final long pid) {
        return in(PROC.resolve(Long.toString(pid)));
    }

    /** This very process, whatever number it has in the {@code /proc} that is there; null when nothing is told. */
    static ProcStat own() {
        return in(PROC.resolve("self"));
    }

    /** The process that a folder of {@code /proc} is about. */
    static ProcStat in(final Path folder) {
        // Not by Files, which asks for the length, and gets 0: a hub looks at all its processes four times a second.
        try (InputStream file = new FileInputStream(folder.resolve("stat").toFile())) {
            return parse(new String(file.readNBytes(ENOUGH_BYTES), StandardCharsets.ISO_8859_1));
        } catch (final IOException e) {
            return null;
        }
    }

    /** The line of the file; null when it is none. */
    static ProcStat parse(final String line) {
        final String[] fields = line.substring(line.lastIndexOf(')') + 1).strip().split(" ", START + 2);
        if (fields.length <= START || fields[STATE].length() != 1) {
            return null;
        }
        try {
            return new ProcStat(fields[STATE].charAt(0), Long.parseLong(fields[GROUP]),
                Integer.parseInt(fields[THREADS]), Long.parseLong(fields[START]));
        } catch (final NumberFormatException e) {
            return null;
        }
    }

    /**
     * Whether the process has ended, and is only listed because its parent has not asked how.
     *
     * @return true for a zombie, which may stay for ever where no init process reaps orphans; false while other threads
     *     than the first one go on.
     */
    public boolean hasEnded() {
        return state == 'X' || state == 'Z' && threads <= 1;
    }
}
