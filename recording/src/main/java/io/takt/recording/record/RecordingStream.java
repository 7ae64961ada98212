package io.takt.recording.record;

import io.takt.recording.format.BatchSink;
import io.takt.recording.format.Beginning;

/** Where a recorder puts its batches. Owned by one thread. */
interface RecordingStream extends BatchSink, AutoCloseable {
    /** Where the records are, for readers. */
    Beginning.Stream stream();

    /**
     * Writes all that was taken to files; to be called now and then even when there is nothing. Throws
     * {@link io.takt.asset.TaktException} when it cannot be written.
     */
    void write();

    /** Writes all that was taken, and ends the stream. Says how many bytes it has. */
    long finish();

    @Override
    void close();
}
