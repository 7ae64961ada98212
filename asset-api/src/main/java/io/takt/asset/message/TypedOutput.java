package io.takt.asset.message;

import org.agrona.ExpandableArrayBuffer;

/**
 * A channel that sends values. Used as {@link Output} is.
 *
 * @param <T> of the values.
 */
public final class TypedOutput<T> {
    private final Output output;
    private final Codec<T> codec;
    private final ExpandableArrayBuffer bytes = new ExpandableArrayBuffer();

    TypedOutput(final Output output, final Codec<T> codec) {
        this.output = output;
        this.codec = codec;
    }

    /**
     * Sends a value that is stamped as of {@link Output#send(org.agrona.DirectBuffer, int, int)}.
     *
     * @param value to send.
     * @throws IllegalArgumentException as of {@link Output#send(org.agrona.DirectBuffer, int, int)}.
     * @throws IllegalStateException    as of {@link Output#send(org.agrona.DirectBuffer, int, int)}.
     */
    public void send(final T value) {
        output.send(bytes, 0, codec.encode(value, bytes));
    }

    /**
     * Sends a value.
     *
     * @param value   to send.
     * @param stampNs as of {@link Output#send(org.agrona.DirectBuffer, int, int, long)}.
     * @throws IllegalArgumentException as of {@link Output#send(org.agrona.DirectBuffer, int, int, long)}.
     * @throws IllegalStateException    as of {@link Output#send(org.agrona.DirectBuffer, int, int, long)}.
     */
    public void send(final T value, final long stampNs) {
        output.send(bytes, 0, codec.encode(value, bytes), stampNs);
    }

    /**
     * As of {@link Output#promiseNoSendBefore}.
     *
     * @param timeNs in nanoseconds of simulation time.
     */
    public void promiseNoSendBefore(final long timeNs) {
        output.promiseNoSendBefore(timeNs);
    }
}
