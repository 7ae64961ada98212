package io.takt.recording.record;

import io.aeron.Aeron;
import io.aeron.ChannelUriStringBuilder;
import io.aeron.ExclusivePublication;
import io.aeron.archive.Archive;
import io.aeron.archive.ArchiveMarkFile;
import io.aeron.archive.ArchiveThreadingMode;
import io.aeron.archive.client.AeronArchive;
import io.aeron.archive.status.RecordingPos;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.takt.asset.TaktException;
import io.takt.recording.format.Beginning;
import java.nio.file.Files;
import java.nio.file.Path;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.SystemEpochClock;
import org.agrona.concurrent.SystemNanoClock;
import org.agrona.concurrent.status.CountersReader;

/**
 * An Aeron publication that an archive records. Driver, archive and publication are worked by the thread that writes:
 * batches that were taken are in the archive's files after the next {@link #write}, however the process ends then.
 *
 * <p>Owned by one thread.
 */
final class ArchiveStream implements RecordingStream {
    private static final int STREAM_ID = 7100;
    private static final int TERM_LENGTH = 1024 * 1024;
    private static final int SEGMENT_LENGTH = 16 * 1024 * 1024;
    private static final int COUNTERS_LENGTH = 1024 * 1024;
    private static final int CONTROL_TERM_LENGTH = 64 * 1024;

    /** The largest that Aeron takes: a batch is a frame. */
    private static final int MTU = 65_504;

    /** With less room on the disk there is no use in beginning. */
    private static final long LEAST_ROOM = 8 * 1024 * 1024;

    /** Room for the driver's files; the kernel kills a process that writes to one where there is no room. */
    private static final long DRIVER_ROOM = 24 * 1024 * 1024;

    private final Path folder;
    private final MediaDriver driver;
    private final Archive archive;
    private final ExclusivePublication publication;
    private final CountersReader counters;
    private final int positionCounter;
    private final long recordingId;
    private Throwable failure;

    /**
     * Begins a stream.
     *
     * @param folder    for the archive's files; on a disk.
     * @param directory for the driver; in memory. All that is there is removed.
     */
    ArchiveStream(final Path folder, final Path directory) {
        this.folder = folder;
        requireRoom(folder, LEAST_ROOM);
        requireRoom(directory.getParent(), DRIVER_ROOM);
        final UnhurriedClock clock = new UnhurriedClock(SystemNanoClock.INSTANCE, SystemEpochClock.INSTANCE);
        MediaDriver startedDriver = null;
        Archive startedArchive = null;
        try {
            startedDriver = launchDriver(directory, clock);
            startedArchive = launchArchive(startedDriver, directory, clock);
            // It says where the mark file is, which is gone with the driver: of no use in a folder that may be moved.
            Files.deleteIfExists(folder.resolve(ArchiveMarkFile.LINK_FILENAME));
            driver = startedDriver;
            archive = startedArchive;
            counters = aeron().countersReader();
            publication = publish();
            positionCounter = awaitRecording();
            recordingId = RecordingPos.getRecordingId(counters, positionCounter);
        } catch (final Exception e) { // Aeron throws checked ones undeclared
            CloseHelper.quietCloseAll(startedArchive, startedDriver);
            throw cannotWrite(failure == null ? e : failure);
        }
    }

    private static void requireRoom(final Path where, final long bytes) {
        final long left = where.toFile().getUsableSpace();
        if (left < bytes) {
            throw new TaktException("no room for a recording: " + where + " has " + left / 1024 + " KiB left, and it"
                + " takes " + bytes / 1024 + " to begin");
        }
    }

    private static MediaDriver launchDriver(final Path directory, final UnhurriedClock clock) {
        return MediaDriver.launch(new MediaDriver.Context()
            .aeronDirectoryName(directory.toString())
            .dirDeleteOnStart(true)
            .dirDeleteOnShutdown(true)
            .warnIfDirectoryExists(false)
            .nanoClock(clock)
            .epochClock(clock)
            .threadingMode(ThreadingMode.INVOKER)
            .asyncExecutorEnabled(false)
            .counterValuesBufferLength(COUNTERS_LENGTH));
    }

