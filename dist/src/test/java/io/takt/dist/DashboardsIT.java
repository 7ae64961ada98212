package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.takt.dist.PrometheusServer.Sample;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * A real Prometheus scrapes a real tree of hubs in which an asset is slow, one is killed, one is stopped, a link loses
 * datagrams, and a child hub is killed. Every query of every panel, annotation and rule is run, and gives what it
 * should.
 */
@Tag("long")
class DashboardsIT extends HubTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int TRIES = 20;
    private static final long TRY_EVERY_NS = 1_000_000_000L;
    private static final List<String> BOARDS = List.of("overview.json", "hub.json", "tree.json");

    /** All is well there, or there is no cause for it; the cases of promtool have one. */
    private static final Set<String> MAY_BE_EMPTY = Set.of("TaktViolations", "TaktLogNearlyFull",
        "Blame: assets without series of their own",
        "Losses and restarts: messages that {{asset}} misses");

    private static final Pattern LABEL_VALUES = Pattern.compile("label_values\\((.+), (\\w+)\\)");

    private final Map<String, String> queries = new LinkedHashMap<>();
    /** Of these it only matters when they give something. */
    private final Set<String> annotations = new TreeSet<>();
    private final Set<String> answered = new TreeSet<>();
    private final QueryValues values = new QueryValues();
    private PrometheusServer prometheus;

    private static String chatter(final String name) {
        final String classPath = Path.of(System.getProperty("user.dir")).resolve("target/test-classes").toString();
        return "{'name': '" + name + "', 'step': '10ms', 'launch': ['takt', 'java', '-cp', '" + classPath + "', '"
            + Chatter.class.getName() + "', '" + name + "']}";
    }

    private void files(final int port, final int lossyPort) throws IOException {
        Files.writeString(folder.resolve("root.json"), ("{'hub': 'root', 'coreStep': '10ms', 'maxDelay': '40ms',"
            + " 'pace': {'mode': 'realtime', 'speed': 1}, 'listen': '127.0.0.1:" + port + "', 'metrics': {'port': 0},"
            + " 'assets': [{'name': 'slow', 'step': '10ms', 'interval': '40ms', 'launch': ['takt', 'metronome']},"
            + " {'name': 'frail', 'step': '10ms', 'onLost': 'restart', 'launch': ['takt', 'metronome']}, "
            + chatter("a") + ", " + chatter("b") + "], 'federates': [{'name': 'site', 'step': '5ms', 'required': true,"
            + " 'onLost': 'restart'}], 'channels': [{'name': 'talk', 'from': 'a', 'to': [{'asset': 'b', 'delay':"
            + " '0ms', 'gate': 'end'}]}, {'name': 'talk', 'from': 'b', 'to': [{'asset': 'a', 'delay': '20ms'}]}]}")
            .replace('\'', '"'));
        Files.writeString(folder.resolve("site.json"), ("{'hub': 'site', 'coreStep': '5ms', 'maxDelay': '20ms',"
            + " 'metrics': {'port': 0}, 'parent': {'address': '127.0.0.1:" + lossyPort + "'}, 'assets': [{'name':"
            + " 'drone', 'step': '5ms', 'onHubLost': 'attach'}]}").replace('\'', '"'));
    }

    private TaktProcess start(final String... args) throws IOException {
        return TaktProcess.start(folder, base, args);
    }

    private static void requirePrometheus() {
        assumeThat(PythonTools.isThere("prometheus")).as("left out: prometheus is not on the PATH (Debian: prometheus)")
            .isTrue();
    }

    /** The short version: one hub, in which an asset is slow. */
    @Test
    void prometheusUnderstandsEveryQueryAndNamesTheSlowAsset() throws Exception {
        requirePrometheus();
        final int port = Ports.free();
        final TaktProcess made = TaktProcess.run(folder, base, "dashboards", "--out", "watch", "--prometheus",
            "127.0.0.1:" + port, "--every", "500ms");
        assertThat(made.exitCode()).as(made.err()).isZero();
        Files.writeString(folder.resolve("root.json"), ("{'hub': 'root', 'coreStep': '10ms', 'maxDelay': '40ms',"
            + " 'pace': {'mode': 'realtime', 'speed': 1}, 'metrics': {'port': 0}, 'assets': [{'name': 'slow', 'step':"
            + " '10ms', 'interval': '40ms', 'launch': ['takt', 'metronome']}]}").replace('\'', '"'));
        try (PrometheusServer server = new PrometheusServer(folder.resolve("watch/prometheus/prometheus.yml"), folder,
            port); TaktProcess root = start("run", "-c", "root.json", "--json")) {
            prometheus = server;
            readQueries();
            root.awaitRunning(base, "root");
            prometheus.await("takt_core_running_seconds_total{hub=\"root\"} > 3");
            prometheus.await(queries.get("Blame: {{asset}}: {{reason}}") + " > 0.6");
            runAll();
            awaitPanel("Blame: {{asset}}: {{reason}}", "slow", 0.6, 1.2);
            // Until each answers: when a scrape fails that came too late, queries of one moment give nothing.
            for (final String name : List.of("State: {{state}}", "Hubs A", "Hubs B", "Hubs C", "Speed: speed",
                "Lag: {{asset}}", "Steps: {{asset}}", "Processes over time: {{asset}}", "takt:blame:share1m",
                "takt:lag:ratio")) {
                prometheus.await(queries.get(name), samples -> samples.stream()
                    .anyMatch(sample -> Double.isFinite(sample.value()) && values.see(name, sample)));
            }
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "takt.slow", matches = "true")
    void everyQueryGivesWhatItShould() throws Exception {
        requirePrometheus();
        final int prometheusPort = Ports.free();
        final TaktProcess made = TaktProcess.run(folder, base, "dashboards", "--out", "watch", "--prometheus",
            "127.0.0.1:" + prometheusPort, "--every", "1s");
        assertThat(made.exitCode()).as(made.err()).isZero();
        final int port = Ports.free();
        try (LossyNetwork network = new LossyNetwork(port);
            PrometheusServer server = new PrometheusServer(folder.resolve("watch/prometheus/prometheus.yml"), folder,
                prometheusPort)) {
            prometheus = server;
            readQueries();
            files(port, network.port());
            try (TaktProcess root = start("run", "-c", "root.json", "--json")) {
                seeMissing();
                runAll();
                TaktProcess site = start("hub", "-c", "site.json");
                try {
                    site.awaitStatus(base, "site", status -> true);
                    try (TaktProcess drone = start("metronome", "--hub", "site", "drone")) {
                        allIsWell(port, network);
                        anAssetIsKilledAndOneIsStopped(root);
                        site = aChildHubIsKilledAndComesBack(root, site);
                        assertThat(drone.process().isAlive()).isTrue();
                    }
                } finally {
                    site.close();
                }
            }
        }
        final Set<String> silent = new TreeSet<>(queries.keySet());
        silent.removeAll(answered);
        silent.removeAll(MAY_BE_EMPTY);
        assertThat(silent).as("queries that gave nothing").isEmpty();
        values.assertReached();
    }

    /** Waits for each: when a scrape of a busy host comes too late, queries of one moment give nothing. */
    private void seeMissing() throws Exception {
        prometheus.await("takt_asset_missing{hub=\"root\", asset=\"site\"} == 1");
        for (final String name : List.of("overview.json Missing assets: missing", "Hubs F", "Missing A")) {
            prometheus.await(queries.get(name) + " == 1").forEach(sample -> values.see(name, sample));
        }
    }

    private void allIsWell(final int port, final LossyNetwork network) throws Exception {
        prometheus.await("takt_core_running_seconds_total{hub=\"root\"} > 12");
        prometheus.await("takt_channel_messages_total > 10");
        prometheus.await("takt_asset_step_seconds_count > 10");
        try (DatagramSocket stranger = new DatagramSocket()) {
            for (int i = 0; i < 20; i++) {
                stranger.send(new DatagramPacket(new byte[3], 3, InetAddress.getLoopbackAddress(), port));
            }
        }
        prometheus.await("takt_link_rejected_total >= 20");
        network.disturbChildren();
        prometheus.await("takt_parent_rejected_total >= 1");
        prometheus.await("takt:blame:share1m{hub=\"root\", asset=\"slow\", reason=\"interval\"} > 0.5");
        runAll();
        assertVariables();
        awaitPanel("Blame: {{asset}}: {{reason}}", "slow", 0.6, 1.0);
        prometheus.await("takt_speed_ratio{hub=\"root\"} > 0.05 < 0.3");
        assertThat(one("takt_target_speed_ratio{hub=\"root\"}")).isEqualTo(1);
        for (final Sample lag : prometheus.query("takt:lag:ratio")) {
            assertThat(lag.value()).as(lag.toString()).isBetween(0.0, 1.000001);
        }
        assertThat(one("sum(takt_violations_total)")).isZero();
        assertThat(one("max(takt_parent_lag_seconds{hub=\"site\", federate=\"site\"})")).isBetween(0.0, 0.04);
        assertThat(one("max(takt_tree_lag_seconds{hub=\"root\", federate=\"site\"})")).isBetween(0.0, 0.04);
        assertThat(one("1 - takt_link_frames_received_total / takt_link_frames_sent_total")).isBetween(0.1, 0.3);
        assertThat(one("sum(takt_assets{hub=\"root\"})")).isEqualTo(5);
        assertThat(one("count(takt_asset_time_seconds{hub=\"root\"})")).isEqualTo(5);
        assertThat(alerts()).doesNotContain("TaktHubDoesNotAnswer", "TaktHubStands", "TaktAssetSilent",
            "TaktAssetLost", "TaktViolations", "TaktLinkLost", "TaktLogNearlyFull");
    }

    private void anAssetIsKilledAndOneIsStopped(final TaktProcess root) throws Exception {
        root.launched("frail").destroyForcibly();
        prometheus.await("takt_asset_restarts_total{asset=\"frail\"} == 1");
        assertThat(one("takt_losses_total{hub=\"root\"}")).isEqualTo(1);
        runAll();
        final ProcessHandle stopped = root.launched("b");
        TaktProcess.signal(stopped, "STOP");
        prometheus.await("takt_blocker_silent_seconds{process=\"stopped\"} > 17");
        runAll();
        assertThat(prometheus.query("takt_blocker_silent_seconds > 17")).singleElement()
            .satisfies(sample -> assertThat(sample.label("asset")).isEqualTo("b"));
        assertThat(prometheus.query("takt_blocker_held_seconds{hub=\"root\"}")).singleElement()
            .satisfies(sample -> assertThat(sample.label("reason")).isEqualTo("silent"));
        assertThat(prometheus.query("takt_asset_awaits{asset=\"a\"}")).singleElement()
            .satisfies(sample -> assertThat(sample.label("sender")).isEqualTo("b"));
        awaitPanel("Waiting for input: {{asset}}", "a", 0.8, 1.5);
        assertThat(panel("Silent: {{asset}}: {{process}}", "b")).isGreaterThan(17);
        awaitPanel("Blame: {{asset}}: {{reason}}", "b", 0.8, 1.2);
        assertThat(panel("Processes over time: {{asset}}", "b")).as("stopped").isEqualTo(4);
        assertThat(alerts()).contains("TaktAssetSilent", "TaktHubStands", "TaktAssetLost");
        TaktProcess.signal(stopped, "CONT");
        prometheus.await("takt_speed_ratio{hub=\"root\"} > 0.05");
    }

    private TaktProcess aChildHubIsKilledAndComesBack(final TaktProcess root, final TaktProcess site)
        throws Exception {
        site.close();
        prometheus.await("takt_link_up{federate=\"site\"} == 0");
        prometheus.await("up{hub=\"site\"} == 0");
        runAll();
        assertThat(alerts()).contains("TaktHubDoesNotAnswer", "TaktLinkLost");
        final TaktProcess again = start("hub", "-c", "site.json");
        prometheus.await("takt_took_over{hub=\"site\"} == 1");
        // Each for some seconds.
        for (final String name : BOARDS) {
            prometheus.await(queries.get(name + " take-over"));
            answered.add(name + " take-over");
        }
        runAll();
        root.awaitStatus(base, "root", status -> status.missing().isEmpty());
        assertThat(TaktProcess.run(folder, base, "reset", "--hub", "root").exitCode()).isZero();
        prometheus.await("increase(takt_resets_total{hub=\"root\"}[10s]) > 0");
        runAll();
        return again;
    }

    /** The value that a panel of the dashboard of one hub shows of an asset; of several series the largest. */
    private double panel(final String name, final String asset) throws Exception {
        return of(prometheus.query(queries.get(name)), asset);
    }

    private static double of(final List<Sample> samples, final String asset) {
        return samples.stream().filter(each -> asset.equals(each.label("asset"))).mapToDouble(Sample::value).max()
            .orElse(-1);
    }

    /** The same; waits until it is as it should be, since a late scrape changes shares for a while. */
    private void awaitPanel(final String name, final String asset, final double least, final double most)
        throws Exception {
        prometheus.await(queries.get(name), samples -> least <= of(samples, asset) && of(samples, asset) <= most);
    }

    /** The choices that Grafana offers, asked as it asks for them. */
    private void assertVariables() throws Exception {
        for (final String name : BOARDS) {
            for (final JsonNode variable : board(name).at("/templating/list")) {
                final Matcher query = LABEL_VALUES.matcher(variable.at("/query/query").textValue());
                assertThat(query.matches()).as(variable.toString()).isTrue();
                final JsonNode values = prometheus.get("/api/v1/label/" + query.group(2) + "/values?match[]="
                    .replace("[]", "%5B%5D") + URLEncoder.encode(query.group(1).replace("$hub", "root"),
                        StandardCharsets.UTF_8));
                assertThat(JSON.convertValue(values, String[].class)).as(variable.toString())
                    .contains(Map.of("hub", "root", "root", "root", "asset", "slow", "channel", "talk")
                        .get(variable.get("name").textValue()));
            }
        }
    }

    private JsonNode board(final String name) throws IOException {
        return JSON.readTree(folder.resolve("watch/grafana/dashboards").resolve(name).toFile());
    }

    private double one(final String expression) throws Exception {
        final List<Sample> samples = prometheus.await(expression);
        assertThat(samples).as(expression).hasSize(1);
        return samples.get(0).value();
    }

    /** Alerts whose condition holds now, for however short a time. */
    private Set<String> alerts() throws Exception {
        final Set<String> alerts = new TreeSet<>();
        for (final Map.Entry<String, String> rule : queries.entrySet()) {
            if (rule.getKey().startsWith("Takt") && !prometheus.query(rule.getValue()).isEmpty()) {
                alerts.add(rule.getKey());
            }
        }
        return alerts;
    }

    private void runAll() throws Exception {
        for (final String name : queries.keySet()) {
            for (int left = TRIES; !isWithinBounds(name); left--) {
                assertThat(left).as("tries left for the value of " + name).isPositive();
                LockSupport.parkNanos(TRY_EVERY_NS);
            }
        }
    }

    private boolean isWithinBounds(final String name) throws Exception {
        boolean areWithin = true;
        for (final Sample sample : prometheus.query(queries.get(name))) {
            if (Double.isFinite(sample.value())) {
                answered.add(name);
                areWithin &= values.see(name, sample);
            }
        }
        return areWithin;
    }

    /** Those of the files that were written, as Grafana would ask them, and those that Prometheus has loaded. */
    private void readQueries() throws Exception {
        for (final String name : BOARDS) {
            final JsonNode board = board(name);
            for (final JsonNode panel : board.get("panels")) {
                for (final JsonNode target : panel.get("targets")) {
                    final String legend = target.get("legendFormat").textValue();
                    add(board.get("uid").textValue().equals("takt-hub") || legend.isEmpty()
                        ? panel.get("title").textValue() + (legend.isEmpty() ? " " + target.get("refId").textValue()
                        : ": " + legend) : name + " " + panel.get("title").textValue() + ": " + legend,
                        onBoard(name, target.get("expr").textValue()));
                }
            }
            for (final JsonNode each : board.at("/annotations/list")) {
                annotations.add(name + " " + each.get("name").textValue());
                add(name + " " + each.get("name").textValue(), each.get("expr").textValue());
            }
        }
        prometheus.await("vector(1)");
        for (final JsonNode group : prometheus.get("/api/v1/rules").get("groups")) {
            group.get("rules").forEach(rule -> add(rule.get("name").textValue(), rule.get("query").textValue()));
        }
        assertThat(queries).hasSizeGreaterThan(60).containsKeys("TaktHubStands", "takt:blame:share1m");
        assertThat(queries.keySet()).containsAll(MAY_BE_EMPTY);
        assertThat(queries.keySet()).filteredOn(name -> !name.startsWith("Takt") && !annotations.contains(name))
            .allMatch(values::knows);
    }

    /** The dashboard of one hub has one at a time. */
    private static String onBoard(final String name, final String expression) {
        return name.equals("hub.json") ? expression.replace("$hub", "root") : expression;
    }

    private void add(final String name, final String expression) {
        final String before = queries.put(name, expression.replace("$hub", "root|site").replace("$asset", ".*")
            .replace("$channel", ".*").replace("$root", "root").replace("$__rate_interval", "10s"));
        assertThat(before).as(name).isNull();
    }
}
