package io.takt.dist;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;

/**
 * A Chromium of a test's own, without a window, driven by the DevTools protocol over one WebSocket. Its profile is a
 * folder of the test. Closing it ends its process.
 */
final class Browser implements AutoCloseable, WebSocket.Listener {
    private static final String PROGRAM = "chromium";
    /** In its profile; first line the port, second the path of the WebSocket. */
    private static final String PORT_FILE = "DevToolsActivePort";
    private static final long PATIENCE_S = 120;
    private static final long LOOK_EVERY_NS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Process process;
    private final WebSocket socket;
    private final AtomicInteger ids = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonNode>> asked = new ConcurrentHashMap<>();
    private final Map<String, BiConsumer<String, JsonNode>> listeners = new ConcurrentHashMap<>();
    private final StringBuilder text = new StringBuilder();

    private Browser(final Process process, final String host, final String path) {
        this.process = process;
        this.socket = HttpClient.newHttpClient().newWebSocketBuilder()
            .buildAsync(URI.create("ws://" + host + path), this).join();
    }

    static boolean isThere() {
        return PythonTools.isThere(PROGRAM);
    }

    /**
     * Starts one.
     *
     * @param profile a folder that is there and empty.
     * @param options more of Chromium's own.
     */
    static Browser start(final Path profile, final String... options) throws Exception {
        final List<String> command = new ArrayList<>(List.of(PROGRAM, "--headless", "--remote-debugging-port=0",
            "--user-data-dir=" + profile, "--no-first-run", "--disable-background-networking", "--disable-gpu",
            "--disable-dev-shm-usage", "--disable-extensions", "--disable-sync", "--disable-component-update"));
        if ("root".equals(System.getProperty("user.name"))) {
            command.add("--no-sandbox");
        }
        command.addAll(List.of(options));
        command.add("about:blank");
        final ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true)
            .redirectOutput(profile.resolve("chromium.log").toFile());
        // It is killed in the end, and leaves its temporary files behind.
        builder.environment().put("TMPDIR", profile.toString());
        final Process process = builder.start();
        try {
            final List<String> address = address(process, profile);
            return new Browser(process, "127.0.0.1:" + address.get(0), address.get(1));
        } catch (final IOException | RuntimeException | Error e) {
            end(process);
            throw e;
        }
    }

    private static List<String> address(final Process process, final Path profile) throws IOException {
        final Path file = profile.resolve(PORT_FILE);
        final long startNs = System.nanoTime();
        while (true) {
            final List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
            if (lines.size() == 2) {
                return lines;
            }
            if (!process.isAlive() || System.nanoTime() - startNs > TimeUnit.SECONDS.toNanos(PATIENCE_S)) {
                throw new AssertionError("Chromium does not start: "
                    + Files.readString(profile.resolve("chromium.log")));
            }
            LockSupport.parkNanos(LOOK_EVERY_NS);
        }
    }

    /** A new, empty tab. */
    BrowserTab tab() throws Exception {
        final String target = call(null, "Target.createTarget", Map.of("url", "about:blank")).get("targetId")
            .textValue();
        final String session = call(null, "Target.attachToTarget", Map.of("targetId", target, "flatten", true))
            .get("sessionId").textValue();
        return new BrowserTab(this, target, session);
    }

    /** Passes events of a tab to a listener, on the thread of the WebSocket. */
    void listen(final String session, final BiConsumer<String, JsonNode> listener) {
        listeners.put(session, listener);
    }

    /**
     * Sends a command and waits for its answer.
     *
     * @param session of a tab; null for the browser itself.
     */
    JsonNode call(final String session, final String method, final Map<String, ?> parameters) throws Exception {
        final int id = ids.incrementAndGet();
        final ObjectNode command = JSON.createObjectNode().put("id", id).put("method", method);
        command.set("params", JSON.valueToTree(parameters));
        if (session != null) {
            command.put("sessionId", session);
        }
        final CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        asked.put(id, answer);
        socket.sendText(command.toString(), true).get(PATIENCE_S, TimeUnit.SECONDS);
        try {
            return answer.get(PATIENCE_S, TimeUnit.SECONDS);
        } catch (final ExecutionException | TimeoutException e) {
            throw new AssertionError(method + " " + parameters + ": " + e.getMessage(), e);
        }
    }

    @Override
    public CompletionStage<?> onText(final WebSocket from, final CharSequence part, final boolean last) {
        text.append(part);
        if (last) {
            try {
                take(JSON.readTree(text.toString()));
            } catch (final IOException e) {
                throw new AssertionError("not JSON: " + text, e);
            } finally {
                text.setLength(0);
            }
        }
        from.request(1);
        return null;
    }

    private void take(final JsonNode message) {
        if (message.has("id")) {
            final CompletableFuture<JsonNode> answer = asked.remove(message.get("id").intValue());
            if (message.has("error")) {
                answer.completeExceptionally(new IllegalArgumentException(message.get("error").toString()));
            } else {
                answer.complete(message.get("result"));
            }
        } else if (listeners.containsKey(message.path("sessionId").asText())) {
            listeners.get(message.get("sessionId").textValue()).accept(message.get("method").textValue(),
                message.get("params"));
        }
    }

    @Override
    public void close() {
        socket.abort();
        end(process);
    }

    private static void end(final Process process) {
        final List<ProcessHandle> all = process.descendants().toList();
        process.destroyForcibly().onExit().join();
        all.forEach(each -> {
            each.destroyForcibly();
            each.onExit().join();
        });
    }
}
