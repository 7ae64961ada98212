package io.takt.hub.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.takt.asset.Asset;
import io.takt.asset.AssetFailedException;
import io.takt.asset.AssetSpec;
import io.takt.asset.AssetState;
import io.takt.asset.HubConnection;
import io.takt.asset.HubState;
import io.takt.asset.JoinedAsset;
import io.takt.asset.PolledAsset;
import io.takt.asset.PolledAsset.Turn;
import io.takt.asset.message.Channels;
import io.takt.asset.message.InputSpec;
import io.takt.hub.core.status.HubStatus;
import io.takt.shm.asset.HubAccess;
import io.takt.shm.asset.ShmHubConnection;
import io.takt.shm.clock.ClockFile;
import io.takt.shm.control.ControlClient;
import io.takt.shm.control.HubControl;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import io.takt.shm.message.LatestValue;
import io.takt.shm.message.MappedMessageFiles;
import io.takt.shm.message.MessageFiles;
import io.takt.shm.message.MessageLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** An asset that does not leave by a call that says so is lost, whatever is thrown, wherever, and whenever. */
@Timeout(60)
class AssetLossTest {
    private LiveHub hub;
    /** From now on thrown by the memory of others' logs, by the wall clock, and by the control connection. */
    private volatile Throwable inLogs;
    private volatile Throwable inClock;
    private volatile Throwable inFail;

