package io.takt.recording.format;

import org.agrona.DirectBuffer;

/** Takes batches of records. */
public interface BatchSink {
    /**
     * Most bytes in a batch.
     *
     * @return the same always.
     */
    int mostBytes();

    /**
     * Takes a batch.
     *
     * @param batch  from 0 on; valid during this call.
     * @param length in bytes.
     * @param crc    its CRC-32C.
     * @throws io.takt.asset.TaktException when it cannot be kept.
     */
    void take(DirectBuffer batch, int length, long crc);
}
