package io.takt.recording.format;

import io.aeron.archive.client.AeronArchive;
import io.aeron.protocol.DataHeaderFlyweight;
import io.aeron.protocol.HeaderFlyweight;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;
import org.agrona.BitUtil;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Reads the batches of a recording's stream, from the files of Aeron's archive, without an archive: that would write to
 * the recording before it read it, and needs a media driver. Nothing is changed, so a recording may be read while
 * another process reads it or still makes it.
 *
 * <p>A frame counts when all of it is as it was written: header, place and CRC. The first that is not ends the stream;
 * so does the last byte that a killed process has written.
 *
 * <p>Owned by one thread.
 */
public final class StreamReader implements AutoCloseable {
    private static final String SEGMENT_SUFFIX = ".rec";

    private final Path archive;
    private final Beginning.Stream stream;
    private final UnsafeBuffer term;
    private final CRC32C crc = new CRC32C();
    private FileChannel segment;
    private long segmentBase = -1;
    private int termEnd;
    private int index;
    private int payloadLength;
    private long position;

    /**
     * A reader at the beginning of a stream.
     *
     * @param archive the folder of the archive's files.
     * @param stream  the stream.
     */
    public StreamReader(final Path archive, final Beginning.Stream stream) {
        this.archive = archive;
        this.stream = stream;
        this.term = new UnsafeBuffer(ByteBuffer.allocateDirect(stream.termLength()));
    }

    /**
     * Goes to the next batch.
     *
     * @return false at the end of the stream.
     * @throws IOException when a file cannot be read.
     */
    public boolean next() throws IOException {
        while (true) {
            final int offset = (int) (position % stream.termLength());
            if (offset == 0 && !readTerm()) {
                return false;
            }
            if (!isFrame(offset)) {
                return false;
            }
            final int frameLength = getInt(offset + HeaderFlyweight.FRAME_LENGTH_FIELD_OFFSET);
            position += BitUtil.align(frameLength, DataHeaderFlyweight.HEADER_LENGTH);
            if (type(offset) == HeaderFlyweight.HDR_TYPE_DATA) {
                index = offset + DataHeaderFlyweight.HEADER_LENGTH;
                payloadLength = frameLength - DataHeaderFlyweight.HEADER_LENGTH;
                return true;
            }
        }
    }

    /**
     * The buffer that holds the batch.
     *
     * @return valid until the next one.
     */
    public DirectBuffer buffer() {
        return term;
    }

    /**
     * Where the batch begins.
     *
     * @return an index into {@link #buffer()}.
     */
    public int index() {
        return index;
    }

    /**
     * How long the batch is.
     *
     * @return bytes.
     */
    public int length() {
        return payloadLength;
    }

    /**
     * How much of the stream was read.
     *
     * @return bytes, with the frames' headers.
     */
    public long position() {
        return position;
    }

    private boolean readTerm() throws IOException {
        final long base = AeronArchive.segmentFileBasePosition(0, position, stream.termLength(),
            stream.segmentLength());
        if (base != segmentBase) {
            close();
            final Path file = archive.resolve(stream.recordingId() + "-" + base + SEGMENT_SUFFIX);
            if (!Files.exists(file)) {
                return false;
            }
            segment = FileChannel.open(file, StandardOpenOption.READ);
            segmentBase = base;
        }
        final ByteBuffer into = term.byteBuffer();
        into.clear();
        int read = 0;
        while (into.hasRemaining() && read >= 0) {
            read = segment.read(into, position - base + into.position());
        }
        termEnd = into.position();
        return true;
    }

    private boolean isFrame(final int offset) {
        if (offset + DataHeaderFlyweight.HEADER_LENGTH > termEnd) {
            return false;
        }
        final int length = getInt(offset + HeaderFlyweight.FRAME_LENGTH_FIELD_OFFSET);
        if (length < DataHeaderFlyweight.HEADER_LENGTH || length > stream.termLength() - offset
            || getInt(offset + DataHeaderFlyweight.TERM_OFFSET_FIELD_OFFSET) != offset
            || getInt(offset + DataHeaderFlyweight.STREAM_ID_FIELD_OFFSET) != stream.streamId()
            || getInt(offset + DataHeaderFlyweight.TERM_ID_FIELD_OFFSET)
            != stream.initialTermId() + (int) (position / stream.termLength())) {
            return false;
        }
        // Of padding nothing but the header is written; it fills a term to its end.
        return type(offset) == HeaderFlyweight.HDR_TYPE_PAD && offset + length == stream.termLength()
            && term.getLong(offset + DataHeaderFlyweight.RESERVED_VALUE_OFFSET) == 0
            // No batch is empty: such a frame is padding whose type has changed.
            || type(offset) == HeaderFlyweight.HDR_TYPE_DATA && length > DataHeaderFlyweight.HEADER_LENGTH
            && offset + length <= termEnd
            && crcOf(offset + DataHeaderFlyweight.HEADER_LENGTH, length - DataHeaderFlyweight.HEADER_LENGTH)
            == term.getLong(offset + DataHeaderFlyweight.RESERVED_VALUE_OFFSET, ByteOrder.LITTLE_ENDIAN);
    }

    private long crcOf(final int from, final int length) {
        final ByteBuffer bytes = term.byteBuffer();
        bytes.limit(from + length).position(from);
        crc.reset();
        crc.update(bytes);
        return crc.getValue();
    }

    private int type(final int offset) {
        return term.getShort(offset + HeaderFlyweight.TYPE_FIELD_OFFSET, ByteOrder.LITTLE_ENDIAN) & 0xffff;
    }

    private int getInt(final int at) {
        return term.getInt(at, ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public void close() throws IOException {
        if (segment != null) {
            segment.close();
            segment = null;
            segmentBase = -1;
        }
    }
}
