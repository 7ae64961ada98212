package io.takt.dashboards.page;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import io.takt.asset.TaktException;
import io.takt.shm.control.ControlClient;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import io.takt.shm.host.HubDirectory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Map;
import java.util.function.LongFunction;

/** {@code POST /control/pause}, {@code resume}, {@code reset} and {@code stop}, for pages that know the token. */
final class ControlHandler implements HttpHandler {
    static final String PREFIX = "/control/";
    private static final String BEARER = "Bearer ";
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(30);
    private static final Map<String, LongFunction<Request>> ORDERS = Map.of("pause", Request.Pause::new, "resume",
        Request.Resume::new, "reset", Request.Reset::new, "stop", Request.Stop::new);

    private final HubDirectory hub;
    private final String token;

    /** Without a token nothing is taken. */
    ControlHandler(final HubDirectory hub, final String token) {
        this.hub = hub;
        this.token = token;
    }

    @Override
    public void handle(final HttpExchange exchange) throws IOException {
        final String path = exchange.getRequestURI().getPath();
        final LongFunction<Request> order =
            path.startsWith(PREFIX) ? ORDERS.get(path.substring(PREFIX.length())) : null;
        if (!exchange.getRequestMethod().equals("POST")) {
            Answers.text(exchange, Answers.NOT_ALLOWED, "only POST");
        } else if (token == null) {
            Answers.text(exchange, Answers.FORBIDDEN,
                "this hub takes no orders from its page; \"control\": true beside metrics.port in its configuration"
                + " lets it");
        } else if (!knowsToken(exchange)) {
            Answers.text(exchange, Answers.FORBIDDEN, "open the page by the address that the hub printed at its start:"
                + " it has the token at its end");
        } else if (order == null) {
            Answers.text(exchange, Answers.UNKNOWN, "orders are pause, resume, reset and stop");
        } else {
            answer(exchange, order);
        }
    }

    /** Compared in a time that says nothing of how much of it is right. */
    private boolean knowsToken(final HttpExchange exchange) {
        final String given = exchange.getRequestHeaders().getFirst("Authorization");
        return given != null && MessageDigest.isEqual((BEARER + token).getBytes(StandardCharsets.UTF_8),
            given.getBytes(StandardCharsets.UTF_8));
    }

    private void answer(final HttpExchange exchange, final LongFunction<Request> order) throws IOException {
        try (ControlClient client = ControlClient.connect(hub)) {
            final Reply reply = client.ask(order, ANSWER_WITHIN);
            if (reply.ok()) {
                Answers.text(exchange, Answers.OK, "done");
            } else {
                Answers.text(exchange, Answers.REFUSED, reply.error());
            }
        } catch (final TaktException e) {
            Answers.text(exchange, Answers.UNAVAILABLE, e.getMessage());
        }
    }
}
