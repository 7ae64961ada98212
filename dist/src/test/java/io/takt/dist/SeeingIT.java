package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.takt.asset.AssetSpec;
import io.takt.asset.HubConnection;
import io.takt.hub.core.status.HoldReason;
import io.takt.hub.core.status.HubStatus;
import io.takt.shm.asset.ShmHubConnection;
import io.takt.shm.host.HubDirectory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A known asset is slowed down in a known way: do status, watch and metrics name it, with its reason and share? */
@Tag("long")
class SeeingIT extends HubTest {
    private static final long MS = 1_000_000L;
    private static final int TRIES = 10;
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern ADDRESS = Pattern.compile("metrics are at (http://127\\.0\\.0\\.1:\\d+/metrics)");

    private TaktProcess run(final String slow) throws IOException {
        final Path file = Files.writeString(folder.resolve("seen.json"), """
            {"hub": "seen", "endWithin": "1min", "coreStep": "10ms", "maxDelay": "20ms", "metrics": {"port": 0},
            "assets": [
            {"name": "other", "step": "5ms", "launch": ["takt", "metronome"]}, %s]}
            """.formatted(slow));
        return TaktProcess.start(folder, base, "run", "-c", file.toString(), "--json");
    }

    private JsonNode watched() throws Exception {
        final TaktProcess watch = TaktProcess.run(folder, base, "watch", "--once", "--json");
        assertThat(watch.exitCode()).as(watch.err()).isZero();
        return watch.json();
    }

    private static JsonNode of(final JsonNode hub, final String asset) {
        for (final JsonNode each : hub.get("assets")) {
            if (each.get("name").textValue().equals(asset)) {
                return each;
            }
        }
        throw new AssertionError("no " + asset + " in " + hub);
    }

    /** Where its metrics are: a hub may run before its words are there. */
    private static URI metrics(final TaktProcess run) throws IOException {
        run.awaitErr("/metrics");
        final Matcher address = ADDRESS.matcher(run.err());
        assertThat(address.find()).as(run.err()).isTrue();
        return URI.create(address.group(1));
    }

