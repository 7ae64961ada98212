package io.takt.asset.call;

import io.takt.asset.message.Codec;
import io.takt.asset.message.Message;
import io.takt.asset.message.Output;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/**
 * How requests and answers stand in messages; little-endian:
 *
 * <pre>
 *   0  u8   kind: 1 request, 2 cancel, 3 progress, 4 answer, 5 error
 *   1  u8   length n of the client's name; 0 in requests and cancels, which their sender's name goes with
 *   2  i64  T_i at which the caller began
 *  10  i64  number of the call since then
 *  18  i64  time-out in nanoseconds of simulation time; 0 in answers
 *  26       the client's name, ASCII, n bytes; then the value, or a text in UTF-8
 * </pre>
 */
final class Frame {
    static final byte REQUEST = 1;
    static final byte CANCEL = 2;
    static final byte PROGRESS = 3;
    static final byte ANSWER = 4;
    static final byte ERROR = 5;

    private static final int NAME_LENGTH_OFFSET = 1;
    private static final int BEGAN_OFFSET = 2;
    private static final int NUMBER_OFFSET = 10;
    private static final int TIME_OUT_OFFSET = 18;
    private static final int NAME_OFFSET = 26;

    private final ExpandableArrayBuffer bytes = new ExpandableArrayBuffer();
    private final ExpandableArrayBuffer value = new ExpandableArrayBuffer();

    /** Which call of a client it is: a process that takes another's place begins at a later time. */
    record Id(String client, long beganNs, long number) {
    }

    /** The header of a message, and where its value is. */
    record Head(byte kind, String client, long beganNs, long number, long timeOutNs, int index, int length) {
    }

    /** A codec of null is of a frame without a value. */
    <T> void send(final Output output, final byte kind, final String client, final Id id, final long timeOutNs,
        final Codec<T> codec, final T what) {
        bytes.putByte(0, kind);
        bytes.putByte(NAME_LENGTH_OFFSET, (byte) client.length());
        bytes.putLong(BEGAN_OFFSET, id.beganNs, ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(NUMBER_OFFSET, id.number, ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(TIME_OUT_OFFSET, timeOutNs, ByteOrder.LITTLE_ENDIAN);
        final int valueAt = NAME_OFFSET + bytes.putStringWithoutLengthAscii(NAME_OFFSET, client);
        final int length = codec == null ? 0 : codec.encode(what, value);
        bytes.putBytes(valueAt, value, 0, length);
        output.send(bytes, 0, valueAt + length);
    }

    static Head read(final Message message) {
        final DirectBuffer from = message.buffer();
        final int at = message.index();
        final int length = message.length();
        final int nameLength = length < NAME_OFFSET ? 0 : from.getByte(at + NAME_LENGTH_OFFSET) & 0xff;
        if (length < NAME_OFFSET + nameLength || from.getByte(at) < REQUEST || from.getByte(at) > ERROR) {
            throw new IllegalArgumentException("channel '" + message.channel() + "': a message of " + length
                + " bytes from asset '" + message.sender() + "' is no part of a call; is that channel sent by hand?");
        }
        return new Head(from.getByte(at), from.getStringWithoutLengthAscii(at + NAME_OFFSET, nameLength),
            from.getLong(at + BEGAN_OFFSET, ByteOrder.LITTLE_ENDIAN),
            from.getLong(at + NUMBER_OFFSET, ByteOrder.LITTLE_ENDIAN),
            from.getLong(at + TIME_OUT_OFFSET, ByteOrder.LITTLE_ENDIAN), at + NAME_OFFSET + nameLength,
            length - NAME_OFFSET - nameLength);
    }
}
