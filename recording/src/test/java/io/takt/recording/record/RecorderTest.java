package io.takt.recording.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.asset.AssetSpec;
import io.takt.asset.HubConnection;
import io.takt.asset.Takt;
import io.takt.asset.TaktException;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.Output;
import io.takt.hub.command.Companion;
import io.takt.hub.config.ConfigReader;
import io.takt.hub.config.HubConfig;
import io.takt.hub.config.ProgramFinder;
import io.takt.hub.core.status.End;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.daemon.HubDaemon;
import io.takt.recording.format.Beginning;
import io.takt.recording.format.RecordLog;
import io.takt.recording.format.RecordingFolder;
import io.takt.recording.format.RecordingReader;
import io.takt.shm.host.HubDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A hub, its recorder and its assets, all in this process. */
@Timeout(120)
class RecorderTest {
    private static final long UNTIL_NS = 1_000_000_000L;

    @TempDir
    private Path temporary;
    private RecordingFolder folder;
    private HubConfig config;
    private final List<String> told = new ArrayList<>();

    @BeforeEach
    void configure() throws IOException {
        final String name = "recorder-" + ProcessHandle.current().pid();
        HubDirectory.of(name).lockFile().toFile().deleteOnExit();
        final Path file = Files.writeString(temporary.resolve("c.json"),
            "{\"hub\": \"" + name + "\", \"coreStep\": \"10ms\", \"maxDelay\": \"40ms\"}");
        config = ConfigReader.read(file, new ProgramFinder(null, "")).config();
        folder = RecordingFolder.create(temporary.resolve("recording"));
        Files.copy(file, folder.configuration());
    }

    private HubStatus run(final Recorder recorder, final long untilNs) throws Exception {
        try (HubDaemon hub = HubDaemon.start(config,
            new HubDaemon.Options(untilNs, true, false, true, Set.of(), true, null, null), recorder, () -> false)) {
            recorder.begin(hub, told::add);
            drive();
            final HubStatus last = hub.ended().get(60, TimeUnit.SECONDS);
            recorder.end(last);
            return last;
        }
    }

    /** One asset sends to another. */
    private void drive() throws InterruptedException {
        final UnsafeBuffer message = new UnsafeBuffer(new byte[5000]);
        final Output[] output = new Output[1];
        try (HubConnection connection = Takt.connect(config.hub())) {
            output[0] = connection.join(AssetSpec.named("talker").step(Duration.ofMillis(10)).sends("talk"),
                (fromNs, toNs) -> output[0].send(message, 0, message.capacity())).channels().output("talk");
            output[0].send(message, 0, 3);
            connection.join(AssetSpec.named("hearer").step(Duration.ofMillis(20))
                .receives(InputSpec.gated("talk", "talker")), (fromNs, toNs) -> { })
                .channels().subscribe("talk", heard -> { });
            connection.run();
        }
    }

    private Recorder recorder(final BiFunction<Path, Path, RecordingStream> streams) {
        return new Recorder(folder, config, temporary.resolve("c.json"), streams);
    }

    private List<String> read() throws IOException {
        final RecordLog log = new RecordLog();
        try (RecordingReader reader = new RecordingReader(folder, folder.beginning(), log)) {
            while (reader.read()) {
                assertThat(reader.position()).isPositive();
            }
            if (folder.ending() != null) {
                assertThat(reader.position()).isEqualTo(folder.ending().position());
            }
        }
        return log.lines();
    }

    @Test
    void everythingIsKeptFromTheDawnOfTimeToTheEnd() throws Exception {
        final Recorder recorder = recorder(ArchiveStream::new);
        final HubStatus last = run(recorder, UNTIL_NS);
        assertThat(last.end()).isEqualTo(End.REACHED);
        final List<String> lines = read();
        assertThat(lines).filteredOn(line -> line.startsWith("0 sent 0 at 0 as 0: ")).hasSize(1);
        assertThat(lines).filteredOn(line -> line.startsWith("0 sent")).hasSize(101);
        assertThat(lines).filteredOn(line -> line.startsWith("1 got")).hasSize(99).contains(
            "1 got 0 by 0 at 0 in 20000000", "1 got 98 by 0 at 980000000 in 1000000000");
        assertThat(lines).contains("0 known to 1000000000", "1 known to 1000000000");
        assertThat(lines.indexOf("0 known to 1000000000")).isGreaterThan(lines.lastIndexOf(lines.stream()
            .filter(line -> line.startsWith("0 sent 0 at 1000000000")).findFirst().orElseThrow()));
        assertThat(folder.ending().digestOf("hearer")).hasSize(16).isEqualTo(last.assets().stream()
            .filter(asset -> asset.name().equals("hearer")).findFirst().orElseThrow().digest());
        assertThat(folder.beginning().configuration()).isEqualTo(temporary.resolve("c.json").toString());
        assertThat(folder.configurationFlaw(folder.beginning())).isNull();
        Files.writeString(folder.configuration(), "x", StandardOpenOption.APPEND);
        assertThat(folder.configurationFlaw(folder.beginning())).contains("has been changed since the run was recorded",
            folder.beginning().configurationCrc(), ": a copy of " + temporary.resolve("c.json"));
        assertThat(told).isEmpty();
        final Companion.Remark remark = recorder.remark();
        assertThat(remark.isWell()).isTrue();
        assertThat(remark.json()).containsEntry("sent", 101L).containsEntry("delivered", 99L);
        assertThat(HubDirectory.of(config.hub()).recorder()).doesNotExist();
    }

    @Test
    void aRunThatCannotBeKeptAnyMoreEnds() throws Exception {
        final Recorder recorder = recorder((archive, driver) -> new Filling(new ArchiveStream(archive, driver), 4));
        final HubStatus last = run(recorder, Long.MAX_VALUE);
        assertThat(last.end()).isEqualTo(End.ASKED);
        assertThat(last.reason()).isEqualTo("there is no room");
        assertThat(told).containsExactly("there is no room; the run ends");
        assertThat(recorder.remark().isWell()).isFalse();
        assertThat(folder.ending()).as("nothing says that this is all").isNull();
        assertThat(read()).isNotEmpty();
        assertThat(HubDirectory.of(config.hub()).recorder()).doesNotExist();
    }

    @Test
    void aRunThatCannotBeKeptDoesNotBegin() throws Exception {
        final Recorder recorder = recorder((archive, driver) -> {
            throw new TaktException("there is no room");
        });
        assertThatThrownBy(() -> run(recorder, UNTIL_NS)).isInstanceOf(IOException.class)
            .hasMessage("there is no room");
        assertThat(told).isEmpty();
    }

    /** A stream on a disk that is full after a while. */
    private static final class Filling implements RecordingStream {
        private final RecordingStream stream;
        private int left;

        Filling(final RecordingStream stream, final int left) {
            this.stream = stream;
            this.left = left;
        }

        @Override
        public int mostBytes() {
            return stream.mostBytes();
        }

        @Override
        public void take(final DirectBuffer batch, final int length, final long crc) {
            if (left-- == 0) {
                throw new TaktException("there is no room");
            }
            stream.take(batch, length, crc);
        }

        @Override
        public Beginning.Stream stream() {
            return stream.stream();
        }

        @Override
        public void write() {
            stream.write();
        }

        @Override
        public long finish() {
            return stream.finish();
        }

        @Override
        public void close() {
            stream.close();
        }
    }
}
