package io.takt.hakoniwa.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class HakoniwaCommandTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void writeFiles() throws IOException {
        for (final String each : List.of("examples/custom.json", "examples/pdutypes.json")) {
            final Path file = Path.of("c").resolve(each);
            Files.copy(file, folder.resolve(file.getFileName()));
        }
        Files.writeString(folder.resolve("broken.json"), "{\"robots\": [{\"name\": \"r\", \"shm_pdu_writers\": 7}]}");
    }

    private HakoniwaCommand command(final String file, final String... options) {
        final HakoniwaCommand command = new HakoniwaCommand();
        final List<String> words = new ArrayList<>(List.of(folder.resolve(file).toString()));
        words.addAll(List.of(options));
        new CommandLine(command).parseArgs(words.toArray(new String[0]));
        return command;
    }

    private void assertRefused(final String file, final String... options) {
        final HakoniwaCommand command = command(file, options);
        assertThatThrownBy(command::configuration).isInstanceOf(IllegalArgumentException.class)
            .satisfies(wrong -> assertThat(wrong.getMessage().lines()).as(String.join(" ", options)).hasSize(1));
    }

    @Test
    void whatFitsIsWritten() {
        assertThat(command("custom.json", "--asset", "a=1ms", "--writes", "a=Cart/motor").configuration().text())
            .contains("\"name\":\"a\"");
    }

    @Test
    void badFilesAndWordsAreOneLine() {
        assertRefused("broken.json", "--asset", "a=1ms");
        assertRefused("nowhere.json", "--asset", "a=1ms");
        for (final List<String> each : List.of(List.of("--asset", "a"), List.of("--asset", "a=1"),
            List.of("--asset", "a=1ns"), List.of("--asset", "a=1ms", "--asset", "a=1ms"),
            List.of("--asset", "a=1ms", "--writes", "b=Cart/motor"),
            List.of("--asset", "a=1ms", "--writes", "a=Cart/nothing"), List.of("--asset", "a=1ms", "--launch", "b=x"),
            List.of("--asset", "a=1ms", "--launch", "a=x 'y"), List.of("--asset", "a=1ms", "--serves", "a=Add"))) {
            assertRefused("custom.json", each.toArray(new String[0]));
        }
    }
}
