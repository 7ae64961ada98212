package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.takt.asset.AssetSpec;
import io.takt.asset.HubConnection;
import io.takt.asset.PolledAsset;
import io.takt.asset.PolledAsset.Turn;
import io.takt.shm.asset.ShmHubConnection;
import io.takt.shm.host.HubDirectory;
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
    /** An asset of the run with clicks that the test is: the run waits for it, and so for each click. */
    private static final String BRAKE = "brake";
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

    /** Starts a run at twice its speed, with a port of its own and clicks that are known beforehand. */
    private TaktProcess start(final String file, final List<String> clicks) throws IOException {
        return start(file, clicks, "");
    }

    private TaktProcess start(final String file, final List<String> clicks, final String asset) throws IOException {
        final String more = clicks.stream().map(each -> ", \"" + each + "\"").collect(Collectors.joining());
        final Path config = folder.resolve(file);
        Files.writeString(config, Docs.read(EXAMPLE + "/" + file).replace("\"interval\": \"20ms\"",
            "\"interval\": \"10ms\"").replace("\"endWithin\": \"10s\"", "\"endWithin\": \"60s\"")
            .replace("\"8024\"", "\"0\"" + more).replace("\"assets\": [", "\"assets\": [" + asset));
        return TaktProcess.start(folder, base, "run", "-c", file, "--until", "6s", "--json");
    }

    private static String counted(final TaktProcess run) throws IOException {
        return run.err().lines().filter(line -> line.startsWith("[counter] ")).collect(Collectors.joining());
    }

    /** The digests of what was delivered to the assets that receive what is final. */
    private static Map<String, String> delivered(final TaktProcess run) throws IOException {
        final Map<String, String> digests = new TreeMap<>();
        for (final JsonNode asset : run.json().get("assets")) {
            if (!List.of("page", BRAKE).contains(asset.get("name").textValue())) {
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
        try (TaktProcess run =
            start("circles.json", List.of(), "{\"name\": \"" + BRAKE + "\", \"step\": \"20ms\"}, ")) {
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
        try (HubConnection hub = ShmHubConnection.connect(new HubDirectory(base, "circles"));
            PolledAsset brake = hub.join(AssetSpec.named(BRAKE))) {
            while (brake.timeNs() < SECOND) {
                assertThat(brake.await()).isEqualTo(Turn.STEP);
                brake.commit();
            }
            assertThat(client.send(request.build(), HttpResponse.BodyHandlers.ofString()).statusCode()).isEqualTo(200);
            awaitThrown(1, run, brake);
            run.launched("ne").destroyForcibly();
            clickInBrowser(page, run, brake);
            brake.leave();
        }
    }

    private void clickInBrowser(final String page, final TaktProcess run, final PolledAsset brake) throws Exception {
        if (Browser.isThere()) {
            try (Browser browser = Browser.start(Files.createDirectory(folder.resolve("profile")));
                BrowserTab tab = browser.tab()) {
                tab.open(page);
                tab.await("circles.size === 36");
                tab.value("arena.dispatchEvent(new PointerEvent('pointerdown', {clientX:"
                    + " arena.getBoundingClientRect().x + arena.clientWidth / 3,"
                    + " clientY: arena.getBoundingClientRect().y + arena.clientWidth / 4}))");
                awaitThrown(2, run, brake);
                assertThat(tab.troubles()).isEmpty();
            }
        }
    }

    /** Lets time go on until the page has thrown so many. */
    private static void awaitThrown(final int count, final TaktProcess run, final PolledAsset brake)
        throws IOException {
        run.await("click " + count, () -> {
            if (brake.poll() == Turn.STEP) {
                brake.commit();
            }
            return THROWN.matcher(read(run)).results().count() == count;
        });
    }

    private static String read(final TaktProcess run) {
        try {
            return run.err();
        } catch (final IOException e) {
            throw new AssertionError(e);
        }
    }
}
