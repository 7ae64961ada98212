package io.takt.recording.format;

/**
 * The contract of the records in a recording's stream.
 *
 * <p>The payload of each frame is a batch: whole records one after the other, each at a multiple of 8. The frame's
 * reserved value is the CRC-32C of the batch. Byte order is little-endian. Times are nanoseconds of simulation time.
 *
 * <pre>
 *  offset  field
 *       0  i32  length of the record with this header; the next begins at the next multiple of 8
 *       4  i16  type
 *       6  u16  number of the asset that it is about: 0 for the first that joined, and so on
 *
 *  ASSET      8  i32  length of the text        12  text: JSON, UTF-8; see {@link AssetEntry}
 *  SENT       8  i64  stamp                     16  i64  sequence number
 *            24  i32  channel, by its index     28  i32  length of the message   32  message
 *  MORE       8  the rest of the ASSET or SENT, or the MORE, just before it
 *  DELIVERED  8  i64  when                      16  i64  its sender's sequence number
 *            24  i64  end of the step that got it (where steps vary, its start and one granularity); 0 for a
 *                     retroactive message, which no step got
 *            32  i32  link, by its index
 *  VOID       8  i64  what the asset's process had sent with later stamps is void, for another took its place
 *  RESET         the asset was put back to its start: stamps and sequence numbers begin anew
 *  FRONTIER   8  i64  all that the asset sent with stamps up to this, and all that was delivered to it in steps that
 *                     ended by then, stands before this record
 *  GONE       8  i64  the asset left at this time   16  i32  1 when it was lost
 *  PACKED     8  entries, one after the other, to the end of the record: messages that the asset sent and deliveries
 *                to it, each with only what differs from the entry of its kind before it in this record
 *
 *  entry         u8   1 a delivery, else a message that was sent; and 2 where the time, 4 where the number, 8 where
 *                     the channel or link, 16 where the length or the end of the step is not as expected
 *                for each of these, in this order, the difference: from the time before; from the number after the
 *                     one before; from the channel or link before; from the length before, or from the time from
 *                     the delivery before to the end of its step. Before the first entry, all are 0
 *                of a message that was sent, its bytes
 *
 *  difference    2d for a d of 0 or more, else -2d - 1; in groups of 7 bits, the lowest first, a byte each, with 128 in
 *                all but the last
 * </pre>
 *
 * <p>Messages that do not fit into a batch are SENT with MORE. Recordings of format 1 have neither entries nor PACKED,
 * but SENT for each message and DELIVERED for each delivery.
 *
 * <p>Records of one asset stand in the order in which it sent and was delivered. Those of several have no order.
 */
final class RecordLayout {
    static final int ALIGNMENT = 8;
    static final int LENGTH_FIELD = 0;
    static final int TYPE_FIELD = 4;
    static final int ASSET_FIELD = 6;
    static final int HEADER_LENGTH = 8;

    static final int TIME_FIELD = 8;
    static final int SEQUENCE_FIELD = 16;

    static final int ASSET_TEXT_LENGTH_FIELD = 8;
    static final int ASSET_TEXT_FIELD = 12;

    static final int SENT_CHANNEL_FIELD = 24;
    static final int SENT_LENGTH_FIELD = 28;
    static final int SENT_MESSAGE_FIELD = 32;

    static final int DELIVERED_STEP_END_FIELD = 24;
    static final int DELIVERED_INPUT_FIELD = 32;
    static final int DELIVERED_LENGTH = 36;

    static final int GONE_LOST_FIELD = 16;
    static final int GONE_LENGTH = 20;

    static final short ASSET = 1;
    static final short SENT = 2;
    static final short MORE = 3;
    static final short DELIVERED = 4;
    static final short VOID = 5;
    static final short RESET = 6;
    static final short FRONTIER = 7;
    static final short GONE = 8;
    static final short PACKED = 9;

    static final int MOST_ASSETS = 1 << 16;

    private RecordLayout() {
    }
}
