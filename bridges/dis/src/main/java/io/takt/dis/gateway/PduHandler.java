package io.takt.dis.gateway;

import java.nio.ByteBuffer;

/** Takes PDUs that have come and were judged. */
@FunctionalInterface
public interface PduHandler {
    /**
     * A PDU has come.
     *
     * @param from      holds it, during this call.
     * @param index     of its first byte.
     * @param length    in bytes.
     * @param arrivalNs when it came, by {@link Wire#nowNs}; not before that of the call before.
     */
    void onPdu(ByteBuffer from, int index, int length, long arrivalNs);
}
