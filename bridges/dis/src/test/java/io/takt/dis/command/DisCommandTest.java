package io.takt.dis.command;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.wrapper.kit.WrapperException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DisCommandTest {
    @TempDir
    private Path folder;

    @Test
    void aCaptureIsNotWrittenOverTheOneThatIsPlayed() throws Exception {
        final Path play = folder.resolve("play.pcap");
        assertThatCode(() -> DisCommand.requireOther(play, play)).as("is told elsewhere").doesNotThrowAnyException();
        Files.writeString(play, "x");
        for (final Path same : List.of(play, folder.resolve(".").resolve("play.pcap"),
            Files.createSymbolicLink(folder.resolve("soft.pcap"), play),
            Files.createLink(folder.resolve("hard.pcap"), play))) {
            assertThatThrownBy(() -> DisCommand.requireOther(play, same)).isInstanceOf(WrapperException.class)
                .hasMessage("--capture " + same + " is the file that --play reads; name another one");
        }
        final Path other = Files.writeString(folder.resolve("other.pcap"), "x");
        for (final Path each : new Path[] {null, other, folder.resolve("none.pcap")}) {
            assertThatCode(() -> DisCommand.requireOther(play, each)).doesNotThrowAnyException();
        }
    }
}
