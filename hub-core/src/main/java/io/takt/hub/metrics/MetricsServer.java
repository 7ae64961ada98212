package io.takt.hub.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.takt.asset.TaktException;
import io.takt.shm.host.HubDirectory;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Serves metrics at {@code /metrics}, and the hub's page, to programs on this host unless it is told another address.
 * Each request has a thread, so no client waits for another one that connects and says nothing, or half of it, or does
 * not read; such a client is cut off after a while, but for one that follows a page.
 *
 * <p>A web page of another origin may send requests here from a browser on this host. It gets no answer that it may
 * read, since nothing here allows other origins; and where it makes its own name mean this host (DNS rebinding), the
 * Host header has that name, and is refused.
 */
public final class MetricsServer implements AutoCloseable {
    private static final String PATH = "/metrics";
    /** The JDK's server reads them once, when it is first used; without them it waits for ever. In seconds. */
    private static final Map<String, String> PATIENCE =
        Map.of("sun.net.httpserver.maxReqTime", "5");
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(45);
    private static final Map<String, String> HEADERS = Map.of("Content-Security-Policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none';"
            + " form-action 'none'; frame-ancestors 'none'",
        "X-Content-Type-Options", "nosniff", "Referrer-Policy", "no-referrer",
        "Cross-Origin-Resource-Policy", "same-origin");

    private static final String TEXT_FORMAT = "text/plain; version=0.0.4; charset=utf-8";
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final int MISDIRECTED = 421;
    private static final int NOT_ALLOWED = 405;
    private static final int UNAVAILABLE = 503;

    static final int MOST_SCRAPES = 16;

