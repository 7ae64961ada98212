package io.takt.recording.replay;

import java.util.Comparator;

/**
 * A message that an asset sent.
 *
 * @param channel  its name.
 * @param stampNs  when.
 * @param sequence its number.
 * @param bytes    the message.
 */
record RecordedMessage(String channel, long stampNs, long sequence, byte[] bytes) {
    /** The earliest first. Within a step stamps come in any order, so this is not the order of the numbers. */
    static final Comparator<RecordedMessage> EARLIEST = Comparator.comparingLong(RecordedMessage::stampNs)
        .thenComparingLong(RecordedMessage::sequence);
}
