package io.takt.hub.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.takt.asset.HubLostException;
import io.takt.asset.HubState;
import io.takt.asset.TaktException;
import io.takt.hub.core.status.HubNode;
import io.takt.hub.core.status.PageWay;
import io.takt.hub.core.status.StatusJson;
import io.takt.shm.control.ControlClient;
import io.takt.shm.control.Event;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import io.takt.shm.host.HubDirectory;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Scanner;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ControlServerTest {
    private Path folder;
    private HubDirectory directory;
    private Echo echo;
    private ControlServer server;

    /** Answers everything with its own id, and remembers what it was asked. */
    private static final class Echo implements ControlServer.Handler {
        private final BlockingQueue<Request> requests = new LinkedBlockingQueue<>();
        private final BlockingQueue<Integer> askers = new LinkedBlockingQueue<>();
        private final BlockingQueue<Integer> closed = new LinkedBlockingQueue<>();
        private volatile ControlServer server;
        private volatile boolean silent;
        private volatile CountDownLatch held = new CountDownLatch(0);

        @Override
        public void onRequest(final int connection, final Request request) {
            final boolean answers = !silent;
            askers.add(connection);
            requests.add(request);
            if (answers) {
                server.send(connection, Reply.done(request.id()));
            }
            awaitUnchecked(held);
        }

        @Override
        public void onMalformed(final int connection, final long id, final String error) {
            server.send(connection, Reply.refused(id, error));
        }

        @Override
        public void onFailed(final Throwable cause) {
            throw new IllegalStateException(cause);
        }

        @Override
        public void onClosed(final int connection) {
            closed.add(connection);
        }
    }

    @BeforeEach
    void open() throws IOException {
        // A socket's path is short, so this is not the folder of the build.
        folder = Files.createTempDirectory(Path.of("/tmp"), "tk");
        directory = new HubDirectory(folder, "h");
        Files.createDirectory(directory.path());
        echo = new Echo();
        server = ControlServer.start(directory, echo);
        echo.server = server;
    }

    @AfterEach
    void close() throws IOException {
        server.close();
        try (var paths = Files.walk(folder)) {
            paths.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
        }
    }

    @Test
    void requestsComeAsTheyWereAskedAndRepliesGoToTheirConnection() {
        try (ControlClient one = ControlClient.connect(directory);
            ControlClient two = ControlClient.connect(directory)) {
            for (int i = 0; i < 50; i++) {
                final Reply first = one.ask(id -> Request.Join.of(id, "a").stepNs(5).intervalNs(6L), reply -> { });
                assertThat(first.ok()).isTrue();
                assertThat(two.ask(Request.Status::new, reply -> { }).ok()).isTrue();
            }
            assertThat(echo.requests).hasSize(100).contains(Request.Join.of(50, "a").stepNs(5).intervalNs(6L),
                new Request.Status(50));
            assertThat(List.copyOf(echo.askers).subList(0, 4)).containsExactly(1, 2, 1, 2);
            assertThat(server.openConnections()).isEqualTo(2);
        }
    }

    @Test
    void aLineThatIsLongToMakeIsMadeByTheServersThread() throws InterruptedException {
        try (ControlClient client = ControlClient.connect(directory)) {
            assertThat(client.ask(Request.Status::new, reply -> { }).ok()).isTrue();
            final BlockingQueue<Thread> makers = new LinkedBlockingQueue<>();
            server.send(echo.askers.take(), () -> {
                makers.add(Thread.currentThread());
                return new Event.Report();
            });
            assertThat(makers.take().getName()).isEqualTo("takt-control");
        }
    }

    @Test
    void repliesComeInOrderFromAnyThread() throws InterruptedException {
        try (ControlClient client = ControlClient.connect(directory)) {
            final BlockingQueue<Long> order = new LinkedBlockingQueue<>();
            final List<Thread> threads = IntStream.range(0, 4).mapToObj(number -> new Thread(() -> {
                for (int i = 0; i < 200; i++) {
                    client.ask(Request.Status::new, reply -> order.add(reply.id()));
                }
            })).toList();
            threads.forEach(Thread::start);
            for (final Thread thread : threads) {
                thread.join();
            }
            assertThat(List.copyOf(order)).isEqualTo(echo.requests.stream().map(Request::id).toList());
            assertThat(order).hasSize(800).doesNotHaveDuplicates();
        }
    }

    /** They are written together, and some reach over the end of what is written at once. */
    @Test
    void requestsOfAllSizesThatAreMadeAtOnceComeWholeAndInOrder() {
        try (ControlClient client = ControlClient.connect(directory)) {
            final List<Request> asked = new ArrayList<>();
            final List<Supplier<Reply>> replies = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                final String reason = "r".repeat(i * i % 40_000);
                replies.add(client.begin(id -> {
                    asked.add(new Request.Fail(id, "a", reason));
                    return asked.get(asked.size() - 1);
                }, reply -> { }));
            }
            for (int i = 0; i < 500; i++) {
                assertThat(replies.get(i).get()).isEqualTo(Reply.done(asked.get(i).id()));
            }
            assertThat(List.copyOf(echo.requests)).isEqualTo(asked);
        }
    }

    @Test
    void eventsComeInOrderAndAfterTheReplyThatWentBefore() throws InterruptedException {
        final BlockingQueue<Object> heard = new LinkedBlockingQueue<>();
        try (ControlClient client = ControlClient.connect(directory, listener(heard))) {
            client.ask(Request.Status::new, reply -> heard.add("reply"));
            server.send(1, new Event.Reset(null));
            server.send(1, new Event.State(HubState.PAUSED, "why"));
            server.send(99, new Event.State(HubState.FAILED, "for no connection"));
            assertThat(take(heard)).isEqualTo("reply");
            assertThat(take(heard)).isEqualTo(new Event.Reset(null));
            assertThat(take(heard)).isEqualTo(new Event.State(HubState.PAUSED, "why"));
        }
        assertThat(take(heard)).isEqualTo("end");
    }

    @Test
    void anAnswerMayBeLargerThanAnyBuffer() {
        echo.silent = true;
        try (ControlClient client = ControlClient.connect(directory)) {
            final Thread answering = new Thread(() -> {
                final Request request = takeUnchecked(echo.requests);
                server.send(1, Reply.refused(request.id(), "x".repeat(3_000_000)));
            });
            answering.start();
            assertThat(client.ask(Request.Status::new, reply -> { }).error()).hasSize(3_000_000);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"garbage", "{", "[]", "{}", "null", "{\"op\":\"nope\",\"id\":3}", "\u0000\u0001",
        "GET / HTTP/1.1",
        "{\"op\":\"status\"} x"})
    void garbageIsAnsweredInOneLineAndTheConnectionLives(final String garbage) throws IOException {
        try (SocketChannel raw = raw(); Scanner lines = lines(raw)) {
            write(raw, garbage + "\n\n   \n{\"op\":\"status\",\"id\":7}\n");
            final String first = lines.nextLine();
            assertThat(first).contains("\"ok\":false").contains("\"error\":\"");
            assertThat(lines.nextLine()).isEqualTo("{\"id\":7,\"ok\":true}");
        }
    }

    @Test
    void linesMayComeInPieces() throws IOException, InterruptedException {
        try (SocketChannel raw = raw(); Scanner lines = lines(raw)) {
            for (final char piece : "{\"op\":\"leave\",\"id\":8,\"asset\":\"\u00e4\"}\n{\"op\":\"sta".toCharArray()) {
                write(raw, String.valueOf(piece));
            }
            assertThat(lines.nextLine()).isEqualTo("{\"id\":8,\"ok\":true}");
            assertThat(take(echo.requests)).isEqualTo(new Request.Leave(8, "\u00e4"));
            assertThat(echo.requests).as("half a line is no request").isEmpty();
            write(raw, "tus\"}\n");
            assertThat(take(echo.requests)).isEqualTo(new Request.Status(0));
        }
        assertThat(take(echo.closed)).isEqualTo(1);
    }

    @Test
    void halfALineAtTheEndIsNoRequest() throws IOException, InterruptedException {
        try (SocketChannel raw = raw()) {
            write(raw, "{\"op\":\"stop\"}");
        }
        assertThat(take(echo.closed)).isEqualTo(1);
        assertThat(echo.requests).isEmpty();
    }

    private static HubNode hub(final String name, final HubNode... below) {
        final HubNode.Link link = new HubNode.Link(true, 1_000_000, null, new PageWay("10.0.0.1:9464", null));
        return new HubNode(name, 0, HubState.RUNNING, 1_000_000_000_000L, 20_000_000, 5, null,
            Stream.of(below).map(each -> new HubNode.Child(each.hub(), link, each)).toList(), 0);
    }

    private static HubNode[] hubs(final String name, final int count, final HubNode... below) {
        return IntStream.range(0, count).mapToObj(i -> hub(name + "-" + i, below)).toArray(HubNode[]::new);
    }

    /** A tree of 1 + 10 + 1,000 hubs arrives as a whole, and one of 1 + 100 + 10,000 without its deepest level. */
    @Test
    void aChildTellsOfAllHubsBelowIt() throws IOException, InterruptedException {
        final HubNode large = hub("root", hubs("middle", 10, hubs("leaf", 100)));
        final HubNode huge = hub("root", hubs("middle", 100, hubs("leaf", 100)));
        try (ControlClient client = ControlClient.connect(directory)) {
            for (final HubNode tree : List.of(large, huge)) {
                assertThat(client.ask(id -> new Request.Subtree(id, "n".repeat(100), StatusJson.of(
                    new HubNode.Link(false, 0, "w".repeat(1_000), null)), StatusJson.of(tree)), reply -> { }).ok())
                    .isTrue();
                final HubNode told = StatusJson.readNode(((Request.Subtree) take(echo.requests)).hub());
                assertThat(told).isEqualTo(tree == large ? large : huge.cut(1));
            }
        }
    }

    @Test
    void aLineThatIsTooLongEndsTheConnection() throws IOException, InterruptedException {
        try (SocketChannel raw = raw(); Scanner lines = lines(raw)) {
            write(raw, "x".repeat(1024 * 1024 + 1));
            assertThat(lines.nextLine()).contains("longer than 1048576 bytes");
            assertThat(lines.hasNextLine()).isFalse();
        }
        assertThat(take(echo.closed)).isEqualTo(1);
        try (ControlClient client = ControlClient.connect(directory)) {
            assertThat(client.ask(Request.Status::new, reply -> { }).ok()).as("the server lives").isTrue();
        }
    }

    @Test
    void manyConnectionsAreServedAndTheirEndsAreTold() throws IOException, InterruptedException {
        final List<SocketChannel> all = new ArrayList<>();
        for (int i = 1; i <= 200; i++) {
            all.add(raw());
            write(all.get(i - 1), "{\"op\":\"status\",\"id\":" + i + "}\n");
        }
        for (int i = 1; i <= 200; i++) {
            try (Scanner lines = lines(all.get(i - 1))) {
                assertThat(lines.nextLine()).isEqualTo("{\"id\":" + i + ",\"ok\":true}");
            }
            all.get(i - 1).close();
        }
        final List<Integer> closed = new ArrayList<>();
        for (int i = 1; i <= 200; i++) {
            closed.add(take(echo.closed));
        }
        assertThat(closed).doesNotHaveDuplicates().hasSize(200);
        assertThat(server.openConnections()).isZero();
    }

    @Test
    void aPeerThatIsHungUpOnReadsEarlierLinesAndThenTheEnd() throws IOException, InterruptedException {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(directory.socket()));
            ControlClient other = ControlClient.connect(directory)) {
            write(channel, "{\"op\":\"status\",\"id\":1}\n");
            final Scanner lines = new Scanner(Channels.newInputStream(channel), StandardCharsets.UTF_8);
            assertThat(lines.nextLine()).contains("\"id\":1");
            final int connection = echo.askers.take();
            server.send(connection, new Event.Reset(null));
            server.hangUp(connection);
            server.send(connection, new Event.Reset(null));
            server.hangUp(connection);
            assertThat(echo.closed.take()).isEqualTo(connection);
            assertThat(lines.nextLine()).contains("reset");
            assertThat(lines.hasNextLine()).isFalse();
            assertThat(other.ask(Request.Status::new, reply -> { }).ok()).isTrue();
            assertThat(server.openConnections()).isEqualTo(1);
            assertThat(echo.closed).isEmpty();
        }
    }

    @Test
    void aPeerThatNeverReadsHoldsUpNoOther() throws IOException, InterruptedException {
        echo.silent = true;
        try (SocketChannel deaf = raw(); ControlClient client = ControlClient.connect(directory)) {
            write(deaf, "{\"op\":\"status\",\"id\":1}\n");
            take(echo.requests);
            final Reply large = Reply.refused(1, "x".repeat(100_000));
            for (int i = 0; i < 30; i++) {
                server.send(1, large);
            }
            echo.silent = false;
            for (int i = 0; i < 100; i++) {
                assertThat(client.ask(Request.Status::new, reply -> { }).ok()).isTrue();
            }
            // It is not read from either, until it has read.
            write(deaf, "{\"op\":\"stop\",\"id\":2}\n");
            assertThat(client.ask(Request.Status::new, reply -> { }).ok()).isTrue();
            assertThat(echo.requests).noneMatch(Request.Stop.class::isInstance);
            try (Scanner lines = lines(deaf)) {
                for (int i = 0; i < 30; i++) {
                    assertThat(lines.nextLine()).hasSizeGreaterThan(100_000);
                }
                assertThat(lines.nextLine()).isEqualTo("{\"id\":2,\"ok\":true}");
            }
        }
    }

    @Test
    void aPeerThatGoesWithoutReadingIsNoticed() throws IOException, InterruptedException {
        try (SocketChannel deaf = raw()) {
            write(deaf, "{\"op\":\"status\",\"id\":1}\n");
            take(echo.requests);
            for (int i = 0; i < 50; i++) {
                server.send(1, Reply.refused(1, "x".repeat(100_000)));
            }
        }
        assertThat(take(echo.closed)).isEqualTo(1);
        server.send(1, Reply.done(1));
    }

    @Test
    void theEndOfTheHubIsToldToAllWaitersAndListeners() throws InterruptedException {
        echo.silent = true;
        final BlockingQueue<Object> heard = new LinkedBlockingQueue<>();
        try (ControlClient client = ControlClient.connect(directory, listener(heard))) {
            final Thread closing = new Thread(() -> {
                takeUnchecked(echo.requests);
                server.close();
            });
            closing.start();
            assertThatExceptionOfType(HubLostException.class)
                .isThrownBy(() -> client.ask(Request.Status::new, reply -> { }))
                .withMessage("hub 'h' is gone: its control connection has ended");
            assertThat(take(heard)).isEqualTo("end");
            assertThat(client.hasEnded()).isTrue();
            assertThatExceptionOfType(HubLostException.class)
                .isThrownBy(() -> client.ask(Request.Status::new, reply -> { }));
            client.tell(Request.Status::new);
            closing.join();
        }
        assertThat(heard).isEmpty();
    }

    @Test
    void linesSentBeforeTheCloseAreStillWritten() throws IOException {
        try (SocketChannel raw = raw(); Scanner lines = lines(raw)) {
            write(raw, "{\"op\":\"status\",\"id\":1}\n");
            lines.nextLine();
            for (int i = 0; i < 100; i++) {
                server.send(1, Reply.done(i));
            }
            server.close();
            for (int i = 0; i < 100; i++) {
                assertThat(lines.nextLine()).isEqualTo("{\"id\":" + i + ",\"ok\":true}");
            }
            assertThat(lines.hasNextLine()).isFalse();
        }
    }

    @Test
    void linesSentBeforeAreReadBefore() throws IOException, InterruptedException {
        final BlockingQueue<List<Request>> readBefore = new LinkedBlockingQueue<>();
        try (SocketChannel one = raw(); SocketChannel two = raw()) {
            echo.held = new CountDownLatch(1);
            write(one, "{\"op\":\"status\",\"id\":1}\n");
            assertThat(take(echo.requests)).as("the server has begun with it").isEqualTo(new Request.Status(1));
            write(two, (" ".repeat(999) + "\n").repeat(50) + "{\"op\":\"leave\",\"id\":2,\"asset\":\"a\"}\n");
            for (int i = 0; i < 3; i++) {
                server.whenAllIsRead(() -> readBefore.add(List.copyOf(echo.requests)));
            }
            echo.held.countDown();
            for (int i = 0; i < 3; i++) {
                assertThat(take(readBefore)).containsExactly(new Request.Leave(2, "a"));
            }
        }
    }

    @Test
    void aHubThatDoesNothingIsToldFromOneThatIsGone() {
        echo.silent = true;
        try (ControlClient client = ControlClient.connect(directory)) {
            assertThatExceptionOfType(TaktException.class)
                .isThrownBy(() -> client.ask(Request.Status::new, Duration.ofMillis(1)))
                .withMessageContaining("is there but has not answered");
        }
        server.close();
        assertThatExceptionOfType(HubLostException.class).isThrownBy(() -> ControlClient.connect(directory))
            .withMessage("no hub named 'h' is running (nothing answers at " + directory.socket() + ")");
    }

    @Test
    void aListenerThatRefusesAReplyFailsTheAskAlone() {
        try (ControlClient client = ControlClient.connect(directory)) {
            assertThatExceptionOfType(TaktException.class).isThrownBy(() -> client.ask(Request.Status::new, reply -> {
                throw new TaktException("not like this");
            })).withMessage("not like this");
            assertThat(client.ask(Request.Status::new, reply -> { }).ok()).isTrue();
        }
    }

    private static ControlClient.Listener listener(final BlockingQueue<Object> heard) {
        return new ControlClient.Listener() {
            @Override
            public void onEvent(final Event event) {
                heard.add(event);
            }

            @Override
            public void onEnd() {
                heard.add("end");
            }
        };
    }

    private SocketChannel raw() throws IOException {
        final SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        channel.connect(UnixDomainSocketAddress.of(directory.socket()));
        return channel;
    }

    private static Scanner lines(final SocketChannel channel) {
        return new Scanner(Channels.newInputStream(channel), StandardCharsets.UTF_8).useDelimiter("\n");
    }

    private static void write(final SocketChannel channel, final String text) throws IOException {
        final ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    private static void awaitUnchecked(final CountDownLatch latch) {
        try {
            latch.await();
        } catch (final InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static <T> T take(final BlockingQueue<T> queue) throws InterruptedException {
        final T taken = queue.poll(30, TimeUnit.SECONDS);
        assertThat(taken).as("came within half a minute").isNotNull();
        return taken;
    }

    private static <T> T takeUnchecked(final BlockingQueue<T> queue) {
        try {
            return take(queue);
        } catch (final InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
