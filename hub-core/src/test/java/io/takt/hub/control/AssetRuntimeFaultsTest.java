package io.takt.hub.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import io.takt.asset.AssetFailedException;
import io.takt.asset.AssetSpec;
import io.takt.asset.HubConnection;
import io.takt.asset.HubLostException;
import io.takt.asset.JoinedAsset;
import io.takt.asset.PolledAsset;
import io.takt.asset.PolledAsset.Turn;
import io.takt.hub.core.status.HubStatus;
import io.takt.shm.asset.ShmHubConnection;
import io.takt.shm.control.Request;
import io.takt.shm.host.HubDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AssetRuntimeFaultsTest {
    /** PolledAsset.leave: "Does nothing when it has left before", not even to the next one of its name. */
    @Test
    void leavingAndClosingAgainDoNotTakeOutTheNextOneOfItsName() throws IOException {
        try (LiveHub hub = new LiveHub(10, 20); HubConnection connection = ShmHubConnection.connect(hub.directory)) {
            final PolledAsset first = connection.join(AssetSpec.named("p").stepNs(10));
            first.leave();
            final PolledAsset second = connection.join(AssetSpec.named("p").stepNs(10));
            first.leave();
            first.close();
            assertThat(second.poll()).isEqualTo(Turn.WAIT);
        }
    }

    /** The same as in ControlFaultsTest, as a user meets it: interrupt, restore the flag, leave, close. */
    @Test
    void aThreadThatKeepsItsInterruptFlagLeavesInGoodOrder() throws IOException {
        try (LiveHub hub = new LiveHub(10, 20)) {
            try (HubConnection connection = ShmHubConnection.connect(hub.directory)) {
                connection.join(AssetSpec.named("p").stepNs(10)).poll();
                hub.waitUntil(status -> status.missing().isEmpty() && status.reason() == null
                    && status.state().name().equals("RUNNING"));
                Thread.currentThread().interrupt();
                connection.leave("p");
            } finally {
                Thread.interrupted();
            }
            hub.waitUntil(status -> status.assets().isEmpty() || status.state().isEnd());
            assertThat(hub.status().state().isEnd()).as(hub.status().reason()).isFalse();
        }
    }

    /** See ControlFaultsTest.linesOfAPeerBeforeItsCloseAreStillRead, as a user meets it. */
    @Test
    void closingAConnectionAfterManyAssetsHaveLeftLosesNone() throws IOException {
        try (LiveHub hub = new LiveHub(10, 20)) {
            for (int round = 0; round < 5; round++) {
                try (HubConnection connection = ShmHubConnection.connect(hub.directory)) {
                    for (int i = 0; i < 300; i++) {
                        connection.join(AssetSpec.named("p" + i).stepNs(10)).poll();
                    }
                    for (int i = 0; i < 300; i++) {
                        connection.leave("p" + i);
                    }
                }
                hub.waitUntil(status -> status.assets().isEmpty() || status.state().isEnd());
                assertThat(hub.status().state().isEnd()).as(hub.status().reason()).isFalse();
            }
        }
    }

    @Test
    void theHandleOnACallbackAssetShowsItsTimeAndTakesItOut() throws Exception {
        try (LiveHub hub = new LiveHub(10, 20); HubConnection connection = ShmHubConnection.connect(hub.directory)) {
            final AtomicReference<JoinedAsset> handle = new AtomicReference<>();
            handle.set(connection.join(AssetSpec.named("p").stepNs(10), (fromNs, toNs) -> {
                assertThat(handle.get().timeNs()).isEqualTo(fromNs);
                if (toNs == 50) {
                    handle.get().leave();
                }
            }));
            assertThat(handle.get().name()).isEqualTo("p");
            final CompletableFuture<Void> ran = CompletableFuture.runAsync(() ->
                assertThatCode(connection::run).doesNotThrowAnyException());
            hub.runUntil(status -> status.coreTimeNs() > 0 && status.assets().isEmpty());
            ran.join();
            assertThat(handle.get().timeNs()).as("the step in which it left is not published").isEqualTo(40);
        }
    }

    /** A step fails of an asset that is not there any more; another one has its name. */
    @Test
    void aStepThatFailsAfterTheLeaveSaysNothingOfTheNextOneOfItsName() throws IOException {
        try (LiveHub hub = new LiveHub(10, 20); HubConnection connection = ShmHubConnection.connect(hub.directory)) {
            connection.join(AssetSpec.named("p").stepNs(10), (fromNs, toNs) -> {
                connection.leave("p");
                connection.join(AssetSpec.named("p").stepNs(10), (from, to) -> { });
                throw new IllegalStateException("no such airport");
            });
            final CompletableFuture<Void> ran = CompletableFuture.runAsync(() ->
                assertThatExceptionOfType(AssetFailedException.class).isThrownBy(connection::run));
            hub.runUntil(status -> ran.isDone());
            ran.join();
            connection.join(AssetSpec.named("q").stepNs(10));
            assertThat(hub.status().assets()).as(hub.status().reason()).extracting(HubStatus.AssetStatus::name)
                .containsExactly("p", "q");
        }
    }

    /** An asset about to join is lost with the connection, if the hub lets it in before it hears of its end. */
    @Test
    void closingAConnectionTellsThatAnAssetHasNotLeft(@TempDir final Path folder) throws IOException {
        final HubDirectory directory = new HubDirectory(folder, "h");
        try (FakeHub hub = new FakeHub(directory)) {
            final HubConnection connection = ShmHubConnection.connect(directory);
            connection.join(AssetSpec.named("p").stepNs(10), (fromNs, toNs) -> { });
            hub.silent = true;
            final CompletableFuture<Void> joined = CompletableFuture.runAsync(() ->
                assertThatExceptionOfType(HubLostException.class).isThrownBy(() ->
                    connection.join(AssetSpec.named("q").stepNs(10), (fromNs, toNs) -> { })));
            hub.join(1);
            connection.close();
            joined.join();
            FakeHub.awaitThat(() -> !hub.heard(Request.Fail.class).isEmpty());
            assertThat(hub.heard(Request.Fail.class)).extracting(Request.Fail::asset, Request.Fail::reason)
                .containsExactly(tuple("p", "its connection was closed before it had left"));
            assertThat(hub.heard(Request.Leave.class)).isEmpty();
            assertThatExceptionOfType(HubLostException.class).isThrownBy(() ->
                connection.join(AssetSpec.named("r").stepNs(10), (fromNs, toNs) -> { }))
                .withMessage("the connection to hub 'h' was closed");
        }
    }
}
