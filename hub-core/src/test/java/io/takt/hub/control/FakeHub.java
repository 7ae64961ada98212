package io.takt.hub.control;

import io.takt.asset.AssetState;
import io.takt.asset.HubState;
import io.takt.asset.OnHubLost;
import io.takt.asset.RefusalCode;
import io.takt.asset.WaitStrategy;
import io.takt.shm.clock.AssetClocks;
import io.takt.shm.clock.Clock;
import io.takt.shm.clock.ClockFile;
import io.takt.shm.clock.CoreDoorbell;
import io.takt.shm.clock.HubClocks;
import io.takt.shm.clock.ThreadClocks;
import io.takt.shm.control.Event;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import io.takt.shm.driver.EmbeddedDriver;
import io.takt.shm.host.HubDirectory;
import io.takt.shm.waiting.Doorbell;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Says and counts what a test wants a hub to: a real socket, real shared memory, and no rules. Dies when closed. */
final class FakeHub implements AutoCloseable {
    final List<Request> heard = new CopyOnWriteArrayList<>();
    final List<Integer> doorbells = new CopyOnWriteArrayList<>();
    final Clock core;
    volatile String refusal;
    volatile RefusalCode refusalCode = RefusalCode.OTHER;
    volatile boolean answersNoJoin;
    volatile boolean givesNoDoorbell;
    volatile boolean silent;
    private final boolean tookOver;
    private final EmbeddedDriver driver;
    private final HubClocks clocks;
    private final CoreDoorbell coreDoorbell;
    private final ControlServer server;
    private final Map<String, AssetClocks> assets = new ConcurrentHashMap<>();
    private final List<ThreadClocks> threads = new CopyOnWriteArrayList<>();
    private volatile ControlServer outgoing;
    private volatile int lastConnection;
    private final ClockFile file;

    FakeHub(final HubDirectory directory) throws IOException {
        this(directory, true);
    }

    FakeHub(final HubDirectory directory, final boolean givesDoorbells) throws IOException {
        this(directory, givesDoorbells, 0);
    }

    /** One that has taken over at a T_c greater than 0 lets assets wait there that are back at their start. */
    FakeHub(final HubDirectory directory, final boolean givesDoorbells, final long coreTimeNs) throws IOException {
        givesNoDoorbell = !givesDoorbells;
        tookOver = coreTimeNs > 0;
        driver = EmbeddedDriver.launch(directory);
        clocks = new HubClocks(driver.counters(), "h");
        core = clocks.allocateCore(1);
        core.publish(coreTimeNs);
        coreDoorbell = clocks.allocateCoreDoorbell(1);
        file = ClockFile.forReading(directory.path().resolve("cnc.dat"));
        server = ControlServer.start(directory, new ControlServer.Handler() {
            @Override
            public void onRequest(final int connection, final Request request) {
                lastConnection = connection;
                heard.add(request);
                if (!silent && !(answersNoJoin && request instanceof Request.Join)) {
                    answer(connection, request);
                }
            }

            @Override
            public void onMalformed(final int connection, final long id, final String error) {
                throw new IllegalStateException(error);
            }

            @Override
            public void onClosed(final int connection) {
                // No asset is missed.
            }

            @Override
            public void onFailed(final Throwable cause) {
                throw new IllegalStateException(cause);
            }
        });
        outgoing = server;
    }

    private void answer(final int connection, final Request request) {
        awaitThat(() -> outgoing != null);
        if (request instanceof Request.Doorbell && !givesNoDoorbell) {
            final ThreadClocks thread = clocks.allocateThread(1, threads.size() + 1);
            threads.add(thread);
            doorbells.add(thread.sleep().counterId());
            outgoing.send(connection, Reply.doorbell(request.id(), new Reply.Doorbell(
                thread.sleep().counterId(), thread.activity().counterId(), coreDoorbell.counterIds()[0],
                coreDoorbell.counterIds()[1])));
        } else if (request instanceof Request.Doorbell) {
            outgoing.send(connection, Reply.refused(request.id(), "the file is full"));
        } else if (request instanceof Request.Join join && refusal == null) {
            final boolean isBackAtStart = tookOver && join.timeNs() != null && join.timeNs() == 0;
            final long timeNs = join.timeNs() == null || isBackAtStart ? core.read() : join.timeNs();
            final int number = assets.size();
            final AssetClocks own = clocks.allocateAsset(1, number, join.asset(), timeNs, AssetState.JOINED);
            assets.put(join.asset(), own);
            outgoing.send(connection, Reply.joined(request.id(), new Reply.Joined("h", "", 1,
                core.counterId(), 10, 20, join.stepNs(), null, null, join.intervalNs() == null ? 0 : join.intervalNs(),
                    WaitStrategy.SLEEP, OnHubLost.EXIT,
                counters(join.asset(), number, timeNs), 42, HubState.WAITING, null, null)));
        } else if (request instanceof Request.Join) {
            outgoing.send(connection, Reply.refused(request.id(), refusalCode, refusal));
        } else {
            outgoing.send(connection, Reply.done(request.id()));
        }
    }

    private Reply.AssetCounters counters(final String asset, final int number, final long timeNs) {
        final AssetClocks own = assets.get(asset);
        return new Reply.AssetCounters(asset, number, timeNs, own.time().counterId(), own.state().counterId(),
            own.retain().counterId(), null, null);
    }

    void coreTo(final long timeNs) {
        core.publish(timeNs);
        threads.forEach(thread -> thread.sleep().doorbell().ring());
    }

    /** Answers the newest join, which it has heard before. */
    void answerJoinLate() {
        answersNoJoin = false;
        final List<Request.Join> joins = heard(Request.Join.class);
        answer(lastConnection, joins.get(joins.size() - 1));
    }

    /** From now on it counts as asleep, until it is rung for this time of the asset. */
    void sleepFor(final int number, final long timeNs) {
        coreDoorbell.announce(number, timeNs);
    }

    boolean isAsleep() {
        return coreDoorbell.awaited() != Doorbell.AWAKE;
    }

    /** T_i; -1 before the asset has joined. */
    long timeOf(final String asset) {
        final AssetClocks own = assets.get(asset);
        return own == null ? -1 : own.time().read();
    }

    /** Whether any thread sleeps. */
    boolean isAnyThreadAsleep() {
        return threads.stream().anyMatch(thread -> thread.sleep().read() != Doorbell.AWAKE);
    }

    void tell(final Event event) {
        outgoing.send(lastConnection, event);
    }

    /** Ends the newest connection. */
    void hangUp() {
        outgoing.hangUp(lastConnection);
    }

    void stop() {
        tell(new Event.State(HubState.STOPPED, "enough"));
    }

    <T extends Request> List<T> heard(final Class<T> type) {
        return heard.stream().filter(type::isInstance).map(type::cast).toList();
    }

    /** The n-th join, as soon as it has come. */
    Request.Join join(final int which) {
        awaitThat(() -> heard(Request.Join.class).size() > which);
        return heard(Request.Join.class).get(which);
    }

    static void awaitThat(final BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            LockSupport.parkNanos(100_000);
            if (Thread.currentThread().isInterrupted()) {
                throw new IllegalStateException("interrupted while waiting");
            }
        }
    }

    /** The file as it is found after the hub's death, by a process that has mapped it before. */
    ClockFile file() {
        return file;
    }

    /** Like the death of a process: the socket ends without a line. */
    @Override
    public void close() {
        server.close();
        driver.close();
    }
}
