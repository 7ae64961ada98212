package io.takt.lab.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.asset.SimTime;
import io.takt.hub.config.ConfigReader;
import io.takt.hub.config.HubConfig;
import io.takt.hub.config.ProgramFinder;
import io.takt.lab.report.Legends;
import io.takt.lab.report.Report;
import io.takt.lab.sim.Settings;
import io.takt.lab.sim.Trial;
import io.takt.lab.sim.Work;
import io.takt.lab.sim.Workload;
import io.takt.lab.study.Tracker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TunerTest {
    private static final Measurer NEVER = (config, forNs) -> {
        throw new AssertionError("nothing is to be measured");
    };

    @TempDir
    private Path folder;

    private HubConfig config(final String... assets) throws IOException {
        final Path file = Files.writeString(folder.resolve("hub.json"), "{\"hub\": \"h\", \"coreStep\": \"10ms\","
            + " \"maxDelay\": \"40ms\", \"assets\": [" + String.join(", ", assets) + "]}");
        final ConfigReader.Result result = ConfigReader.read(file, new ProgramFinder(null, "/bin:/usr/bin"));
        assertThat(result.problems()).isEmpty();
        return result.config();
    }

    private static String asset(final String name, final String rest) {
        return "{\"name\": \"" + name + "\", \"step\": \"10ms\"" + rest + "}";
    }

    private static Tuner.Wishes wishes(final Long spreadNs, final Map<String, Long> intervalNs, final Long measureNs) {
        return new Tuner.Wishes(spreadNs, intervalNs, measureNs, null, false, Task.Cost.CONSTANT);
    }

    private static Tuning tune(final HubConfig config, final Tuner.Wishes wishes, final Measurer measurer)
        throws IOException, InterruptedException {
        return new Tuner(measurer, Tracker.NONE).tune(config, wishes);
    }

    @Test
    void timesOfTheFileAndTheUserAreNotMeasured() throws Exception {
        final Tuning tuning = tune(config(asset("one", ", \"interval\": \"5ms\""), asset("two", "")),
            wishes(null, Map.of("two", 2_000_000L), null), NEVER);
        assertThat(tuning.measurement()).isNull();
        assertThat(tuning.task().spreadNs()).isEqualTo(40_000_000);
        assertThat(tuning.task().presentLoad().assets())
            .containsExactly(new Work(5_000_000, 0), new Work(0, 2_000_000));
        assertThat(tuning.result().present().speed()).isBetween(1.9, 2.01);
    }

    /** With this handover the trial is as fast as the run was. */
    @Test
    void missingTimesAreMeasured() throws Exception {
        final Settings settings = Settings.alike(10_000_000, 40_000_000, 10_000_000, 1);
        final Workload real = new Workload(List.of(new Work(0, 30_000)), new Work(0, Loads.CORE_COST_NS), 70_000);
        final double speed = Trial.of(settings, real).speed();
        final Tuning tuning = tune(config(asset("one", ", \"launch\": [\"sh\"]")), wishes(null, Map.of(), null),
            (config, forNs) -> {
                assertThat(forNs).isEqualTo(Tuner.USUAL_MEASURE_NS);
                return new Measurement(Map.of("one", 30_000L), speed, 20_000_000);
            });
        assertThat(tuning.task().presentLoad().assets()).containsExactly(new Work(0, 30_000));
        assertThat(tuning.task().presentLoad().handover()).isBetween(69_000L, 71_000L);
        assertThat(tuning.result().present().speed()).isBetween(speed * 0.99, speed * 1.01);
    }

    @Test
    void aMistakeIsReportedInOneLine() throws Exception {
        final HubConfig known = config(asset("one", ", \"interval\": \"5ms\""));
        final HubConfig foreign = config(asset("one", ""));
        final HubConfig launched = config(asset("one", ", \"launch\": [\"sh\"]"));
        assertWrong(config(), wishes(null, Map.of(), null), NEVER, "names no assets");
        assertWrong(known, wishes(null, Map.of("uno", 5L), null), NEVER, "--interval uno: there is no such asset");
        assertWrong(known, wishes(null, Map.of("one", 0L), null), NEVER, "--interval one: must be more than 0");
        assertWrong(known, wishes(5_000_000L, Map.of(), null), NEVER, "asset 'one' has a step of 10ms");
        assertWrong(config("{\"name\": \"net\", \"maxStep\": \"9ms\", "
            + "\"granularity\": \"1ms\", \"interval\": \"5ms\"}"),
            wishes(null, Map.of(), null), NEVER, "asset 'net' has steps that vary, and only fixed steps can be tuned");
        assertWrong(known, wishes(0L, Map.of(), null), NEVER, "--spread must be more than 0");
        assertWrong(foreign, wishes(null, Map.of(), null), NEVER, "--interval one=TIME");
        assertWrong(known, wishes(null, Map.of(), 1L), NEVER, "does not launch it");
        assertWrong(launched, wishes(null, Map.of(), null), (config, forNs) -> new Measurement(Map.of(), 1, 0),
            "asset 'one' did not tell how long its steps take");
    }

    private static void assertWrong(final HubConfig config, final Tuner.Wishes wishes, final Measurer measurer,
        final String expected) {
        assertThatThrownBy(() -> tune(config, wishes, measurer)).isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining(expected).message().hasLineCount(1);
    }

    /** The fields to be written into the file give the advised settings. */
    @Test
    void tellsTheChangesAndNoMore() throws Exception {
        final Tuning tuning = tune(config(asset("one", ", \"interval\": \"5ms\""), asset("two",
            ", \"interval\": \"50ms\"")), new Tuner.Wishes(60_000_000L, Map.of(), null, 0L, true, Task.Cost.CONSTANT),
            NEVER);
        final Settings best = tuning.result().best().settings();
        assertThat(tuning.isBetter()).isTrue();
        assertThat(tuning.result().best().speed()).isGreaterThan(tuning.result().present().speed() * 2);
        assertThat(TuneText.changes(tuning)).containsEntry("maxDelay", SimTime.format(best.maxDelay()))
            .hasEntrySatisfying("assets", assets -> assertThat(assets.toString())
                .contains("name=two, step=" + SimTime.format(best.assetSteps().get(1))).doesNotContain("interval"));
        assertThat(TuneText.asJson(tuning)).containsKeys("present", "advised", "limits", "changes");
    }

    /** The report's own command asks for what the report is about; no number is without its unit. */
    @Test
    void theReportTellsAllThatItTakesToDoItAgain() throws Exception {
        final HubConfig config = config(asset("one", ", \"interval\": \"5ms\""), asset("two", ""));
        final Tuner.Wishes wishes = new Tuner.Wishes(60_000_000L, Map.of("two", 1_500_000L), null, null, true,
            Task.Cost.PROPORTIONAL);
        final Report report = TuneReport.of(tune(config, wishes, NEVER), Path.of("my hub's.json"), wishes);
        Legends.areComplete(report);
        assertThat(report.parameters().get("command")).isEqualTo("takt tune -c 'my hub'\\''s.json' --spread 60ms"
            + " --interval one=5ms --interval two=1.5ms --handover 20us --free-steps --cost proportional");
        assertThat(report.parameters().get("core")).isEqualTo(
            "step 10ms, as soon as it may, takes 200ns of wall time");
        assertThat(report.parameters().get("asset one")).isEqualTo("step 10ms, tried every 5ms");
        assertThat(report.parameters().get("asset two")).isEqualTo(
            "step 10ms, as soon as it may, takes 1.5ms of wall time");
        assertThat(report.parameters().get("maxDelay")).isEqualTo("40ms");
        assertThat(report.sheets().get(0).rows()).isNotEmpty().allSatisfy(row -> {
            assertThat(List.of(row.get(0), row.get(1), row.get(4), row.get(5)))
                .allMatch(cell -> SimTime.parse(cell) > 0);
            assertThat(row.get(2).split(" ")).hasSize(2).allMatch(cell -> SimTime.parse(cell) > 0);
        });
    }

    /** No option can give the cost of a step beside an interval; the user's own options are repeated. */
    @Test
    void aMeasurementBesideAnIntervalIsMadeAgain() throws Exception {
        final HubConfig config = config(asset("one", ", \"interval\": \"5ms\", \"launch\": [\"sh\"]"),
            asset("two", ", \"launch\": [\"sh\"]"));
        final Measurer measurer = (hub, forNs) -> new Measurement(Map.of("one", 2_000_000L, "two", 30_000L), 1.5,
            20_000_000);
        final Tuner.Wishes usual = wishes(null, Map.of(), null);
        assertThat(TuneText.command(tune(config, usual, measurer), Path.of("hub.json"), usual))
            .isEqualTo("takt tune -c hub.json --spread 40ms --measure 5s");
        final Tuner.Wishes said = new Tuner.Wishes(null, Map.of("two", 40_000L), 9_000_000_000L, 7_000L, false,
            Task.Cost.CONSTANT);
        assertThat(TuneText.command(tune(config, said, measurer), Path.of("hub.json"), said))
            .isEqualTo("takt tune -c hub.json --spread 40ms --measure 9s --interval two=40us --handover 7us");
    }

    /** A measurement that the options can say is not made again. */
    @Test
    void measuredTimesArePrintedAndGiveTheSame() throws Exception {
        final HubConfig config = config(asset("one", ", \"launch\": [\"sh\"]"));
        final Tuner.Wishes usual = wishes(null, Map.of(), null);
        final Tuning measured = tune(config, usual, (hub, forNs) ->
            new Measurement(Map.of("one", 30_000L), 150, 20_000_000));
        final long handoverNs = measured.task().presentLoad().handover();
        assertThat(TuneText.command(measured, Path.of("hub.json"), usual)).isEqualTo(
            "takt tune -c hub.json --spread 40ms --interval one=30us --handover " + SimTime.format(handoverNs));
        final Tuning again = tune(config, new Tuner.Wishes(40_000_000L, Map.of("one", 30_000L), null, handoverNs,
            false, Task.Cost.CONSTANT), NEVER);
        assertThat(again.result().tried()).isEqualTo(measured.result().tried());
    }
}
