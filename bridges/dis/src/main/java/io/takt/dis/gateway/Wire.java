package io.takt.dis.gateway;

import java.io.IOException;
import java.nio.ByteBuffer;

/** The exercise, as the asset sees it: a network, or a capture of one. Used by the asset's thread, but for sending. */
public interface Wire extends AutoCloseable {
    /**
     * The wall clock, which never goes back.
     *
     * @return nanoseconds since 1970, UTC; of a capture, the time up to which it has been looked at.
     */
    long nowNs();

    /**
     * Waits until the wall clock has come to a time.
     *
     * @param untilNs as of {@link #nowNs}.
     * @throws InterruptedException when the thread is interrupted.
     */
    void await(long untilNs) throws InterruptedException;

    /**
     * Hands over what has come, at most so much as fits into memory that does not grow.
     *
     * @param handler takes it.
     * @throws IOException when a capture cannot be read on, or no PDU comes in any more; in one line.
     */
    void poll(PduHandler handler) throws IOException;

    /**
     * Sends a PDU; one that cannot be sent is counted. From any thread.
     *
     * @param pdu from index 0 to its limit.
     */
    void send(ByteBuffer pdu);

    @Override
    void close() throws IOException;
}
