package io.takt.asset.message;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * A channel, at the asset that sends it. Used on the thread that drives the asset: within a step, or before the asset's
 * first one, which is the dawn of time.
 *
 * <p>Within a step from T to T' a message carries a stamp in (T, T']. At the dawn of time it carries 0; for an asset
 * that joined later there is no dawn, and messages that it sends before its first step are part of that step. Others
 * see the messages when the step is done; if the process dies before that, they are never delivered.
 *
 * <p>When a receiver is far behind and the stream is full, sending waits for it, and takes in messages for this asset
 * meanwhile.
 *
 * <p>A message can be sent from a buffer, which copies it, or written in its place:
 *
 * <pre>{@code
 *   final MutableDirectBuffer room = output.claim(16);
 *   room.putDouble(0, x);
 *   room.putDouble(8, y);
 *   output.commit(16);
 * }</pre>
 *
 * <p>An asset has at most one claim at a time. One that is open when its step ends, or when the asset is put back to
 * its start, is dropped as by {@link #abort()}; so is that of a process that dies.
 *
 * <p>After the end of the run or of the hub, or when the asset has left, nothing is delivered any more: later messages
 * and promises, in a step or not, are dropped unread.
 */
public interface Output {
    /** {@return the name of the channel} */
    String channel();

    /** {@return most bytes in a message, as declared} */
    int maxBytes();

    /**
     * Sends a message that is stamped with the step's end; with steps that vary, with the earliest possible end, so
     * that the stamp is the same in every run.
     *
     * @param buffer that holds it.
     * @param index  of its first byte.
     * @param length of it in bytes.
     * @throws IllegalArgumentException when it is larger than {@link #maxBytes()}.
     * @throws IndexOutOfBoundsException when that is not within the buffer.
     * @throws IllegalStateException    when no step is under way, the calling thread does not drive the asset, or the
     *                                  asset has promised not to send yet.
     */
    void send(DirectBuffer buffer, int index, int length);

    /**
     * Sends a message.
     *
     * @param buffer  that holds it.
     * @param index   of its first byte.
     * @param length  of it in bytes.
     * @param stampNs later than the start of the step, and not later than its end; 0 at the dawn of time.
     * @throws IllegalArgumentException when it is larger than {@link #maxBytes()}, or the stamp is outside the step.
     * @throws IndexOutOfBoundsException when that is not within the buffer.
     * @throws IllegalStateException    when no step is under way, the calling thread does not drive the asset, or the
     *                                  asset has promised not to send yet.
     */
    void send(DirectBuffer buffer, int index, int length, long stampNs);

    /**
     * Makes room for a message that is stamped with the end of the step, see {@link #send(DirectBuffer, int, int)}; it
     * is to be written in its place, and sent by {@link #commit}.
     *
     * @param length most bytes that it will have.
     * @return begins with the message, is as long as was claimed, and holds anything; to be written until
     *     {@link #commit} or {@link #abort}.
     * @throws IllegalArgumentException when it is larger than {@link #maxBytes()}.
     * @throws IllegalStateException    when no step is under way, the calling thread does not drive the asset, the
     *                                  asset has promised not to send yet, or another claim of the asset is open.
     */
    MutableDirectBuffer claim(int length);

    /**
     * Makes room for a message, as {@link #claim(int)} does.
     *
     * @param length  most bytes that it will have.
     * @param stampNs later than the start of the step, and not later than its end; 0 at the dawn of time.
     * @return as of {@link #claim(int)}.
     * @throws IllegalArgumentException when it is larger than {@link #maxBytes()}, or the stamp is outside the step.
     * @throws IllegalStateException    as of {@link #claim(int)}.
     */
    MutableDirectBuffer claim(int length, long stampNs);

    /**
     * Sends the message that was claimed.
     *
     * @param length of it in bytes, as was claimed or less.
     * @throws IllegalArgumentException when it is more than was claimed; the claim stays open.
     * @throws IllegalStateException    when this channel has no claim.
     */
    void commit(int length);

    /** Drops the message that was claimed: it was never sent, and takes no number. Without a claim it does nothing. */
    void abort();

    /**
     * Promises that this channel carries nothing with an earlier stamp from now on, so that receivers need not wait for
     * this asset to get there. A promise cannot be taken back; an earlier time than promised before changes nothing.
     * It counts at once, or, where this channel has sent something in the same step, when that step is done.
     *
     * @param timeNs in nanoseconds of simulation time.
     * @throws IllegalStateException when the calling thread does not drive the asset.
     */
    void promiseNoSendBefore(long timeNs);
}
