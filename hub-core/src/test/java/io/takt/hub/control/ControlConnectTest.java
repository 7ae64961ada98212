package io.takt.hub.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.shm.control.ControlClient;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import io.takt.shm.host.HubDirectory;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How connections are taken: many at once, and when file descriptors are out. */
@Timeout(60)
class ControlConnectTest {
    private final AtomicLong nowNs = new AtomicLong(-7);
    private final AtomicInteger tries = new AtomicInteger();
    private final AtomicBoolean isOut = new AtomicBoolean();
    private final List<String> troubles = new CopyOnWriteArrayList<>();
    private final CountDownLatch isHeld = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);
    private Path folder;
    private HubDirectory directory;
    private volatile ControlServer server;

    @BeforeEach
    void open() throws IOException {
        // A socket's path is short, so this is not the folder of the build.
        folder = Files.createTempDirectory(Path.of("/tmp"), "tk");
        directory = new HubDirectory(folder, "h");
        Files.createDirectory(directory.path());
        server = ControlServer.start(directory, new Answering(), this::accept, nowNs::get);
    }

    @AfterEach
    void close() throws IOException {
        release.countDown();
        server.close();
        try (var paths = Files.walk(folder)) {
            paths.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
        }
    }

    private SocketChannel accept(final ServerSocketChannel listening) throws IOException {
        tries.incrementAndGet();
        if (isOut.get()) {
            throw new IOException("Too many open files");
        }
        return listening.accept();
    }

    /** Answers everything; a stop holds up the server's thread. */
    private final class Answering implements ControlServer.Handler {
        @Override
        public void onRequest(final int connection, final Request request) {
            if (request instanceof Request.Stop) {
                isHeld.countDown();
                awaitRelease();
            }
            server.send(connection, Reply.done(request.id()));
        }

        private void awaitRelease() {
            try {
                release.await();
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
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
        public void onTrouble(final String why) {
            troubles.add(why);
        }

        @Override
        public void onFailed(final Throwable cause) {
            throw new IllegalStateException(cause);
        }
    }

    /** As when hundreds of assets start at once, in a language in which a connect does not wait. */
    @Test
    void aBurstOfConnectsThatDoNotWaitIsTakenWhole() throws IOException, InterruptedException {
        final List<SocketChannel> burst = new ArrayList<>();
        try (ControlClient first = ControlClient.connect(directory)) {
            first.tell(Request.Stop::new);
            isHeld.await();
            // The server's thread takes no connection now.
            for (int i = 0; i < Math.min(1_000, mostThatWait()); i++) {
                final SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
                burst.add(channel);
                channel.configureBlocking(false);
                assertThat(channel.connect(UnixDomainSocketAddress.of(directory.socket()))).as("connect %d", i)
                    .isTrue();
            }
            release.countDown();
            FakeHub.awaitThat(() -> server.openConnections() == burst.size() + 1);
        } finally {
            for (final SocketChannel channel : burst) {
                channel.close();
            }
        }
    }

    private static int mostThatWait() {
        // The file gives its number to the first read only, and a reader of whole files asks for one byte first.
        try (var lines = Files.lines(Path.of("/proc/sys/net/core/somaxconn"))) {
            return Integer.parseInt(lines.findFirst().orElseThrow());
        } catch (final IOException e) {
            return 128;
        }
    }

    /** The kernel shows such a connection as ready at every look; time stands, so nothing but the pause can hold. */
    @Test
    void outOfDescriptorsTheServerServesItsPeersAndTriesAgainOnlyAfterAPause() {
        try (ControlClient client = ControlClient.connect(directory)) {
            ask(client);
            isOut.set(true);
            final int before = tries.get();
            try (ControlClient waiting = ControlClient.connect(directory)) {
                FakeHub.awaitThat(() -> tries.get() > before);
                for (int i = 0; i < 500; i++) {
                    ask(client);
                }
                assertThat(tries.get() - before).as("tries in 500 rounds").isEqualTo(1);
                nowNs.addAndGet(AcceptPause.PAUSE_NS);
                FakeHub.awaitThat(() -> tries.get() - before > 1);
                // Answered by the thread that tries: by then the try is over, and its pause has begun.
                ask(client);
                isOut.set(false);
                assertThat(server.openConnections()).isEqualTo(1);
                nowNs.addAndGet(AcceptPause.PAUSE_NS);
                FakeHub.awaitThat(() -> server.openConnections() == 2);
                ask(waiting);
                ask(client);
                assertThat(troubles).as("one line, however often it was tried").singleElement().asString()
                    .startsWith("the control socket cannot take another connection: Too many open files;");
            }
        }
    }

    /** Lines that this process has still to write or to take in are not held against the hub. */
    @Test
    void anAnswerIsUpToTheHubOnceItHasTheQuestionAndItsLinesAreTakenIn() throws InterruptedException {
        try (ControlClient client = ControlClient.connect(directory)) {
            FakeHub.awaitThat(client::isUpToHub);
            final AtomicBoolean whileTakingIn = new AtomicBoolean(true);
            client.begin(Request.Status::new, reply -> whileTakingIn.set(client.isUpToHub())).get();
            assertThat(whileTakingIn).isFalse();
            FakeHub.awaitThat(client::isUpToHub);
            client.tell(Request.Stop::new);
            isHeld.await();
            FakeHub.awaitThat(client::isUpToHub);
        }
    }

    private static void ask(final ControlClient client) {
        assertThat(client.ask(Request.Status::new, reply -> { }).ok()).isTrue();
    }
}
