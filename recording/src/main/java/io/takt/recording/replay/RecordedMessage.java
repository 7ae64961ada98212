package io.takt.recording.replay;

/**
 * A message that an asset sent.
 *
 * @param channel  its name.
 * @param stampNs  when.
 * @param sequence its number.
 * @param bytes    the message.
 */
record RecordedMessage(String channel, long stampNs, long sequence, byte[] bytes) {
}
