package io.takt.shm.asset;

import io.takt.asset.HubLostException;
import io.takt.asset.TaktException;
import io.takt.shm.clock.Clock;
import io.takt.shm.clock.ClockFile;
import io.takt.shm.control.HubControl;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import io.takt.shm.host.LiveProcesses;
import io.takt.shm.message.EndpointClocks;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.agrona.concurrent.NanoClock;

/**
 * Ties a process to one process of a hub, by a control connection and a mapped file. When the hub dies both are of no
 * use any more; another hub of the same name needs another link. May be used from any thread.
 *
 * <p>The file is mapped before the hub is asked for anything, so a thread that has its answer knows that this is its
 * file, not that of the next one. It is never unmapped: a thread that was held up may still be about to read a
 * clock. The mapping goes with the last clock over it.
 */
final class HubLink implements AutoCloseable {
    private static final long PID = ProcessHandle.current().pid();
    private static final long START_TIME = LiveProcesses.ownStartTime();

    private final int number;
    private final String hub;
    private final NanoClock nanoClock;
    private final HubControl control;
    private final ClockFile file;
    private final Map<AssetThread, AssetThread.Counters> threads = new ConcurrentHashMap<>();
    /** Counters of threads that drive nothing any more: the hub frees them with the connection only. */
    private final Queue<AssetThread.Counters> spare = new ConcurrentLinkedQueue<>();
    private volatile Clock core;
    private volatile boolean closed;

    /** Throws {@link HubLostException} when no hub answers, {@link TaktException} when its file is of no use. */
    HubLink(final int number, final HubAccess access, final NanoClock nanoClock, final HubControl.Listener listener) {
        this.number = number;
        this.hub = access.hub();
        this.nanoClock = nanoClock;
        this.control = access.connect(listener);
        this.file = map(access);
    }

    private ClockFile map(final HubAccess access) {
        try {
            return access.clocks();
        } catch (final RuntimeException e) {
            control.close();
            throw e;
        }
    }

    /** This link's number among those of its connection. */
    int number() {
        return number;
    }

    /** A thread that is to drive assets. */
    AssetThread newThread() {
        final AssetThread.Counters unused = spare.poll();
        final AssetThread.Counters counters = unused != null ? unused : askForThread();
        final AssetThread thread = new AssetThread(counters, nanoClock);
        threads.put(thread, counters);
        if (closed) {
            thread.abandon();
        }
        return thread;
    }

    /** The counters that a thread has at this hub; asks for them when it comes from another. */
    AssetThread.Counters countersOf(final AssetThread thread) {
        final AssetThread.Counters known = threads.get(thread);
        if (known != null) {
            return known;
        }
        final AssetThread.Counters asked = askForThread();
        final AssetThread.Counters first = threads.putIfAbsent(thread, asked);
        if (first != null) {
            spare.add(asked);
        }
        return first == null ? asked : first;
    }

    /** The counters of a thread that has some; does not wait for the hub. */
    AssetThread.Counters knownCountersOf(final AssetThread thread) {
        return threads.get(thread);
    }

    /** A thread drives nothing any more: its place at this hub may serve another, unless it still sleeps there. */
    void release(final AssetThread thread) {
        final AssetThread.Counters counters = thread.retire() ? threads.remove(thread) : null;
        if (counters != null) {
            spare.add(counters);
        }
    }

    private AssetThread.Counters askForThread() {
        final Reply reply = control.ask(Request.Doorbell::new, answer -> { });
        if (!reply.ok()) {
            throw new TaktException("hub '" + hub + "' gives no doorbell: " + reply.error());
        }
        return AssetThread.Counters.of(file, reply.doorbell());
    }

    /**
     * Asks to join, without waiting.
     *
     * @param inOrder is given the answer when it is not a refusal, before any event that the hub sent after it.
     * @return waits for the answer.
     */
    Supplier<Reply> join(final LongFunction<Request> join, final Consumer<Reply.Joined> inOrder) {
        return control.begin(join, answer -> {
            if (answer.ok()) {
                inOrder.accept(answer.joined());
            }
        });
    }

    /** The clocks that a join or an event names. */
    SessionClocks clocks(final int coreCounter, final Reply.AssetCounters counters, final AssetThread.Counters thread) {
        if (core == null || core.counterId() != coreCounter) {
            core = file.clock(coreCounter);
        }
        return new SessionClocks(counters.number(), core, file.clock(counters.timeCounter()),
            file.clock(counters.retainCounter()),
            counters.nextCounter() == null ? null : file.clock(counters.nextCounter()), counters.timeNs(), thread,
            EndpointClocks.of(counters.messages(), file));
    }

    /** Wakes a thread of any process; one that has gone, or never was, is no error. */
    void ring(final long counterId) {
        file.ring(counterId);
    }

    /** T_c; 0 while no asset has joined. */
    long coreTimeNs() {
        final Clock clock = core;
        return clock == null ? 0 : clock.read();
    }

    void tell(final LongFunction<Request> request) {
        control.tell(request);
    }

    static long pid() {
        return PID;
    }

    /** When this process started; 0 when that cannot be told. */
    static long startTime() {
        return START_TIME;
    }

    /** Whether the hub is gone. */
    boolean hasEnded() {
        return control.hasEnded();
    }

    /** Ends the connection. */
    @Override
    public void close() {
        closed = true;
        threads.keySet().forEach(AssetThread::abandon);
        control.close();
    }
}
