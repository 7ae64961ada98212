package io.takt.recording.format;

import io.takt.asset.TaktException;
import java.io.IOException;

/** Reads the records of a recording from the first to the last. Owned by one thread. */
public final class RecordingReader implements AutoCloseable {
    private final RecordingFolder folder;
    private final StreamReader stream;
    private final RecordReader records;

    /**
     * A reader that has read nothing yet.
     *
     * @param folder    of the recording.
     * @param beginning of the recording.
     * @param records   takes the records.
     */
    public RecordingReader(final RecordingFolder folder, final Beginning beginning, final Records records) {
        this.folder = folder;
        this.stream = new StreamReader(folder.archive(), beginning.stream());
        this.records = new RecordReader(records);
    }

    /**
     * Reads on.
     *
     * @return false at the end.
     * @throws TaktException when the recording cannot be read; in one line.
     */
    public boolean read() {
        try {
            if (!stream.next()) {
                return false;
            }
        } catch (final IOException e) {
            throw new TaktException("cannot read the recording in " + folder.path() + ": " + e.getMessage(), e);
        }
        records.read(stream.buffer(), stream.index(), stream.length());
        return true;
    }

    /**
     * How much was read.
     *
     * @return bytes of the stream.
     */
    public long position() {
        return stream.position();
    }

    @Override
    public void close() {
        try {
            stream.close();
        } catch (final IOException e) {
            throw new TaktException("cannot close the recording in " + folder.path() + ": " + e.getMessage(), e);
        }
    }
}
