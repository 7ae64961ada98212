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
}
