package io.takt.hub.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigReaderHostileTest {
    @TempDir
    private Path folder;

    @Test
    void aProgramWithAZeroInItsPathIsAProblemNotAnException() throws IOException {
        assertThat(lines("\"assets\": [{\"name\": \"a\", \"step\": \"1ms\", "
            + "\"launch\": [\"./a\\u0000\"]}]")).hasSize(1);
    }

    @Test
    void aProgramWithALineFeedInItsPathIsOneLine() throws IOException {
        assertThat(lines("\"assets\": [{\"name\": \"a\", \"step\": \"1ms\", \"launch\": [\"./a\\nb\"]}]").get(0))
            .doesNotContain("\n");
    }

    @Test
    void deepNestingIsAProblemNotAnException() throws IOException {
        assertThat(lines("\"x\": " + "[".repeat(1_100) + "]".repeat(1_100))).hasSize(1);
    }

    @Test
    void aVeryLongNumberIsAProblemNotAnException() throws IOException {
        assertThat(lines("\"x\": " + "1".repeat(1_100))).hasSize(1);
    }

    @Test
    void aVeryLongFieldNameIsAProblemNotAnException() throws IOException {
        assertThat(lines("\"" + "x".repeat(60_000) + "\": 1")).hasSize(1);
    }

    @Test
    void aWrongModeIsOneMistakeNotTwo() throws IOException {
        assertThat(lines("\"pace\": {\"mode\": \"real-time\", \"speed\": 2}")).hasSize(1);
    }

    @Test
    void aWrongSpeedIsOneLineForItsField() throws IOException {
        assertThat(lines("\"pace\": {\"mode\": \"free\", \"speed\": \"fast\"}")).hasSize(1);
    }

    private List<String> lines(final String more) throws IOException {
        final Path file = Files.writeString(folder.resolve("c.json"),
            "{\"coreStep\": \"1ms\", \"maxDelay\": \"2ms\", " + more + "}");
        return ConfigReader.read(file, new ProgramFinder(null, "/bin")).problems().stream().map(Problem::line).toList();
    }
}
