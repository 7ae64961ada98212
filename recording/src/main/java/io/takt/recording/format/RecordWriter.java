package io.takt.recording.format;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import org.agrona.BitUtil;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Puts records into batches. Owned by one thread. */
public final class RecordWriter implements Records {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int NONE = -1;

    private final BatchSink sink;
    private final byte[] bytes;
    private final UnsafeBuffer batch;
    private final CRC32C crc = new CRC32C();
    private final PackedEntries sentEntries = new PackedEntries();
    private final PackedEntries deliveredEntries = new PackedEntries();
    private int end;
    /** Where the PACKED record begins to which entries are added; {@link #NONE} while there is none. */
    private int packed = NONE;
    private int packedAsset;
    private long sent;
    private long delivered;

    /**
     * A writer without records.
     *
     * @param sink takes full batches, and the others when they are {@linkplain #flush() flushed}.
     */
    public RecordWriter(final BatchSink sink) {
        this.sink = sink;
        this.bytes = new byte[sink.mostBytes() / RecordLayout.ALIGNMENT * RecordLayout.ALIGNMENT];
        this.batch = new UnsafeBuffer(bytes);
    }

    /**
     * How many messages that were sent it has.
     *
     * @return so far.
     */
    public long sent() {
        return sent;
    }

    /**
     * How many deliveries it has.
     *
     * @return so far.
     */
    public long delivered() {
        return delivered;
    }

    /** Gives the batch to the sink. */
    public void flush() {
        endPacked();
        if (end > 0) {
            crc.reset();
            crc.update(bytes, 0, end);
            final int length = end;
            end = 0;
            sink.take(batch, length, crc.getValue());
        }
    }

    @Override
    public void onAsset(final int asset, final AssetEntry entry) {
        final DirectBuffer text;
        try {
            text = new UnsafeBuffer(JSON.writeValueAsBytes(entry));
        } catch (final JsonProcessingException e) {
            throw new IllegalStateException("cannot be written as JSON: " + entry, e);
        }
        makeRoom(RecordLayout.ASSET_TEXT_FIELD + text.capacity());
        putInt(RecordLayout.ASSET_TEXT_LENGTH_FIELD, text.capacity());
        putBody(RecordLayout.ASSET, asset, RecordLayout.ASSET_TEXT_FIELD, text, 0, text.capacity());
    }

    @Override
    public void onSent(final int asset, final int channel, final long stampNs, final long sequence,
        final DirectBuffer buffer, final int index, final int length) {
        if (RecordLayout.HEADER_LENGTH + PackedEntries.MOST_BYTES + length > bytes.length) {
            putLongSent(asset, channel, stampNs, sequence, buffer, index, length);
        } else {
            makeRoomForEntry(asset, length);
            end = sentEntries.write(bytes, end, 0, stampNs, sequence, channel, length);
            batch.putBytes(end, buffer, index, length);
            end += length;
        }
        sent++;
    }

    private void putLongSent(final int asset, final int channel, final long stampNs, final long sequence,
        final DirectBuffer buffer, final int index, final int length) {
        makeRoom(RecordLayout.SENT_MESSAGE_FIELD + length);
        putLong(RecordLayout.TIME_FIELD, stampNs);
        putLong(RecordLayout.SEQUENCE_FIELD, sequence);
        putInt(RecordLayout.SENT_CHANNEL_FIELD, channel);
        putInt(RecordLayout.SENT_LENGTH_FIELD, length);
        putBody(RecordLayout.SENT, asset, RecordLayout.SENT_MESSAGE_FIELD, buffer, index, length);
    }

    @Override
    public void onDelivered(final int asset, final int input, final long deliveryNs, final long sequence,
        final long stepEndNs) {
        makeRoomForEntry(asset, 0);
        end = deliveredEntries.write(bytes, end, PackedEntries.DELIVERED, deliveryNs, sequence, input,
            stepEndNs - deliveryNs);
        delivered++;
    }

    @Override
    public void onVoid(final int asset, final long stampNs) {
        putTime(RecordLayout.VOID, asset, stampNs);
    }

    @Override
    public void onReset(final int asset) {
        makeRoom(RecordLayout.HEADER_LENGTH);
        finish(RecordLayout.RESET, asset, RecordLayout.HEADER_LENGTH);
    }

    @Override
    public void onFrontier(final int asset, final long timeNs) {
        putTime(RecordLayout.FRONTIER, asset, timeNs);
    }

    @Override
    public void onGone(final int asset, final long timeNs, final boolean isLost) {
        makeRoom(RecordLayout.GONE_LENGTH);
        putLong(RecordLayout.TIME_FIELD, timeNs);
        putInt(RecordLayout.GONE_LOST_FIELD, isLost ? 1 : 0);
        finish(RecordLayout.GONE, asset, RecordLayout.GONE_LENGTH);
    }

    private void putTime(final short type, final int asset, final long timeNs) {
        final int length = RecordLayout.TIME_FIELD + Long.BYTES;
        makeRoom(length);
        putLong(RecordLayout.TIME_FIELD, timeNs);
        finish(type, asset, length);
    }

    /** An entry is added to the last record if that is of the same asset, and has room. */
    private void makeRoomForEntry(final int asset, final int messageLength) {
        final int mostBytes = PackedEntries.MOST_BYTES + messageLength;
        if (packed == NONE || packedAsset != asset || mostBytes > bytes.length - end) {
            makeRoom(RecordLayout.HEADER_LENGTH + mostBytes);
            packed = end;
            packedAsset = asset;
            end += RecordLayout.HEADER_LENGTH;
            sentEntries.reset();
            deliveredEntries.reset();
        }
    }

    private void endPacked() {
        if (packed != NONE) {
            final int length = end - packed;
            end = packed;
            packed = NONE;
            finish(RecordLayout.PACKED, packedAsset, length);
        }
    }

    /** A record that is longer than a batch begins one. */
    private void makeRoom(final int length) {
        endPacked();
        if (length > bytes.length - end) {
            flush();
        }
    }

    private void putLong(final int field, final long value) {
        batch.putLong(end + field, value, ByteOrder.LITTLE_ENDIAN);
    }

    private void putInt(final int field, final int value) {
        batch.putInt(end + field, value, ByteOrder.LITTLE_ENDIAN);
    }

    /** Ends the record with what fits of its body; the rest follows. */
    private void putBody(final short type, final int asset, final int bodyField, final DirectBuffer body,
        final int index, final int length) {
        int put = putPart(type, asset, bodyField, body, index, length);
        while (put < length) {
            flush();
            put += putPart(RecordLayout.MORE, asset, RecordLayout.HEADER_LENGTH, body, index + put, length - put);
        }
    }

    private int putPart(final short type, final int asset, final int field, final DirectBuffer body, final int index,
        final int length) {
        final int part = Math.min(length, bytes.length - end - field);
        batch.putBytes(end + field, body, index, part);
        finish(type, asset, field + part);
        return part;
    }

    private void finish(final short type, final int asset, final int length) {
        if (asset >= RecordLayout.MOST_ASSETS) {
            throw new IllegalArgumentException("a recording has room for " + RecordLayout.MOST_ASSETS + " assets");
        }
        // Length, type and asset, as the one word in which they lie.
        putLong(RecordLayout.LENGTH_FIELD, length | (long) type << Integer.SIZE
            | (long) asset << Integer.SIZE + Short.SIZE);
        final int next = BitUtil.align(end + length, RecordLayout.ALIGNMENT);
        for (int padding = end + length; padding < next; padding++) {
            bytes[padding] = 0;
        }
        end = next;
    }
}
