package io.takt.hub.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.takt.asset.Asset;
import io.takt.asset.AssetSpec;
import io.takt.asset.HubConnection;
import io.takt.asset.JoinInterruptedException;
import io.takt.asset.PolledAsset;
import io.takt.asset.PolledAsset.Turn;
import io.takt.shm.asset.ShmHubConnection;
import io.takt.shm.control.Request;
import io.takt.shm.host.HubDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A join that is interrupted has not happened, whenever its answer comes. */
@Timeout(60)
class JoinInterruptTest {
    private static final AssetSpec SPEC = AssetSpec.named("p").stepNs(10);

    @Test
    void aPolledAssetsJoinObeysAnInterrupt(@TempDir final Path folder) throws Exception {
        interruptsAJoin(folder, connection -> connection.join(SPEC));
    }

    @Test
    void aCallbackAssetsJoinObeysAnInterrupt(@TempDir final Path folder) throws Exception {
        final Asset asset = (fromNs, toNs) -> { };
        interruptsAJoin(folder, connection -> connection.join(SPEC, asset));
    }

    private static void interruptsAJoin(final Path folder, final Consumer<HubConnection> join) throws Exception {
        final HubDirectory directory = new HubDirectory(folder, "h");
        try (FakeHub hub = new FakeHub(directory)) {
            try (HubConnection connection = ShmHubConnection.connect(directory)) {
                hub.answersNoJoin = true;
                final AtomicReference<Throwable> thrown = new AtomicReference<>();
                final AtomicBoolean isFlagged = new AtomicBoolean();
                final Thread joiner = new Thread(() -> {
                    try {
                        join.accept(connection);
                    } catch (final RuntimeException e) {
                        thrown.set(e);
                        isFlagged.set(Thread.currentThread().isInterrupted());
                    }
                });
                joiner.start();
                hub.join(0);
                joiner.interrupt();
                joiner.join();
                assertThat(thrown.get()).isInstanceOf(JoinInterruptedException.class)
                    .hasMessage("interrupted while asset 'p' was joining hub 'h'; it has not joined");
                assertThat(isFlagged).isTrue();
                FakeHub.awaitThat(() -> hub.heard(Request.Leave.class).size() == 1);
                hub.answerJoinLate();
                assertThat(connection.run().hasEnded()).as("nothing is left to drive").isFalse();
                try (PolledAsset other = connection.join(AssetSpec.named("q").stepNs(10))) {
                    assertThat(other.poll()).as("after the late answer").isEqualTo(Turn.WAIT);
                    connection.leave("p");
                    other.leave();
                }
                FakeHub.awaitThat(() -> hub.heard(Request.Leave.class).stream().anyMatch(
                    leave -> leave.asset().equals("q")));
                assertThat(hub.heard(Request.Leave.class)).as("there was no session of p to leave")
                    .extracting(Request.Leave::asset).containsExactly("p", "q");
            }
        }
    }

    @Test
    void whicheverOfAnswerAndInterruptIsFirst() throws IOException {
        try (LiveHub hub = new LiveHub(10, 20); HubConnection connection = ShmHubConnection.connect(hub.directory)) {
            for (int i = 0; i < 200; i++) {
                Thread.currentThread().interrupt();
                try (PolledAsset joined = connection.join(AssetSpec.named("p" + i).stepNs(10))) {
                    assertThat(joined.name()).isEqualTo("p" + i);
                    joined.leave();
                } catch (final JoinInterruptedException e) {
                    assertThat(e.getMessage()).contains("'p" + i + "'");
                } finally {
                    assertThat(Thread.interrupted()).isTrue();
                }
            }
            hub.waitUntil(status -> status.assets().isEmpty());
            try (PolledAsset joined = connection.join(SPEC)) {
                assertThat(joined.name()).isEqualTo("p");
            }
        }
    }

    @Test
    void anInterruptBeforeTheFirstJoinIsObeyedToo(@TempDir final Path folder) throws Exception {
        final HubDirectory directory = new HubDirectory(folder, "h");
        try (FakeHub hub = new FakeHub(directory); HubConnection connection = ShmHubConnection.connect(directory)) {
            // A hub may be quicker than the thread that asks it.
            hub.answersNoJoin = true;
            Thread.currentThread().interrupt();
            try {
                assertThatExceptionOfType(JoinInterruptedException.class).isThrownBy(() -> connection.join(SPEC));
            } finally {
                assertThat(Thread.interrupted()).isTrue();
            }
        }
    }
}
