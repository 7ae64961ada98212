package io.takt.hub.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.takt.asset.TaktException;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * Serves metrics at {@code /metrics}, to programs on this host only. Each scrape has a thread, so no client waits for
 * another one that connects and says nothing, or half of it, or does not read; such a client is cut off after a while.
 */
public final class MetricsServer implements AutoCloseable {
    private static final String PATH = "/metrics";
    /** The JDK's server reads them once, when it is first used; without them it waits for ever. In seconds. */
    private static final Map<String, String> PATIENCE =
        Map.of("sun.net.httpserver.maxReqTime", "5", "sun.net.httpserver.maxRspTime", "30");

    private static final String TEXT_FORMAT = "text/plain; version=0.0.4; charset=utf-8";
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final int NOT_ALLOWED = 405;
    private static final int UNAVAILABLE = 503;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        final Thread created = new Thread(task, "takt-metrics");
        created.setDaemon(true);
        return created;
    });

    private MetricsServer(final HttpServer server) {
        this.server = server;
    }

    /**
     * Takes the port; no client is answered yet.
     *
     * @param port to listen at; 0 for any that is free.
     * @return the server.
     * @throws IOException when the port cannot be had; in one line.
     */
    public static MetricsServer open(final int port) throws IOException {
        PATIENCE.forEach((name, seconds) -> {
            if (System.getProperty(name) == null) {
                System.setProperty(name, seconds);
            }
        });
        try {
            final InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
            return new MetricsServer(HttpServer.create(address, 0));
        } catch (final BindException e) {
            throw new IOException("metrics cannot be served at port " + port + " (" + e.getMessage()
                + "); choose another, or 0 for any that is free", e);
        }
    }

    /**
     * Where metrics are.
     *
     * @return an address that can be opened on this host.
     */
    public String address() {
        return "http://" + server.getAddress().getAddress().getHostAddress() + ":" + server.getAddress().getPort()
            + PATH;
    }

    /**
     * Begins to answer.
     *
     * @param scrape gives the text; called for every scrape, by several threads at once.
     */
    public void serve(final Supplier<String> scrape) {
        server.setExecutor(threads);
        server.createContext("/", exchange -> answer(exchange, scrape));
        server.start();
    }

    private static void answer(final HttpExchange exchange, final Supplier<String> scrape) throws IOException {
        try (exchange) {
            final boolean head = exchange.getRequestMethod().equals("HEAD");
            if (!head && !exchange.getRequestMethod().equals("GET")) {
                send(exchange, NOT_ALLOWED, "text/plain", "only GET\n", false);
            } else if (!exchange.getRequestURI().getPath().equals(PATH)) {
                send(exchange, NOT_FOUND, "text/plain", "Takt: metrics are at " + PATH + "\n", head);
            } else {
                scraped(exchange, scrape, head);
            }
        }
    }

    private static void scraped(final HttpExchange exchange, final Supplier<String> scrape, final boolean head)
        throws IOException {
        final String text;
        try {
            text = scrape.get();
        } catch (final TaktException e) {
            send(exchange, UNAVAILABLE, "text/plain", e.getMessage() + "\n", head);
            return;
        }
        send(exchange, OK, TEXT_FORMAT, text, head);
    }

    private static void send(final HttpExchange exchange, final int code, final String type, final String text,
        final boolean head) throws IOException {
        final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(code, head ? -1 : bytes.length);
        if (!head) {
            exchange.getResponseBody().write(bytes);
        }
    }

    /** Cuts off clients without an answer. To be closed before the source of the text, which may leave them waiting. */
    @Override
    public void close() {
        server.stop(0);
        threads.shutdown();
    }
}
