package io.takt.shm.message;

/**
 * A channel that is mirrored, at one of the two ends.
 *
 * @param name        of the channel.
 * @param hasMessages whether its messages are mirrored.
 * @param latest      its latest value at this end; null where that is not mirrored.
 */
public record MirrorChannel(String name, boolean hasMessages, LatestValue latest) {
}
