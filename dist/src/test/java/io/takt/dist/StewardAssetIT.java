package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The hosted steward of the how-to page ends with the history that the page shows, though its process is killed. */
@Tag("long")
class StewardAssetIT extends HubTest {
    private static final String PAGE = "docs/how-to/steward-asset.md";
    private static final String EXAMPLE = "examples/kicked-points";
    private static final String HUB = "points";
    private static final long SECOND = 1_000_000_000L;

    private String page;

    @BeforeEach
    void copyExample() throws IOException {
        page = Docs.read(PAGE);
        try (var files = Files.newDirectoryStream(TaktProcess.HOME.resolve(EXAMPLE), "*.{java,json}")) {
            for (final Path file : files) {
                Files.copy(file, folder.resolve(file.getFileName()));
            }
        }
    }

    @Test
    void thePageShowsTheExample() throws Exception {
        assertThat(Docs.block(page, "java", "class Points")).isEqualTo(Docs.read(EXAMPLE + "/Points.java"));
        assertThat(Docs.block(page, "json", "\"hub\"")).isEqualTo(Docs.read(EXAMPLE + "/points.json"));
        assertThat(Docs.read(EXAMPLE + "/README.md")).contains(shown());
    }

    private String shown() {
        return Docs.block(page, "text", "final up to");
    }

    @Test
    void itGoesOnAfterAKill() throws Exception {
        requireAsShown(run(List.of(5 * SECOND), 5), 1);
    }

    @Test
    @EnabledIfSystemProperty(named = "takt.slow", matches = "true")
    void itGoesOnAfterKillsAtAnyMoment() throws Exception {
        final Random random = new Random(24);
        for (int i = 0; i < 3; i++) {
            final List<Long> kills = new ArrayList<>();
            for (long atNs = 0; atNs < 12 * SECOND; atNs += SECOND / 2 + random.nextInt(4_000) * SECOND / 1_000) {
                kills.add(atNs);
            }
            requireAsShown(run(kills, 2), kills.size());
        }
    }

    private void requireAsShown(final TaktProcess run, final int kills) throws IOException {
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.err()).contains("(" + kills + " of 100)");
        final List<String> lines = run.err().lines()
            .filter(line -> line.startsWith("[points] final") || line.startsWith("[observer] point")).sorted().toList();
        assertThat(lines).containsExactlyElementsOf(shown().lines().sorted().toList());
        final List<String> digests = new ArrayList<>();
        for (final JsonNode asset : run.json().get("assets")) {
            digests.add("%-8s  %s".formatted(asset.get("name").textValue(), asset.get("digest").textValue()));
        }
        assertThat(digests).containsAll(Docs.block(page, "text", "asset     digest").lines().skip(1).toList());
        assertThat(run.json().get("violations").longValue()).isZero();
        assertThat(run.json().get("missedMessages").longValue()).isZero();
    }

    /**
     * A run whose points are killed when the core has come to some times. A core that was held back catches up by one
     * second of wall time; at these speeds two or more are left from the last kill to the end.
     */
    private TaktProcess run(final List<Long> killsNs, final int speed) throws Exception {
        final String config = Files.readString(folder.resolve("points.json"));
        Files.writeString(folder.resolve("slow.json"),
            config.replaceFirst("\\{", "{ \"endWithin\": \"1min\","
                + " \"pace\": { \"mode\": \"realtime\", \"speed\": " + speed + " },"));
        try (TaktProcess run =
            TaktProcess.start(folder, base, "run", "-c", "slow.json", "--until", "20s", "--json")) {
            ProcessHandle before = null;
            for (final long atNs : killsNs) {
                final ProcessHandle last = before;
                run.awaitStatus(base, HUB, status -> status.coreTimeNs() >= atNs && status.missing().isEmpty()
                    && run.launchedIfAny("points").filter(each -> !each.equals(last)).isPresent());
                before = run.launched("points");
                before.destroyForcibly();
                before.onExit().join();
            }
            return run.awaitEnd();
        }
    }
}
