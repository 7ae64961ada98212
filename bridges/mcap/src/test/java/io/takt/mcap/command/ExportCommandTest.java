package io.takt.mcap.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ExportCommandTest {
    @Test
    void theLineHasOneAndMany() {
        final Path file = Path.of("run.mcap");
        assertThat(ExportCommand.line(1, 1, file)).isEqualTo("1 message of 1 channel is in run.mcap");
        assertThat(ExportCommand.line(12, 1, file)).isEqualTo("12 messages of 1 channel are in run.mcap");
        assertThat(ExportCommand.line(12, 4, file)).isEqualTo("12 messages of 4 channels are in run.mcap");
    }
}
