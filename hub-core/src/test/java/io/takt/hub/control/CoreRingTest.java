package io.takt.hub.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.AssetSpec;
import io.takt.asset.HubConnection;
import io.takt.asset.PolledAsset;
import io.takt.asset.PolledAsset.Turn;
import io.takt.shm.asset.ShmHubConnection;
import io.takt.shm.host.HubDirectory;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A hub that sleeps for an asset's time is woken by the step that reaches it; this one wakes by nothing else. */
@Timeout(60)
class CoreRingTest {
    /** More than those that ring after each step. */
    private static final int MANY = 40;

    @TempDir
    private Path folder;
    private FakeHub hub;
    private HubConnection connection;
    private Thread thread;

    @BeforeEach
    void open() throws IOException {
        final HubDirectory directory = new HubDirectory(folder, "h");
        hub = new FakeHub(directory);
        connection = ShmHubConnection.connect(directory);
    }

    @AfterEach
    void close() throws InterruptedException {
        hub.stop();
        if (thread != null) {
            thread.join();
        }
        connection.close();
        hub.close();
    }

    private static AssetSpec spec(final int number) {
        return AssetSpec.named("x" + number).stepNs(10);
    }

    private void drive() {
        thread = new Thread(() -> {
            try {
                connection.run();
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        thread.start();
    }

    @Test
    void byAPolledAsset() {
        final PolledAsset asset = connection.join(spec(0));
        hub.coreTo(20);
        hub.sleepFor(0, 20);
        for (int i = 0; i < 2; i++) {
            assertThat(hub.isAsleep()).isTrue();
            assertThat(asset.poll()).isEqualTo(Turn.STEP);
            asset.commit();
        }
        assertThat(hub.isAsleep()).isFalse();
    }

    @Test
    void byOneOfFew() {
        connection.join(spec(0), (fromNs, toNs) -> { });
        connection.join(spec(1), (fromNs, toNs) -> { });
        hub.sleepFor(1, 20);
        drive();
        hub.coreTo(10);
        FakeHub.awaitThat(() -> hub.timeOf("x1") == 10);
        assertThat(hub.isAsleep()).isTrue();
        hub.coreTo(20);
        FakeHub.awaitThat(() -> !hub.isAsleep());
    }

    /** It falls asleep when the step that it waits for has just been done, in the middle of those of others. */
    @Test
    void byOneOfManyThatHasStepped() {
        for (int i = 0; i < MANY - 1; i++) {
            connection.join(spec(i), (fromNs, toNs) -> { });
        }
        connection.join(spec(MANY - 1), (fromNs, toNs) -> {
            assertThat(hub.timeOf("x0")).isEqualTo(toNs);
            hub.sleepFor(0, toNs);
        });
        // Before any asset looks, so that they step in their order.
        hub.coreTo(10);
        drive();
        FakeHub.awaitThat(() -> hub.timeOf("x" + (MANY - 1)) == 10 && !hub.isAsleep());
    }
}
