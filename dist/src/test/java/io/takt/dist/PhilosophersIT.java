package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.steward.Id;
import io.takt.steward.asset.Borders;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Philosophers in four processes, each of which knows of the others' hands late or wrongly, are those of one. */
@Tag("long")
class PhilosophersIT extends HubTest {
    private static final String EXAMPLE = "examples/philosophers";

    /** The final digests, by asset; they are as the example says. */
    private Map<String, Id> run(final String file) throws Exception {
        try (TaktProcess run = TaktProcess.start(folder, base, "run", "-c", file, "--until", "20s", "--json")) {
            final Map<String, Id> digests = FourRoomsIT.finalDigests(run);
            final String readme = Docs.read(EXAMPLE + "/README.md");
            assertThat(run.err().lines().filter(line -> line.contains("] final up to "))).allMatch(readme::contains);
            return digests;
        }
    }

    @Test
    void tablesInFourProcessesAreThoseInOne() throws Exception {
        copyExample("philosophers", "*.{java,json}", folder);
        final Id whole = run("whole.json").get("all");
        final Map<String, Id> parts = run("philosophers.json");
        assertThat(parts).containsOnlyKeys("north", "east", "south", "west");
        assertThat(Borders.digestOfAll(List.copyOf(parts.values()))).isEqualTo(whole);
    }
}
