package io.takt.recording.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aeron.archive.ArchiveTool;
import io.takt.asset.TaktException;
import io.takt.recording.format.Beginning;
import io.takt.recording.format.RecordLog;
import io.takt.recording.format.RecordWriter;
import io.takt.recording.format.RecordingFolder;
import io.takt.recording.format.RecordingReader;
import io.takt.recording.format.Records;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class ArchiveStreamTest {
    /** More than three terms. */
    private static final int MESSAGES = 400;

    @TempDir
    private Path temporary;
    private RecordingFolder folder;
    private final SplittableRandom random = new SplittableRandom(9);

    @BeforeEach
    void makeFolder() throws IOException {
        folder = RecordingFolder.create(temporary.resolve("recording"));
    }

    private ArchiveStream begin() {
        return new ArchiveStream(folder.archive(), temporary.resolve("driver"));
    }

    private void write(final int messages, final Records... to) {
        for (int i = 0; i < messages; i++) {
            final byte[] bytes = new byte[random.nextInt(20_000)];
            random.nextBytes(bytes);
            for (final Records records : to) {
                records.onSent(0, 1, i, i, new UnsafeBuffer(bytes), 0, bytes.length);
            }
        }
    }

    private List<String> read(final ArchiveStream stream) {
        final RecordLog log = new RecordLog();
        final Beginning beginning = new Beginning(Beginning.FORMAT, "h", 0, "/c.json", null, "now",
            stream.stream());
        try (RecordingReader reader = new RecordingReader(folder, beginning, log)) {
            while (reader.read()) {
                assertThat(reader.position()).isPositive();
            }
        }
        return log.lines();
    }

    @Test
    void writtenRecordsOutliveTheProcess() {
        final RecordLog written = new RecordLog();
        try (ArchiveStream stream = begin()) {
            final RecordWriter writer = new RecordWriter(stream);
            for (int i = 0; i < 4; i++) {
                write(MESSAGES / 4, writer, written);
                writer.flush();
                stream.write();
                assertThat(read(stream)).as("nothing was closed").isEqualTo(written.lines());
                assertThat(folder.archive()).as("nothing says where the driver is")
                    .isDirectoryNotContaining("glob:**archive-mark*");
            }
        }
        assertThat(temporary.resolve("driver")).doesNotExist();
    }

    @Test
    void aeronFindsTheRecordingInOrder() throws IOException {
        final RecordLog written = new RecordLog();
        try (ArchiveStream stream = begin()) {
            final RecordWriter writer = new RecordWriter(stream);
            write(MESSAGES, writer, written);
            writer.flush();
            final long length = stream.finish();
            assertThat(length).isGreaterThan(3 * 1024 * 1024);
            assertThat(read(stream)).isEqualTo(written.lines());
        }
        final ByteArrayOutputStream said = new ByteArrayOutputStream();
        assertThat(ArchiveTool.verify(new PrintStream(said, true, StandardCharsets.UTF_8), folder.archive().toFile(),
            Set.of(ArchiveTool.VerifyOption.VERIFY_ALL_SEGMENT_FILES), null, file -> false)).as(said.toString())
            .isTrue();
    }

    @Test
    void filesOfADriverThatWasKilledAreNoObstacle() throws IOException {
        Files.createDirectories(temporary.resolve("driver/publications"));
        Files.writeString(temporary.resolve("driver/cnc.dat"), "not any more");
        try (ArchiveStream stream = begin()) {
            assertThat(stream.finish()).isZero();
        }
    }

    @Test
    void anObstacleOfTheArchiveIsReportedInOneLine() throws IOException {
        Files.delete(folder.archive());
        Files.writeString(folder.archive(), "a file");
        assertThatThrownBy(this::begin).isInstanceOf(TaktException.class)
            .hasMessageContaining(folder.path().toString()).hasMessageNotContaining("\n");
        assertThat(temporary.resolve("driver")).doesNotExist();
    }
}
