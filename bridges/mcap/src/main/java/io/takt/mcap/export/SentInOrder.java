package io.takt.mcap.export;

import io.takt.recording.format.AssetEntry;
import io.takt.recording.format.Records;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.agrona.DirectBuffer;

/**
 * The messages of all assets by their stamps, out of records that have them asset by asset. A message is told once no
 * successor of its sender can make it void, and no asset can come with an earlier one. Messages of the same stamp come
 * by the names of their senders, then by their numbers. All that comes after a reset is left out.
 *
 * <p>Owned by one thread.
 */
final class SentInOrder implements Records {
    /** Takes the messages. */
    @FunctionalInterface
    interface Taker {
        void onSent(Sent sent);
    }

    /** One message; {@code channel} is its index among those that the sender has declared. */
    record Sent(AssetEntry sender, int channel, long stampNs, long sequence, byte[] bytes) {
        private static final Comparator<Sent> ORDER = Comparator.comparingLong(Sent::stampNs)
            .thenComparing(sent -> sent.sender.name()).thenComparingLong(Sent::sequence);
    }

    private static final class Sender {
        private AssetEntry entry;
        /** Later than the frontier: may still become void. */
        private final ArrayDeque<Sent> tentative = new ArrayDeque<>();
        private long frontierNs;
        private boolean isGone;

        Sender(final AssetEntry entry) {
            this.entry = entry;
            this.frontierNs = entry.startNs() == 0 ? -1 : entry.startNs();
        }
    }

    private final Taker taker;
    private final List<Sender> senders = new ArrayList<>();
    private final PriorityQueue<Sent> known = new PriorityQueue<>(Sent.ORDER);
    private boolean isReset;

    SentInOrder(final Taker taker) {
        this.taker = taker;
    }

    /** Whether the run was reset: what comes then is another run. */
    boolean isReset() {
        return isReset;
    }

    /** There are no more records, and none is missing: all that assets have sent in steps which they ended is told. */
    void end() {
        tellUpTo(Long.MAX_VALUE);
    }

    @Override
    public void onAsset(final int asset, final AssetEntry entry) {
        if (asset < senders.size()) {
            senders.get(asset).entry = entry;
            senders.get(asset).isGone = false;
        } else {
            senders.add(new Sender(entry));
        }
    }

    @Override
    public void onSent(final int asset, final int channel, final long stampNs, final long sequence,
        final DirectBuffer buffer, final int index, final int length) {
        if (!isReset) {
            final byte[] bytes = new byte[length];
            buffer.getBytes(index, bytes);
            final Sender sender = senders.get(asset);
            sender.tentative.add(new Sent(sender.entry, channel, stampNs, sequence, bytes));
        }
    }

    @Override
    public void onDelivered(final int asset, final int input, final long deliveryNs, final long sequence,
        final long stepEndNs) {
        // Only what is sent is told.
    }

    @Override
    public void onVoid(final int asset, final long stampNs) {
        senders.get(asset).tentative.removeIf(sent -> sent.stampNs() > stampNs);
    }

    @Override
    public void onReset(final int asset) {
        isReset = true;
    }

    @Override
    public void onFrontier(final int asset, final long timeNs) {
        if (isReset) {
            return;
        }
        final Sender sender = senders.get(asset);
        sender.frontierNs = Math.max(sender.frontierNs, timeNs);
        while (!sender.tentative.isEmpty() && sender.tentative.peek().stampNs() <= sender.frontierNs) {
            known.add(sender.tentative.poll());
        }
        tellUpTo(knownUpToNs());
    }

    @Override
    public void onGone(final int asset, final long timeNs, final boolean isLost) {
        onFrontier(asset, timeNs);
        senders.get(asset).isGone = true;
    }

    private long knownUpToNs() {
        long upToNs = Long.MAX_VALUE;
        for (final Sender each : senders) {
            upToNs = each.isGone ? upToNs : Math.min(upToNs, each.frontierNs);
        }
        return upToNs;
    }

    private void tellUpTo(final long timeNs) {
        while (!known.isEmpty() && known.peek().stampNs() <= timeNs) {
            taker.onSent(known.poll());
        }
    }
}
