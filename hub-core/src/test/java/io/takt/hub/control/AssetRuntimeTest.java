package io.takt.hub.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.takt.asset.Asset;
import io.takt.asset.AssetFailedException;
import io.takt.asset.AssetSpec;
import io.takt.asset.AssetState;
import io.takt.asset.HubConnection;
import io.takt.asset.HubLostException;
import io.takt.asset.HubState;
import io.takt.asset.JoinRefusedException;
import io.takt.asset.JoinedAsset;
import io.takt.asset.PolledAsset;
import io.takt.asset.PolledAsset.Turn;
import io.takt.asset.RefusalCode;
import io.takt.asset.RunEnd;
import io.takt.asset.message.Channels;
import io.takt.hub.core.status.HubStatus;
import io.takt.shm.asset.ShmHubConnection;
import io.takt.shm.control.ControlClient;
import io.takt.shm.control.Request;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The asset runtime of shm-transport at a hub's machine, over a real socket and real shared memory. */
@Timeout(60)
class AssetRuntimeTest {
    private final List<String> log = new CopyOnWriteArrayList<>();
    private final AtomicReference<Throwable> thrown = new AtomicReference<>();
    private final AtomicReference<RunEnd> ended = new AtomicReference<>();
    private LiveHub hub;
    private HubConnection connection;
    private Thread thread;

    @BeforeEach
    void open() throws IOException {
        hub = new LiveHub(10, 20);
        connection = ShmHubConnection.connect(hub.directory);
    }

    @AfterEach
    void close() throws IOException, InterruptedException {
        connection.close();
        if (thread != null) {
            thread.join();
        }
        hub.close();
    }

    private final class Logging implements Asset {
        @Override
        public void start(final long timeNs) {
            log.add("start " + timeNs);
        }

        @Override
        public void step(final long fromNs, final long toNs) {
            log.add(fromNs + "-" + toNs);
        }

        @Override
        public void reset() {
            log.add("reset");
        }

        @Override
        public void stop() {
            log.add("stop");
        }
    }

    @Test
    void aCallbackAssetIsStartedSteppedResetAndStopped() throws InterruptedException {
        connection.join(spec("a", 10), new Logging());
        assertThat(hub.status().state()).as("joined, not ready").isEqualTo(HubState.WAITING);
        drive();
        hub.runUntil(status -> status.coreTimeNs() == 20);
        hub.waitUntil(status -> timeOf(status, 0) == 20);
        ask(Request.Reset::new);
        assertThat(hub.status().coreTimeNs()).isZero();
        hub.runUntil(status -> status.coreTimeNs() == 10);
        hub.waitUntil(status -> timeOf(status, 0) == 10);
        hub.stop();
        thread.join();
        assertThat(log).containsExactly("start 0", "0-10", "10-20", "reset", "start 0", "0-10", "stop");
        assertThat(thrown.get()).isNull();
    }

    @Test
    void aThousandAssetsShareAConnection() throws InterruptedException {
        for (int i = 0; i < 1_000; i++) {
            connection.join(spec("a" + i, 10), (fromNs, toNs) -> log.add("s"));
        }
        drive();
        hub.runUntil(status -> status.coreTimeNs() == 50);
        hub.waitUntil(status -> status.assets().stream().allMatch(asset -> asset.timeNs() == 50));
        assertThat(log).hasSize(5_000);
        hub.stop();
        thread.join();
    }

    @Test
    void aPolledAssetTakesItsTurns() throws InterruptedException {
        try (PolledAsset asset = connection.join(spec("p", 10))) {
            assertThat(hub.status().state()).isEqualTo(HubState.WAITING);
            assertThat(asset.poll()).isEqualTo(Turn.WAIT);
            assertThat(asset.await(Duration.ZERO)).isEqualTo(Turn.WAIT);
            hub.runUntil(status -> status.coreTimeNs() == 20);
            for (int i = 0; i < 2; i++) {
                assertThat(asset.await()).isEqualTo(Turn.STEP);
                assertThat(asset.nextNs()).isEqualTo(asset.timeNs() + 10);
                asset.commit();
            }
            assertThat(hub.status().assets().get(0).timeNs()).isEqualTo(20);
            final Thread resetting = new Thread(() -> ask(Request.Reset::new));
            resetting.start();
            assertThat(asset.await()).isEqualTo(Turn.RESET);
            asset.commit();
            resetting.join();
            hub.runUntil(status -> status.coreTimeNs() == 10);
            assertThat(asset.await()).isEqualTo(Turn.STEP);
            assertThat(asset.timeNs()).isZero();
            asset.commit();
            hub.stop();
            assertThat(asset.await()).isEqualTo(Turn.STOP);
        }
    }

