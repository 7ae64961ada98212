package io.takt.dist;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A tab of a {@link Browser}: a user's actions and view there, and the tab's requests. */
final class BrowserTab implements AutoCloseable {
    private static final long PATIENCE_S = 60;
    private static final long LOOK_EVERY_NS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final Map<String, Integer> KEYS =
        Map.of("Tab", 9, "Enter", 13, "End", 35, "Home", 36, "ArrowUp", 38, "ArrowDown", 40);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Browser browser;
    private final String target;
    private final String session;
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final List<String> troubles = new CopyOnWriteArrayList<>();

    BrowserTab(final Browser browser, final String target, final String session) throws Exception {
        this.browser = browser;
        this.target = target;
        this.session = session;
        browser.listen(session, this::told);
        for (final String part : List.of("Page", "Network", "Runtime", "Log")) {
            call(part + ".enable", Map.of());
        }
    }

    private void told(final String event, final JsonNode about) {
        switch (event) {
            case "Network.requestWillBeSent" -> requests.add(about.get("request").get("url").textValue());
            case "Runtime.exceptionThrown" -> troubles.add(about.get("exceptionDetails").toString());
            case "Log.entryAdded" -> logged(about.get("entry"));
            default -> {
                // Of no interest.
            }
        }
    }

    private void logged(final JsonNode entry) {
        if (entry.get("level").textValue().equals("error")) {
            troubles.add(entry.get("text").textValue());
        }
    }

    private JsonNode call(final String method, final Map<String, ?> parameters) throws Exception {
        return browser.call(session, method, parameters);
    }

    /** Anew, also where only the part behind the # is another. */
    void open(final String address) throws Exception {
        call("Page.navigate", Map.of("url", "about:blank"));
        call("Page.navigate", Map.of("url", address));
        await("document.readyState === 'complete' && location.href !== 'about:blank'");
    }

    /** In pixels of a page; as a phone it has a viewport of its own and no scroll bars that take room. */
    void size(final int width, final int height, final double scale, final boolean phone) throws Exception {
        call("Emulation.setDeviceMetricsOverride",
            Map.of("width", width, "height", height, "deviceScaleFactor", scale, "mobile", phone));
    }

    void colours(final String scheme) throws Exception {
        call("Emulation.setEmulatedMedia",
            Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    /** The value of an expression, or of what it promises. */
    JsonNode value(final String expression) throws Exception {
        final JsonNode answer = call("Runtime.evaluate",
            Map.of("expression", expression, "awaitPromise", true, "returnByValue", true));
        if (answer.has("exceptionDetails")) {
            throw new AssertionError(expression + ": " + answer.get("exceptionDetails"));
        }
        return answer.get("result").path("value");
    }

    /** The text of the element with an id. */
    String text(final String id) throws Exception {
        return value("document.getElementById(" + JSON.writeValueAsString(id) + ").textContent").textValue();
    }

    boolean isShown(final String id) throws Exception {
        return value("document.getElementById(" + JSON.writeValueAsString(id) + ").checkVisibility()").booleanValue();
    }

    /** Waits until an expression is true. */
    void await(final String expression) throws Exception {
        final long startNs = System.nanoTime();
        while (!value(expression).asBoolean()) {
            if (System.nanoTime() - startNs > TimeUnit.SECONDS.toNanos(PATIENCE_S)) {
                throw new AssertionError("waited in vain for " + expression + "; the page shows: "
                    + value("document.body.innerText").asText() + "; " + troubles);
            }
            LockSupport.parkNanos(LOOK_EVERY_NS);
        }
    }

    /** Presses and lets go of a key, by its name in the DOM. */
    void key(final String key) throws Exception {
        final Map<String, Object> parameters = Map.of("type", "rawKeyDown", "key", key, "code", key,
            "windowsVirtualKeyCode", KEYS.get(key));
        call("Input.dispatchKeyEvent", parameters);
        if (key.equals("Enter")) {
            call("Input.dispatchKeyEvent", Map.of("type", "char", "text", "\r"));
        }
        call("Input.dispatchKeyEvent", Map.of("type", "keyUp", "key", key, "code", key, "windowsVirtualKeyCode",
            KEYS.get(key)));
    }

    /** Presses Tab until a certain element has the focus. */
    void tabTo(final String selector) throws Exception {
        for (int i = 0; i < 50; i++) {
            if (value("document.activeElement.matches(" + JSON.writeValueAsString(selector) + ")").booleanValue()) {
                return;
            }
            key("Tab");
        }
        throw new AssertionError("Tab never comes to " + selector);
    }

    /** A picture of what can be seen, as PNG. */
    void picture(final Path file) throws Exception {
        final String data = call("Page.captureScreenshot", Map.of("format", "png")).get("data").textValue();
        Files.write(file, Base64.getDecoder().decode(data));
    }

    /** All addresses that it has asked for. */
    List<String> requests() {
        return requests;
    }

    /** Errors of scripts, and complaints of the browser itself. */
    List<String> troubles() {
        return troubles;
    }

    @Override
    public void close() throws IOException {
        try {
            browser.call(null, "Target.closeTarget", Map.of("targetId", target));
        } catch (final Exception e) {
            throw new IOException(e);
        }
    }
}
