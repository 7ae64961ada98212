package io.takt.recording.format;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.takt.asset.TaktException;
import java.io.IOException;
import java.nio.ByteOrder;
import org.agrona.BitUtil;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/** Takes records out of batches. Owned by one thread. */
public final class RecordReader {
    private static final ObjectMapper JSON =
        JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

    private final Records records;
    private final PackedReader packed;
    private final ExpandableArrayBuffer body = new ExpandableArrayBuffer();
    private short pending;
    private int pendingLength;
    private int pendingSoFar;
    private long pendingStampNs;
    private long pendingSequence;
    private int pendingChannel;

    /**
     * A reader that has read nothing yet.
     *
     * @param records takes the records.
     */
    public RecordReader(final Records records) {
        this.records = records;
        this.packed = new PackedReader(records);
    }

    /**
     * Reads the next batch of the stream.
     *
     * @param batch  that holds it.
     * @param index  of its first byte.
     * @param length in bytes.
     * @throws TaktException when these are no records.
     */
    public void read(final DirectBuffer batch, final int index, final int length) {
        int at = index;
        final int end = index + length;
        while (at < end) {
            final int recordLength =
                end - at < RecordLayout.HEADER_LENGTH ? 0 : getInt(batch, at + RecordLayout.LENGTH_FIELD);
            if (recordLength < RecordLayout.HEADER_LENGTH || recordLength > end - at) {
                throw new TaktException("the recording has a record of " + recordLength + " bytes where "
                    + (end - at) + " are left");
            }
            read(batch, at, recordLength, batch.getShort(at + RecordLayout.TYPE_FIELD, ByteOrder.LITTLE_ENDIAN),
                batch.getShort(at + RecordLayout.ASSET_FIELD, ByteOrder.LITTLE_ENDIAN) & 0xffff);
            at += BitUtil.align(recordLength, RecordLayout.ALIGNMENT);
        }
    }

    private void read(final DirectBuffer batch, final int at, final int length, final short type, final int asset) {
        switch (type) {
            case RecordLayout.ASSET -> begin(type, asset, getInt(batch, at + RecordLayout.ASSET_TEXT_LENGTH_FIELD),
                batch, at + RecordLayout.ASSET_TEXT_FIELD, length - RecordLayout.ASSET_TEXT_FIELD);
            case RecordLayout.SENT -> {
                pendingStampNs = getLong(batch, at + RecordLayout.TIME_FIELD);
                pendingSequence = getLong(batch, at + RecordLayout.SEQUENCE_FIELD);
                pendingChannel = getInt(batch, at + RecordLayout.SENT_CHANNEL_FIELD);
                begin(type, asset, getInt(batch, at + RecordLayout.SENT_LENGTH_FIELD), batch,
                    at + RecordLayout.SENT_MESSAGE_FIELD, length - RecordLayout.SENT_MESSAGE_FIELD);
            }
            case RecordLayout.MORE ->
                more(asset, batch, at + RecordLayout.HEADER_LENGTH, length - RecordLayout.HEADER_LENGTH);
            case RecordLayout.DELIVERED -> records.onDelivered(asset,
                getInt(batch, at + RecordLayout.DELIVERED_INPUT_FIELD), getLong(batch, at + RecordLayout.TIME_FIELD),
                getLong(batch, at + RecordLayout.SEQUENCE_FIELD),
                getLong(batch, at + RecordLayout.DELIVERED_STEP_END_FIELD));
            case RecordLayout.PACKED -> packed.read(asset, batch, at + RecordLayout.HEADER_LENGTH,
                length - RecordLayout.HEADER_LENGTH);
            case RecordLayout.VOID -> records.onVoid(asset, getLong(batch, at + RecordLayout.TIME_FIELD));
            case RecordLayout.RESET -> records.onReset(asset);
            case RecordLayout.FRONTIER -> records.onFrontier(asset, getLong(batch, at + RecordLayout.TIME_FIELD));
            case RecordLayout.GONE -> records.onGone(asset, getLong(batch, at + RecordLayout.TIME_FIELD),
                getInt(batch, at + RecordLayout.GONE_LOST_FIELD) == 1);
            default -> throw new TaktException("the recording has a record of type " + type
                + ", which this version does not know");
        }
    }

    private void begin(final short type, final int asset, final int bodyLength, final DirectBuffer batch,
        final int index, final int length) {
        if (length == bodyLength) {
            tell(type, asset, batch, index, length);
            return;
        }
        pending = type;
        pendingLength = bodyLength;
        pendingSoFar = 0;
        more(asset, batch, index, length);
    }

    private void more(final int asset, final DirectBuffer batch, final int index, final int length) {
        if (pending == 0 || length > pendingLength - pendingSoFar) {
            throw new TaktException("the recording has the rest of a message that did not begin");
        }
        body.putBytes(pendingSoFar, batch, index, length);
        pendingSoFar += length;
        if (pendingSoFar == pendingLength) {
            final short type = pending;
            pending = 0;
            tell(type, asset, body, 0, pendingLength);
        }
    }

    private void tell(final short type, final int asset, final DirectBuffer buffer, final int index,
        final int length) {
        if (type == RecordLayout.SENT) {
            records.onSent(asset, pendingChannel, pendingStampNs, pendingSequence, buffer, index, length);
            return;
        }
        final byte[] text = new byte[length];
        buffer.getBytes(index, text);
        try {
            records.onAsset(asset, JSON.readValue(text, AssetEntry.class));
        } catch (final IOException e) {
            throw new TaktException("the recording has an asset that cannot be read: " + e.getMessage(), e);
        }
    }

    private static int getInt(final DirectBuffer buffer, final int index) {
        return buffer.getInt(index, ByteOrder.LITTLE_ENDIAN);
    }

    private static long getLong(final DirectBuffer buffer, final int index) {
        return buffer.getLong(index, ByteOrder.LITTLE_ENDIAN);
    }
}
