package io.takt.recording.replay;

/**
 * A message that was delivered to an asset in a step.
 *
 * @param channel    its name.
 * @param sender     who sent it.
 * @param sequence   the number that its sender gave it.
 * @param deliveryNs when it was delivered.
 * @param stepEndNs  end of the step.
 */
record RecordedDelivery(String channel, String sender, long sequence, long deliveryNs, long stepEndNs) {
}
