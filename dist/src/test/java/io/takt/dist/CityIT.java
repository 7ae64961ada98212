package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The example of a city: SUMO, MuJoCo, an FMU, a simulator of mosaik and a pilot, on two hubs. */
@Tag("long")
class CityIT extends HubTest {
    private static final Path EXAMPLE = TaktProcess.HOME.resolve("examples/city");

    @Test
    void theFilesAreSound() throws Exception {
        final TaktProcess check =
            TaktProcess.run(folder, base, "check", "-c", EXAMPLE.resolve("city.json").toString());
        assertThat(check.out()).contains("live: ", "tree of 2 hubs").doesNotContain("not live");
    }

    /** Its environment of Python stays in this module: SUMO's package is some 300 MB. */
    @Test
    @EnabledIfSystemProperty(named = "takt.slow", matches = "true")
    void bothRunsAreEqualAndAChangedPilotIsFoundOut() throws Exception {
        final Path out = TaktProcess.HOME.resolve("dist/target/city");
        final TaktProcess run =
            TaktProcess.start(folder, base, "example", "city", out.toString()).awaitEnd(PythonTools.LONG_S);
        PythonTools.assumeInstallable(run.err());
        assumeThat(run.err()).as("left out: has all that it needs").doesNotContain("the example needs ");
        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        assertThat(run.out().lines().filter(line -> line.endsWith("  equal"))).as(run.out()).hasSize(6);
        assertThat(run.out()).containsPattern("crossed the road [1-9][0-9]* times").contains("equal up to 3min")
            .containsPattern("differs first at .*: asset 'pilot' sends message [0-9]+ on channel 'light'");
        assertThat(Files.readString(out.resolve("city.svg"))).startsWith("<svg").endsWith("</svg>\n")
            .contains("crossing", "pilot");
    }
}
