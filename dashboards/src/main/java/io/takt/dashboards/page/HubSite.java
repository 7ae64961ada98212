package io.takt.dashboards.page;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import io.takt.asset.TaktException;
import io.takt.hub.command.Json;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.status.StatusJson;
import io.takt.hub.metrics.LivePage;
import io.takt.hub.view.ViewJson;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The live page of one hub: its files, streams of events, one asset in detail, and control. */
final class HubSite implements LivePage.Site {
    private static final String EVENTS = "/events";
    private static final String API_EVENTS = "/api/events";
    private static final List<String> READ = List.of("GET", "HEAD");
    private static final List<String> STREAMED = List.of("GET");

    private final Feed feed;
    private final Map<String, HttpHandler> handlers = new HashMap<>();

    HubSite(final LivePage.Shown hub, final Feed.Patience patience) {
        feed = new Feed(hub::status, hub::glance, patience);
        PageFiles.paths().forEach(path -> handlers.put(path, onlyRead(new PageFiles(path), READ)));
        final Neighbours neighbours = new Neighbours(hub.directory());
        handlers.put(EVENTS, onlyRead(new EventStream(feed,
            () -> new PageTeller(feed, neighbours, hub.token() != null)), STREAMED));
        handlers.put(API_EVENTS, onlyRead(new EventStream(feed, ApiTeller::new), STREAMED));
        handlers.put("/api/status", onlyRead(exchange -> status(hub, exchange), READ));
        handlers.put("/asset", onlyRead(new AssetDetail(feed), READ));
        handlers.put(ControlHandler.PREFIX, new ControlHandler(hub.directory(), hub.token()));
    }

    /** As {@code takt status --json} prints it. */
    private static void status(final LivePage.Shown hub, final HttpExchange exchange) throws IOException {
        final HubStatus status;
        try {
            status = hub.status();
        } catch (final TaktException e) {
            Answers.text(exchange, Answers.UNAVAILABLE, e.getMessage());
            return;
        }
        Answers.json(exchange, Json.line(ViewJson.withWords(status, (ObjectNode) StatusJson.of(status))));
    }

    private static HttpHandler onlyRead(final HttpHandler handler, final List<String> methods) {
        return exchange -> {
            if (methods.contains(exchange.getRequestMethod())) {
                handler.handle(exchange);
            } else {
                exchange.getResponseHeaders().set("Allow", String.join(", ", methods));
                Answers.text(exchange, Answers.NOT_ALLOWED, "only " + String.join(" and ", methods));
            }
        };
    }

    @Override
    public HttpHandler handler(final String path) {
        return handlers.get(path.startsWith(ControlHandler.PREFIX) ? ControlHandler.PREFIX : path);
    }

    @Override
    public boolean isEndless(final String path) {
        return path.equals(EVENTS) || path.equals(API_EVENTS);
    }

    /** {@return how many are open} */
    int pages() {
        return feed.pages();
    }

    @Override
    public void close() {
        feed.close();
    }
}
