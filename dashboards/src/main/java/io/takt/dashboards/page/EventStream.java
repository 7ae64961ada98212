package io.takt.dashboards.page;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import io.takt.dashboards.page.Feed.Moment;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/**
 * Server-sent events (WHATWG HTML, 9.2), five times a second, to a page or a program. Each has a thread of its own, and
 * there are no more than {@link Feed#MOST_PAGES}. One that is slow misses moments; nothing is kept for it but what the
 * socket takes, and when it reads nothing of that for a while it is dropped.
 */
final class EventStream implements HttpHandler {
    private static final int RECONNECT_MS = 1_000;

    private final Feed feed;
    private final Supplier<Teller> tellers;

    EventStream(final Feed feed, final Supplier<Teller> tellers) {
        this.feed = feed;
        this.tellers = tellers;
    }

    /** The words of one stream, on its thread. */
    interface Teller {
        /** Writes one moment. */
        void tell(Moment moment, OutputStream out) throws IOException;
    }

    @Override
    public void handle(final HttpExchange exchange) throws IOException {
        final Viewer viewer = feed.open(exchange.getLocalAddress(), exchange.getRemoteAddress());
        if (viewer == null) {
            Answers.text(exchange, Answers.UNAVAILABLE, "this hub has " + Feed.MOST_PAGES
                + " open pages, which is the most; close one of them");
            return;
        }
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        try {
            exchange.sendResponseHeaders(Answers.OK, 0);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(("retry: " + RECONNECT_MS + "\n\n").getBytes(StandardCharsets.UTF_8));
                tell(out, viewer);
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            feed.leave(viewer);
        }
    }

    private void tell(final OutputStream out, final Viewer viewer) throws IOException, InterruptedException {
        final Teller teller = tellers.get();
        final ByteArrayOutputStream told = new ByteArrayOutputStream();
        for (Moment moment = feed.next(0); moment != null; moment = feed.next(moment.number())) {
            told.reset();
            teller.tell(moment, told);
            viewer.begin(System.nanoTime());
            told.writeTo(out);
            out.flush();
            viewer.end(told.size());
        }
    }
}
