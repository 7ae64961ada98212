package io.takt.recording.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.aeron.protocol.HeaderFlyweight;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Streams made by hand, in many small files; that real ones are alike is for {@code ArchiveStreamTest}. */
class StreamReaderTest {
    private static final int MESSAGES = 200;
    private static final int TRIES = 150;

    @TempDir
    private Path folder;
    private HandMadeRecording recording;
    private final RecordLog written = new RecordLog();

    /** Where the frame of each message ends. */
    private final List<Long> ends = new ArrayList<>();

    @BeforeEach
    void record() throws IOException {
        recording = new HandMadeRecording(folder);
        for (int i = 0; i < MESSAGES; i++) {
            final UnsafeBuffer message = new UnsafeBuffer(new byte[i % 150]);
            for (final Records records : List.of(recording.records(), written)) {
                records.onSent(0, 0, i, i, message, 0, message.capacity());
            }
            recording.records().flush();
            ends.add(recording.position());
        }
    }

    private List<String> read() throws IOException {
        final RecordLog log = new RecordLog();
        try (RecordingReader reader = new RecordingReader(recording.folder(), recording.beginning(), log)) {
            while (reader.read()) {
                assertThat(ends).contains(reader.position());
            }
        }
        return log.lines();
    }

    /**
     * Reads with only the bytes before a position as they were. The result is all records that end before it, and at
     * most one more: a record whose missing bytes are zero anyway.
     */
    private void assertReadUpTo(final long position) throws IOException {
        final List<String> lines = read();
        final int whole = (int) ends.stream().filter(end -> end <= position).count();
        assertThat(lines.size()).isBetween(whole, whole + 1);
        assertThat(lines).isEqualTo(written.lines().subList(0, lines.size()));
    }

    @Test
    void everythingIsReadOverTheEndsOfTermsAndFiles() throws IOException {
        assertThat(read()).isEqualTo(written.lines());
        assertThat(recording.segment(recording.position())).isNotEqualTo(recording.segment(0));
    }

    @Test
    void aFileThatEndsInTheMiddleIsReadUpToThere() throws IOException {
        final Path last = recording.segment(recording.position() - 1);
        final long base = recording.position() - Files.size(last);
        for (long length = Files.size(last); length >= 0; length -= 7) {
            try (FileChannel file = FileChannel.open(last, StandardOpenOption.WRITE)) {
                file.truncate(length);
            }
            assertReadUpTo(base + length);
        }
        Files.delete(last);
        assertReadUpTo(base);
    }

    /** As when a process is killed in the middle of a write: the file has its full length from the start. */
    @Test
    void aFileWithoutItsEndIsReadUpToThere() throws IOException {
        final Path last = recording.segment(recording.position() - 1);
        final long base = recording.position() - Files.size(last);
        final byte[] bytes = Files.readAllBytes(last);
        for (int end = bytes.length; end > 0; end -= 7) {
            for (int i = end; i < Math.min(end + 7, bytes.length); i++) {
                bytes[i] = 0;
            }
            Files.write(last, bytes);
            assertReadUpTo(base + end);
        }
    }

    @Test
    void aByteThatHasChangedMakesNoOtherMessage() throws IOException {
        final SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < TRIES; i++) {
            final long at = random.nextLong(recording.position());
            final Path file = recording.segment(at);
            final byte[] bytes = Files.readAllBytes(file);
            final int index = (int) (at % (4 * 1024));
            if (index < bytes.length) {
                final byte[] changed = bytes.clone();
                changed[index] ^= (byte) (1 << random.nextInt(8));
                Files.write(file, changed);
                final List<String> lines = read();
                assertThat(lines.size()).isGreaterThanOrEqualTo((int) ends.stream().filter(end -> end <= at).count());
                assertThat(lines).isEqualTo(written.lines().subList(0, lines.size()));
                Files.write(file, bytes);
            }
        }
    }

    /** A type with one bit less is that of padding, over which readers pass. */
    @Test
    void aFrameWhoseTypeHasChangedIsNotPassedOver() throws IOException {
        final Path file = recording.segment(0);
        final byte[] bytes = Files.readAllBytes(file);
        for (int i = 0; ends.get(i) < bytes.length; i++) {
            final byte[] changed = bytes.clone();
            changed[(int) (i == 0 ? 0 : ends.get(i - 1)) + HeaderFlyweight.TYPE_FIELD_OFFSET] ^= 1;
            Files.write(file, changed);
            final List<String> lines = read();
            assertThat(lines).isEqualTo(written.lines().subList(0, lines.size()));
        }
    }

    @Test
    void aRecordingThatHasNotBegunIsEmpty() throws IOException {
        Files.delete(recording.segment(0));
        assertThat(read()).isEmpty();
        Files.createFile(recording.segment(0));
        assertThat(read()).isEmpty();
        Files.write(recording.segment(0), ByteBuffer.allocate(4096).array());
        assertThat(read()).isEmpty();
    }
}
