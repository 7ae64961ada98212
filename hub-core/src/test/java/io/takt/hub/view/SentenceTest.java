package io.takt.hub.view;

import static io.takt.hub.metrics.Statuses.asset;
import static io.takt.hub.metrics.Statuses.awaiting;
import static io.takt.hub.metrics.Statuses.hub;
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
            .isEqualTo("held back by radar for 0.400 s: computing, its process 4711 lives (running)");
        assertThat(view(hub(20, 0, null, null)).sentence()).isEqualTo("no asset holds it back at this moment");
        assertThat(view(waiting(hub(0, 0, null, null), "tug")).sentence()).isEqualTo("waiting for tug");
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
            .isEqualTo("look at what process 4711 waits for");
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
        assertThat(view(hub(20, 0, null, null)).advice()).isEmpty();
    }
}
