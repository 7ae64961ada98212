package io.takt.dashboards.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.AssetState;
import io.takt.asset.HubState;
import io.takt.hub.command.Json;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.status.HubStatus.AssetStatus;
import io.takt.hub.view.HubView;
import io.takt.hub.view.RecentView;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

class FramesTest {
    /** The most that a page with a thousand assets may be sent, in bytes a second. */
    private static final int MOST_A_SECOND = 100_000;

    private final Frames frames = new Frames();

    private static HubView view(final AssetStatus... assets) {
        return new RecentView(0).take(Statuses.at(HubState.RUNNING, 1, 2_000, "b", assets));
    }

    @Test
    void namesGoOnceAndThenPlaces() {
        final HubView view = view(Statuses.asset("a", AssetState.RUNNING, 25, 0),
            Statuses.asset("b", AssetState.LOST, 100, 1_500));
        assertThat(frames.isOtherCast(view)).isTrue();
        assertThat(frames.cast(view)).containsEntry("names", List.of("a", "b"))
            .containsEntry("maxDelayNs", 100_000_000L);
        assertThat(frames.isOtherCast(view)).isFalse();
        final Map<String, Object> frame = frames.frame(view);
        assertThat(frame).containsEntry("lags", new int[] {250, 1_000}).containsEntry("states", "rx")
            .containsEntry("place", 1).containsEntry("blocker", "b").containsEntry("sentence", view.sentence());
        assertThat(frames.isOtherCast(view(Statuses.asset("b", AssetState.RUNNING)))).isTrue();
    }

    /** Each asset has a name of ten characters, another lag in each frame, and some blame. */
    @Test
    void aThousandAssetsTakeLessThanAPageMayCost() {
        int bytes = 0;
        for (int turn = 0; turn < Feed.A_SECOND; turn++) {
            final int now = turn;
            final HubStatus status = Statuses.at(HubState.RUNNING, 1, 2_000 + now, "asset-0001",
                IntStream.range(0, 1_000).mapToObj(i -> Statuses.asset("asset-%04d".formatted(i), AssetState.RUNNING,
                    (i + 7 * now) % 101, i)).toArray(AssetStatus[]::new));
            final HubView view = new RecentView(0).take(status);
            bytes += turn == 0 ? Json.line(frames.second(view, 0, Map.of())).length() : 0;
            frames.isOtherCast(view);
            bytes += Json.line(frames.frame(view)).length();
        }
        assertThat(bytes).isLessThan(MOST_A_SECOND).isGreaterThan(10_000);
    }

    private Object channels(final long wallMs, final long messages, final Long latestMs) {
        return frames.second(new RecentView(0).take(Statuses.at(HubState.RUNNING, 1, wallMs, null,
            Statuses.sender("a", "pose", messages, latestMs))), 0, Map.of()).get("channels");
    }

    @Test
    void aChannelHasItsRateAndTheStampOfItsLatestMessage() {
        assertThat(channels(1_000, 5, 900L)).as("a rate needs two looks").isEqualTo(List.of());
        assertThat(channels(2_000, 5, 900L)).asInstanceOf(InstanceOfAssertFactories.LIST).singleElement().asString()
            .contains("name=pose.a", "perS=0,", "latestNs=900000000");
        assertThat(channels(3_000, 7, 975L)).asString().contains("perS=2,", "bytesPerS=16", "latestNs=975000000");
        assertThat(channels(4_000, 7, null)).as("after a reset").asString().contains("perS=0,", "latestNs=null");
    }

    @Test
    void hostileNamesAreDataOnOneLine() {
        final String name = "</script><b>\"\n\u2028\u0000";
        final HubView view = view(Statuses.asset(name, AssetState.RUNNING), Statuses.asset("b", AssetState.RUNNING));
        assertThat(Json.line(frames.cast(view))).doesNotContain("\n", "\u0000").contains("\\n");
    }
}
