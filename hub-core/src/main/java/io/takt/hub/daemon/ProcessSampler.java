package io.takt.hub.daemon;

import io.takt.hub.core.ProcessSight;
import io.takt.hub.core.ProcessSight.State;
import io.takt.hub.core.Processes;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.NanoClock;

/**
 * Looks at the processes of assets, on a thread of its own: ten times a second at that of a long blocker, and at all
 * when somebody asks how things stand. The hub's thread finds here what was seen last, and never waits for a file.
 */
final class ProcessSampler implements Processes, AutoCloseable {
    private static final long EVERY_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long EVERY_IDLE_NS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long REFRESH_AFTER_NS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final int IDLE_BELOW = 20;

    private final ProcessReader reader;
    private final NanoClock nanoClock;
    private final Map<Long, Seen> processes = new ConcurrentHashMap<>();
    private final long own = ProcessHandle.current().pid();
    private volatile long watched;
    private volatile boolean closing;
    private Thread thread;

    /** A process with the number of its assets, and what was seen of it last. */
    private record Seen(int assets, ProcessSight sight) {
    }

    ProcessSampler(final ProcessReader reader, final NanoClock nanoClock) {
        this.reader = reader;
        this.nanoClock = nanoClock;
    }

    /** Begins to look; each time, afterwards, the hub is to be told. */
    void start(final Runnable afterwards) {
        thread = new Thread(() -> {
            while (!closing) {
                LockSupport.parkNanos(watched == 0 ? EVERY_IDLE_NS : EVERY_NS);
                look(watched);
                afterwards.run();
            }
        }, "takt-processes");
        thread.setDaemon(true);
        thread.start();
    }

    /** Looks at all processes, except those that were looked at just before. Any thread may call; reads files. */
    void refresh() {
        final long nowNs = nanoClock.nanoTime();
        processes.forEach((pid, seen) -> {
            if (seen.sight == ProcessSight.NONE || nowNs - seen.sight.atNs() > REFRESH_AFTER_NS) {
                look(pid);
            }
        });
    }

    private void look(final long pid) {
        if (processes.containsKey(pid)) {
            final ProcessSight sight = reader.read(pid, nanoClock.nanoTime());
            processes.computeIfPresent(pid, (same, seen) -> new Seen(seen.assets, since(seen.sight, sight)));
        }
    }

    /** The state in {@code /proc} is that of the first thread; in a JVM that one always sleeps. */
    private static ProcessSight since(final ProcessSight before, final ProcessSight now) {
        final boolean isKnown = before.cpuNs() != ProcessSight.NOT_KNOWN && now.state() == State.SLEEPING;
        return isKnown && now.cpuNs() - before.cpuNs() >= (now.atNs() - before.atNs()) / IDLE_BELOW
            && now.cpuNs() > before.cpuNs() ? new ProcessSight(State.RUNNING, now.cpuNs(), now.atNs()) : now;
    }

    @Override
    public long own() {
        return own;
    }

    @Override
    public ProcessSight newest(final long pid) {
        final Seen seen = processes.get(pid);
        return seen == null ? ProcessSight.NONE : seen.sight;
    }

    @Override
    public void enter(final long pid) {
        if (pid > 0) {
            processes.merge(pid, new Seen(1, ProcessSight.NONE),
                (seen, one) -> new Seen(seen.assets + 1, seen.sight));
        }
    }

    @Override
    public void leave(final long pid) {
        processes.computeIfPresent(pid, (same, seen) ->
            seen.assets == 1 ? null : new Seen(seen.assets - 1, seen.sight));
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
