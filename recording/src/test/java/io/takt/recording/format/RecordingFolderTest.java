package io.takt.recording.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingFolderTest {
    @TempDir
    private Path folder;

    @Test
    void whatIsWrittenIsRead() throws IOException {
        final HandMadeRecording recording = new HandMadeRecording(folder);
        final RecordingFolder read = RecordingFolder.open(folder);
        assertThat(read.beginning()).isEqualTo(recording.beginning());
        assertThat(read.ending()).isNull();
        final Ending ending = new Ending("STOPPED", "REACHED", "reached 1s", 1_000_000_000, 320,
            List.of(new Ending.AssetEnd("a", 1_000_000_000, "0123456789abcdef"), new Ending.AssetEnd("b", 5, null)));
        recording.folder().write(ending);
        assertThat(read.ending()).isEqualTo(ending);
        assertThat(ending.digestOf("a")).isEqualTo("0123456789abcdef");
        assertThat(ending.digestOf("b")).isNull();
        assertThat(ending.digestOf("c")).isNull();
        assertThat(folder).isDirectoryNotContaining("glob:**.draft");
    }

    @Test
    void aFolderThatHoldsAnythingIsLeftAlone() throws IOException {
        Files.writeString(folder.resolve("thesis.txt"), "draft");
        assertThatThrownBy(() -> RecordingFolder.create(folder)).isInstanceOf(IOException.class)
            .hasMessageContaining("is not empty");
        assertThat(folder).isDirectoryContaining("glob:**thesis.txt").isDirectoryNotContaining("glob:**archive");
        assertThat(RecordingFolder.create(folder.resolve("new/one")).archive()).isEmptyDirectory();
    }

    @Test
    void whatIsNoRecordingIsSaidInOneLine() throws IOException {
        assertThatThrownBy(() -> RecordingFolder.open(folder)).isInstanceOf(IOException.class)
            .hasMessageContaining("is no recording");
        final RecordingFolder made = new HandMadeRecording(folder.resolve("r")).folder();
        final Path file = made.path().resolve("recording.json");
        Files.writeString(file, Files.readString(file).replace("\"format\" : 1", "\"format\" : 2"));
        assertThatThrownBy(made::beginning).isInstanceOf(IOException.class).hasMessageContaining("of format 2")
            .hasMessageNotContaining("\n");
        Files.writeString(file, "{");
        assertThatThrownBy(made::beginning).isInstanceOf(IOException.class).hasMessageContaining("is damaged")
            .hasMessageNotContaining("\n");
    }
}
