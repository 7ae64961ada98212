package io.takt.hub.core.world;

/**
 * A file that a join needs: a sender's log, or the latest value of one of its channels.
 *
 * @param sender   the sender's name.
 * @param channel  the channel's name; null for the log.
 * @param maxBytes most bytes in a message.
 */
public record JoinFile(String sender, String channel, int maxBytes) {
}
