package io.takt.hub.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.takt.shm.control.ControlClient;
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
import java.util.Scanner;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ControlFaultsTest {
    private final BlockingQueue<Object> heard = new LinkedBlockingQueue<>();
    private volatile Runnable beforeReply = () -> { };
    private HubDirectory directory;
    private ControlServer server;

    @BeforeEach
    void open() throws IOException {
        directory = new HubDirectory(Files.createTempDirectory(Path.of("/tmp"), "tk"), "h");
        Files.createDirectory(directory.path());
        server = ControlServer.start(directory, new ControlServer.Handler() {
            @Override
            public void onRequest(final int connection, final Request request) {
                heard.add(request);
                final Runnable first = beforeReply;
                beforeReply = () -> { };
                first.run();
                server.send(connection, Reply.done(request.id()));
            }

            @Override
            public void onMalformed(final int connection, final long id, final String error) {
                server.send(connection, Reply.refused(id, error));
            }

            @Override
            public void onFailed(final Throwable cause) {
                heard.add(cause);
            }

            @Override
            public void onClosed(final int connection) {
                heard.add("closed " + connection);
            }
        });
    }

    @AfterEach
    void close() {
        server.close();
    }

    /**
     * A channel is closed when an interrupted thread writes to it. A program that is interrupted, sets the flag again
     * and then closes its connection, as it should, leaves in good order all the same.
     */
    @Test
    void anInterruptedThreadCanStillLeaveInGoodOrder() throws InterruptedException {
        try (ControlClient client = ControlClient.connect(directory)) {
            client.ask(Request.Status::new, reply -> { });
            assertThat(heard.take()).isEqualTo(new Request.Status(1));
            Thread.currentThread().interrupt();
            try {
                assertThatCode(() -> client.tell(id -> new Request.Leave(id, "a"))).doesNotThrowAnyException();
            } finally {
                Thread.interrupted();
            }
            assertThat(heard.take()).isEqualTo(new Request.Leave(2, "a"));
        }
    }

    /**
     * A process that takes its assets out and closes does not wait for replies. That they cannot be delivered any more
     * must not keep the hub from reading the rest of what was said.
     */
    @Test
    @SuppressWarnings("try")
    void linesOfAPeerBeforeItsCloseAreStillRead() throws IOException, InterruptedException {
        try (SocketChannel raw = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            raw.connect(UnixDomainSocketAddress.of(directory.socket()));
            beforeReply = () -> {
                try {
                    raw.write(ByteBuffer.wrap("{\"op\":\"leave\",\"asset\":\"b\"}\n".getBytes(StandardCharsets.UTF_8)));
                    raw.close();
                } catch (final IOException e) {
                    heard.add(e);
                }
            };
            raw.write(ByteBuffer.wrap("{\"op\":\"leave\",\"asset\":\"a\"}\n".getBytes(StandardCharsets.UTF_8)));
            assertThat(heard.take()).isEqualTo(new Request.Leave(0, "a"));
            assertThat(heard.take()).isEqualTo(new Request.Leave(0, "b"));
            assertThat(heard.take()).isEqualTo("closed 1");
        }
    }

    /** "Each is answered by one Reply with the same id", so that a newer client does not wait for ever. */
    @Test
    void aRequestThatIsNotUnderstoodIsAnsweredWithItsId() throws IOException {
        try (SocketChannel raw = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            raw.connect(UnixDomainSocketAddress.of(directory.socket()));
            raw.write(ByteBuffer.wrap("{\"op\":\"watch\",\"id\":7}\n".getBytes(StandardCharsets.UTF_8)));
            assertThat(new Scanner(Channels.newInputStream(raw), StandardCharsets.UTF_8).nextLine())
                .contains("\"id\":7");
        }
    }
}
