package io.takt.hub.daemon;

import io.takt.hub.core.world.ProcessReading;
import io.takt.hub.core.world.ProcessReading.State;
import io.takt.hub.core.world.Processes;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.agrona.concurrent.NanoClock;

/**
 * Looks at the processes of assets, on a thread of its own: ten times a second at that of a long blocker, and at all
 * when the status is asked for. The hub's thread finds here what was seen last, and never waits for a file.
 *
 * <p>Looks as well whether processes have ended, each twice a second at least: a connection that a child has inherited
 * does not tell. The last line of an ended process, such as its leave, may not have been read yet.
 */
final class ProcessSampler implements Processes, AutoCloseable {
    private static final long EVERY_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long EVERY_IDLE_NS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long REFRESH_AFTER_NS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final int IDLE_BELOW = 20;

    /** If there are more processes than that, each is looked at every other time. */
    private static final int FEW = 64;

    private final ProcessReader reader;
    private final Ends ends;
    private final NanoClock nanoClock;
    private final Map<Long, Seen> processes = new ConcurrentHashMap<>();
    private final long own = ProcessHandle.current().pid();
    private final Queue<Long> nextToLook = new ArrayDeque<>();
    private int looksAtOnce;
    private long lookedForEndsNs;
    private volatile long watched;
    private volatile boolean closing;
    private Thread thread;

    /** A process with the number of its assets, and its last sample. */
    private record Seen(int assets, long startTime, boolean isEndTold, ProcessReading sight) {
        Seen with(final ProcessReading newSight) {
            return new Seen(assets, startTime, isEndTold, newSight);
        }
    }

    /** Tells whether a process has ended for certain. */
    interface Ends {
        boolean hasEnded(long pid, long startTime);
    }

    /** Hears once of every process that has ended. */
    interface EndListener {
        void onEnded(long pid, long startTime);
    }

    ProcessSampler(final ProcessReader reader, final Ends ends, final NanoClock nanoClock) {
        this.reader = reader;
        this.ends = ends;
        this.nanoClock = nanoClock;
        this.lookedForEndsNs = nanoClock.nanoTime();
    }

    /**
     * Begins to look.
     *
     * @param afterwards each time; the hub is to be told.
     * @param listener   hears of ends.
     * @param broken     hears why it looks no more.
     */
    void start(final Runnable afterwards, final EndListener listener, final Consumer<Throwable> broken) {
        thread = new Thread(() -> {
            try {
                while (!closing) {
                    LockSupport.parkNanos(watched == 0 ? EVERY_IDLE_NS : EVERY_NS);
                    look(watched);
                    lookForEnds(listener);
                    afterwards.run();
                }
            } catch (final RuntimeException | Error e) {
                broken.accept(e);
            }
        }, "takt-processes");
        thread.setDaemon(true);
        thread.start();
    }

    /** Looks at all processes, except those that were looked at just before. Any thread may call; reads files. */
    void refresh() {
        final long nowNs = nanoClock.nanoTime();
        processes.forEach((pid, seen) -> {
            if (seen.sight == ProcessReading.NONE || nowNs - seen.sight.atNs() > REFRESH_AFTER_NS) {
                look(pid);
            }
        });
    }

    private void look(final long pid) {
        final Seen looked = processes.get(pid);
        if (looked != null) {
            final ProcessReading sight = reader.read(pid, nanoClock.nanoTime());
            final boolean hasEnded = ends.hasEnded(pid, looked.startTime);
            // All files are read by now: the hub's thread, when it enters or leaves, waits for what is done in here.
            processes.computeIfPresent(pid, (same, seen) -> seen.startTime != looked.startTime ? seen
                : seen.with(hasEnded ? new ProcessReading(State.ENDED, ProcessReading.NOT_KNOWN, sight.atNs())
                    : since(seen.sight, sight)));
        }
    }

    /** To be called as often as one likes, on one thread. */
    void lookForEnds(final EndListener listener) {
        final long nowNs = nanoClock.nanoTime();
        if (nowNs - lookedForEndsNs < EVERY_IDLE_NS) {
            return;
        }
        lookedForEndsNs = nowNs;
        if (nextToLook.isEmpty()) {
            nextToLook.addAll(processes.keySet());
            looksAtOnce = Math.max(FEW, (nextToLook.size() + 1) / 2);
        }
        for (int i = 0; i < looksAtOnce && !nextToLook.isEmpty(); i++) {
            tellIfEnded(nextToLook.remove(), listener);
        }
    }

    private void tellIfEnded(final long pid, final EndListener listener) {
        final Seen ended = processes.get(pid);
        if (ended != null && !ended.isEndTold && ends.hasEnded(pid, ended.startTime)) {
            processes.computeIfPresent(pid, (same, seen) ->
                new Seen(seen.assets, seen.startTime, seen.startTime == ended.startTime, seen.sight));
            listener.onEnded(pid, ended.startTime);
        }
    }

    /** The state in {@code /proc} is that of the first thread; in a JVM that one always sleeps. */
    private static ProcessReading since(final ProcessReading before, final ProcessReading now) {
        final boolean isKnown = before.cpuNs() != ProcessReading.NOT_KNOWN && now.state() == State.SLEEPING;
        return isKnown && now.cpuNs() - before.cpuNs() >= (now.atNs() - before.atNs()) / IDLE_BELOW
            && now.cpuNs() > before.cpuNs() ? new ProcessReading(State.RUNNING, now.cpuNs(), now.atNs()) : now;
    }

    @Override
    public long own() {
        return own;
    }

    @Override
    public ProcessReading newest(final long pid) {
        final Seen seen = processes.get(pid);
        return seen == null ? ProcessReading.NONE : seen.sight;
    }

    @Override
    public void enter(final long pid, final long startTime) {
        if (pid > 0) {
            // The newest asset decides: process numbers are used again, and the news did not reach the new process.
            processes.merge(pid, new Seen(1, startTime, false, ProcessReading.NONE),
                (seen, one) -> new Seen(seen.assets + 1, startTime, false, seen.sight));
        }
    }

    @Override
    public void leave(final long pid) {
        processes.computeIfPresent(pid, (same, seen) ->
            seen.assets == 1 ? null : new Seen(seen.assets - 1, seen.startTime, seen.isEndTold, seen.sight));
    }

    @Override
    public void watch(final long pid) {
        watched = pid;
    }

    @Override
    public void close() {
        closing = true;
        if (thread != null) {
            LockSupport.unpark(thread);
        }
    }
}
