package io.takt.steward.scenario.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.takt.steward.scenario.Scenario;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

final class CommandsTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int execute(final String... args) {
        return new CommandLine(new StewardCommand()).setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true)).execute(args);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "run nothing|there is no scenario 'nothing'; there are philosophers, ",
        "run philosophers --bodies 1|needs 2 to 100000 bodies, not 1",
        "run hard-spheres --bodies 20|needs 64 to 100000 bodies, not 20",
        "run philosophers --until 0|--until must be later than 0, not 0",
        "run philosophers --until 1e30|--until 1E+30 is too late",
        "run philosophers --until 1e99999999|--until 1E+99999999 is too late",
        "run philosophers --until 1e-2147483647|--until must be later than 0",
        "run philosophers --change soon|--change needs a time such as 2.5, not 'soon'",
        "run philosophers --change 2:7|--change needs a body from 0 to 6, not '7'",
        "run philosophers --change 2:x|not 'x'",
        "run philosophers --change 2:3:4|must be a time, or a time, a colon and a body",
        "run philosophers --change 0|--change must be later than 0",
        "run philosophers --until 5 --change 6|--change 6 is after the end of the run",
        "run philosophers --frames 0|--frames must be at least 1",
        "run philosophers --out /nowhere/run.html|its directory is not there",
        "measure --dimensions 4|--dimensions must be 2 or 3, not 4",
        "measure --packing 0.7|too dense",
        "measure --packing 2|between 0 and 1, not 2.0",
        "measure --bodies 5|too few",
        "measure --until 0|--until must be from 1",
        "lockstep --copies 1|--copies must be from 2 to 64, not 1",
        "lockstep --network none|--network must be steady, reordering or bursts, not 'none'",
        "lockstep --flaw 20|--flaw must be from 0 to 10, not 20"})
    void badInputIsToldInALine(final String line, final String message) {
        assertThat(execute(line.split(" "))).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(err.toString().lines().findFirst().orElseThrow()).contains(message);
    }

    @Test
    void aRunWritesItsPage(@TempDir final Path folder) throws IOException {
        final Path file = folder.resolve("run.html");
        assertThat(execute(
            "run", "philosophers", "--until", "50", "--change", "20:3", "--out", file.toString(), "--json")).isZero();
        assertThat(file).isNotEmptyFile();
        assertThat(json().get("restored").asBoolean()).isTrue();
        assertThat(json().get("redone").asInt()).isPositive();
        assertThat(json().get("digest").asText()).hasSize(32).isNotEqualTo(json().get("digestChanged").asText());
    }

    @Test
    void copiesThatDifferAreAFailure() throws IOException {
        assertThat(execute("lockstep", "--until", "2", "--copies", "2")).isZero();
        assertThat(out.toString()).contains("all are equal");
        out.getBuffer().setLength(0);
        assertThat(execute("lockstep", "--until", "2", "--copies", "2", "--flaw", "0", "--json")).isEqualTo(1);
        assertThat(json().get("equal").asBoolean()).isFalse();
        assertThat(json().get("copies").get(1).get("difference").asText()).contains("bounce");
    }

    @Test
    void aValueThatIsNoNumberIsNullInJson() throws IOException {
        assertThat(execute("measure", "--bodies", "27", "--packing", "1e-300", "--until", "1", "--json")).isZero();
        final JsonNode measured = new ObjectMapper().readTree(out.toString());
        assertThat(measured.get("rateInTheory").doubleValue()).isZero();
        assertThat(measured.get("rateRatio").isNull()).isTrue();
    }

    @Test
    void aGasIsMeasured() throws IOException {
        assertThat(execute("measure", "--bodies", "100", "--until", "5", "--json")).isZero();
        assertThat(json().get("pressureRatio").asDouble()).isBetween(0.8, 1.2);
    }

    @Test
    void scenariosAreListed() throws IOException {
        assertThat(execute("list")).isZero();
        assertThat(out.toString().lines()).hasSameSizeAs(Scenario.all());
        out.getBuffer().setLength(0);
        assertThat(execute("list", "--json")).isZero();
        assertThat(json().get("scenarios")).hasSameSizeAs(Scenario.all());
    }

    private JsonNode json() throws IOException {
        return new ObjectMapper().readTree(out.toString());
    }
}
