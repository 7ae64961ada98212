package io.takt.lab.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.asset.SimTime;
import io.takt.hub.config.ConfigReader;
import io.takt.hub.config.HubConfig;
import io.takt.hub.config.ProgramFinder;
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
    void whatTheFileAndTheUserSayIsNotMeasured() throws Exception {
        final Tuning tuning = tune(config(asset("one", ", \"interval\": \"5ms\""), asset("two", "")),
            wishes(null, Map.of("two", 2_000_000L), null), NEVER);
        assertThat(tuning.measurement()).isNull();
        assertThat(tuning.task().spreadNs()).isEqualTo(40_000_000);
        assertThat(tuning.task().presentLoad().assets())
            .containsExactly(new Work(5_000_000, 0), new Work(0, 2_000_000));
        assertThat(tuning.result().present().speed()).isBetween(1.9, 2.01);
    }

    /** The handover is what makes the trial as fast as the run was. */
    @Test
    void whatNobodySaysIsMeasured() throws Exception {
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
    void whatIsWrongIsSaidInOneLine() throws Exception {
        final HubConfig known = config(asset("one", ", \"interval\": \"5ms\""));
        final HubConfig foreign = config(asset("one", ""));
        final HubConfig launched = config(asset("one", ", \"launch\": [\"sh\"]"));
        assertWrong(config(), wishes(null, Map.of(), null), NEVER, "names no assets");
        assertWrong(known, wishes(null, Map.of("uno", 5L), null), NEVER, "--interval uno: there is no such asset");
        assertWrong(known, wishes(null, Map.of("one", 0L), null), NEVER, "--interval one: must be more than 0");
        assertWrong(known, wishes(5_000_000L, Map.of(), null), NEVER, "asset 'one' has a step of 10ms");
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

    /** What is to be written into the file makes it what was advised. */
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
        assertThat(TuneReport.of(tuning).sheets().get(0).rows()).hasSameSizeAs(tuning.result().tried());
    }
}
