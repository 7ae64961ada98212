package io.takt.hub.core;

import io.takt.shm.control.Reply;
import io.takt.shm.message.MessageLog;
import java.util.List;

/**
 * The channels that cross the border to a child hub, at this end: mirrors of the logs of senders below, and slots in
 * the logs in which the link reads for receivers below. Owned by the hub's thread.
 *
 * @param mirrors of the senders below.
 * @param reads   in the logs of senders that are not below.
 * @param told    to the child.
 */
record Border(List<MessageLog> mirrors, List<Read> reads, Reply.Crossing told) {
    /** Nothing crosses. */
    static final Border NONE = new Border(List.of(), List.of(), null);

    /**
     * A log in which the child reads.
     *
     * @param slot  of the child.
     * @param isNew whether the slot was taken for it, and not there before.
     */
    record Read(MessageLog log, int slot, boolean isNew) {
    }
}
