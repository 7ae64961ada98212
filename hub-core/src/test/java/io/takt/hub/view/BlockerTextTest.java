package io.takt.hub.view;

import static io.takt.hub.metrics.Statuses.asset;
import static io.takt.hub.metrics.Statuses.awaiting;
import static io.takt.hub.metrics.Statuses.hub;
import static io.takt.hub.metrics.Statuses.lost;
import static org.assertj.core.api.Assertions.assertThat;

import io.takt.hub.core.status.HoldReason;
import io.takt.hub.core.status.HubStatus.AssetStatus;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BlockerTextTest {
    @Test
    void namesTheAssetTheTimeAndTheReason() {
        assertThat(BlockerText.sentence(hub(0, 0, "radar", HoldReason.SILENT, asset("radar", 0, 0, 0, 93_000))))
            .isEqualTo("radar for 0.400 s: silent, its process 4711 is stopped and has shown no sign of life for"
                + " 93.0 s");
        assertThat(BlockerText.sentence(hub(0, 0, "radar", HoldReason.COMPUTING, asset("radar", 0, 0, 0, 0))))
            .isEqualTo("radar for 0.400 s: computing, its process 4711 is running");
        assertThat(BlockerText.sentence(hub(0, 0, "gone", HoldReason.COMPUTING))).isEqualTo("gone for 0.400 s");
        assertThat(BlockerText.brief(hub(0, 0, "radar", HoldReason.INTERVAL))).isEqualTo(
            "radar (interval for 0.400 s)");
    }

    @Test
    void saysWhoseMessagesAreWaitedForToTheOneToBlame() {
        final AssetStatus radar = awaiting(asset("radar", 20, 20, 0, 0), "drone", "pose");
        final AssetStatus drone = asset("drone", 20, 20, 0, 0);
        assertThat(input(radar)).isEqualTo("channel 'pose' of drone, which is not there");
        assertThat(input(radar, drone)).isEqualTo("channel 'pose' of drone, whose process 4711 is running");
        assertThat(input(radar, lost(drone, true, false)))
            .isEqualTo("channel 'pose' of drone: lost, a new process is to take its place");
        assertThat(input(radar, asset("drone", 20, 0, 0, 0)))
            .isEqualTo("channel 'pose' of drone, which waits for the core");
        assertThat(input(radar, awaiting(drone, "wind", "gust"), asset("wind", 20, 20, 0, 0))).isEqualTo("channel"
            + " 'pose' of drone, which waits for channel 'gust' of wind, whose process 4711 is running");
        assertThat(input(radar, awaiting(drone, "radar", "order"))).isEqualTo("channel 'pose' of drone, which waits"
            + " for channel 'order' of radar; they wait for each other, and only a promise of one of them can end"
            + " that");
        assertThat(input(awaiting(radar, "drone", null), asset("drone", 20, 20, 0, 93_000)))
            .isEqualTo("room for messages to drone, whose process 4711 is stopped");
        assertThat(input(awaiting(radar, "a listener", null)))
            .isEqualTo("room for messages to a listener");
        assertThat(input(asset("radar", 20, 20, 0, 0))).as("it has come meanwhile").isEqualTo("messages");
    }

    private static String input(final AssetStatus... assets) {
        final String sentence = BlockerText.sentence(hub(20, 0, "radar", HoldReason.INPUT, assets));
        assertThat(sentence).startsWith("radar for 0.400 s: waiting for ");
        return sentence.substring("radar for 0.400 s: waiting for ".length());
    }

    /** Its loss is still to be noticed. */
    @Test
    void aProcessThatHasEndedDoesNotLive() {
        final AssetStatus radar = asset("radar", 0, 0, Map.of(), "ended", 1_200, List.of());
        assertThat(BlockerText.sentence(hub(0, 0, "radar", HoldReason.SILENT, radar))).isEqualTo(
            "radar for 0.400 s: silent, its process 4711 has ended and has shown no sign of life for 1.200 s");
    }

    @Test
    void aLostAssetHasNoLivingProcess() {
        final AssetStatus radar = asset("radar", 0, 0, 0, 93_000);
        for (final HoldReason reason : HoldReason.values()) {
            assertThat(BlockerText.sentence(hub(0, 0, "radar", reason, lost(radar, true, false))))
                .isEqualTo("radar for 0.400 s: lost, a new process is to take its place");
            assertThat(BlockerText.sentence(hub(0, 0, "radar", reason, lost(radar, true, true))))
                .isEqualTo("radar for 0.400 s: its process 4711 is stopped and is to attach again");
            assertThat(BlockerText.brief(hub(0, 0, "radar", reason, lost(radar, true, true))))
                .isEqualTo("radar (lost, for 0.400 s)");
        }
    }
}
