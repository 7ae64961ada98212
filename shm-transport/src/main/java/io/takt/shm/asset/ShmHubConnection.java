package io.takt.shm.asset;

import io.takt.asset.Asset;
import io.takt.asset.AssetSpec;
import io.takt.asset.HubConnection;
import io.takt.asset.HubLostException;
import io.takt.asset.JoinedAsset;
import io.takt.asset.JoinRefusedException;
import io.takt.asset.PolledAsset;
import io.takt.shm.HubDirectory;
import io.takt.shm.JvmFlags;
import io.takt.shm.Waiting;
import io.takt.shm.clock.Clock;
import io.takt.shm.clock.ClockFile;
import io.takt.shm.control.ControlClient;
import io.takt.shm.control.Event;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;

/**
 * A connection to a hub on this host: one control socket and one mapped CnC file for all assets of the process.
 *
 * <p>Events come on the control client's thread, which only leaves messages at the seats and bumps {@link #signals()};
 * the threads that drive the seats pick them up.
 */
public final class ShmHubConnection implements HubConnection {
    private final NanoClock nanoClock = SystemNanoClock.INSTANCE;
    private final HubDirectory directory;
    private final ControlClient control;
    private final Map<String, Seat> seats = new LinkedHashMap<>();
    private final Map<String, AssetAgent.Hosted> callbacks = new LinkedHashMap<>();
    private final AtomicLong signals = new AtomicLong();
    private final AtomicLong membership = new AtomicLong();
    private final AtomicBoolean running = new AtomicBoolean();
    private ClockFile file;
    private volatile Clock core;
    private volatile Seat.End end;

    private ShmHubConnection(final HubDirectory directory) {
        this.directory = directory;
        this.control = ControlClient.connect(directory, new ControlClient.Listener() {
            @Override
            public void onEvent(final Event event) {
                ShmHubConnection.this.onEvent(event);
            }

            @Override
            public void onEnd() {
                endAll(Seat.End.LOST);
            }
        });
    }

    /**
     * Connects.
     *
     * @param directory of the hub.
     * @return the connection.
     * @throws HubLostException      when no hub answers there.
     * @throws IllegalStateException when the JVM lacks the flag that Agrona needs.
     */
    public static ShmHubConnection connect(final HubDirectory directory) {
        JvmFlags.require();
        return new ShmHubConnection(directory);
    }

    @Override
    public String hub() {
        return directory.hub();
    }

    @Override
    public JoinedAsset join(final AssetSpec spec, final Asset asset) {
        final Seat seat = takeSeat(spec);
        synchronized (seats) {
            callbacks.put(spec.name(), new AssetAgent.Hosted(seat, asset));
            membership.incrementAndGet();
            signals.incrementAndGet();
        }
        if (running.get()) {
            ready(seat);
        }
        return new CallbackAsset(this, seat);
    }

    @Override
    public PolledAsset join(final AssetSpec spec) {
        return new SeatPolledAsset(this, takeSeat(spec), nanoClock);
    }

    private Seat takeSeat(final AssetSpec spec) {
        final AtomicReference<Seat> taken = new AtomicReference<>();
        final Reply reply = control.ask(
            id -> new Request.Join(id, spec.name(), spec.stepNs(), spec.intervalNs(),
                ProcessHandle.current().pid(), null, null, false),
            answer -> taken.set(answer.ok() ? seat(spec.name(), answer.joined()) : null));
        if (!reply.ok()) {
            throw new JoinRefusedException("hub '" + hub() + "' refuses asset '" + spec.name() + "': " + reply.error());
        }
        return taken.get();
    }

    /** On the connection's thread, so that no event which follows the join can miss the seat. */
    private Seat seat(final String name, final Reply.Joined joined) {
        synchronized (seats) {
            if (file == null) {
                file = ClockFile.forWriting(Path.of(joined.cncFile()));
            }
            final Seat.Clocks clocks = clocks(joined.coreTimeCounter(), joined.clocks());
            core = clocks.core();
            final Seat seat = new Seat(name, joined.stepNs(), joined.intervalNs(), clocks, nanoClock.nanoTime());
            seats.put(name, seat);
            return seat;
        }
    }

