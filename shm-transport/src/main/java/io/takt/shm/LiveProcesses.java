package io.takt.shm;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/**
 * Processes of this host, told from later ones of the same number by when they started. May be used from any thread;
 * reads files.
 */
public final class LiveProcesses {
    /** Where only wall time is told: it is computed, and the clock may be set a little meanwhile. */
    private static final long SAME_START_MS = 1_500;

    private static final boolean TELLS_TICKS = ProcStat.isAvailable();

    private LiveProcesses() {
    }

    /**
     * When a process started, to be compared with what is told of the same number later.
     *
     * @param pid its number.
     * @return clock ticks since the boot on Linux, milliseconds since 1970 elsewhere; 0 when there is no such process,
     *     or it cannot be told.
     */
    public static long startTime(final long pid) {
        if (pid <= 0) {
            return 0;
        }
        if (TELLS_TICKS) {
            final ProcStat stat = ProcStat.of(pid);
            return stat == null ? 0 : stat.startTicks();
        }
        return ProcessHandle.of(pid).flatMap(each -> each.info().startInstant()).map(Instant::toEpochMilli).orElse(0L);
    }

    /**
     * Whether a process still lives, stopped or not.
     *
     * @param pid       its number; 0 for one that is not known.
     * @param startTime as of {@link #startTime}.
     * @return false when it has ended, even if its parent has not asked how.
     */
    public static boolean isAlive(final long pid, final long startTime) {
        if (pid <= 0 || startTime <= 0) {
            return false;
        }
        if (TELLS_TICKS) {
            final ProcStat stat = ProcStat.of(pid);
            return stat != null && stat.startTicks() == startTime && !stat.hasEnded();
        }
        final long thereMs = startTime(pid);
        return thereMs > 0 && Math.abs(thereMs - startTime) < SAME_START_MS;
    }

    /**
     * Whether a process has ended for certain. Whoever cannot look, because file descriptors are out for instance, does
     * not know that.
     *
     * @param pid       its number; 0 for one that is not known.
     * @param startTime as of {@link #startTime}; 0 when it could not be told: then its end cannot be told either.
     * @return true when it has ended, even if its parent has not asked how.
     */
    public static boolean hasEnded(final long pid, final long startTime) {
        if (pid <= 0 || startTime <= 0) {
            return false;
        }
        if (TELLS_TICKS) {
            final ProcStat stat = ProcStat.of(pid);
            // A look at the file's name needs no file descriptor.
            return stat == null ? Files.notExists(Path.of("/proc", Long.toString(pid)))
                : stat.startTicks() != startTime || stat.hasEnded();
        }
        final long thereMs = startTime(pid);
        return ProcessHandle.of(pid).isEmpty() || thereMs > 0 && Math.abs(thereMs - startTime) >= SAME_START_MS;
    }
}