    private final Semaphore scrapes = new Semaphore(MOST_SCRAPES);
    private final HttpServer server;
    private final Duration answerWithin;
    private final HostNames names;
    private final ScheduledExecutorService cutter = Executors.newSingleThreadScheduledExecutor(task -> {
        final Thread created = new Thread(task, "takt-metrics-cutter");
        created.setDaemon(true);
        return created;
    });
    /** Null without one. */
    private LivePage.Site site;
    /** Null while Prometheus is not told where this is. */
    private TargetFile target;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        final Thread created = new Thread(task, "takt-metrics");
        created.setDaemon(true);
        return created;
    });

    private MetricsServer(final HttpServer server, final HostNames names, final Duration answerWithin) {
        this.server = server;
        this.names = names;
        this.answerWithin = answerWithin;
    }

    /**
     * Takes a port; no client is answered yet.
     *
     * @param bind  address or name of an interface; null for this host alone.
     * @param names by which they may call this host, besides its addresses and its own name.
     * @param port  to listen at; 0 for any that is free.
     * @return the server.
     * @throws IOException when the address or port cannot be had; in one line.
     */
    public static MetricsServer open(final String bind, final List<String> names, final int port) throws IOException {
        return open(bind, names, port, ANSWER_WITHIN);
    }

    /** Clients that do not read an answer for so long are cut off. */
    static MetricsServer open(final String bind, final List<String> names, final int port, final Duration answerWithin)
        throws IOException {
        PATIENCE.forEach((name, seconds) -> {
            if (System.getProperty(name) == null) {
                System.setProperty(name, seconds);
            }
        });
        try {
            final InetAddress host =
                bind == null ? InetAddress.getLoopbackAddress() : InetAddress.getByName(bind);
            return new MetricsServer(HttpServer.create(new InetSocketAddress(host, port), 0), HostNames.of(bind, names),
                answerWithin);
        } catch (final UnknownHostException e) {
            throw new IOException("metrics cannot be served at '" + bind + "', which is no address of this host;"
                + " correct metrics.bind", e);
        } catch (final BindException e) {
            throw new IOException("metrics cannot be served at port " + port + (bind == null ? "" : " of " + bind)
                + " (" + e.getMessage() + "); choose another, or 0 for any that is free", e);
        }
    }

    /** {@return the address of the metrics, as it can be opened on this host} */
    public String address() {
        return "http://" + hostAndPort() + PATH;
    }

    /** {@return the address of the page, as it can be opened on this host} */
    public String page() {
        return "http://" + hostAndPort() + "/";
    }

    /** {@return the port that was taken} */
    public int port() {
        return server.getAddress().getPort();
    }

    private String hostAndPort() {
        final InetAddress address = server.getAddress().getAddress();
        final String host = address.isAnyLocalAddress() ? InetAddress.getLoopbackAddress().getHostAddress()
            : address.getHostAddress();
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + server.getAddress().getPort();
    }

    /**
     * Tells Prometheus where this is, until the server is closed.
     *
     * @param hub whose lock is held.
     * @throws IOException when that cannot be told; metrics are served all the same.
     */
    public void announce(final HubDirectory hub) throws IOException {
        target = TargetFile.write(hub, hostAndPort());
    }

    /**
     * Begins to answer.
     *
     * @param scrape gives the text; called for every scrape, by several threads at once.
     * @param page   closed with the server; null for none.
     */
    public void serve(final Supplier<String> scrape, final LivePage.Site page) {
        site = page;
        server.setExecutor(threads);
        server.createContext("/", guarded(exchange -> answer(exchange, scrape)));
        server.start();
    }

    private HttpHandler guarded(final HttpHandler handler) {
        return exchange -> {
            try (exchange) {
                HEADERS.forEach(exchange.getResponseHeaders()::set);
                if (names.mayBe(exchange.getRequestHeaders().getFirst("Host"))) {
                    handler.handle(exchange);
                } else {
                    send(exchange, MISDIRECTED, "text/plain", "this is not the host that was asked for; open "
                        + page() + "\n", false);
                }
            }
        };
    }

    private void answer(final HttpExchange exchange, final Supplier<String> scrape) throws IOException {
        final String path = exchange.getRequestURI().getPath();
        final boolean isGet = exchange.getRequestMethod().equals("GET");
        final boolean isHead = exchange.getRequestMethod().equals("HEAD");
        final HttpHandler ofPage = site == null ? null : site.handler(path);
        if (path.equals(PATH) && (isGet || isHead)) {
            inTime(exchange, each -> scrapedByFew(each, scrape, isHead));
        } else if (ofPage != null && site.isEndless(path)) {
            ofPage.handle(exchange);
        } else if (ofPage != null) {
            inTime(exchange, ofPage);
        } else if (isGet || isHead) {
            send(exchange, NOT_FOUND, "text/plain", "Takt: metrics are at " + PATH + "\n", isHead);
        } else {
            send(exchange, NOT_ALLOWED, "text/plain", "only GET\n", false);
        }
    }

    /** A client that does not read is cut off: an interrupt closes the channel that its thread writes to. */
    private void inTime(final HttpExchange exchange, final HttpHandler handler) throws IOException {
        final Future<?> cut =
            cutter.schedule(Thread.currentThread()::interrupt, answerWithin.toMillis(), TimeUnit.MILLISECONDS);
        try {
            handler.handle(exchange);
        } finally {
            cut.cancel(false);
        }
    }

    /** Each has a text of megabytes where there are many assets, until its client has read it. */
    private void scrapedByFew(final HttpExchange exchange, final Supplier<String> scrape, final boolean head)
        throws IOException {
        if (!scrapes.tryAcquire()) {
            send(exchange, UNAVAILABLE, "text/plain", MOST_SCRAPES + " scrapes are under way, which is the most\n",
                head);
            return;
        }
        try {
            scraped(exchange, scrape, head);
        } finally {
            scrapes.release();
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
        try {
            if (target != null) {
                target.close();
            }
        } catch (final IOException e) {
            // The next hub takes the file away.
            target = null;
        }
        if (site != null) {
            site.close();
        }
        server.stop(0);
        threads.shutdown();
        cutter.shutdownNow();
    }
}