    @Test
    void anAssetThatLeavesIsOutAndItsNameMayBeTakenAgain() {
        final PolledAsset first = connection.join(spec("p", 10));
        assertThatExceptionOfType(JoinRefusedException.class).isThrownBy(() -> connection.join(spec("p", 10)))
            .withMessage("hub 'h' refuses asset 'p': an asset named 'p' has joined already")
            .extracting(JoinRefusedException::code).isEqualTo(RefusalCode.NAME_TAKEN);
        first.leave();
        first.close();
        assertThat(first.poll()).isEqualTo(Turn.STOP);
        final PolledAsset second = connection.join(spec("p", 5));
        assertThat(second.poll()).isEqualTo(Turn.WAIT);
        assertThat(hub.status().assets()).hasSize(1);
    }

    @Test
    void aSimulatorThatThrowsIsToldOnBothSides() throws InterruptedException {
        connection.join(spec("bad", 10), (fromNs, toNs) -> {
            throw new IllegalStateException("no such airport");
        });
        drive();
        hub.runUntil(status -> status.state() == HubState.FAILED);
        thread.join();
        assertThat(thrown.get()).isInstanceOf(AssetFailedException.class)
            .hasMessage("asset 'bad' failed at 0s: java.lang.IllegalStateException: no such airport");
        assertThat(hub.status().reason()).containsPattern("its simulator failed: java.lang.IllegalStateException:"
            + " no such airport, in io.takt.hub.control.AssetRuntimeTest\\..*\\(AssetRuntimeTest.java:[0-9]+\\)$");
    }

    @Test
    void aStackTraceOfAFailureSaysWhatWasThrownWithTheCauseOnly() throws InterruptedException {
        connection.join(spec("bad", 10), (fromNs, toNs) -> {
            throw new IllegalStateException("no such airport");
        });
        drive();
        hub.runUntil(status -> status.state() == HubState.FAILED);
        thread.join();
        assertThat(thrown.get()).as("what it begins with").hasToString(
            "io.takt.asset.AssetFailedException: asset 'bad' failed at 0s");
        assertThat(thrown.get()).cause().hasMessage("no such airport");
    }

    /** Keeps all that an asset is told of its hub, and of the end. */
    private final class Curious implements Asset {
        private final long stopsAtNs;
        private final boolean fails;
        private JoinedAsset self;

        private Curious(final long stopsAtNs, final boolean fails) {
            this.stopsAtNs = stopsAtNs;
            this.fails = fails;
        }

        @Override
        public void joined(final JoinedAsset place) {
            self = place;
            log.add("joined " + place.name() + " " + place.coreStepNs() + " " + place.maxDelayNs() + " "
                + place.seed() + " " + place.hubState());
        }

        @Override
        public void connect(final Channels channels) {
            log.add("connect");
        }

        @Override
        public void step(final long fromNs, final long toNs) {
            assertThat(self.timeNs()).isEqualTo(fromNs);
            assertThat(self.coreTimeNs()).isGreaterThanOrEqualTo(toNs);
            if (toNs == stopsAtNs && fails) {
                self.failRun("fell over");
            } else if (toNs == stopsAtNs) {
                self.stopRun("landed");
            }
        }

        @Override
        public void stop(final RunEnd end) {
            log.add(end.state() + " " + end.reason() + " " + self.hubState());
        }
    }

    @Test
    void anAssetKnowsItsHubAndEndsTheRun() throws InterruptedException {
        connection.join(spec("a", 10), new Curious(20, false));
        connection.join(spec("b", 10), new Logging());
        drive();
        hub.runUntil(status -> status.state() == HubState.STOPPED);
        thread.join();
        assertThat(thrown.get()).isNull();
        final String reason = "asset 'a' ended the run: landed";
        assertThat(log).startsWith("joined a 10 20 0 WAITING", "connect").contains("STOPPED " + reason + " STOPPED",
            "stop");
        assertThat(ended.get()).isEqualTo(new RunEnd(HubState.STOPPED, reason, hub.status().coreTimeNs()));
        assertThat(hub.status().reason()).isEqualTo(reason);
    }