    /** An exception that cannot be told. */
    private static final class Mute extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new IllegalStateException("no text");
        }
    }

    /** Neither an exception nor an error. */
    private static final class Other extends Throwable {
        private static final long serialVersionUID = 1L;
    }

    @BeforeEach
    void startHub() throws IOException {
        hub = new LiveHub(10, 20);
    }

    @AfterEach
    void endHub() throws IOException {
        hub.close();
    }

    private static Stream<Throwable> throwables() {
        return Stream.of(new OutOfMemoryError("Java heap space"), new StackOverflowError(),
            new NoClassDefFoundError("a/B"), new AssertionError("wrong"), new IllegalStateException("no such airport"),
            new Mute(), new Other());
    }

    /** Those that come through the memory of a log as they are. */
    private static Stream<Throwable> uncheckedThrowables() {
        return throwables().filter(thrown -> !(thrown instanceof Other));
    }

    /** Of the hub's directory, with faults where the test says so. */
    private final class FaultyAccess implements HubAccess, MessageFiles {
        private final MappedMessageFiles files = new MappedMessageFiles();

        @Override
        public String hub() {
            return "h";
        }

        @Override
        public HubControl connect(final HubControl.Listener listener) {
            final ControlClient client = ControlClient.connect(hub.directory, listener);
            return new HubControl() {
                @Override
                public Supplier<Reply> begin(final LongFunction<Request> request, final Consumer<Reply> inOrder) {
                    return client.begin(request, inOrder);
                }

                @Override
                public void tell(final LongFunction<Request> request) {
                    if (request.apply(0) instanceof Request.Fail) {
                        throwIt(inFail);
                    }
                    client.tell(request);
                }

                @Override
                public boolean hasEnded() {
                    return client.hasEnded();
                }

                @Override
                public void close() {
                    client.close();
                }
            };
        }

        @Override
        public ClockFile clocks() {
            return ClockFile.forWriting(hub.directory.path().resolve("cnc.dat"));
        }

        @Override
        public MessageFiles messages() {
            return this;
        }

        @Override
        public MessageLog log(final String name) {
            if (!name.endsWith("/s.log")) {
                return files.log(name);
            }
            try (FileChannel channel = FileChannel.open(Path.of(name), StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
                final AtomicBuffer real = new UnsafeBuffer(
                    channel.map(FileChannel.MapMode.READ_WRITE, 0, channel.size()));
                return MessageLog.open((AtomicBuffer) Proxy.newProxyInstance(getClass().getClassLoader(),
                    new Class<?>[] {AtomicBuffer.class}, (proxy, method, arguments) -> {
                        throwIt(inLogs);
                        try {
                            return method.invoke(real, arguments);
                        } catch (final InvocationTargetException e) {
                            throw e.getCause();
                        }
                    }), null);
            } catch (final IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public LatestValue latest(final String name) {
            return files.latest(name);
        }
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void throwIt(final Throwable thrown) throws T {
        if (thrown != null) {
            throw (T) thrown;
        }
    }

    private ShmHubConnection connect() {
        return ShmHubConnection.connect(new FaultyAccess(), () -> {
            throwIt(inClock);
            return System.nanoTime();
        });
    }

    private static AssetSpec spec(final String name) {
        return AssetSpec.named(name).stepNs(10);
    }

    private static AssetSpec receiver() {
        return spec("r").receives(InputSpec.gated("talk", "s"));
    }

    /** From which the others receive; it is not driven further. */
    private PolledAsset sender(final HubConnection connection) {
        final PolledAsset sender = connection.join(spec("s").sends("talk"));
        sender.poll();
        return sender;
    }

    private void awaitRunning() {
        hub.waitUntil(status -> status.state() == HubState.RUNNING);
    }

    private void assertLost(final String asset, final String why) {
        final HubStatus status = hub.waitUntil(each -> each.state().isEnd() || each.assets().stream().noneMatch(
            one -> one.name().equals(asset)));
        assertThat(status.state()).as("how the run ends").isEqualTo(HubState.FAILED);
        assertThat(status.reason()).contains("asset '" + asset + "'", why);
        assertThat(status.assets()).filteredOn(each -> each.name().equals(asset))
            .extracting(HubStatus.AssetStatus::state).containsExactly(AssetState.LOST);
    }

    @ParameterizedTest
    @MethodSource("uncheckedThrowables")
    void anErrorOfTheRuntimeInAPollLosesThePolledAsset(final Throwable thrown) {
        try (HubConnection others = connect(); HubConnection connection = connect()) {
            sender(others);
            final PolledAsset asset = connection.join(receiver());
            asset.poll();
            awaitRunning();
            inLogs = thrown;
            assertThat(catchThrowable(asset::poll)).isInstanceOf(AssetFailedException.class).cause().isSameAs(thrown);
            assertLost("r", thrown.getClass().getSimpleName());
        }
    }

    @ParameterizedTest
    @MethodSource("uncheckedThrowables")
    void anErrorOfTheRuntimeInRunLosesTheCallbackAsset(final Throwable thrown) {
        try (HubConnection others = connect(); HubConnection connection = connect()) {
            sender(others);
            connection.join(receiver(), (fromNs, toNs) -> { });
            final CompletableFuture<Void> breaking = CompletableFuture.runAsync(() -> {
                awaitRunning();
                inLogs = thrown;
            });
            final Throwable caught = catchThrowable(connection::run);
            assertThat(caught == thrown || caught.getCause() == thrown).as("in a turn, or about to sleep").isTrue();
            breaking.join();
            assertLost("r", thrown.getClass().getSimpleName());
        }
    }

    @ParameterizedTest
    @MethodSource("throwables")
    void anErrorOfTheRuntimeBetweenAssetsLosesAllThatItDrives(final Throwable thrown) {
        try (HubConnection connection = connect()) {
            connection.join(spec("a").intervalNs(1), (fromNs, toNs) -> { });
            connection.join(spec("b").intervalNs(1), (fromNs, toNs) -> { });
            final CompletableFuture<Void> breaking = CompletableFuture.runAsync(() -> {
                awaitRunning();
                inClock = thrown;
            });
            assertThat(catchThrowable(connection::run) == thrown).isTrue();
            breaking.join();
            assertLost("a", thrown.getClass().getSimpleName());
        }
    }

    /** Every way by which an asset's own code is called. */
    private enum Place { CONNECT, START, STEP, HANDLER }

    @ParameterizedTest
    @EnumSource(Place.class)
    void anExceptionOfACallbackLosesTheAsset(final Place place) {
        for (final Throwable thrown : throwables().toList()) {
            try (HubConnection connection = connect()) {
                final String name = place.name().toLowerCase(Locale.ROOT) + thrown.getClass().getSimpleName();
                connection.join(spec(name).sends("talk").receives(InputSpec.gated("talk", name)), new Asset() {
                    private void at(final Place here) {
                        if (here == place) {
                            throwIt(thrown);
                        }
                    }

                    @Override
                    public void connect(final Channels channels) {
                        at(Place.CONNECT);
                        channels.subscribe("talk", message -> at(Place.HANDLER));
                        channels.output("talk").send(new UnsafeBuffer(new byte[8]), 0, 8);
                    }

                    @Override
                    public void start(final long timeNs) {
                        at(Place.START);
                    }

                    @Override
                    public void step(final long fromNs, final long toNs) {
                        at(Place.STEP);
                    }
                });
                final CompletableFuture<HubStatus> seen = CompletableFuture.supplyAsync(() ->
                    hub.runUntil(status -> status.state().isEnd() || status.assets().isEmpty()));
                assertThatExceptionOfType(AssetFailedException.class).isThrownBy(connection::run).withCause(thrown);
                assertThat(seen.join().state().isEnd()).isEqualTo(place == Place.STEP || place == Place.HANDLER);
            }
            if (hub.status().state().isEnd()) {
                return;
            }
        }
    }

    /** When a program with a loop of its own may throw. */
    private enum Moment { BEFORE_THE_FIRST_TURN, AFTER_A_WAIT, IN_A_STEP, AFTER_A_COMMIT, IN_A_RESET }

    private static void reach(final Moment moment, final PolledAsset asset, final LiveHub hub) {
        if (moment == Moment.BEFORE_THE_FIRST_TURN) {
            return;
        }
        assertThat(asset.poll()).isEqualTo(Turn.WAIT);
        hub.waitUntil(status -> status.state() == HubState.RUNNING);
        if (moment == Moment.AFTER_A_WAIT) {
            return;
        }
        hub.runUntil(status -> status.coreTimeNs() == 10);
        assertThat(asset.poll()).isEqualTo(Turn.STEP);
        if (moment == Moment.IN_A_STEP) {
            return;
        }
        asset.commit();
        if (moment == Moment.IN_A_RESET) {
            try (ControlClient client = ControlClient.connect(hub.directory)) {
                client.begin(Request.Reset::new, reply -> { });
                while (asset.poll() != Turn.RESET) {
                    Thread.onSpinWait();
                }
            }
        }
    }

    /** As in docs/reference/assets.md: the exception comes out of the block of the connection. */
    @ParameterizedTest
    @EnumSource(value = Moment.class, names = "BEFORE_THE_FIRST_TURN", mode = EnumSource.Mode.EXCLUDE)
    void aBlockThatThrowsLosesThePolledAsset(final Moment moment) {
        assertThatExceptionOfType(ArithmeticException.class).isThrownBy(() -> {
            try (HubConnection connection = connect()) {
                reach(moment, connection.join(spec("p")), hub);
                throw new ArithmeticException();
            }
        });
        assertLost("p", "its connection was closed");
    }

    @Test
    void aBlockThatThrowsBeforeTheRunBeginsIsMissedByTheHub() {
        try (HubConnection connection = connect()) {
            connection.join(spec("p"));
        }
        final HubStatus status = hub.waitUntil(each -> each.assets().isEmpty());
        assertThat(status.state()).isEqualTo(HubState.WAITING);
    }

    /** The asset's own block ends before that of the connection. */
    @ParameterizedTest
    @EnumSource(value = Moment.class, names = "BEFORE_THE_FIRST_TURN", mode = EnumSource.Mode.EXCLUDE)
    void aBlockOfAPolledAssetThatThrowsLosesIt(final Moment moment) {
        assertThatExceptionOfType(ArithmeticException.class).isThrownBy(() -> {
            try (HubConnection connection = connect(); PolledAsset asset = connection.join(spec("p"))) {
                reach(moment, asset, hub);
                throw new ArithmeticException();
            }
        });
        assertLost("p", moment == Moment.IN_A_STEP || moment == Moment.IN_A_RESET
            ? "it was closed in the middle of a step" : "it was closed before it had left");
    }

    /** By a thread of its own, which is still in run() then. */
    private CompletableFuture<Void> driveBeyondAStep(final HubConnection connection) {
        final CompletableFuture<Void> running = CompletableFuture.runAsync(() -> {
            try {
                connection.run();
            } catch (final InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        hub.runUntil(status -> status.assets().stream().anyMatch(each -> each.timeNs() >= 10));
        return running;
    }

    @Test
    void aBlockOfACallbackAssetThatThrowsLosesIt() {
        try (HubConnection connection = connect()) {
            assertThatExceptionOfType(ArithmeticException.class).isThrownBy(() -> {
                try (JoinedAsset asset = connection.join(spec("p"), (fromNs, toNs) -> { })) {
                    assertThat(asset.name()).isEqualTo("p");
                    driveBeyondAStep(connection);
                    throw new ArithmeticException();
                }
            });
            assertLost("p", "it was closed");
        }
    }

    @Test
    void aCallbackAssetThatHasLeftIsNotLostByItsBlock() {
        try (HubConnection connection = connect()) {
            try (JoinedAsset asset = connection.join(spec("p"), (fromNs, toNs) -> { })) {
                final CompletableFuture<Void> running = driveBeyondAStep(connection);
                asset.leave();
                running.join();
            }
        }
        assertLeft();
    }

    private void assertLeft() {
        assertThat(hub.waitUntil(each -> each.assets().isEmpty() || each.state().isEnd()).state().isEnd()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(Moment.class)
    void leavingIsInGoodOrderAtAnyMoment(final Moment moment) {
        try (HubConnection connection = connect()) {
            reach(moment, connection.join(spec("p")), hub);
            connection.leave("p");
        }
        assertLeft();
    }

    @ParameterizedTest
    @EnumSource(Moment.class)
    void aPolledAssetThatHasLeftIsNotLostByItsBlock(final Moment moment) {
        try (HubConnection connection = connect(); PolledAsset asset = connection.join(spec("p"))) {
            reach(moment, asset, hub);
            asset.leave();
        }
        assertLeft();
    }

    @Test
    void anInterruptIsNoLeave() {
        assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> {
            try (HubConnection connection = connect(); PolledAsset asset = connection.join(spec("p"))) {
                reach(Moment.AFTER_A_COMMIT, asset, hub);
                Thread.currentThread().interrupt();
                asset.await();
            }
        });
        assertLost("p", "it was closed before it had left");
    }

    @Test
    void anInterruptOfRunIsNoLeave() {
        assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> {
            try (HubConnection connection = connect();
                var handle = connection.join(spec("p"), (fromNs, toNs) -> Thread.currentThread().interrupt())) {
                final CompletableFuture<HubStatus> running =
                    CompletableFuture.supplyAsync(() -> hub.runUntil(status -> status.coreTimeNs() == 10));
                assertThat(handle.name()).isEqualTo("p");
                try {
                    connection.run();
                } finally {
                    final boolean isInterrupted = Thread.interrupted();
                    running.join();
                    assertThat(isInterrupted).isFalse();
                }
            }
        });
        assertLost("p", "it was closed");
    }

    /** Then the end of the connection tells it, with which all other assets of the process go. */
    @Test
    void aFailureThatCannotBeToldEndsTheConnection() {
        try (HubConnection connection = connect()) {
            final PolledAsset asset = connection.join(spec("p").intervalNs(1));
            final PolledAsset other = connection.join(spec("q"));
            asset.poll();
            other.poll();
            awaitRunning();
            inClock = new OutOfMemoryError("Java heap space");
            inFail = inClock;
            assertThatExceptionOfType(AssetFailedException.class).isThrownBy(asset::poll);
            assertLost("p", "its connection closed without a leave");
        }
    }
}
