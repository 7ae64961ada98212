package io.takt.asset.message;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.function.Function;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** Codecs of plain values. All are stateless, and write equal bytes for equal values. */
final class RowCodecs {
    private RowCodecs() {
    }

    /** Bytes as they are. */
    enum Bytes implements Codec<byte[]> {
        INSTANCE;

        @Override
        public int encode(final byte[] value, final MutableDirectBuffer into) {
            into.putBytes(0, value);
            return value.length;
        }

        @Override
        public byte[] decode(final DirectBuffer from, final int index, final int length) {
            final byte[] value = new byte[length];
            from.getBytes(index, value);
            return value;
        }
    }

    /** Text in UTF-8. */
    enum Text implements Codec<String> {
        INSTANCE;

        @Override
        public int encode(final String value, final MutableDirectBuffer into) {
            try {
                final ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(value));
                final int length = bytes.remaining();
                into.putBytes(0, bytes, length);
                return length;
            } catch (final CharacterCodingException e) {
                throw new IllegalArgumentException("text with half a surrogate pair cannot be written in UTF-8", e);
            }
        }

        @Override
        public String decode(final DirectBuffer from, final int index, final int length) {
            try {
                return StandardCharsets.UTF_8.newDecoder()
                    .decode(ByteBuffer.wrap(Bytes.INSTANCE.decode(from, index, length))).toString();
            } catch (final CharacterCodingException e) {
                throw new IllegalArgumentException("a message of " + length + " bytes is no text in UTF-8", e);
            }
        }
    }

    /** Rows of whole numbers. */
    enum Longs implements Codec<long[]> {
        INSTANCE;

        @Override
        public int encode(final long[] values, final MutableDirectBuffer into) {
            for (int i = 0; i < values.length; i++) {
                into.putLong(i * Long.BYTES, values[i], ByteOrder.LITTLE_ENDIAN);
            }
            return values.length * Long.BYTES;
        }

        @Override
        public long[] decode(final DirectBuffer from, final int index, final int length) {
            if (length % Long.BYTES != 0) {
                throw new IllegalArgumentException("a message of " + length + " bytes is no row of numbers of 8 bytes");
            }
            final long[] values = new long[length / Long.BYTES];
            for (int i = 0; i < values.length; i++) {
                values[i] = from.getLong(index + i * Long.BYTES, ByteOrder.LITTLE_ENDIAN);
            }
            return values;
        }
    }

    /** One whole number. */
    enum OneLong implements Codec<Long> {
        INSTANCE;

        @Override
        public int encode(final Long value, final MutableDirectBuffer into) {
            into.putLong(0, value, ByteOrder.LITTLE_ENDIAN);
            return Long.BYTES;
        }

        @Override
        public Long decode(final DirectBuffer from, final int index, final int length) {
            requireOne(length);
            return from.getLong(index, ByteOrder.LITTLE_ENDIAN);
        }
    }

    /** One number. */
    enum OneDouble implements Codec<Double> {
        INSTANCE;

        @Override
        public int encode(final Double value, final MutableDirectBuffer into) {
            into.putDouble(0, value, ByteOrder.LITTLE_ENDIAN);
            return Double.BYTES;
        }

        @Override
        public Double decode(final DirectBuffer from, final int index, final int length) {
            requireOne(length);
            return from.getDouble(index, ByteOrder.LITTLE_ENDIAN);
        }
    }

    private static void requireOne(final int length) {
        if (length != Long.BYTES) {
            throw new IllegalArgumentException("a message of " + length + " bytes is no number of 8 bytes");
        }
    }

    /** Values that a program itself turns into bytes and back. */
    record Own<T>(Function<T, byte[]> writer, Function<byte[], T> reader) implements Codec<T> {
        Own {
            Objects.requireNonNull(writer, "writer");
            Objects.requireNonNull(reader, "reader");
        }

        @Override
        public int encode(final T value, final MutableDirectBuffer into) {
            return Bytes.INSTANCE.encode(writer.apply(value), into);
        }

        @Override
        public T decode(final DirectBuffer from, final int index, final int length) {
            return reader.apply(Bytes.INSTANCE.decode(from, index, length));
        }
    }
}