    @Test
    void aRunThatFailsDoesNotLookLikeSuccess() throws InterruptedException {
        connection.join(spec("a", 10), new Curious(20, true));
        final PolledAsset polled = connection.join(spec("p", 10));
        assertThat(polled.end()).isEqualTo(new RunEnd(HubState.WAITING, "the run goes on", 0));
        assertThat(polled.end().hasEnded()).isFalse();
        polled.poll();
        drive();
        hub.runUntil(status -> {
            if (polled.poll() == Turn.STEP) {
                polled.commit();
            }
            return status.state() == HubState.FAILED;
        });
        thread.join();
        assertThat(ended.get().hasFailed()).isTrue();
        assertThat(ended.get().reason()).isEqualTo("asset 'a' failed the run: fell over");
        assertThat(log).contains("FAILED " + ended.get().reason() + " FAILED");
        assertThat(polled.await()).isEqualTo(Turn.STOP);
        assertThat(polled.end()).isEqualTo(ended.get());
        polled.close();
        assertThat(polled.end().hasFailed()).isTrue();
    }

    @Test
    void anAssetThatLeavesIsNotToldOfTheEnd() throws InterruptedException {
        final PolledAsset first = connection.join(spec("p", 10));
        first.leave();
        assertThat(first.poll()).isEqualTo(Turn.STOP);
        assertThat(first.end().hasEnded()).isFalse();
        first.stopRun("too late");
        connection.join(spec("a", 10), (fromNs, toNs) -> connection.leave("a"));
        drive();
        hub.runUntil(status -> status.assets().isEmpty());
        thread.join();
        assertThat(ended.get().hasEnded()).isFalse();
        assertThat(ended.get().hasFailed()).isFalse();
        assertThat(hub.status().state()).isNotEqualTo(HubState.STOPPED);
    }

    @Test
    void leavingFromWithinAStepEndsTheRunOfTheConnection() throws InterruptedException {
        connection.join(spec("a", 10), (fromNs, toNs) -> {
            log.add(fromNs + "-" + toNs);
            connection.leave("a");
        });
        drive();
        hub.runUntil(status -> status.assets().isEmpty());
        thread.join();
        assertThat(thrown.get()).isNull();
        assertThat(log).containsExactly("0-10");
    }

    @Test
    void theLossOfTheHubIsTold() throws InterruptedException, IOException {
        final PolledAsset polled = connection.join(spec("p", 10));
        connection.join(spec("a", 10), new Logging());
        drive();
        hub.close();
        thread.join();
        assertThat(thrown.get()).isInstanceOf(HubLostException.class).hasMessageContaining("hub 'h' is gone");
        assertThatExceptionOfType(HubLostException.class).isThrownBy(polled::await);
        assertThat(log).doesNotContain("stop");
        hub = new LiveHub(10, 20);
    }

    @Test
    void aLostProcessIsLost() {
        connection.join(spec("p", 10)).poll();
        // An asset that is lost before the run has begun is only missed, and p's 'ready' is still under way.
        hub.waitUntil(status -> status.state() == HubState.RUNNING);
        try (ControlClient other = ControlClient.connect(hub.directory)) {
            other.ask(id -> Request.Join.of(id, "q").stepNs(10), reply -> { });
        }
        hub.waitUntil(status -> status.state() == HubState.FAILED);
        assertThat(hub.status().assets()).extracting(HubStatus.AssetStatus::state).contains(AssetState.LOST);
    }

    private static AssetSpec spec(final String name, final long stepNs) {
        return AssetSpec.named(name).stepNs(stepNs);
    }

    private void drive() {
        thread = new Thread(() -> {
            try {
                ended.set(connection.run());
            } catch (final InterruptedException | RuntimeException e) {
                thrown.set(e);
            }
        });
        thread.start();
        hub.waitUntil(status -> status.state() != HubState.WAITING || thrown.get() != null);
    }

    private void ask(final LongFunction<Request> request) {
        try (ControlClient client = ControlClient.connect(hub.directory)) {
            assertThat(client.ask(request, reply -> { }).ok()).isTrue();
        }
    }

    private static long timeOf(final HubStatus status, final int asset) {
        return status.assets().get(asset).timeNs();
    }
}
