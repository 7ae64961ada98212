package io.takt.asset.message;

import org.agrona.DirectBuffer;

/**
 * A channel, at the asset that sends it. Used on the thread that drives the asset: within a step, or before the asset's
 * first one, which is the dawn of time.
 *
 * <p>Within a step from T to T' a message carries a stamp in (T, T']. At the dawn of time it carries 0; for an asset
 * that joined later there is no dawn, and messages that it sends before its first step are part of that step. Messages
 * are seen by others when the step is done; those of a step that its process does not live to finish are never
 * delivered.
 *
 * <p>When a receiver is far behind and the stream is full, sending waits for it, and takes in messages for this asset
 * meanwhile.
 *
 * <p>After the end, be it of the run, of the hub, or because the asset has left, nothing is delivered any more:
 * messages and promises of that time, in a step that is under way or not, are dropped without a look at them.
 */
public interface Output {
    /**
     * The channel.
     *
     * @return its name.
     */
    String channel();

    /**
     * Most bytes in a message.
     *
     * @return as declared.
     */
    int maxBytes();

    /**
     * Sends a message that is stamped with the end of the step; where steps vary and end wherever is allowed, with the
     * earliest end, so that the stamp is the same in every run.
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
     * Promises that this channel carries nothing with an earlier stamp from now on, so that receivers need not wait for
     * this asset to get there. A promise cannot be taken back; an earlier time than promised before changes nothing.
     * It counts at once, or, where this channel has sent something in the same step, when that step is done.
     *
     * @param timeNs in nanoseconds of simulation time.
     * @throws IllegalStateException when the calling thread does not drive the asset.
     */
    void promiseNoSendBefore(long timeNs);
}
