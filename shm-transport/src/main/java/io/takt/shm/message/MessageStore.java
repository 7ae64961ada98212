package io.takt.shm.message;

import io.takt.asset.TaktException;
import java.util.SortedSet;

/** The hub's side of where messages are: makes logs and latest values. Owned by the hub's thread. */
public interface MessageStore {
    /**
     * A sender's log, made if there is none yet.
     *
     * @param sender   the sender's name.
     * @param maxBytes most bytes in any of its messages; of a log that is there already it plays no part.
     * @return the log.
     * @throws TaktException when there is no room.
     */
    MessageLog log(String sender, int maxBytes);

    /**
     * Whether there is a log already; one that another hub has left counts, too.
     *
     * @param sender the sender's name.
     * @return whether there is.
     */
    boolean hasLog(String sender);

    /**
     * All logs that there are; those that another hub has left count, too.
     *
     * @return their senders' names, in order.
     * @throws TaktException when that cannot be found out.
     */
    SortedSet<String> senders();

    /**
     * The name by which assets find that log.
     *
     * @param sender the sender's name.
     * @return the name.
     */
    String logName(String sender);

    /**
     * Sees to it that there is room for a channel's latest value.
     *
     * @param sender   the sender's name.
     * @param channel  the channel's name.
     * @param maxBytes most bytes in a message; of one that is there already it plays no part.
     * @return the one that is there.
     * @throws TaktException when there is no room.
     */
    LatestValue latest(String sender, String channel, int maxBytes);

    /**
     * The name by which assets find that value.
     *
     * @param sender  the sender's name.
     * @param channel the channel's name.
     * @return the name.
     */
    String latestName(String sender, String channel);
}