    private static Map<String, Double> scrape(final TaktProcess run) throws Exception {
        final HttpResponse<String> answer = HttpClient.newHttpClient().send(
            HttpRequest.newBuilder(metrics(run)).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(200);
        final Map<String, Double> samples = new HashMap<>();
        answer.body().lines().filter(line -> !line.startsWith("#")).forEach(line -> samples.put(
            line.substring(0, line.lastIndexOf(' ')), Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1))));
        assertBounds(samples);
        return samples;
    }

    /** What holds at each moment. */
    private static void assertBounds(final Map<String, Double> samples) {
        for (final String asset : new String[] {"slow", "other"}) {
            final String tags = "{asset=\"" + asset + "\",hub=\"seen\"}";
            assertThat(samples.get("takt_core_time_seconds{hub=\"seen\"}")
                - samples.get("takt_asset_time_seconds" + tags))
                .isCloseTo(samples.get("takt_asset_lag_seconds" + tags), within(1e-6));
            assertThat(samples.get("takt_asset_lag_seconds" + tags)).isBetween(0.0, 0.02);
        }
        assertThat(samples).containsEntry("takt_violations_total{hub=\"seen\"}", 0.0)
            .containsEntry("takt_max_delay_seconds{hub=\"seen\"}", 0.02);
    }

    /** What the hub answers there; of a stream the first event. */
    private static JsonNode told(final TaktProcess run, final String path) throws Exception {
        final HttpResponse<Stream<String>> answer = HttpClient.newHttpClient().send(
            HttpRequest.newBuilder(metrics(run).resolve("/" + path)).build(),
            HttpResponse.BodyHandlers.ofLines());
        try (Stream<String> lines = answer.body()) {
            return JSON.readTree(lines.filter(line -> line.contains("{")).findFirst().orElseThrow()
                .replaceFirst("^data: ", ""));
        }
    }

    private static double held(final Map<String, Double> samples, final String asset, final String reason) {
        return samples.get("takt_blocker_seconds_total{asset=\"" + asset + "\",hub=\"seen\",reason=\"" + reason
            + "\"}");
    }

    /** The one that is slow holds the core for most of the time, by its reason. */
    private static void assertBlames(final TaktProcess run, final String reason, final double leastShare)
        throws Exception {
        mostlyHolds(() -> share(run, reason), share -> assertThat(share).isGreaterThan(leastShare));
    }

    private static double share(final TaktProcess run, final String reason) throws Exception {
        final Map<String, Double> before = scrape(run);
        final Map<String, Double> after = scrapeLater(run, before);
        final double wallS = after.get("takt_core_running_seconds_total{hub=\"seen\"}")
            - before.get("takt_core_running_seconds_total{hub=\"seen\"}");
        final double share = (held(after, "slow", reason) - held(before, "slow", reason)) / wallS;
        assertThat(share).isBetween(0.0, 1.0001);
        return share;
    }

    /** A second of running later. */
    private static Map<String, Double> scrapeLater(final TaktProcess run, final Map<String, Double> before)
        throws Exception {
        Map<String, Double> after = before;
        while (after.get("takt_core_running_seconds_total{hub=\"seen\"}")
            - before.get("takt_core_running_seconds_total{hub=\"seen\"}") < 1) {
            after = scrape(run);
        }
        return after;
    }

    /** Measured shares are looked at again: the host may have stood still meanwhile. */
    private static <T> void mostlyHolds(final Callable<T> look, final Consumer<T> assertions) throws Exception {
        for (int left = TRIES - 1; left > 0; left--) {
            final T seen = look.call();
            try {
                assertions.accept(seen);
                return;
            } catch (final AssertionError e) {
                System.out.println("once more: " + e.getMessage());
            }
        }
        assertions.accept(look.call());
    }

    @Test
    void anAssetThatWaitsForItsInterval() throws Exception {
        try (TaktProcess run = run("""
            {"name": "slow", "step": "10ms", "interval": "40ms", "launch": ["takt", "metronome"]}""")) {
            run.awaitRunning(base, "seen");
            mostlyHolds(this::watched, hub -> {
                assertThat(hub.get("sentence").textValue()).matches("slowed by slow( for [0-9.]+ s)?, \\d+ % of the"
                    + " last [0-9.]+ s: waiting for its interval of 40ms");
                assertThat(hub.get("advice").textValue()).startsWith("a shorter interval of slow");
                final JsonNode slow = of(hub, "slow");
                assertThat(slow.get("reason").textValue()).isEqualTo("interval");
                assertThat(slow.get("share").doubleValue()).isGreaterThan(0.6);
                assertThat(slow.get("stepsPerS").doubleValue()).isBetween(1.0, 60.0);
                assertThat(of(hub, "other").get("share").doubleValue()).isLessThan(0.4);
            });
            assertBlames(run, "interval", 0.6);
        }
    }

    @Test
    void anAssetThatComputes() throws Exception {
        try (TaktProcess run = run("""
            {"name": "slow", "step": "10ms"}""")) {
            run.awaitStatus(base, "seen", status -> status.missing().contains("slow"));
            final Thread simulator = new Thread(this::computeTwentyMillisecondsAStep, "simulator");
            simulator.start();
            run.awaitRunning(base, "seen");
            mostlyHolds(() -> {
                final JsonNode slow = of(watched(), "slow");
                assertThat(slow.get("pid").longValue()).isEqualTo(ProcessHandle.current().pid());
                return slow;
            }, slow -> {
                assertThat(slow.get("reason").textValue()).isEqualTo("computing");
                assertThat(slow.get("share").doubleValue()).isGreaterThan(0.6);
            });
            assertBlames(run, "computing", 0.6);
            TaktProcess.stop(base, "seen");
            simulator.join(Duration.ofSeconds(60).toMillis());
            assertThat(simulator.isAlive()).isFalse();
        }
    }

    private void computeTwentyMillisecondsAStep() {
        try (HubConnection hub = ShmHubConnection.connect(new HubDirectory(base, "seen"))) {
            hub.join(AssetSpec.named("slow"), (fromNs, toNs) -> {
                final long startNs = System.nanoTime();
                while (System.nanoTime() - startNs < 20 * MS) {
                    Thread.onSpinWait();
                }
            });
            hub.run();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void anAssetUnderSigstop() throws Exception {
        try (TaktProcess run = run("""
            {"name": "slow", "step": "10ms", "launch": ["takt", "metronome"]}""")) {
            run.awaitRunning(base, "seen");
            final ProcessHandle process = run.launched("slow");
            TaktProcess.signal(process, "STOP");
            final HubStatus silent = run.awaitStatus(base, "seen",
                status -> status.blockerReason() == HoldReason.SILENT && status.blockedForNs() > 1_000 * MS);
            assertThat(silent.blocker()).isEqualTo("slow");
            final String words = "held back by slow for TIME: silent, its process " + process.pid()
                + " is stopped and has shown no sign of life for TIME";
            final String advice = "kill -CONT " + process.pid() + " lets its process go on";
            assertThat(TaktProcess.run(folder, base, "status").out().replaceAll("[0-9.]+ s\\b", "TIME").lines())
                .contains(words, "what would help: " + advice);
            final JsonNode hub = watched();
            for (final JsonNode view : List.of(TaktProcess.run(folder, base, "status", "--json").json(), hub,
                told(run, "api/status"), told(run, "api/events"))) {
                assertThat(view.get("sentence").textValue().replaceAll("[0-9.]+ s\\b", "TIME")).isEqualTo(words);
                assertThat(view.get("advice").textValue()).isEqualTo(advice);
                assertThat(view.get("culprit").textValue()).isEqualTo("slow");
                assertThat(view.get("blocker").textValue()).isEqualTo("slow");
                assertThat(view.get("blockerReason").textValue()).isEqualTo("silent");
            }
            final JsonNode slow = of(hub, "slow");
            assertThat(slow.get("reason").textValue()).isEqualTo("silent");
            assertThat(slow.get("process").textValue()).isEqualTo("stopped");
            assertThat(slow.get("share").doubleValue()).isGreaterThan(0.9);
            assertThat(slow.get("silentNs").longValue()).isGreaterThan(500 * MS);
            assertBlames(run, "silent", 0.9);
            assertThat(scrape(run).get("takt_blocker_silent_seconds{asset=\"slow\",hub=\"seen\",process=\"stopped\"}"))
                .isGreaterThan(1);
            TaktProcess.signal(process, "CONT");
            run.awaitStatus(base, "seen", status -> status.coreTimeNs() > silent.coreTimeNs() + 100 * MS
                && status.assets().stream().noneMatch(asset -> asset.process().equals("stopped")));
            assertThat(scrape(run).keySet()).noneMatch(name -> name.contains("process=\"stopped\""));
        }
    }

    /** Until the end has been seen, a program keeps the hub: one that is gone has ended, as far as is known then. */
    @Test
    void watchEndsWithTheHub() throws Exception {
        final Path stays = Files.createFile(folder.resolve("stays"));
        try (TaktProcess run = run("""
            {"name": "slow", "step": "10ms", "interval": "5ms", "launch": ["sh", "-c",
            "takt metronome; while [ -e stays ]; do sleep 0.05; done"]}""")) {
            run.awaitRunning(base, "seen");
            try (TaktProcess watch = TaktProcess.start(folder, base, "watch", "--every", "100ms")) {
                watch.awaitOut("steps/s");
                TaktProcess.stop(base, "seen");
                watch.awaitOut("hub seen  STOPPED: asked to stop");
                Files.delete(stays);
                assertThat(watch.awaitEnd().exitCode()).as(watch.err()).isZero();
                assertThat(watch.out()).doesNotContain("\u001b");
            }
            assertThat(run.awaitEnd().exitCode()).isZero();
        }
        try (TaktProcess run = run("""
            {"name": "slow", "step": "10ms", "interval": "5ms", "launch": ["takt", "metronome"]}""")) {
            run.awaitRunning(base, "seen");
            try (TaktProcess watch = TaktProcess.start(folder, base, "watch", "--every", "100ms", "--json")) {
                watch.awaitOut("\"assets\"");
                run.process().destroyForcibly();
                assertThat(watch.awaitEnd().exitCode()).isEqualTo(1);
                assertThat(watch.err()).contains("takt: hub 'seen' is gone").contains("killed");
            }
        }
        assertThat(TaktProcess.run(folder, base, "watch", "--hub", "none").err())
            .startsWith("takt: no hub named 'none' is running").hasLineCount(1);
    }

    @Test
    void aPortThatIsTakenStopsTheStart() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            final Path file = Files.writeString(folder.resolve("port.json"), """
                {"hub": "port", "coreStep": "10ms", "maxDelay": "20ms", "assets": [
                {"name": "a", "step": "10ms", "launch": ["takt", "metronome"]}]}
                """);
            for (final String command : new String[] {"run", "hub"}) {
                final TaktProcess refused = TaktProcess.run(folder, base, command, "-c", file.toString(), "--metrics",
                    Integer.toString(taken.getLocalPort()));
                assertThat(refused.exitCode()).isEqualTo(1);
                assertThat(refused.err()).hasLineCount(1)
                    .startsWith("takt: metrics cannot be served at port " + taken.getLocalPort());
            }
        }
    }

    @Test
    void aHubThatIsRunningIsToldBeforeItsPort() throws Exception {
        final Path file = Files.writeString(folder.resolve("twice.json"), """
            {"hub": "twice", "coreStep": "10ms", "maxDelay": "20ms", "assets": [
            {"name": "a", "step": "10ms", "launch": ["takt", "metronome"]}]}
            """);
        try (TaktProcess first = TaktProcess.start(folder, base, "hub", "-c", file.toString(), "--metrics", "0")) {
            first.awaitErr("is open at");
            final String port = Integer.toString(metrics(first).getPort());
            for (final String command : new String[] {"run", "hub"}) {
                final TaktProcess second =
                    TaktProcess.run(folder, base, command, "-c", file.toString(), "--metrics", port);
                assertThat(second.exitCode()).isEqualTo(1);
                assertThat(second.err()).hasLineCount(1).startsWith("takt: a hub named 'twice' is running already");
            }
        }
    }

    @Test
    void changesOfStateAreLogged() throws Exception {
        final Path file = Files.writeString(folder.resolve("log.json"), """
            {"hub": "log", "endWithin": "1min", "coreStep": "10ms", "maxDelay": "20ms", "assets": [
            {"name": "a", "step": "10ms", "launch": ["takt", "metronome"]}]}
            """);
        final TaktProcess quiet = TaktProcess.run(folder, base, "run", "-c", file.toString(), "--until", "1s");
        assertThat(quiet.err()).isEmpty();
        final TaktProcess told =
            TaktProcess.run(folder, base, "run", "-c", file.toString(), "--until", "1s", "--log");
        assertThat(told.err().lines()).hasSizeBetween(7, 8)
            .anySatisfy(line -> assertThat(line)
                .matches("\\S+ INFO hub=log asset=a state=JOINED time=0s pid=\\d+ asset a JOINED at 0s"))
            .anySatisfy(line -> assertThat(line).matches("\\S+ INFO hub=log state=RUNNING time=0s hub RUNNING"))
            .anySatisfy(line -> assertThat(line)
                .matches("\\S+ INFO hub=log state=STOPPED time=1s hub STOPPED: reached 1s"));
    }
}