    private Seat.Clocks clocks(final int coreCounter, final Reply.AssetCounters counters) {
        return new Seat.Clocks(file.clock(coreCounter), file.clock(counters.timeCounter()),
            file.clock(counters.retainCounter()), counters.timeNs());
    }

    @Override
    public void run() throws InterruptedException {
        if (!running.compareAndSet(false, true)) {
            throw new IllegalStateException("another thread is in run() of this connection already");
        }
        try {
            final AssetAgent agent = new AssetAgent(this, nanoClock);
            synchronized (seats) {
                callbacks.values().forEach(each -> ready(each.seat()));
            }
            final IdleStrategy idle = Waiting.idleStrategy();
            do {
                idle.idle(agent.doWork());
                if (Thread.interrupted()) {
                    throw new InterruptedException("interrupted in run() of the connection to hub '" + hub() + "'");
                }
            } while (!agent.isDone());
        } finally {
            running.set(false);
        }
    }

    @Override
    public void leave(final String name) {
        synchronized (seats) {
            final Seat seat = seats.get(name);
            if (seat != null) {
                leave(seat);
            }
        }
    }

    void leave(final Seat seat) {
        synchronized (seats) {
            if (seats.remove(seat.name(), seat)) {
                seat.end(Seat.End.LEFT);
                signals.incrementAndGet();
                control.tell(id -> new Request.Leave(id, seat.name()));
            }
        }
    }

    @Override
    public void close() {
        synchronized (seats) {
            for (final Seat seat : seats.values().toArray(Seat[]::new)) {
                leave(seat);
            }
        }
        endAll(Seat.End.LEFT);
        control.close();
        // The mapping stays until the process ends: a thread that is still in a poll may be about to read a clock.
    }

    void ready(final Seat seat) {
        control.tell(id -> new Request.Ready(id, seat.name()));
    }

    void commitReset(final Seat seat) {
        seat.commitReset();
        control.tell(id -> new Request.ResetDone(id, seat.name()));
    }

    void fail(final Seat seat, final String reason) {
        synchronized (seats) {
            seats.remove(seat.name());
        }
        seat.end(Seat.End.LEFT);
        control.tell(id -> new Request.Fail(id, seat.name(), reason.lines().findFirst().orElse("")));
    }

    void forget(final AssetAgent.Hosted gone) {
        synchronized (seats) {
            callbacks.remove(gone.seat().name(), gone);
        }
    }

    AssetAgent.Hosted[] hosted() {
        synchronized (seats) {
            return callbacks.values().toArray(AssetAgent.Hosted[]::new);
        }
    }

    long membership() {
        return membership.get();
    }

    /** Changes whenever the connection's thread has left a message at a seat. */
    long signals() {
        return signals.get();
    }

    long coreTimeNs() {
        final Clock clock = core;
        return clock == null ? 0 : clock.read();
    }

    private void onEvent(final Event event) {
        if (event instanceof Event.State state && state.state().isEnd()) {
            endAll(Seat.End.STOPPED);
        } else if (event instanceof Event.Reset) {
            synchronized (seats) {
                seats.values().forEach(Seat::orderReset);
            }
        } else if (event instanceof Event.Clocks fresh) {
            synchronized (seats) {
                core = file.clock(fresh.coreTimeCounter());
                for (final Reply.AssetCounters counters : fresh.assets()) {
                    final Seat seat = seats.get(counters.asset());
                    if (seat != null) {
                        seat.giveClocks(clocks(fresh.coreTimeCounter(), counters));
                    }
                }
            }
        }
        signals.incrementAndGet();
    }

    private void endAll(final Seat.End how) {
        synchronized (seats) {
            if (end == null) {
                end = how;
            }
            seats.values().forEach(seat -> seat.end(end));
        }
        signals.incrementAndGet();
    }
}
