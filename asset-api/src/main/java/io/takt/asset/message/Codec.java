package io.takt.asset.message;

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
     * @return a codec for any thread; what it reads is a new array each time, and a message whose length is no multiple
     *     of 8 is an {@link IllegalArgumentException}.
     */
    static Codec<double[]> doubles() {
        return DoublesCodec.INSTANCE;
    }
}
