package io.takt.hub.tap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.asset.HubLostException;
import io.takt.asset.HubState;
import io.takt.hub.control.ControlServer;
import io.takt.hub.core.status.End;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.status.StatusJson;
import io.takt.shm.control.Event;
import io.takt.shm.control.FromHub;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import io.takt.shm.host.HubDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Taps that begin while their hub ends. */
@Timeout(60)
class TapTest {
    @TempDir
    private Path folder;
    private HubDirectory directory;
    private final List<String> notices = new ArrayList<>();

    @BeforeEach
    void makeDirectory() throws IOException {
        directory = new HubDirectory(folder, "h");
        Files.createDirectory(directory.path());
    }

    /** Says to each request what it is told to; hangs up where that is nothing. */
    private ControlServer serve(final Function<Request, List<FromHub>> answers) throws IOException {
        final ControlServer[] server = new ControlServer[1];
        final CountDownLatch started = new CountDownLatch(1);
        server[0] = ControlServer.start(directory, new ControlServer.Handler() {
            @Override
            public void onRequest(final int connection, final Request request) {
                await(started);
                final List<FromHub> said = answers.apply(request);
                said.forEach(each -> server[0].send(connection, each));
                if (said.isEmpty()) {
                    server[0].hangUp(connection);
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
        started.countDown();
        return server[0];
    }

    private static void await(final CountDownLatch latch) {
        try {
            latch.await();
        } catch (final InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Reply status(final Request request, final HubState state, final String reason) {
        return Reply.status(request.id(), StatusJson.of(new HubStatus("h", 0, 1, state,
            state.isEnd() ? End.REACHED : null, reason, 1, 10, 10, 20, 0, 0, 0, 0, 0, null, 0, null, List.of(),
            List.of(), null, null, null, null, null)));
    }

    private static Reply tapped(final Request request) {
        return Reply.tapped(request.id(), List.of());
    }

    /** How a tap ends that tells nothing. */
    private void assertEnding(final boolean isKilled, final String ending) throws InterruptedException {
        try (Tap tap = Tap.open(directory, new TapFilter(Set.of(), Set.of(), true, true), 8, notices::add)) {
            final List<TapEvent> events = new ArrayList<>();
            while (tap.take(events, 1, 1_000)) {
                assertThat(events).isEmpty();
            }
            assertThat(tap.ending()).isEqualTo(ending);
            assertThat(tap.isHubKilled()).isEqualTo(isKilled);
        }
    }

    @Test
    void aRunThatHasEndedIsToldByItsStatus() throws Exception {
        try (ControlServer server = serve(request -> List.of(request instanceof Request.Status
            ? status(request, HubState.STOPPED, "reached 4s") : Reply.refused(request.id(), "too late")))) {
            assertEnding(false, "hub 'h' STOPPED: reached 4s");
            assertThat(server.openConnections()).isLessThan(2);
        }
        assertThat(notices).isEmpty();
    }

    @Test
    void aRunThatEndsBetweenTwoQuestionsIsToldByTheHub() throws Exception {
        try (ControlServer server = serve(request -> request instanceof Request.Status
            ? List.of(status(request, HubState.RUNNING, null))
            : List.of(tapped(request), new Event.State(HubState.STOPPED, null)))) {
            assertEnding(false, "hub 'h' STOPPED");
            assertThat(server.openConnections()).isLessThan(2);
        }
    }

    @Test
    void aHubThatHangsUpBeforeItHasAnsweredIsGone() throws Exception {
        try (ControlServer server = serve(request -> List.of())) {
            assertThatThrownBy(() -> assertEnding(true, null)).isInstanceOf(HubLostException.class);
            assertThat(server.openConnections()).isLessThan(2);
        }
    }

    @Test
    void whereThereIsNoHubThereIsNoTap() {
        assertThatThrownBy(() -> assertEnding(true, null)).isInstanceOf(HubLostException.class)
            .hasMessageStartingWith("no hub named 'h' is running");
    }
}
