package io.takt.shm.host;

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
     * When this process started: the same in every process-number namespace, unlike its number.
     *
     * @return as of {@link #startTime}.
     */
    public static long ownStartTime() {
        if (TELLS_TICKS) {
            final ProcStat stat = ProcStat.own();
            return stat == null ? 0 : stat.startTicks();
        }
        return startTime(ProcessHandle.current().pid());
    }

    /**
     * Whether two starts are of one process, if they are of one number.
     *
     * @param startTime as of {@link #startTime}, and known.
     * @param other     likewise.
     * @return false when they are of two processes.
     */
    public static boolean isSameStart(final long startTime, final long other) {
        return TELLS_TICKS ? startTime == other : Math.abs(startTime - other) < SAME_START_MS;
    }

    /**
     * Whether a process still lives, stopped or not. Where that cannot be found out, for want of file
     * descriptors for instance, it counts as alive.
     *
     * @param pid       its number; 0 for one that is not known.
     * @param startTime as of {@link #startTime}; 0 when it could not be told.
     * @return false when it has ended, even if its parent has not asked how, or is not known.
     */
    public static boolean isAlive(final long pid, final long startTime) {
        return pid > 0 && startTime > 0 && !hasEnded(pid, startTime);
    }

    /**
     * Whether a process has ended for certain: false where that cannot be found out.
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
            return hasEnded(Path.of("/proc", Long.toString(pid)), startTime);
        }
        final long thereMs = startTime(pid);
        return ProcessHandle.of(pid).isEmpty() || thereMs > 0 && !isSameStart(thereMs, startTime);
    }

    /** Whether the process of a folder of {@code /proc} has ended; a look at its name needs no file descriptor. */
    static boolean hasEnded(final Path folder, final long startTicks) {
        final ProcStat stat = ProcStat.in(folder);
        return stat == null ? Files.notExists(folder) : stat.startTicks() != startTicks || stat.hasEnded();
    }
}
