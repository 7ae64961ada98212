package io.takt.hub.command;

import static io.takt.hub.metrics.Statuses.asset;
import static io.takt.hub.metrics.Statuses.hub;
import static io.takt.hub.metrics.Statuses.joined;
import static io.takt.hub.metrics.Statuses.lost;
import static io.takt.hub.metrics.Statuses.waiting;
import static org.assertj.core.api.Assertions.assertThat;

import io.takt.hub.command.WatchView.Colours;
import io.takt.hub.core.status.HoldReason;
import io.takt.hub.core.status.HubStatus.AssetStatus;
import io.takt.hub.view.HubView;
import io.takt.hub.view.RecentView;
import io.takt.hub.view.ViewJson;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WatchViewTest {
    private static HubView view() {
        final RecentView model = new RecentView(3_000_000_000L);
        model.take(hub(500, 1_000, null, null, asset("radar", 500, 20, 200, 0), asset("drone", 500, 5, 0, 0)));
        return model.take(hub(1_500, 3_000, "radar", HoldReason.SILENT, asset("radar", 1_500, 20, 600, 1_000),
            asset("drone", 1_500, 5, 10, 0)));
    }

    @Test
    void aWideTerminal() {
        assertThat(new WatchView(100, 24, Colours.OFF).lines(view(), 0)).containsExactly(
            "hub lab  RUNNING",
            "core 1.50s  speed 0.50  50 count-ups/s  maxDelay 20ms  process 815",
            "held back by radar for 0.400 s: silent, its process 4711 is stopped and has shown no sign of life",
            "for 1.000 s",
            "what would help: kill -CONT 4711 lets its process go on",
            "",
            "  asset state         lag   steps/s blocks of run why        lag of maxDelay",
            "> radar RUNNING      20ms      50.0    70%    53% silent     [####################]",
            "  drone RUNNING       5ms      50.0   0.5%   0.3% computing  [#####...............]");
    }

    @Test
    void aNarrowTerminalBreaksSentencesAndCutsOtherLinesOff() {
        assertThat(new WatchView(40, 24, Colours.OFF).lines(view(), 0)).containsExactly(
            "hub lab  RUNNING",
            "core 1.50s  speed 0.50  50 count-ups/s ~",
            "held back by radar for 0.400 s: silent,",
            "its process 4711 is stopped and has",
            "shown no sign of life for 1.000 s",
            "what would help: kill -CONT 4711 lets",
            "its process go on",
            "",
            "  asset state         lag   steps/s blo~",
            "> radar RUNNING      20ms      50.0    ~",
            "  drone RUNNING       5ms      50.0   0~");
    }

    @Test
    void aHubThatDoesNotAnswer() {
        assertThat(new WatchView(100, 24, Colours.OFF).lines(view(), 12_340_000_000L).subList(2, 4)).containsExactly(
            "the hub has not answered for 12.3 s; its process 815 may be stopped",
            "what would help: kill -CONT 815 lets its process go on, if it is stopped");
    }

    @Test
    void anAssetThatSlowsTheHubIsNamedWhileItHoldsTheCoreNot() {
        final RecentView model = new RecentView(3_000_000_000L);
        model.take(hub(500, 1_000, null, null, asset("radar", 500, 20, 0, 0)));
        assertThat(new WatchView(100, 24, Colours.OFF)
            .lines(model.take(hub(1_500, 3_000, null, null, asset("radar", 1_500, 20, 1_500, 0))), 0).subList(2, 5))
            .containsExactly("slowed by radar for 1.500 s, 75 % of the last 2 s: computing, its process 4711"
                + " is running", "what would help: a quicker simulator in radar, or fewer programs on its processors;"
                + " no setting of", "the hub makes it quicker");
    }

    /** As a hub that took over waits, with an asset whose process is stopped. */
    @Test
    void aHubThatWaitsNamesTheMissingAssetsAndTheirProcesses() {
        final HubView view = new RecentView(3_000_000_000L).take(waiting(hub(500, 0, null, null,
            lost(asset("radar", 500, 20, 0, 1), true, true), lost(asset("drone", 500, 5, 0, 0), true, false),
            joined(asset("buoy", 500, 0, 0, 0))), "radar", "drone", "buoy", "tug"));
        assertThat(new WatchView(240, 24, Colours.OFF).lines(view, 0).get(2)).isEqualTo("waiting for radar, drone,"
            + " buoy, tug; radar: its process 4711 is stopped and is to attach again; drone: lost, a new process"
            + " is to take its place; buoy: not ready, its process 4711 is running");
        final List<?> rows = (List<?>) ViewJson.of(view, 0).get("assets");
        assertThat(rows).filteredOn(row -> ((Map<?, ?>) row).get("attaching").equals(true)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {6, 7, 10, 24, 50, 500})
    void manyAssetsFillTheScreenAndNoMore(final int rows) {
        final RecentView model = new RecentView(3_000_000_000L);
        final HubView view = model.take(hub(500, 1_000, "a-7", HoldReason.COMPUTING, IntStream.range(0, 1_000)
            .mapToObj(i -> asset("a-" + i, 500, 0, i, 0)).toArray(AssetStatus[]::new)));
        final List<String> lines = new WatchView(80, rows, Colours.OFF).lines(view, 0);
        assertThat(lines).hasSizeBetween(Math.min(rows, 7), Math.max(rows, 7));
        final int first = IntStream.range(0, lines.size()).filter(i -> lines.get(i).startsWith("> a-7 ")).findFirst()
            .orElseThrow();
        final int shown = lines.size() - 1 - first;
        assertThat(lines.get(lines.size() - 1)).isEqualTo("  and " + (1_000 - shown) + " more");
    }

    @Test
    void noLineIsWiderThanTheTerminal() {
        for (int columns = 1; columns < 160; columns++) {
            final int width = columns;
            final List<String> lines = new WatchView(columns, 24, Colours.OFF).lines(view(), 0);
            assertThat(lines).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(width));
            final List<String> coloured = new WatchView(columns, 24, Colours.ON).lines(view(), 0);
            assertThat(coloured.stream().map(line -> line.replaceAll("\u001b\\[[0-9]*m", "")).toList())
                .isEqualTo(lines);
        }
    }

    @Test
    void aFrameWritesOverTheOneBefore() {
        assertThat(FullScreen.frame(List.of("one", "two", "three"), 2))
            .isEqualTo("\u001b[Hone\u001b[K\r\ntwo\u001b[K\u001b[J");
    }
}
