package io.takt.recording.record;

import io.takt.asset.TaktException;
import io.takt.hub.command.Companion;
import io.takt.hub.config.HubConfig;
import io.takt.hub.core.event.HubEvent;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.daemon.HubDaemon;
import io.takt.recording.format.Beginning;
import io.takt.recording.format.Ending;
import io.takt.recording.format.RecordWriter;
import io.takt.recording.format.RecordingFolder;
import io.takt.recording.format.Records;
import io.takt.recording.tap.HubTap;
import io.takt.shm.host.HubDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * Records a run: everything that is sent and delivered, from before the first asset joins until after the end.
 *
 * <p>It is in the hub's process, so neither outlives the other: there is no run that goes on unrecorded. When it cannot
 * write any more, it ends the run. Records are in the files at its next look, so a killed process loses a few
 * milliseconds.
 */
public final class Recorder implements Companion {
    private final RecordingFolder folder;
    private final HubConfig config;
    private final Path configuration;
    private final HubDirectory directory;
    private final BiFunction<Path, Path, RecordingStream> streams;
    private final HubTap tap;
    private HubDaemon hub;
    private Consumer<String> teller;
    private RecordingStream stream;
    private RecordWriter records;
    private Beginning beginning;
    /** Read when the tap's thread has ended. */
    private String failure;
    private long position;

    /**
     * A recorder that has recorded nothing yet.
     *
     * @param folder        for the recording, which has a copy of the configuration.
     * @param config        of the run.
     * @param configuration its file.
     */
    public Recorder(final RecordingFolder folder, final HubConfig config, final Path configuration) {
        this(folder, config, configuration, ArchiveStream::new);
    }

    Recorder(final RecordingFolder folder, final HubConfig config, final Path configuration,
        final BiFunction<Path, Path, RecordingStream> streams) {
        this.folder = folder;
        this.streams = streams;
        this.config = config;
        this.configuration = configuration.toAbsolutePath().normalize();
        this.directory = HubDirectory.of(config.hub());
        this.tap = new HubTap(directory.cncFile(), new Writing(), "takt-recorder");
    }

    @Override
    public void accept(final HubEvent event) {
        tap.accept(event);
    }

    @Override
    public void begin(final HubDaemon started, final Consumer<String> tells)
        throws IOException, InterruptedException {
        hub = started;
        teller = tells;
        tap.start();
    }

    @Override
    public void end(final HubStatus last) throws InterruptedException {
        tap.end();
        if (failure != null) {
            return;
        }
        try {
            final List<Ending.AssetEnd> ends = last.assets().stream()
                .map(asset -> new Ending.AssetEnd(asset.name(), asset.timeNs(), asset.digest())).toList();
            folder.write(new Ending(last.state().toString(), last.end().toString(), last.reason(), last.coreTimeNs(),
                position, ends));
        } catch (final IOException e) {
            fail("cannot write the end of the recording to " + folder.path() + ": " + e.getMessage());
        }
    }

    private void fail(final String why) {
        failure = why;
        teller.accept(why + "; the run ends");
        hub.stop(why);
    }

    @Override
    public Remark remark() {
        final long sent = records == null ? 0 : records.sent();
        final long delivered = records == null ? 0 : records.delivered();
        final Map<String, Object> json = new LinkedHashMap<>();
        json.put("folder", folder.path().toString());
        json.put("sent", sent);
        json.put("delivered", delivered);
        json.put("bytes", position);
        json.put("failure", failure);
        return new Remark("recording", json, List.of(failure == null
            ? "recorded " + sent + " messages, " + delivered + " deliveries, " + position
                + " bytes in " + folder.path()
            : "the recording ends before the run: " + failure), failure == null);
    }

    /** On the tap's thread. */
    private final class Writing implements HubTap.Hearer {
        @Override
        public Records begin() throws IOException {
            // The hub's lock is held by now, so no other hub has this directory.
            stream = streams.apply(folder.archive(), directory.recorder());
            try {
                beginning = new Beginning(Beginning.FORMAT, config.hub(), config.seed(), configuration.toString(),
                    folder.configurationCrc(), Instant.now().toString(), stream.stream());
                folder.write(beginning);
            } catch (final IOException e) {
                stream.close();
                throw e;
            }
            records = new RecordWriter(stream);
            return records;
        }

        @Override
        public void onSeed(final long seed) throws IOException {
            beginning = beginning.withSeed(seed);
            folder.write(beginning);
        }

        @Override
        public void onPause() {
            records.flush();
            stream.write();
        }

        @Override
        public void onEnd() {
            records.flush();
            position = stream.finish();
            stream.close();
        }

        @Override
        public void onFailure(final Throwable cause) {
            stream.close();
            fail(cause instanceof TaktException ? cause.getMessage() : "the recorder failed: " + cause);
        }
    }
}
