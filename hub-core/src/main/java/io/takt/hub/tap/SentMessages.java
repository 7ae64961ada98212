package io.takt.hub.tap;

import io.takt.hub.tap.TapEvent.Sent;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * Remembers messages until they are delivered, since a delivery is told without the bytes.
 *
 * <p>A message with stamp s on a link with delay and jitter up to d is handed to the first step that starts at s + d or
 * later. No step is longer than D_max, so that one is done at s + d + 2·D_max, and the core is never more than D_max
 * ahead of an asset: when an asset has seen s + d + 3·D_max, the message is delivered to all its receivers. The time of
 * the sender decides, because in a reset each asset's time begins anew by itself.
 *
 * <p>Beyond a number of bytes a sender's oldest ones are forgotten in any case. Owned by one thread.
 */
final class SentMessages {
    private static final int STEPS = 3;

    private final long mostBytes;
    private final Map<String, OfSender> senders = new HashMap<>();
    private long maxDelayNs;
    private long bytes;

    /** A message, and how many of its sender's had been told when it is told; 0 when it is not. */
    record Kept(Sent message, long ordinal) {
    }

    private static final class OfSender {
        private final Long2ObjectHashMap<Kept> bySequence = new Long2ObjectHashMap<>();
        private final ArrayDeque<Kept> inOrder = new ArrayDeque<>();
        /** Messages of before the last reset: a receiver may be put back later than the sender is. */
        private Long2ObjectHashMap<Kept> earlier = new Long2ObjectHashMap<>();
        private long earlierBytes;
        private long longestNs;
        private long timeNs;
        private long markedNs;
        private long markedBeforeNs;
    }

    /** Remembers so much at most. */
    SentMessages(final long mostBytes) {
        this.mostBytes = mostBytes;
    }

    void maxDelay(final long newMaxDelayNs) {
        maxDelayNs = Math.min(newMaxDelayNs, Long.MAX_VALUE / STEPS);
    }

    /** On one of its links a sender's messages are under way for so long at most. */
    void underWayFor(final String name, final long atMostNs) {
        final OfSender sender = of(name);
        sender.longestNs = Math.max(sender.longestNs, atMostNs);
    }

    private OfSender of(final String sender) {
        return senders.computeIfAbsent(sender, name -> new OfSender());
    }

    void add(final Kept kept) {
        final OfSender sender = of(kept.message.sender());
        while (bytes + kept.message.footprint() > mostBytes && !sender.inOrder.isEmpty()) {
            removeFirst(sender);
        }
        if (bytes + kept.message.footprint() > mostBytes) {
            return;
        }
        final Kept replaced = sender.bySequence.put(kept.message.sequence(), kept);
        if (replaced != null) {
            sender.inOrder.remove(replaced);
            bytes -= replaced.message.footprint();
        }
        sender.inOrder.addLast(kept);
        bytes += kept.message.footprint();
    }

    private void removeFirst(final OfSender sender) {
        final Kept first = sender.inOrder.removeFirst();
        sender.bySequence.remove(first.message.sequence());
        bytes -= first.message.footprint();
    }

    /** A sender's message of that number with a stamp between two, both included; null when it is not known. */
    Kept find(final String name, final long sequence, final long fromNs, final long toNs) {
        final OfSender sender = senders.get(name);
        if (sender == null) {
            return null;
        }
        final Kept kept = sender.bySequence.get(sequence);
        return fits(kept, fromNs, toNs) ? kept : fits(sender.earlier.get(sequence), fromNs, toNs)
            ? sender.earlier.get(sequence) : null;
    }

    private static boolean fits(final Kept kept, final long fromNs, final long toNs) {
        return kept != null && kept.message.stampNs() >= fromNs && kept.message.stampNs() <= toNs;
    }

    /** The sender has come so far. */
    void reached(final String name, final long timeNs) {
        final OfSender sender = of(name);
        sender.timeNs = Math.max(sender.timeNs, timeNs);
    }

    /** Messages that were sent with later stamps are void. */
    void voidAfter(final String name, final long timeNs) {
        final OfSender sender = of(name);
        while (!sender.inOrder.isEmpty() && sender.inOrder.getLast().message.stampNs() > timeNs) {
            final Kept last = sender.inOrder.removeLast();
            sender.bySequence.remove(last.message.sequence());
            bytes -= last.message.footprint();
        }
    }

    /** The sender begins anew. */
    void reset(final String name) {
        final OfSender sender = of(name);
        forgetEarlier(sender);
        sender.earlier = new Long2ObjectHashMap<>(sender.bySequence);
        sender.earlierBytes = sender.inOrder.stream().mapToLong(kept -> kept.message.footprint()).sum();
        sender.bySequence.clear();
        sender.inOrder.clear();
        sender.timeNs = 0;
        sender.markedNs = 0;
        sender.markedBeforeNs = 0;
    }

    private void forgetEarlier(final OfSender sender) {
        bytes -= sender.earlierBytes;
        sender.earlierBytes = 0;
        sender.earlier.clear();
    }

    /**
     * All logs were read to their ends: deliveries of before the last call of this are known by now, and told by the
     * next call. Forgets the messages that all receivers had got at the call before the last.
     */
    void allIsRead() {
        for (final OfSender sender : senders.values()) {
            final long underWayNs = Math.min(sender.longestNs, Long.MAX_VALUE - STEPS * maxDelayNs)
                + STEPS * maxDelayNs;
            while (!sender.inOrder.isEmpty()
                && sender.markedBeforeNs - sender.inOrder.getFirst().message.stampNs() > underWayNs) {
                removeFirst(sender);
                forgetEarlier(sender);
            }
            sender.markedBeforeNs = sender.markedNs;
            sender.markedNs = sender.timeNs;
        }
    }

    long bytes() {
        return bytes;
    }
}
