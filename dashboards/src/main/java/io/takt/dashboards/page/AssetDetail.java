package io.takt.dashboards.page;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import io.takt.dashboards.page.Feed.Moment;
import io.takt.hub.command.Json;
import io.takt.hub.core.status.HoldReason;
import io.takt.hub.core.status.HubStatus.AssetStatus;
import io.takt.hub.view.HubView.Row;
import io.takt.hub.view.ViewJson;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** One asset, {@code /asset?name=...}: its process, its clock, how long its steps took, for what it held the core. */
final class AssetDetail implements HttpHandler {
    private static final String NAME = "name=";

    private final Feed feed;

    AssetDetail(final Feed feed) {
        this.feed = feed;
    }

    @Override
    public void handle(final HttpExchange exchange) throws IOException {
        final String query = exchange.getRequestURI().getRawQuery();
        final Moment moment = feed.last();
        if (query == null || !query.startsWith(NAME)) {
            Answers.text(exchange, Answers.BAD, "say which asset: /asset?name=NAME");
            return;
        }
        if (moment == null || moment.view() == null) {
            Answers.text(exchange, Answers.UNAVAILABLE, "nothing is known of the hub at this moment");
            return;
        }
        final String name;
        try {
            name = URLDecoder.decode(query.substring(NAME.length()), StandardCharsets.UTF_8);
        } catch (final IllegalArgumentException e) {
            Answers.text(exchange, Answers.BAD, "the asset's name is not encoded as in a URL");
            return;
        }
        for (final Row row : moment.view().rows()) {
            if (row.status().name().equals(name)) {
                Answers.json(exchange, Json.line(of(row)));
                return;
            }
        }
        Answers.text(exchange, Answers.UNKNOWN, "there is no such asset at this hub");
    }

    static Map<String, Object> of(final Row row) {
        final AssetStatus asset = row.status();
        final Map<String, Object> object = ViewJson.of(row);
        object.put("timeNs", asset.timeNs());
        object.put("stepNs", asset.stepNs());
        object.put("restarts", asset.restarts());
        object.put("digest", asset.digest());
        object.put("logFill", asset.logFill());
        object.put("awaited", asset.awaited());
        object.put("steps", asset.steps());
        final Map<String, Long> held = new LinkedHashMap<>();
        for (final HoldReason reason : HoldReason.values()) {
            if (asset.heldNs().getOrDefault(reason, 0L) > 0) {
                held.put(reason.word(), asset.heldNs().get(reason));
            }
        }
        object.put("heldNs", held);
        return object;
    }
}
