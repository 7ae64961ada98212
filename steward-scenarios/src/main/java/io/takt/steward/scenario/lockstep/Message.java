package io.takt.steward.scenario.lockstep;

import io.takt.steward.Synchrony.StrideDigest;
import java.util.List;

/**
 * A copy's message to every other one in each round.
 *
 * @param from    number of the copy.
 * @param number  counts its messages from 0.
 * @param inputs  what it has inserted since its last message, one after the other, as they are written.
 * @param settled before this time, in ticks, none of its inputs is in a message after this one.
 * @param digests of strides that cannot change any more in this copy.
 * @param history of a stride whose digest was another in the receiver; null if there was none.
 */
record Message(
    int from, int number, byte[] inputs, long settled, List<StrideDigest> digests, StrideHistory history) {
    /**
     * The digest of a stride of time.
     *
     * @param stride counted from 0.
     * @param events all of them, in order, as they are written.
     */
    record StrideHistory(long stride, byte[] events) {
    }
}
