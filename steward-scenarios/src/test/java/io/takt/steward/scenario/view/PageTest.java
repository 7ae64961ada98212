package io.takt.steward.scenario.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.takt.steward.scenario.Scenario;
import io.takt.steward.scenario.World;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PageTest {
    private static final int FRAMES = 10;
    private final World world = Scenario.named("hard-disks").world(4, 60);
    private final long end = 6 * world.second();
    private final Showing showing = new Showing(world, end, FRAMES, part -> { });

    @Test
    void theRedoneEventsAreThoseInWhichTheHistoriesDiffer() {
        showing.change(List.of(world.change(3 * world.second(), 7, 0)), part -> { });
        final Map<String, Object> results = showing.results();
        assertThat(showing.restored()).isTrue();
        final int differing =
            (int) results.get("added") + (int) results.get("altered") + (int) results.get("reread");
        assertThat(differing).isPositive().isLessThan((int) results.get("events"));
        assertThat(showing.redone()).isBetween((long) differing, differing * 3L / 2);
        assertThat((int) results.get("gone")).isPositive();
    }

    @Test
    void aPageHasBothRunsAndNeedsNothingElse(@TempDir final Path folder) throws IOException {
        showing.change(List.of(world.change(3 * world.second(), 7, 0)), part -> { });
        final Path file = folder.resolve("run.html");
        Page.write(showing, "a title </script>", "about", file);
        final String page = Files.readString(file);
        assertThat(page).doesNotContain("http:").doesNotContain("https:").doesNotContain("src=")
            .doesNotContain("@import");
        assertThat(page.split("</script>", -1)).as("the title does not end the script").hasSize(2);
        final JsonNode data = data(page);
        assertThat(data.get("title").asText()).isEqualTo("a title </script>");
        assertThat(data.get("runs")).hasSize(2);
        for (final JsonNode run : data.get("runs")) {
            assertThat(run.get("frames")).hasSize(FRAMES + 1);
            assertThat(run.get("frames").get(0)).hasSize(world.bodies() * Film.NUMBERS_PER_BODY);
            assertThat(run.get("events")).hasSize(run.get("all").asInt());
        }
        assertThat(data.get("changes").get(0).get(0).asDouble()).isEqualTo(3.0);
        assertThat(marked(data, 0)).as("gone").isPositive();
        assertThat(marked(data, 1)).as("new").isPositive();
    }

    @Test
    void aRunThatWasNotChangedIsOneRun(@TempDir final Path folder) throws IOException {
        final Path file = folder.resolve("run.html");
        Page.write(showing, "title", "about", file);
        final JsonNode data = data(Files.readString(file));
        assertThat(data.get("runs")).hasSize(1);
        assertThat(marked(data, 0)).isZero();
        assertThat(showing.restored()).isTrue();
    }

    private static int marked(final JsonNode data, final int run) {
        int marked = 0;
        for (final JsonNode event : data.get("runs").get(run).get("events")) {
            marked += event.get(1).asInt() == Difference.OTHER ? 1 : 0;
        }
        return marked;
    }

    private static JsonNode data(final String page) throws IOException {
        final String start = "const data = ";
        final int from = page.indexOf(start) + start.length();
        return new ObjectMapper().readTree(page.substring(from, page.indexOf(";\n", from)));
    }
}
