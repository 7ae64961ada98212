package io.takt.hub.view;

import static io.takt.hub.metrics.Statuses.asset;
import static io.takt.hub.metrics.Statuses.awaiting;
import static io.takt.hub.metrics.Statuses.hub;
import static io.takt.hub.metrics.Statuses.joined;
import static io.takt.hub.metrics.Statuses.lost;
import static io.takt.hub.metrics.Statuses.missing;
import static io.takt.hub.metrics.Statuses.waiting;
import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.HubState;
import io.takt.hub.core.status.HoldReason;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.status.HubStatus.AssetStatus;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SentenceTest {
    private static HubView view(final HubStatus status) {
        return new RecentView(0).take(status);
    }

    private static String advice(final HoldReason reason, final AssetStatus... assets) {
        return view(hub(20, 0, assets[0].name(), reason, assets)).advice();
    }

    @Test
    void saysWhichAssetHoldsTimeBackOrThatNoneDoes() {
        assertThat(view(hub(20, 0, "radar", HoldReason.COMPUTING, asset("radar", 20, 20, 0, 0))).sentence())
            .isEqualTo("held back by radar for 0.400 s: computing, its process 4711 is running");
        assertThat(view(hub(20, 0, null, null)).sentence()).isEqualTo("no asset holds it back at this moment");
        assertThat(view(waiting(hub(0, 0, null, null), "tug")).sentence()).isEqualTo("waiting for tug");
    }

    private static HubStatus held(final long wallMs, final String blocker, final long radarMs, final long tugMs) {
        return hub(wallMs / 4, wallMs, blocker, blocker == null ? null : HoldReason.INTERVAL,
            asset("radar", wallMs / 4, 20, Map.of(HoldReason.INTERVAL, radarMs), "running", 0, List.of()),
            asset("tug", wallMs / 4, 0, tugMs, 0));
    }

    @Test
    void anAssetThatHoldsEachStepForAMomentSlowsTheHub() {
        final RecentView model = new RecentView(3_000_000_000L);
        model.take(held(0, null, 0, 0));
        for (int wallMs = 1_000; wallMs <= 20_000; wallMs += 500) {
            // Between two steps it holds the core or does not: the words are the same.
            final HubView view = model.take(held(wallMs, wallMs % 1_000 == 0 ? null : "tug", wallMs * 3 / 4, 0));
            assertThat(view.sentence()).matches("slowed by radar for [0-9.]+ s, 75 % of the last [1234] s: waiting for"
                + " its interval of 0s");
            assertThat(view.advice()).startsWith("a shorter interval of radar");
            assertThat(view.culprit()).isEqualTo("radar");
        }
    }

    @Test
    void aHubThatWasSlowAtTheFirstLookHasBeenForAnUnknownTime() {
        final RecentView model = new RecentView(3_000_000_000L);
        model.take(held(60_000, null, 45_000, 0));
        assertThat(model.take(held(62_000, null, 46_500, 0)).sentence())
            .startsWith("slowed by radar, 75 % of the last 2 s: ");
        assertThat(model.take(held(65_000, null, 46_500, 3_000)).sentence())
            .startsWith("slowed by tug for 3.000 s, 100 % of the last 3 s: computing");
        assertThat(model.take(held(68_000, null, 47_000, 3_000)).sentence())
            .isEqualTo("no asset holds it back at this moment");
    }

    @Test
    void aHubThatHasEndedWaitsForNothing() {
        final HubView ended = view(missing(hub(0, 0, null, null), HubState.STOPPED, "tug"));
        assertThat(ended.sentence()).isEmpty();
        assertThat(ended.advice()).isEmpty();
    }

    @Test
    void saysWhatWouldHelp() {
        assertThat(advice(HoldReason.SILENT, asset("radar", 20, 20, 0, 5))).isEqualTo(
            "kill -CONT 4711 lets its process go on");
        assertThat(advice(HoldReason.SILENT, asset("radar", 20, 20, Map.of(), "sleeping", 5, List.of())))
            .isEqualTo("look at what radar has printed, and at what its process 4711 waits for");
        assertThat(advice(HoldReason.SILENT, asset("radar", 20, 20, Map.of(), "traced", 5, List.of())))
            .contains("debugger").contains("4711");
        assertThat(advice(HoldReason.COMPUTING, asset("radar", 20, 20, 0, 0))).contains("a quicker simulator in radar");
        assertThat(advice(HoldReason.INPUT, awaiting(asset("radar", 20, 20, 0, 0), "drone", "pose"),
            asset("drone", 20, 20, 0, 0))).isEqualTo("a quicker drone, or a longer delay of channel 'pose'");
        assertThat(advice(HoldReason.INPUT, awaiting(asset("radar", 20, 20, 0, 0), "drone", "pose")))
            .isEqualTo("start drone");
        assertThat(advice(HoldReason.INPUT, awaiting(asset("radar", 20, 20, 0, 0), "drone", null)))
            .isEqualTo("let drone read, or send less in a step of radar");
        assertThat(advice(HoldReason.COMPUTING, lost(asset("radar", 20, 20, 0, 0), true, false)))
            .isEqualTo("start radar again");
        assertThat(advice(HoldReason.BELOW, asset("site-a", 20, 20, 0, 0))).contains("takt watch --hub site-a");
        assertThat(view(waiting(hub(0, 0, null, null), "tug")).advice()).startsWith("start the missing assets");
        final HubStatus there = hub(0, 0, null, null,
            joined(asset("tug", 0, 0, Map.of(), "sleeping", 0, List.of())));
        assertThat(view(waiting(there, "tug")).advice()).as("it has joined, and is not ready")
            .isEqualTo("look at what tug has printed, and at what its process 4711 waits for");
        assertThat(view(waiting(there, "tug", "radar")).advice()).startsWith("start the missing assets");
        assertThat(view(hub(20, 0, null, null)).advice()).isEmpty();
    }
}
