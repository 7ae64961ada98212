package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The compose file is as its specification has it. Grafana's own types, from its foundation SDK, know every field of
 * the dashboards, and each value fits its type.
 */
@Tag("long")
class DashboardsSchemaIT extends HubTest {
    private static final Path SCRIPTS = TaktProcess.HOME.resolve("dist/src/test/python");

    private List<String> check(final String script, final Path... files) throws Exception {
        final List<String> command = new ArrayList<>(List.of(PythonTools.program("grafana", "python", folder)
            .toString(), SCRIPTS.resolve(script).toString()));
        Stream.of(files).map(Path::toString).forEach(command::add);
        final TaktProcess checked = TaktProcess.start(folder, base, command).awaitEnd();
        assertThat(checked.err()).isEmpty();
        return checked.out().lines().toList();
    }

    @Test
    void grafanaKnowsEveryField() throws Exception {
        assertThat(TaktProcess.run(folder, base, "dashboards", "--out", "watch").exitCode()).isZero();
        final Path boards = folder.resolve("watch/grafana/dashboards");
        final Path hub = boards.resolve("hub.json");
        final Path tree = boards.resolve("tree.json");
        assertThat(check("dashboards.py", boards.resolve("overview.json"), hub, tree))
            .containsExactly("all is known");
        final String sound = Files.readString(hub);
        Files.writeString(hub, sound.replaceFirst("fillOpacity", "opacityOfTheFill"));
        assertThat(check("dashboards.py", hub)).singleElement().asString().contains("opacityOfTheFill");
        Files.writeString(hub, sound.replaceFirst("\"graphMode\" : \"none\"", "\"graphMode\" : \"nothing\"")
            .replaceFirst("\"h\" : \\d+", "\"h\" : \"tall\""));
        assertThat(check("dashboards.py", hub)).hasSize(2)
            .anyMatch(line -> line.endsWith("'nothing' is no BigValueGraphMode"))
            .anyMatch(line -> line.endsWith("/grid_pos/h: 'tall' is no int"));
    }

    @Test
    void theComposeFileIsValid() throws Exception {
        assertThat(TaktProcess.run(folder, base, "dashboards", "--out", "watch").exitCode()).isZero();
        final Path compose = folder.resolve("watch/compose.yml");
        assertThat(check("compose.py", compose)).containsExactly("valid: grafana prometheus");
        Files.writeString(compose, Files.readString(compose).replaceFirst("network_mode", "network_mood"));
        assertThat(check("compose.py", compose)).singleElement().asString().contains("network_mood");
    }
}
