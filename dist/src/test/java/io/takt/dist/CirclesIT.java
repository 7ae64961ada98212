package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.takt.shm.control.Request;
import io.takt.steward.Id;
import io.takt.steward.asset.Borders;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Circles in four processes, disturbed in their past by clicks on a page, are those of one process. */
@Tag("long")
class CirclesIT extends HubTest {
    private static final String EXAMPLE = "examples/circles";
    private static final long SECOND = 1_000_000_000L;
    private static final Pattern ADDRESS = Pattern.compile("the circles are at (http://127\\.0\\.0\\.1:\\d+/)");
    private static final Pattern THROWN = Pattern.compile("thrown by (throw\\S+)");
    private static final Pattern AGAIN = Pattern.compile("\\[..] (\\d+) events done again, (\\d+) taken back");

    @BeforeEach
    void copyExample() throws IOException {
        try (var files = Files.newDirectoryStream(TaktProcess.HOME.resolve(EXAMPLE))) {
            for (final Path file : files) {
                if (Files.isRegularFile(file)) {
                    Files.copy(file, folder.resolve(file.getFileName()));
                }
            }
        }
    }

    /** Starts a run with a port of its own. */
    private TaktProcess start(final String file, final String interval, final List<String> clicks)
        throws IOException {
        final String more = clicks.stream().map(each -> ", \"" + each + "\"").collect(Collectors.joining());
        final Path config = folder.resolve(file);
        Files.writeString(config, Docs.read(EXAMPLE + "/" + file).replace("\"interval\": \"20ms\"",
            "\"interval\": \"" + interval + "\"").replace("\"endWithin\": \"10s\"", "\"endWithin\": \"60s\"")
            .replace("\"8024\"", "\"0\"" + more));
        return TaktProcess.start(folder, base, "run", "-c", file, "--until", "6s", "--json");
    }

    /** Starts a run at twice its speed, with clicks that are known beforehand. */
    private TaktProcess start(final String file, final List<String> clicks) throws IOException {
        return start(file, "10ms", clicks);
    }

    private static String counted(final TaktProcess run) throws IOException {
        return run.err().lines().filter(line -> line.startsWith("[counter] ")).collect(Collectors.joining());
    }

    /** The digests of what was delivered to the assets that receive what is final. */
    private static Map<String, String> delivered(final TaktProcess run) throws IOException {
        final Map<String, String> digests = new TreeMap<>();
        for (final JsonNode asset : run.json().get("assets")) {
            if (!asset.get("name").textValue().equals("page")) {
                digests.put(asset.get("name").textValue(), asset.get("digest").textValue());
            }
        }
        return digests;
    }

    @Test
    void clicksIntoThePastOfFourProcessesAreThoseOfOne() throws Exception {
        final Map<String, Id> parts;
        final Map<String, String> delivered;
        final List<String> clicks;
        final String counted;
        try (TaktProcess run = start("circles.json", "20ms", List.of())) {
            run.awaitErr("the circles are at ");
            final Matcher address = ADDRESS.matcher(run.err());
            assertThat(address.find()).as(run.err()).isTrue();
            clickAndKill(address.group(1), run);
            parts = FourRoomsIT.finalDigests(run);
            delivered = delivered(run);
            counted = counted(run);
            clicks = THROWN.matcher(run.err()).results().map(each -> each.group(1)).toList();
            assertThat(run.err()).contains("(1 of 100)");
            assertThat(AGAIN.matcher(run.err()).results().mapToLong(each -> Long.parseLong(each.group(1))
                + Long.parseLong(each.group(2))).sum())
                .as("changes of the past").isPositive();
        }
        assertThat(parts).containsOnlyKeys("nw", "ne", "sw", "se");
        assertThat(clicks).hasSize(Browser.isThere() ? 2 : 1);
        assertThat(counted).contains(" bounces off the wall, ");
        try (TaktProcess run = start("circles.json", clicks)) {
            assertThat(FourRoomsIT.finalDigests(run)).isEqualTo(parts);
            assertThat(delivered(run)).isEqualTo(delivered);
        }
        try (TaktProcess run = start("whole.json", clicks)) {
            assertThat(FourRoomsIT.finalDigests(run)).containsEntry("all",
                Borders.digestOfAll(List.copyOf(parts.values())));
            assertThat(counted(run)).isEqualTo(counted);
        }
        try (TaktProcess run = start("whole.json", List.of())) {
            assertThat(FourRoomsIT.finalDigests(run)).doesNotContainEntry("all",
                Borders.digestOfAll(List.copyOf(parts.values())));
            assertThat(run.err().lines().filter(line -> line.matches("\\[all] final .*|\\[counter] .*")))
                .hasSize(2).allMatch(Docs.read(EXAMPLE + "/README.md")::contains);
        }
    }

    private void clickAndKill(final String page, final TaktProcess run) throws Exception {
        final HttpClient client = HttpClient.newHttpClient();
        final HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(page + "throw?x=-0.4&y=0.3"))
            .POST(HttpRequest.BodyPublishers.noBody());
        assertThat(client.send(request.copy().header("Origin", "http://evil.example").build(),
            HttpResponse.BodyHandlers.ofString()).statusCode()).as("of another page").isEqualTo(403);
        run.awaitStatus(base, "circles", status -> status.coreTimeNs() > SECOND);
        assertThat(client.send(request.build(), HttpResponse.BodyHandlers.ofString()).statusCode()).isEqualTo(200);
        run.awaitErr("thrown by ");
        run.launched("ne").destroyForcibly();
        if (Browser.isThere()) {
            TaktProcess.ask(base, "circles", Request.Pause::new);
            try (Browser browser = Browser.start(Files.createDirectory(folder.resolve("profile")));
                BrowserTab tab = browser.tab()) {
                tab.open(page);
                tab.await("circles.size === 36");
                tab.value("arena.dispatchEvent(new PointerEvent('pointerdown', {clientX:"
                    + " arena.getBoundingClientRect().x + arena.clientWidth / 3,"
                    + " clientY: arena.getBoundingClientRect().y + arena.clientWidth / 4}))");
                TaktProcess.ask(base, "circles", Request.Resume::new);
                run.await("a second click", () -> THROWN.matcher(read(run)).results().count() == 2);
                assertThat(tab.troubles()).isEmpty();
            }
        }
    }

    private static String read(final TaktProcess run) {
        try {
            return run.err();
        } catch (final IOException e) {
            throw new AssertionError(e);
        }
    }
}
