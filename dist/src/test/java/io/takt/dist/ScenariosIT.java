package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Real runs of the repository's scenarios, and of random ones, do what {@code takt check} says. */
@Tag("long")
class ScenariosIT extends HubTest {
    private static final long MS = 1_000_000L;
    private static final long UNTIL_NS = 3_000 * MS;

    /** The numbers are those that Hakoniwa's authors published: D_max; ΔT_c; ΔT_1, ΔT_2. */
    @ParameterizedTest
    @CsvSource({"1-1,200,100,80,70", "1-2,150,80,50,40", "1-3,300,150,100,120", "2-1,170,120,60,41",
        "2-2,185,100,90,85", "2-3,120,120,60,41", "3-1,170,120,60,40", "3-2,140,100,50,25", "3-3,200,150,75,50"})
    void hakoniwaSetsRunAsTheyAreJudged(final String set, final long maxDelay, final long coreStep, final long step1,
        final long step2) throws Exception {
        final Path file = TaktProcess.HOME.resolve("scenarios").resolve("hakoniwa-" + set + ".json");
        final JsonNode config = new ObjectMapper().readTree(file.toFile());
        assertThat(config.get("maxDelay").textValue()).isEqualTo(maxDelay + "ms");
        assertThat(config.get("coreStep").textValue()).isEqualTo(coreStep + "ms");
        assertThat(config.get("assets").get(0).get("step").textValue()).isEqualTo(step1 + "ms");
        assertThat(config.get("assets").get(1).get("step").textValue()).isEqualTo(step2 + "ms");

        runsAsJudged(file, coreStep * MS, maxDelay * MS, List.of(step1 * MS, step2 * MS));
    }

    @Test
    void randomSetsRunAsTheyAreJudged() throws Exception {
        final Random random = new Random(20);
        int refused = 0;
        final int sets = Boolean.getBoolean("takt.slow") ? 12 : 3;
        for (int i = 0; i < sets; i++) {
            final long coreStep = 1 + random.nextInt(120);
            final List<Long> steps = List.of(1L + random.nextInt(120), 1L + random.nextInt(120));
            // Around the boundary of L2, where a judge is most easily wrong.
            final long maxDelay = coreStep + Math.max(steps.get(0), steps.get(1)) - random.nextInt(40);
            final Path file = folder.resolve("random-" + i + ".json");
            Files.writeString(file, """
                {"hub": "random-%d", "coreStep": "%dms", "maxDelay": "%dms", "assets": [
                {"name": "a", "step": "%dms", "launch": ["takt", "metronome"]},
                {"name": "b", "step": "%dms", "launch": ["takt", "metronome"]}]}
                """.formatted(i, coreStep, Math.max(1, maxDelay), steps.get(0), steps.get(1)));
            refused += runsAsJudged(file, coreStep * MS, Math.max(1, maxDelay) * MS,
                List.of(steps.get(0) * MS, steps.get(1) * MS)) ? 0 : 1;
        }
        assertThat(refused).as("the seed gives sets of both kinds").isBetween(1, sets - 1);
    }

    /** Returns whether the system is live. */
    private boolean runsAsJudged(final Path file, final long coreStepNs, final long maxDelayNs,
        final List<Long> stepsNs) throws Exception {
        final TaktProcess check = TaktProcess.run(folder, base, "check", "-c", file.toString(), "--json");
        final JsonNode verdict = check.json();
        final boolean live = verdict.get("live").booleanValue();
        assertThat(check.exitCode()).isEqualTo(live ? 0 : 2);

        final TaktProcess run = TaktProcess.run(folder, base, "run", "-c", file.toString(), "--force", "--until", "3s",
            "--json");
        final JsonNode end = run.json();
        final long stopsAtNs = live ? Long.MAX_VALUE : verdict.get("stopsAtNs").longValue();
        final boolean stops = stopsAtNs < UNTIL_NS;
        final long coreTimeNs = stops ? stopsAtNs : (UNTIL_NS + coreStepNs - 1) / coreStepNs * coreStepNs;
        assertThat(end.get("coreTimeNs").longValue()).as(run.out() + run.err()).isEqualTo(coreTimeNs);
        assertThat(end.get("end").textValue()).isEqualTo(stops ? "STALLED" : "REACHED");
        assertThat(run.exitCode()).isEqualTo(stops ? 1 : 0);
        assertThat(end.get("violations").longValue()).isZero();
        assertThat(end.get("observations").longValue()).isPositive();
        assertThat(end.get("maxObservedSpreadNs").longValue()).isLessThanOrEqualTo(maxDelayNs);
        final List<Long> times = new ArrayList<>();
        end.get("assets").forEach(asset -> times.add(asset.get("timeNs").longValue()));
        assertThat(times).containsExactlyInAnyOrderElementsOf(
            stepsNs.stream().map(stepNs -> coreTimeNs / stepNs * stepNs).toList());
        if (stops) {
            assertThat(run.err()).contains("asset '" + verdict.get("stoppedBy").textValue() + "'");
            final TaktProcess refused = TaktProcess.run(folder, base, "run", "-c", file.toString());
            assertThat(refused.exitCode()).isEqualTo(2);
            assertThat(refused.err()).contains("fix: set maxDelay to");
        }
        return live;
    }

    @Test
    void demoHasTenStepsAndTenIntervals() throws Exception {
        final JsonNode assets = new ObjectMapper()
            .readTree(TaktProcess.HOME.resolve("scenarios/demo.json").toFile()).get("assets");
        assertThat(assets.findValuesAsText("step")).hasSize(10).doesNotHaveDuplicates();
        assertThat(assets.findValuesAsText("interval")).hasSize(10).doesNotHaveDuplicates();

        try (TaktProcess demo = TaktProcess.start(folder, base, "demo", "--for", "1h", "--json")) {
            demo.awaitStatus(base, "demo", status -> status.assets().size() == 10
                && status.assets().stream().allMatch(asset -> asset.progress() > 0));
            TaktProcess.stop(base, "demo");
            final JsonNode end = demo.awaitEnd().json();
            assertThat(demo.exitCode()).isZero();
            assertThat(demo.err()).isEmpty();
            assertThat(end.get("assets")).hasSize(10);
            assertThat(end.get("violations").longValue()).isZero();
            assertThat(end.get("maxObservedSpreadNs").longValue()).isPositive()
                .isLessThanOrEqualTo(end.get("maxDelayNs").longValue());
        }
    }
}
