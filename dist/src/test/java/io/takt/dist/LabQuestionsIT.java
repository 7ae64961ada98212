package io.takt.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The experiments on what the seed leaves open, as a user starts them; {@code QuestionsTest} has shorter runs. */
@Tag("long")
class LabQuestionsIT extends HubTest {
    @ParameterizedTest
    @ValueSource(strings = {"delay", "jitter", "quota"})
    @EnabledIfSystemProperty(named = "takt.slow", matches = "true")
    void eachWritesTablesAndAPageAndTellsAProgram(final String experiment) throws Exception {
        final Path out = folder.resolve(experiment);
        final TaktProcess lab = TaktProcess.run(folder, base, "lab", experiment, "--seed", "3", "--json", "--out",
            out.toString());
        assertThat(lab.exitCode()).as(lab.err()).isZero();
        final JsonNode said = lab.json();
        assertThat(said.get("experiment").textValue()).isEqualTo(experiment);
        assertThat(said.get("parameters").get("seed").longValue()).isEqualTo(3);
        assertThat(said.get("results").get("violations").longValue()).isZero();
        assertThat(said.get("findings")).isNotEmpty();
        for (final JsonNode file : said.get("files")) {
            assertThat(Path.of(file.textValue())).isNotEmptyFile().hasParent(out);
        }
        assertThat(Files.readString(out.resolve("index.html"))).contains("--seed 3");
    }
}
