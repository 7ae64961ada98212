package io.takt.hub.launch;

import io.takt.shm.host.ProcStat;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * Programs with all that they have started: their descendants, and their process groups, if they lead one. Processes
 * that a program has left in the background belong to its group, whose number is the program's.
 */
final class ProcessTrees {
    private static final Duration AFTER_KILL = Duration.ofMillis(300);
    private static final Duration LOOK_EVERY = Duration.ofMillis(2);

    private final List<ProcessHandle> all;
    private final Collection<ProcessHandle> leaders;

    /**
     * Lists the present processes: the children of a wrapper that has gone can no longer be told from others.
     *
     * @param roots   the programs.
     * @param leaders those of them that have, or had, a process group of their own.
     */
    ProcessTrees(final Collection<ProcessHandle> roots, final Collection<ProcessHandle> leaders) {
        this.leaders = leaders;
        this.all = roots.stream().flatMap(each -> Stream.concat(Stream.of(each), each.descendants())).toList();
    }

    /** Ends them all: by SIGTERM, which stopped ones see as well, and by SIGKILL those that do not obey in time. */
    void end(final Duration afterTerm) {
        final long startNs = System.nanoTime();
        final List<Long> groups = groups();
        Signals.send("TERM", groups, List.of());
        all.forEach(ProcessHandle::destroy);
        Signals.send("CONT", groups, all.stream().filter(ProcessHandle::isAlive).map(ProcessHandle::pid).toList());
        awaitEnd(startNs, afterTerm);
        kill();
        awaitEnd(System.nanoTime(), AFTER_KILL);
    }

    void kill() {
        final List<Long> groups = groups();
        // First by means that need no other process: to start one may take long on the host that is to be relieved.
        all.forEach(ProcessHandle::destroyForcibly);
        Signals.send("KILL", groups, List.of());
    }

    /**
     * When its leader is gone, a group's number cannot be given to another process as long as the group has members.
     */
    private List<Long> groups() {
        return leaders.stream().filter(leader -> leader.isAlive()
            || ProcessHandle.of(leader.pid()).isEmpty()).map(ProcessHandle::pid).toList();
    }

    /**
     * Looks by itself: of a process that is no child of this one, the JVM tells a third of a second late that it is
     * gone.
     */
    private void awaitEnd(final long startNs, final Duration atMost) {
        while (all.stream().anyMatch(ProcessTrees::isThere) && System.nanoTime() - startNs < atMost.toNanos()
            && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(LOOK_EVERY.toNanos());
        }
    }

    /** One that has lost its parent may stay listed for ever, where such processes are not asked how they ended. */
    private static boolean isThere(final ProcessHandle process) {
        if (!process.isAlive()) {
            return false;
        }
        final ProcStat stat = ProcStat.of(process.pid());
        return stat == null || !stat.hasEnded();
    }

    static void await(final Future<?> future, final Duration atMost) {
        try {
            future.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
        } catch (final TimeoutException | ExecutionException e) {
            // The caller goes on without.
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
