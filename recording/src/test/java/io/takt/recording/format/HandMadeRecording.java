package io.takt.recording.format;

import io.aeron.protocol.DataHeaderFlyweight;
import io.aeron.protocol.HeaderFlyweight;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.agrona.BitUtil;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** A recording as an archive would have left it, with terms and segments so small that there are many. */
public final class HandMadeRecording implements BatchSink {
    private static final int TERM_LENGTH = 1024;
    private static final int SEGMENT_LENGTH = 4 * TERM_LENGTH;
    private static final int STREAM_ID = 3;
    private static final int INITIAL_TERM_ID = 5;
    private static final int RECORDING_ID = 7;

    private final RecordingFolder folder;
    private final RecordWriter records = new RecordWriter(this);
    private long position;

    /** A recording without records; the path is that of an empty folder. */
    public HandMadeRecording(final Path path) throws IOException {
        folder = RecordingFolder.create(path);
        folder.write(beginning());
    }

    public RecordingFolder folder() {
        return folder;
    }

    public Beginning beginning() {
        return new Beginning(Beginning.FORMAT, "hand", 42, "/nowhere/hand.json", null, "2026-01-01T00:00:00Z",
            new Beginning.Stream(RECORDING_ID, STREAM_ID, INITIAL_TERM_ID, TERM_LENGTH, SEGMENT_LENGTH));
    }

    /** Takes records; they are in the files after the writer was flushed. */
    public RecordWriter records() {
        return records;
    }

    public long position() {
        return position;
    }

    /** The file in which the byte at a position is. */
    public Path segment(final long at) {
        return folder.archive().resolve(RECORDING_ID + "-" + at / SEGMENT_LENGTH * SEGMENT_LENGTH + ".rec");
    }

    @Override
    public int mostBytes() {
        return 200;
    }

    @Override
    public void take(final DirectBuffer batch, final int length, final long crc) {
        final int frameLength = DataHeaderFlyweight.HEADER_LENGTH + length;
        final int left = TERM_LENGTH - (int) (position % TERM_LENGTH);
        if (BitUtil.align(frameLength, DataHeaderFlyweight.HEADER_LENGTH) > left) {
            write(frame(HeaderFlyweight.HDR_TYPE_PAD, left, 0), DataHeaderFlyweight.HEADER_LENGTH, left);
        }
        final UnsafeBuffer frame = frame(HeaderFlyweight.HDR_TYPE_DATA, frameLength, crc);
        frame.putBytes(DataHeaderFlyweight.HEADER_LENGTH, batch, 0, length);
        write(frame, frame.capacity(), frame.capacity());
    }

    private UnsafeBuffer frame(final int type, final int frameLength, final long reserved) {
        final DataHeaderFlyweight header = new DataHeaderFlyweight(
            ByteBuffer.allocateDirect(BitUtil.align(frameLength, DataHeaderFlyweight.HEADER_LENGTH)));
        header.headerType(type);
        header.frameLength(frameLength);
        header.termOffset((int) (position % TERM_LENGTH));
        header.streamId(STREAM_ID);
        header.termId(INITIAL_TERM_ID + (int) (position / TERM_LENGTH));
        header.reservedValue(reserved);
        return header;
    }

    private void write(final UnsafeBuffer frame, final int length, final int advance) {
        final byte[] bytes = new byte[length];
        frame.getBytes(0, bytes);
        try (var file = Files.newByteChannel(segment(position), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            file.position(position % SEGMENT_LENGTH).write(ByteBuffer.wrap(bytes));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        position += advance;
    }
}
