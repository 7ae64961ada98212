package io.takt.asset.message;

import org.agrona.DirectBuffer;

/** A message as its receiver sees it. Valid only during the call that hands it over, and only on that thread. */
public interface Message {
    /** {@return the name of the channel} */
    String channel();

    /** {@return the name of the asset that sent it} */
    String sender();

    /**
     * When it was sent.
     *
     * @return nanoseconds of simulation time; 0 for the dawn of time, else within a step of the sender.
     */
    long stampNs();

    /**
     * When it was delivered: the stamp plus the link's delay and jitter.
     *
     * @return nanoseconds of simulation time.
     */
    long deliveryNs();

    /**
     * The sender's number of the message, counted over all channels.
     *
     * @return 0 for the first since the start or the last reset.
     */
    long sequence();

    /**
     * Where its bytes are.
     *
     * @return from {@link #index()} on, {@link #length()} bytes of this.
     */
    DirectBuffer buffer();

    /** {@return the index in {@link #buffer()} at which its bytes begin} */
    int index();

    /** {@return how many bytes it has, 0 or more} */
    int length();
}
