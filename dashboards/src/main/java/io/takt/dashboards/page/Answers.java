package io.takt.dashboards.page;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Whole answers, in one piece. */
final class Answers {
    static final int OK = 200;
    static final int BAD = 400;
    static final int FORBIDDEN = 403;
    static final int UNKNOWN = 404;
    static final int NOT_ALLOWED = 405;
    static final int REFUSED = 409;
    static final int UNAVAILABLE = 503;

    private Answers() {
    }

    static void send(final HttpExchange exchange, final int code, final String type, final byte[] bytes)
        throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        final boolean isHead = exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(code, isHead || bytes.length == 0 ? -1 : bytes.length);
        if (!isHead && bytes.length > 0) {
            exchange.getResponseBody().write(bytes);
        }
    }

    static void text(final HttpExchange exchange, final int code, final String line) throws IOException {
        send(exchange, code, "text/plain; charset=utf-8", (line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    static void json(final HttpExchange exchange, final String line) throws IOException {
        send(exchange, OK, "application/json", (line + "\n").getBytes(StandardCharsets.UTF_8));
    }
}
