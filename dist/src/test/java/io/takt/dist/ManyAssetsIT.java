package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Many assets, many processes, and steps that are worlds apart. */
@Tag("long")
class ManyAssetsIT extends HubTest {
    private static final long MS = 1_000_000L;

    private JsonNode run(final String config, final String... limits) throws Exception {
        final Path file = Files.writeString(folder.resolve("many.json"), config);
        final String[] args = new String[limits.length + 4];
        System.arraycopy(new String[] {"run", "-c", file.toString(), "--json"}, 0, args, 0, 4);
        System.arraycopy(limits, 0, args, 4, limits.length);
        final TaktProcess run = TaktProcess.run(folder, base, args);
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.json().get("violations").longValue()).isZero();
        return run.json();
    }

    @Test
    void thousandAssetsInOneProcess() throws Exception {
        final String others = IntStream.range(1, 1000)
            .mapToObj(i -> ", {\"name\": \"f-%d\", \"step\": \"%dms\"}".formatted(i, i % 10 + 1))
            .collect(Collectors.joining("\n"));
        final JsonNode end = run("""
            {"hub": "thousand", "coreStep": "5ms", "maxDelay": "20ms", "assets": [
            {"name": "f-0", "step": "1ms", "launch": ["takt", "metronome", "--count", "1000", "f"]}%s]}
            """.formatted(others), "--until", "20s");
        assertThat(end.get("assets")).hasSize(1000).allSatisfy(asset -> {
            final long stepNs = asset.get("stepNs").longValue();
            assertThat(asset.get("timeNs").longValue()).isEqualTo(20_000 * MS / stepNs * stepNs);
        });
    }

    @Test
    @EnabledIfSystemProperty(named = "takt.slow", matches = "true")
    void manyProcesses() throws Exception {
        final int processes = Boolean.getBoolean("takt.slow") ? 32 : 12;
        final String assets = IntStream.range(0, processes).mapToObj(
            i -> "{\"name\": \"p-%d\", \"step\": \"%dms\", \"launch\": [\"takt\", \"metronome\"]}".formatted(i, i + 1))
            .collect(Collectors.joining(",\n"));
        final JsonNode end = run("""
            {"hub": "processes", "coreStep": "10ms", "maxDelay": "50ms", "assets": [%s]}
            """.formatted(assets), "--until", "2s");
        assertThat(end.get("assets")).hasSize(processes).allSatisfy(asset -> {
            final long stepNs = asset.get("stepNs").longValue();
            assertThat(asset.get("timeNs").longValue()).isEqualTo(2_000 * MS / stepNs * stepNs);
        });
    }

    @Test
    void stepsOfANanosecondAndOfAnHour() throws Exception {
        final Path file = Files.writeString(folder.resolve("many.json"), """
            {"hub": "worlds", "coreStep": "1h", "maxDelay": "3h", "assets": [
            {"name": "tiny", "step": "1ns", "launch": ["takt", "metronome"]},
            {"name": "huge", "step": "1h", "launch": ["takt", "metronome"]}]}
            """);
        try (TaktProcess run = TaktProcess.start(folder, base, "run", "-c", file.toString(), "--json")) {
            run.awaitStatus(base, "worlds", status -> status.assets().size() == 2
                && status.assets().get(0).progress() > 1000 && status.assets().get(1).progress() == 3);
            TaktProcess.stop(base, "worlds");
            final JsonNode end = run.awaitEnd().json();
            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(end.get("violations").longValue()).isZero();
            assertThat(end.get("assets").get(1).get("progress").longValue()).isEqualTo(3);
            assertThat(end.get("coreTimeNs").longValue()).isEqualTo(3 * 3_600_000 * MS);
        }
    }
}
