package io.takt.recording.replay;

import java.util.Comparator;

/**
 * A message that was delivered to an asset in a step.
 *
 * @param channel    its name.
 * @param sender     its sender.
 * @param sequence   the number that its sender gave it.
 * @param deliveryNs when it was delivered.
 * @param stepEndNs  end of the step.
 */
record RecordedDelivery(String channel, String sender, long sequence, long deliveryNs, long stepEndNs) {
    /** The earliest first. Two are only the same for it if they are equal. */
    static final Comparator<RecordedDelivery> EARLIEST = Comparator.comparingLong(RecordedDelivery::deliveryNs)
        .thenComparing(RecordedDelivery::sender).thenComparingLong(RecordedDelivery::sequence)
        .thenComparing(RecordedDelivery::channel).thenComparingLong(RecordedDelivery::stepEndNs);
}