    private Archive launchArchive(final MediaDriver driver, final Path directory, final UnhurriedClock clock) {
        return Archive.launch(new Archive.Context()
            .aeronDirectoryName(directory.toString())
            .archiveDir(folder.toFile())
            // It is written to once a second, which is not to wait for a disk.
            .markFileDir(directory.toFile())
            .mediaDriverAgentInvoker(driver.sharedAgentInvoker())
            .threadingMode(ArchiveThreadingMode.INVOKER)
            .nanoClock(clock)
            .epochClock(clock)
            .controlChannelEnabled(false)
            .localControlChannel(controlChannel())
            .archiveClientContext(new AeronArchive.Context().controlResponseChannel(controlChannel()))
            .recordingEventsEnabled(false)
            // Has to be there, and is never used: no client can ask for a replication.
            .replicationChannel("aeron:udp?endpoint=localhost:0")
            .segmentFileLength(SEGMENT_LENGTH)
            .lowStorageSpaceThreshold(0)
            .errorHandler(this::onError));
    }

    private static String controlChannel() {
        return new ChannelUriStringBuilder().media("ipc").termLength(CONTROL_TERM_LENGTH).build();
    }

    private Aeron aeron() {
        return archive.context().aeron();
    }

    /** The first is the cause of the others. */
    private void onError(final Throwable thrown) {
        failure = failure == null ? thrown : failure;
    }

    /** The archive's client is needed to begin only; the recording ends with the publication. */
    private ExclusivePublication publish() {
        try (AeronArchive client = AeronArchive.connect(new AeronArchive.Context().aeron(aeron())
            .ownsAeronClient(false).controlRequestChannel(controlChannel()).controlResponseChannel(controlChannel())
            .agentInvoker(archive.invoker()))) {
            return client.addRecordedExclusivePublication(new ChannelUriStringBuilder().media("ipc")
                .termLength(TERM_LENGTH).mtu(MTU).initialPosition(0, 0, TERM_LENGTH).build(), STREAM_ID);
        }
    }

    private int awaitRecording() {
        while (true) {
            final int counter = RecordingPos.findCounterIdBySession(counters, publication.sessionId(),
                archive.context().archiveId());
            if (counter != CountersReader.NULL_COUNTER_ID) {
                return counter;
            }
            work();
        }
    }

    @Override
    public Beginning.Stream stream() {
        return new Beginning.Stream(recordingId, STREAM_ID, 0, TERM_LENGTH, SEGMENT_LENGTH);
    }

    @Override
    public int mostBytes() {
        return publication.maxPayloadLength();
    }

    @Override
    public void take(final DirectBuffer batch, final int length, final long crc) {
        while (publication.offer(batch, 0, length, (term, offset, frameLength) -> crc) < 0) {
            work();
        }
    }

    @Override
    public void write() {
        do {
            work();
        } while (counters.getCounterValue(positionCounter) < publication.position());
    }

    private void work() {
        archive.invoker().invoke();
        if (failure != null) {
            throw cannotWrite(failure);
        }
    }

    private TaktException cannotWrite(final Throwable cause) {
        Throwable deepest = cause;
        while (deepest.getCause() != null) {
            deepest = deepest.getCause();
        }
        return new TaktException("cannot write the recording to " + folder.getParent() + ": "
            + (deepest.getMessage() == null ? deepest.toString() : deepest.getMessage()).lines().findFirst()
                .orElse(""), cause);
    }

    @Override
    public long finish() {
        write();
        final long position = publication.position();
        publication.close();
        while (RecordingPos.isActive(counters, positionCounter, recordingId)) {
            work();
        }
        return position;
    }

    @Override
    public void close() {
        CloseHelper.quietCloseAll(archive, driver);
    }
}
