package io.takt.shm.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.takt.asset.TaktException;
import io.takt.shm.host.HubDirectory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.agrona.IoUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class MessageFolderTest {
    private static final int LARGE = 992;

    @TempDir
    private Path base;
    private HubDirectory directory;

    @BeforeEach
    void name() {
        directory = new HubDirectory(base, "talk");
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(directory.messages())) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private Path unfinished(final String name) throws IOException {
        Files.createDirectories(directory.messages());
        return Files.write(directory.messages().resolve(name + ".new"), new byte[100]);
    }

    @Test
    void anotherHubFindsWhatIsKept() throws IOException {
        try (MessageFolder folder = new MessageFolder(directory)) {
            assertThat(LogChannels.add(folder.log("drone", 10), "pose", 10)).isZero();
            assertThat(folder.latest("drone", "pose", 32).maxBytes()).isEqualTo(32);
            folder.keep();
        }
        assertThat(files()).containsExactly("drone.log", "drone@pose.latest");
        try (MessageFolder folder = new MessageFolder(directory)) {
            assertThat(folder.log("drone", 10).channel(0)).isEqualTo("pose");
            assertThat(folder.log("drone", 10)).isSameAs(folder.log("drone", 99));
            assertThat(folder.latest("drone", "pose", 99).maxBytes()).isEqualTo(32);
        }
        assertThat(directory.messages()).doesNotExist();
    }

    /** Receivers of one process share what they know of a log. */
    @Test
    void aLogIsMappedOnceAndALogOfTheNextHubIsAnother() throws IOException {
        final MappedMessageFiles files = new MappedMessageFiles();
        final MessageLog known;
        try (MessageFolder folder = new MessageFolder(directory)) {
            folder.log("drone", 10);
            known = files.log(folder.logName("drone"));
            assertThat(files.log(folder.logName("drone"))).isSameAs(known);
        }
        try (MessageFolder folder = new MessageFolder(directory)) {
            LogChannels.add(folder.log("drone", 10), "pose", 10);
            assertThat(files.log(folder.logName("drone")).channels()).isOne();
            assertThat(known.channels()).isZero();
        }
    }

    @Test
    void aFileWhoseMakerWasKilledIsMadeAnew() throws IOException {
        unfinished("drone.log");
        unfinished("drone@pose.latest");
        try (MessageFolder folder = new MessageFolder(directory)) {
            assertThat(folder.log("drone", 10).sender()).isEqualTo("drone");
            assertThat(folder.latest("drone", "pose", 32).maxBytes()).isEqualTo(32);
            assertThat(files()).containsExactly("drone.log", "drone@pose.latest");
        }
    }

    /** Memory of a file, in KiB. */
    private static long memoryOf(final Path file) throws IOException {
        final Process du = new ProcessBuilder("du", "-k", file.toString()).start();
        try (InputStream output = du.getInputStream()) {
            return Long.parseLong(new String(output.readAllBytes(), StandardCharsets.US_ASCII).split("\\s")[0]);
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aLogHasMemoryForWhatItUsesAndGetsMore() throws IOException {
        try (MessageFolder folder = new MessageFolder(directory)) {
            final MessageLog log = folder.log("drone", 10);
            final Path file = directory.messages().resolve("drone.log");
            final long usedKib = log.used() / 1024;
            assertThat(memoryOf(file)).isBetween(usedKib, 2 * usedKib);
            assertThat(Files.size(file)).isEqualTo(LogLayout.RING_OFFSET + log.capacity()).isGreaterThan(15 << 20);
            assumeThat(log.ring().grow()).as("the kernel can be asked").isTrue();
            assertThat(memoryOf(file)).isBetween(2 * usedKib, 3 * usedKib);
            assertThat(new MappedMessageFiles().log(file.toString()).used()).isEqualTo(log.used())
                .isEqualTo(2 * usedKib * 1024);
            int used = log.used();
            while (log.ring().grow()) {
                assertThat(log.used()).isEqualTo(2 * used);
                used = log.used();
            }
            assertThat(used).isEqualTo(log.capacity());
        }
    }

    /** The bytes written over a tap's next record look like a record of 12 MiB; a look there is enough. */
    @Test
    void aTapThatIsTooLateTakesNoMemory() throws IOException {
        final Path memoryOfHost = Path.of("/dev/shm");
        assumeThat(memoryOfHost).isWritable();
        final Path shared = Files.createTempDirectory(memoryOfHost, "takt-test");
        directory = new HubDirectory(shared, "talk");
        try (MessageFolder folder = new MessageFolder(directory)) {
            final MessageLog log = folder.log("drone", LARGE);
            final LogTap tap = LogTap.untethered(log, 0);
            final LogWriter writer = new LogWriter(log, 0, counterId -> { });
            final UnsafeBuffer message = new UnsafeBuffer(new byte[LARGE]);
            for (int at = 0; at < LARGE; at += LogLayout.HEADER_LENGTH) {
                message.putLong(at, LogLayout.head(12 << 20, LogLayout.MESSAGE, 0));
                message.putInt(at + LogLayout.MESSAGE_LENGTH_FIELD, 11 << 20);
            }
            writer.stage(0, 0, message, 0, 0);
            writer.publish();
            final Told told = new Told();
            assertThat(tap.poll(told, 1)).isEqualTo(1);
            while (log.tail() <= log.capacity() + LARGE) {
                writer.stage(0, 0, message, 0, LARGE);
                writer.publish();
            }
            final long memory = memoryOf(directory.messages().resolve("drone.log"));
            tap.poll(told, 1);
            assertThat(told.missed).isEqualTo(writer.sequence() - 1);
            assertThat(memoryOf(directory.messages().resolve("drone.log"))).isEqualTo(memory);
        } finally {
            IoUtil.delete(shared.toFile(), false);
        }
    }

    /** Else it would be a matter of how much was sent before. */
    @Test
    void howMuchMemoryALogHasDoesNotDecideForWhichMessagesItIs() {
        try (MessageFolder folder = new MessageFolder(directory)) {
            final MessageLog log = folder.log("drone", 10);
            final int largest = log.used() / LogLayout.LARGEST_MESSAGES - LogLayout.HEADER_LENGTH;
            for (int i = 0; i < 2; i++) {
                assertThat(log.isLargeEnoughFor(largest)).isTrue();
                assertThat(log.isLargeEnoughFor(largest + 1)).isFalse();
                log.ring().grow();
            }
        }
    }

    @Test
    void onlyItsOwnFilesAreRemoved() throws IOException {
        unfinished("drone.log");
        final Path other = Files.createFile(directory.messages().resolve("notes.txt"));
        final MessageFolder folder = new MessageFolder(directory);
        folder.log("radar", 10);
        assertThatExceptionOfType(IOException.class).isThrownBy(folder::clear);
        assertThat(files()).containsExactly("notes.txt");
        Files.delete(other);
        folder.clear();
        assertThat(directory.messages()).doesNotExist();
        folder.clear();
    }

    @Test
    void aFolderThatCannotBeWrittenIsToldInOneLine() throws IOException {
        Files.createFile(directory.messages());
        try (MessageFolder folder = new MessageFolder(directory)) {
            assertThatExceptionOfType(TaktException.class).isThrownBy(() -> folder.log("drone", 10))
                .withMessageStartingWith("no room for messages: " + directory.messages() + "/drone.log needs ");
        }
    }
}
