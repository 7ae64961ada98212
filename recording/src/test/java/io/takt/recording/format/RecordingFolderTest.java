package io.takt.recording.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.asset.TaktException;
import io.takt.recording.replay.Survey;
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
    void writtenDataIsReadBack() throws IOException {
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
    void aFolderWithoutARecordingIsReportedInOneLine() throws IOException {
        assertThatThrownBy(() -> RecordingFolder.open(folder)).isInstanceOf(IOException.class)
            .hasMessageContaining("is no recording");
        final RecordingFolder made = new HandMadeRecording(folder.resolve("r")).folder();
        final Path file = made.path().resolve("recording.json");
        Files.writeString(file, Files.readString(file).replace("\"format\" : 2", "\"format\" : 3"));
        assertThatThrownBy(made::beginning).isInstanceOf(IOException.class)
            .hasMessageContaining("of format 3; this version reads 1 to 2").hasMessageNotContaining("\n");
        Files.writeString(file, "{");
        assertThatThrownBy(made::beginning).isInstanceOf(IOException.class).hasMessageContaining("is damaged")
            .hasMessageNotContaining("\n");
    }

    @Test
    void aConfigurationThatIsNotThatOfTheRunIsSaidInOneLine() throws IOException {
        final RecordingFolder made = new HandMadeRecording(folder).folder();
        assertThat(made.configurationFlaw(made.beginning())).as("there is none").isNull();
        Files.writeString(made.configuration(), "123456789");
        assertThat(made.configurationFlaw(made.beginning())).as("of an earlier version: nothing tells").isNull();
        final Beginning old = made.beginning();
        assertThat(made.configurationCrc()).isEqualTo("e3069283");
        made.write(new Beginning(old.format(), old.hub(), old.seed(), old.configuration(), made.configurationCrc(),
            old.begun(), old.stream()));
        assertThat(made.configurationFlaw(made.beginning())).isNull();
        Files.writeString(made.configuration(), "123456780");
        assertThat(made.configurationFlaw(made.beginning())).isEqualTo(made.configuration() + " has been changed since"
            + " the run was recorded: its CRC-32C is " + made.configurationCrc() + ", and recorded is e3069283; put"
            + " back what it was");
        Files.delete(made.configuration());
        assertThat(made.configurationFlaw(made.beginning())).as("others say so").isNull();
    }

    @Test
    void aRecordingOfAnEarlierVersionIsRead() throws IOException {
        final HandMadeRecording recording = new HandMadeRecording(folder);
        final Path file = folder.resolve("recording.json");
        final String older = Files.readString(file).replaceFirst(" *\"configurationCrc\" : null,\n", "");
        assertThat(older).doesNotContain("configurationCrc");
        Files.writeString(file, older);
        assertThat(recording.folder().beginning()).isEqualTo(recording.beginning());
        Files.writeString(file, older.replace("\"format\" : 2", "\"format\" : 1"));
        assertThat(recording.folder().beginning().format()).isEqualTo(1);
    }

    /** Any change of one of their bytes leads to one line, not to a failure of the program. */
    @Test
    void aFileWithADamagedByteIsReadOrSaidToBeDamaged() throws IOException {
        final HandMadeRecording recording = new HandMadeRecording(folder);
        recording.folder().write(new Ending("STOPPED", "REACHED", "reached 1s", 1_000_000_000, 320,
            List.of(new Ending.AssetEnd("a", 1_000_000_000, "0123456789abcdef"))));
        for (final String name : List.of("recording.json", "end.json")) {
            final Path file = folder.resolve(name);
            final byte[] bytes = Files.readAllBytes(file);
            for (int at = 0; at < bytes.length; at++) {
                for (int bit = 0; bit < Byte.SIZE; bit++) {
                    final byte[] changed = bytes.clone();
                    changed[at] ^= (byte) (1 << bit);
                    Files.write(file, changed);
                    assertReadOrSaid();
                }
            }
            Files.write(file, bytes);
        }
    }

    private void assertReadOrSaid() {
        try {
            Survey.of(RecordingFolder.open(folder), position -> { });
        } catch (final IOException | TaktException e) {
            assertThat(e.getMessage()).isNotEmpty().doesNotContain("\n");
        }
    }
}
