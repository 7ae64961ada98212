package io.takt.hub.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class MetricsServerTest {
    private static final Duration LOOK_EVERY = Duration.ofMillis(50);

    private final List<Socket> sockets = new ArrayList<>();

    @AfterEach
    void hangUp() throws IOException {
        for (final Socket socket : sockets) {
            socket.close();
        }
    }

    private void say(final MetricsServer server, final String text) throws IOException {
        final URI address = URI.create(server.address());
        final Socket socket = new Socket(address.getHost(), address.getPort());
        sockets.add(socket);
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
    }

    private static String scrape(final MetricsServer server) throws IOException, InterruptedException {
        return HttpClient.newHttpClient().send(HttpRequest.newBuilder(URI.create(server.address()))
            .timeout(Duration.ofSeconds(30)).build(), HttpResponse.BodyHandlers.ofString()).body();
    }

    @Test
    void aClientThatSendsNothingOrHalfARequestHoldsUpNoOther() throws Exception {
        final CountDownLatch slow = new CountDownLatch(1);
        final CountDownLatch first = new CountDownLatch(1);
        try (MetricsServer server = MetricsServer.open(null, List.of(), 0)) {
            server.serve(() -> {
                if (first.getCount() > 0) {
                    first.countDown();
                    await(slow);
                }
                return "x 1\n";
            }, null);
            say(server, "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n");
            first.await();
            for (int i = 0; i < 20; i++) {
                say(server, "");
                say(server, "GET /metr");
                say(server, "GET /metrics HTTP/1.1\r\nHost: lo");
            }
            assertThat(scrape(server)).isEqualTo("x 1\n");
        } finally {
            slow.countDown();
        }
    }

    /** Not while there is no room for it, and not where it is itself cut off, by a host that stood for a second. */
    private static boolean isScraped(final MetricsServer server, final String text) throws InterruptedException {
        try {
            return scrape(server).equals(text);
        } catch (final IOException e) {
            return false;
        }
    }

    /** The text is more than the sockets take; with none of them cut off there would be no room for another scrape. */
    @Test
    void clientsThatReadNothingAreCutOff() throws Exception {
        final String text = "x".repeat(8_000_000);
        try (MetricsServer server = MetricsServer.open(null, List.of(), 0, Duration.ofSeconds(1))) {
            server.serve(() -> text, null);
            for (int i = 0; i < MetricsServer.MOST_SCRAPES; i++) {
                say(server, "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n");
                assertThat(sockets.get(i).getInputStream().read()).as("-1 where it is cut off").isIn(-1, (int) 'H');
            }
            while (!isScraped(server, text)) {
                LockSupport.parkNanos(LOOK_EVERY.toNanos());
            }
        }
    }

    @Test
    void aScrapeTooManyIsToldSo() throws Exception {
        final CountDownLatch under = new CountDownLatch(MetricsServer.MOST_SCRAPES);
        final CountDownLatch done = new CountDownLatch(1);
        try (MetricsServer server = MetricsServer.open(null, List.of(), 0)) {
            server.serve(() -> {
                under.countDown();
                await(done);
                return "x 1\n";
            }, null);
            for (int i = 0; i < MetricsServer.MOST_SCRAPES; i++) {
                say(server, "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n");
            }
            under.await();
            assertThat(scrape(server)).isEqualTo("16 scrapes are under way, which is the most\n");
        } finally {
            done.countDown();
        }
    }

    @Test
    void aClientThatComesTooLateIsRefusedAtOnce() throws Exception {
        final MetricsServer server = MetricsServer.open(null, List.of(), 0);
        server.serve(() -> "x 1\n", null);
        assertThat(scrape(server)).isEqualTo("x 1\n");
        server.close();
        server.close();
        assertThatThrownBy(() -> scrape(server)).isInstanceOf(IOException.class);
    }

    private static void await(final CountDownLatch latch) {
        try {
            latch.await();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
