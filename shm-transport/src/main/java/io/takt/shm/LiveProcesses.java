package io.takt.shm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/** Processes of this host, told from later ones of the same number by when they started. */
public final class LiveProcesses {
    /** The kernel counts from the boot, and the wall clock of which it tells the time of that may be set meanwhile. */
    private static final long SAME_START_MS = 1_500;

    private LiveProcesses() {
    }

    /**
     * When a process started.
     *
     * @param pid its number.
     * @return milliseconds of wall time since 1970; 0 when there is no such process, or it cannot be told.
     */
    public static long startedMs(final long pid) {
        return pid <= 0 ? 0 : ProcessHandle.of(pid).flatMap(each -> each.info().startInstant())
            .map(Instant::toEpochMilli).orElse(0L);
    }

    /**
     * Whether a process still lives, stopped or not.
     *
     * @param pid       its number; 0 for one that is not known.
     * @param startedMs as of {@link #startedMs}.
     * @return false when it has ended, even if its parent has not asked how.
     */
    public static boolean isAlive(final long pid, final long startedMs) {
        final long thereMs = startedMs(pid);
        return startedMs > 0 && thereMs > 0 && Math.abs(thereMs - startedMs) < SAME_START_MS && !isZombie(pid);
    }

    private static boolean isZombie(final long pid) {
        final Path stat = Path.of("/proc", Long.toString(pid), "stat");
        try {
            final String line = Files.readString(stat);
            final int afterName = line.lastIndexOf(')') + 2;
            return afterName < line.length() && "ZX".indexOf(line.charAt(afterName)) >= 0;
        } catch (final IOException e) {
            // There is no such file system, or the process has ended just now; then it will be seen next time.
            return false;
        }
    }
}
