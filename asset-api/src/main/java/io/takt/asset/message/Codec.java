package io.takt.asset.message;

import java.util.function.Function;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Writes values as bytes and reads them back. Both sides of a channel use the same, or one that agrees with it.
 *
 * @param <T> of the values.
 */
public interface Codec<T> {
    /**
     * Writes a value.
     *
     * @param value to write.
     * @param into  grows as it must; begins at 0.
     * @return how many bytes were written.
     */
    int encode(T value, MutableDirectBuffer into);

    /**
     * Reads a value.
     *
     * @param from   buffer that holds it; valid during this call.
     * @param index  of its first byte.
     * @param length of it in bytes.
     * @return the value.
     */
    T decode(DirectBuffer from, int index, int length);

    /**
     * Rows of numbers, as most simulators exchange them: 8 bytes each, one behind the other, little-endian. How many
     * there are is the length of the message.
     *
     * @return a codec for any thread; it reads a new array each time, and a message whose length is no multiple
     *     of 8 is an {@link IllegalArgumentException}.
     */
    static Codec<double[]> doubles() {
        return DoublesCodec.INSTANCE;
    }

    /**
     * Rows of whole numbers: 8 bytes each, one behind the other, little-endian, as of {@link #doubles()}.
     *
     * @return a codec for any thread; a message whose length is no multiple of 8 is an
     *     {@link IllegalArgumentException}.
     */
    static Codec<long[]> longs() {
        return RowCodecs.Longs.INSTANCE;
    }

    /**
     * One number, in 8 bytes, little-endian.
     *
     * @return a codec for any thread; a message of another length is an {@link IllegalArgumentException}.
     */
    static Codec<Double> oneDouble() {
        return RowCodecs.OneDouble.INSTANCE;
    }

    /**
     * One whole number, in 8 bytes, little-endian.
     *
     * @return a codec for any thread; a message of another length is an {@link IllegalArgumentException}.
     */
    static Codec<Long> oneLong() {
        return RowCodecs.OneLong.INSTANCE;
    }

    /**
     * Text in UTF-8, without anything around it.
     *
     * @return a codec for any thread; bytes that are no UTF-8 are an {@link IllegalArgumentException}.
     */
    static Codec<String> text() {
        return RowCodecs.Text.INSTANCE;
    }

    /**
     * Bytes as they are.
     *
     * @return a codec for any thread; it reads a new array each time.
     */
    static Codec<byte[]> bytes() {
        return RowCodecs.Bytes.INSTANCE;
    }

    /**
     * Values of a program's own, or of a library's: {@code Codec.of(Pose::toByteArray, Pose::parseFrom)}.
     *
     * @param writer gives the bytes of a value; equal ones for equal values, or runs differ.
     * @param reader gives the value of bytes; throws an exception that says in one line why it cannot.
     * @param <T>    of the values.
     * @return a codec, for any thread if the functions are.
     */
    static <T> Codec<T> of(final Function<T, byte[]> writer, final Function<byte[], T> reader) {
        return new RowCodecs.Own<>(writer, reader);
    }

    /**
     * Values as JSON in UTF-8: records, lists, maps, numbers and text. Fields stand in the order of their names, so
     * equal values are equal bytes; fields that the type does not know are passed over. The JSON library is that of the
     * runtime.
     *
     * @param type of the values, such as a record's class.
     * @param <T>  of the values.
     * @return a codec for any thread; bytes that are no JSON, or do not fit the type, and values that cannot be written
     *     are an {@link IllegalArgumentException}.
     * @throws IllegalStateException when no runtime is on the class path.
     */
    static <T> Codec<T> json(final Class<T> type) {
        return JsonCodecs.find(Codec.class.getClassLoader(), Thread.currentThread().getContextClassLoader()).of(type);
    }
}
