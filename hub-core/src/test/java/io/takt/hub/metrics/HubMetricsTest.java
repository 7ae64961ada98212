package io.takt.hub.metrics;

import static io.takt.hub.metrics.Statuses.asset;
import static io.takt.hub.metrics.Statuses.hub;
import static io.takt.hub.metrics.Statuses.joined;
import static io.takt.hub.metrics.Statuses.lost;
import static io.takt.hub.metrics.Statuses.reset;
import static io.takt.hub.metrics.Statuses.waiting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.takt.asset.TaktException;
import io.takt.hub.core.status.HoldReason;
import io.takt.hub.core.status.HubStatus;
import io.takt.shm.control.Request;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class HubMetricsTest {
    private static final Pattern SAMPLE =
        Pattern.compile("([a-z_]+(?:\\{(?:[a-z]+=\"(?:[^\"\\\\]|\\\\.)*\",?)*\\})?) (NaN|[+-]?Inf|[0-9.eE+-]+)");

    private static final List<List<Long>> EVERY_BUCKET =
        LongStream.range(10, 37).mapToObj(bucket -> List.of(bucket, 1_000_000L + bucket)).toList();

    private final HubMetrics metrics = new HubMetrics("lab", "1.2", () -> 4, 1_000);

    /** Every line is a comment or a sample, and no sample comes twice. */
    private static Map<String, Double> parse(final String text) {
        final Map<String, Double> samples = new LinkedHashMap<>();
        for (final String line : text.lines().toList()) {
            if (!line.startsWith("# ")) {
                final Matcher sample = SAMPLE.matcher(line);
                assertThat(sample.matches()).as(line).isTrue();
                assertThat(samples.put(sample.group(1), Double.parseDouble(sample.group(2)))).as(line).isNull();
            }
        }
        return samples;
    }

    @Test
    void anAssetThatIsAwayIsShownUntilItIsNoMemberAnyMore() {
        final HubStatus.AssetStatus a = asset("a", 1_230, 20, 300, 700);
        assertThat(parse(metrics.scrape(hub(1_230, 2_000, "a", HoldReason.COMPUTING, lost(a, true, false)))))
            .containsEntry("takt_asset_lag_seconds{asset=\"a\",hub=\"lab\"}", 0.02)
            .containsEntry("takt_blocker_seconds_total{asset=\"a\",hub=\"lab\",reason=\"computing\"}", 0.3)
            .containsEntry("takt_asset_state{asset=\"a\",hub=\"lab\",state=\"LOST\"}", 1.0);
        assertThat(parse(metrics.scrape(hub(1_230, 2_000, null, null, lost(a, false, false)))).keySet())
            .noneMatch(name -> name.contains("asset="));
    }

    /** After a takeover there is a process behind some of the assets that are away, and behind others there is none. */
    @Test
    void aMissingAssetIsNamedWithTheStateOfItsProcess() {
        final HubStatus waiting = waiting(hub(0, 0, null, null, lost(asset("a", 0, 0, 0, 1), true, true),
            lost(asset("b", 0, 0, 0, 1), true, false), joined(asset("c", 0, 0, 0, 0)),
            lost(asset("e", 0, 0, 0, 0), false, false)),
            "a", "b", "c", "d", "e");
        assertThat(parse(metrics.scrape(waiting))).containsEntry("takt_missing_assets{hub=\"lab\"}", 5.0)
            .containsEntry("takt_asset_missing{asset=\"a\",hub=\"lab\",process=\"stopped\"}", 1.0)
            .containsEntry("takt_asset_missing{asset=\"b\",hub=\"lab\",process=\"none\"}", 1.0)
            .containsEntry("takt_asset_missing{asset=\"c\",hub=\"lab\",process=\"running\"}", 1.0)
            .containsEntry("takt_asset_missing{asset=\"d\",hub=\"lab\",process=\"none\"}", 1.0)
            .containsEntry("takt_asset_missing{asset=\"e\",hub=\"lab\",process=\"none\"}", 1.0);
        assertThat(parse(metrics.scrape(hub(0, 0, null, null, asset("a", 0, 0, 0, 0)))).keySet())
            .noneMatch(name -> name.startsWith("takt_asset_missing"));
    }

    @Test
    void countersGoOnAfterAReset() {
        final HubStatus status = reset(hub(100, 2_000, null, null, asset("a", 100, 0, 300, 700)),
            new HubStatus.Earlier(1_000, 30, 5_000_000_000L),
            new HubStatus.EarlierOfAsset(90, 8, Map.of(HoldReason.SILENT, 2_000_000_000L)));
        assertThat(parse(metrics.scrape(status))).containsEntry("takt_core_progress_total{hub=\"lab\"}", 1_010.0)
            .containsEntry("takt_core_retain_total{hub=\"lab\"}", 37.0)
            .containsEntry("takt_core_running_seconds_total{hub=\"lab\"}", 7.0)
            .containsEntry("takt_asset_progress_total{asset=\"a\",hub=\"lab\"}", 100.0)
            .containsEntry("takt_asset_retain_total{asset=\"a\",hub=\"lab\"}", 11.0)
            .containsEntry("takt_messages_missed_total{asset=\"a\",hub=\"lab\"}", 0.0)
            .containsEntry("takt_blocker_seconds_total{asset=\"a\",hub=\"lab\",reason=\"computing\"}", 0.3)
            .containsEntry("takt_blocker_seconds_total{asset=\"a\",hub=\"lab\",reason=\"silent\"}", 2.7);
    }

    @Test
    void theNamesOfTheDesign() {
        final Map<String, Double> samples = parse(metrics.scrape(hub(1_230, 2_000, "a", HoldReason.SILENT,
            asset("a", 1_230, 20, 300, 700), asset("b", 1_230, 10, 0, 0))));
        assertThat(samples).containsEntry("takt_core_time_seconds{hub=\"lab\"}", 1.23)
            .containsEntry("takt_asset_time_seconds{asset=\"a\",hub=\"lab\"}", 1.21)
            .containsEntry("takt_asset_lag_seconds{asset=\"a\",hub=\"lab\"}", 0.02)
            .containsEntry("takt_asset_lag_seconds{asset=\"b\",hub=\"lab\"}", 0.01)
            .containsEntry("takt_max_delay_seconds{hub=\"lab\"}", 0.02)
            .containsEntry("takt_core_progress_total{hub=\"lab\"}", 123.0)
            .containsEntry("takt_core_retain_total{hub=\"lab\"}", 7.0)
            .containsEntry("takt_blocker_seconds_total{asset=\"a\",hub=\"lab\",reason=\"computing\"}", 0.3)
            .containsEntry("takt_blocker_seconds_total{asset=\"a\",hub=\"lab\",reason=\"silent\"}", 0.7)
            .containsEntry("takt_blocker_seconds_total{asset=\"b\",hub=\"lab\",reason=\"silent\"}", 0.0)
            .containsEntry("takt_blocker_held_seconds{asset=\"a\",hub=\"lab\",reason=\"silent\"}", 0.4)
            .containsEntry("takt_blocker_silent_seconds{asset=\"a\",hub=\"lab\",process=\"stopped\"}", 0.7)
            .containsEntry("takt_speed_ratio{hub=\"lab\"}", 0.25)
            .containsEntry("takt_hub_state{hub=\"lab\",state=\"RUNNING\"}", 1.0)
            .containsEntry("takt_hub_state{hub=\"lab\",state=\"PAUSED\"}", 0.0)
            .containsEntry("takt_asset_state{asset=\"b\",hub=\"lab\",state=\"RUNNING\"}", 1.0)
            .containsEntry("takt_violations_total{hub=\"lab\"}", 4.0)
            .containsEntry("takt_build_info{hub=\"lab\",version=\"1.2\"}", 1.0);
        assertThat(samples.keySet()).noneMatch(name -> name.startsWith("takt_blocker") && name.contains("input"));
    }

    @Test
    void lagsFitTheClocksOfTheirScrape() {
        for (int i = 0; i < 50; i++) {
            final Map<String, Double> samples = parse(metrics.scrape(hub(1_000 + i * 17, 2_000, null, null,
                asset("a", 1_000 + i * 17, i, 0, 0))));
            assertThat(samples.get("takt_core_time_seconds{hub=\"lab\"}")
                - samples.get("takt_asset_time_seconds{asset=\"a\",hub=\"lab\"}"))
                .isCloseTo(samples.get("takt_asset_lag_seconds{asset=\"a\",hub=\"lab\"}"), within(1e-9));
        }
    }

    @Test
    void anAssetThatHasLeftDisappears() {
        parse(metrics.scrape(hub(100, 10, "a", HoldReason.COMPUTING, asset("a", 100, 0, 1, 0),
            asset("b", 100, 0, 1, 0))));
        final Map<String, Double> samples =
            parse(metrics.scrape(hub(100, 10, null, null, asset("b", 100, 0, 1, 0))));
        assertThat(samples.keySet()).noneMatch(name -> name.contains("asset=\"a\""))
            .anyMatch(name -> name.contains("asset=\"b\"")).noneMatch(name -> name.startsWith("takt_blocker_held"));
        assertThat(parse(metrics.scrape(hub(100, 10, null, null, asset("a", 100, 0, 1, 0)))).keySet())
            .anyMatch(name -> name.contains("asset=\"a\""));
    }

    @Test
    void anAssetThatWaitsForInputHasThatReasonToo() {
        assertThat(parse(metrics.scrape(hub(100, 10, null, null,
            asset("a", 100, 0, Map.of(HoldReason.INPUT, 5L), "running", 0, List.of())))))
            .containsEntry("takt_blocker_seconds_total{asset=\"a\",hub=\"lab\",reason=\"input\"}", 0.005);
    }

    @Test
    void stepsAreAHistogram() {
        final String text = metrics.scrape(hub(100, 10, null, null, asset("a", 100, 0, Map.of(), "running", 0,
            List.of(List.of(3L, 5L), List.of(9L, 1L), List.of(10L, 2L), List.of(24L, 10L), List.of(62L, 1L)))));
        assertThat(text).contains("# TYPE takt_asset_step_seconds histogram\n");
        final String bucket = "takt_asset_step_seconds_bucket{asset=\"a\",hub=\"lab\",le=\"";
        assertThat(parse(text)).containsEntry(bucket + "1.024E-6\"}", 6.0)
            .containsEntry(bucket + "2.048E-6\"}", 8.0)
            .containsEntry(bucket + "0.016777216\"}", 8.0)
            .containsEntry(bucket + "0.033554432\"}", 18.0)
            .containsEntry(bucket + "68.719476736\"}", 18.0)
            .containsEntry(bucket + "+Inf\"}", 19.0)
            .containsEntry("takt_asset_step_seconds_count{asset=\"a\",hub=\"lab\"}", 19.0)
            .containsEntry("takt_asset_step_seconds_sum{asset=\"a\",hub=\"lab\"}", 0.005);
    }

    /** 10,000 assets: the worst are shown, and all are in the sums. */
    @Test
    void manyAssetsMakeNoMoreSeriesThanSome() {
        final HubStatus.AssetStatus[] assets = new HubStatus.AssetStatus[10_000];
        for (int i = 0; i < assets.length; i++) {
            assets[i] = asset("a-rather-long-name-of-an-asset-" + i, 1_000, 10, Map.of(HoldReason.COMPUTING, (long) i),
                "running", 0, EVERY_BUCKET);
        }
        metrics.scrape(hub(1_000, 100_000, null, null, assets));
        final String text = metrics.scrape(hub(1_000, 101_000, assets[3].name(), HoldReason.COMPUTING, assets));
        assertThat(text.length()).isLessThan(5_000_000);
        final Map<String, Double> samples = parse(text);
        assertThat(samples).containsEntry("takt_assets{hub=\"lab\",state=\"RUNNING\"}", 10_000.0)
            .containsEntry("takt_assets_shown{hub=\"lab\"}", 200.0)
            .containsEntry("takt_assets_held_seconds_total{hub=\"lab\",reason=\"computing\"}", 9_999 * 5_000 / 1e3)
            .containsKey("takt_asset_lag_seconds{asset=\"" + assets[3].name() + "\",hub=\"lab\"}")
            .containsKey("takt_asset_lag_seconds{asset=\"" + assets[9_999].name() + "\",hub=\"lab\"}")
            .doesNotContainKey("takt_asset_lag_seconds{asset=\"" + assets[5_000].name() + "\",hub=\"lab\"}");
    }

    @Test
    void sumsOfAllAssetsNeverFall() {
        final String held = "takt_assets_held_seconds_total{hub=\"lab\",reason=\"computing\"}";
        assertThat(parse(metrics.scrape(hub(100, 10, null, null, asset("a", 100, 0, 3_000, 0),
            asset("b", 100, 0, 1_000, 0))))).containsEntry(held, 4.0);
        assertThat(parse(metrics.scrape(hub(100, 10, null, null, asset("b", 100, 0, 1_500, 0)))))
            .as("a has left").containsEntry(held, 4.5);
        assertThat(parse(metrics.scrape(hub(100, 10, null, null, asset("a", 100, 0, 200, 0),
            asset("b", 100, 0, 1_500, 0))))).as("a counts from 0").containsEntry(held, 4.7);
        metrics.scrape(hub(100, 10, null, null, asset("b", 100, 0, 1_500, 0)));
        assertThat(parse(metrics.scrape(hub(100, 10, null, null, asset("a", 100, 0, 300, 0),
            asset("b", 100, 0, 1_500, 0))))).as("a counts on").containsEntry(held, 4.8);
    }

    @Test
    void whatWasSentByChannel() {
        final HubStatus.AssetStatus a = Statuses.sending(asset("a", 100, 0, 0, 0), 0.25, 2,
            List.of(new Request.Sent("pose", 30, 900, null), new Request.Sent("image", 2, 5_000, 0L)));
        final HubStatus status = hub(100, 10, null, null, a, Statuses.awaiting(asset("b", 100, 0, 0, 0), "a", "pose"));
        assertThat(parse(metrics.scrape(status)))
            .containsEntry("takt_channel_messages_total{asset=\"a\",channel=\"pose\",hub=\"lab\"}", 30.0)
            .containsEntry("takt_channel_bytes_total{asset=\"a\",channel=\"image\",hub=\"lab\"}", 5_000.0)
            .containsEntry("takt_assets_messages_total{hub=\"lab\"}", 32.0)
            .containsEntry("takt_log_fill_ratio{asset=\"a\",hub=\"lab\"}", 0.25)
            .containsEntry("takt_asset_restarts_total{asset=\"a\",hub=\"lab\"}", 2.0)
            .containsEntry("takt_asset_awaits{asset=\"b\",channel=\"pose\",hub=\"lab\",sender=\"a\"}", 1.0)
            .containsEntry("takt_asset_process{asset=\"a\",hub=\"lab\",process=\"running\"}", 1.0)
            .doesNotContainKey("takt_log_fill_ratio{asset=\"b\",hub=\"lab\"}");
    }

    private static HttpResponse<String> ask(final String address, final String method)
        throws IOException, InterruptedException {
        return HttpClient.newHttpClient().send(HttpRequest.newBuilder(URI.create(address))
            .method(method, HttpRequest.BodyPublishers.noBody()).build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void isServedOnThisHostOnly() throws Exception {
        try (MetricsServer server = MetricsServer.open(null, List.of(), 0)) {
            final boolean[] broken = new boolean[1];
            server.serve(() -> {
                if (broken[0]) {
                    throw new TaktException("the hub does not answer");
                }
                return "x 1\n";
            }, null);
            final URI address = URI.create(server.address());
            assertThat(address.getHost()).isEqualTo("127.0.0.1");
            assertThat(ask(server.address(), "GET").body()).isEqualTo("x 1\n");
            assertThat(ask(server.address(), "GET").headers().firstValue("Content-Type"))
                .contains("text/plain; version=0.0.4; charset=utf-8");
            assertThat(ask(server.address(), "HEAD").statusCode()).isEqualTo(200);
            assertThat(ask(server.address(), "POST").statusCode()).isEqualTo(405);
            assertThat(ask(server.address() + "/more", "GET").statusCode()).isEqualTo(404);
            assertThatThrownBy(() -> MetricsServer.open(null, List.of(), address.getPort()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("metrics cannot be served at port " + address.getPort());
            broken[0] = true;
            assertThat(ask(server.address(), "GET").statusCode()).isEqualTo(503);
        }
    }
}
