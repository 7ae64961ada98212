package io.takt.hub.tap;

import io.takt.hub.tap.TapEvent.Delivered;
import io.takt.hub.tap.TapEvent.Sent;
import io.takt.shm.control.Reply;
import io.takt.shm.message.LogTap;
import java.util.ArrayDeque;
import java.util.List;
import org.agrona.DirectBuffer;

/**
 * One asset's log: the records that were read and are to be told, in their order. Owned by one thread.
 *
 * <p>A delivery is told by the number of its link. Which link that is may change with the asset's process, so a
 * delivery to a new process waits until the hub was asked again.
 */
final class TappedLog implements LogTap.Listener {
    /** So much is kept of one log that waits, in records and in bytes; the rest stays in the log. */
    private static final int MOST_PENDING = 8_192;
    private static final int MOST_PENDING_BYTES = 16 << 20;

    /** Where records come from. */
    interface Feed {
        /** Tells at most so many records, and says how many; see {@link LogTap#poll}. */
        int poll(LogTap.Listener listener, int limit);

        /** Name of a channel. */
        String channel(int index);
    }

    /** An event that waits to be told. */
    sealed interface Pending {
    }

    /** An event that only has to wait for its turn. */
    record Ready(TapEvent event) implements Pending {
    }

    /** A delivery whose link and message are to be found. */
    record Raw(int input, long deliveryNs, long sequence, long stepEndNs) implements Pending {
    }

    /** The next records are of a new process: the hub is to be asked for its links. */
    record NewProcess() implements Pending {
    }

    private static final NewProcess NEW_PROCESS = new NewProcess();

    private final String asset;
    private final Feed feed;
    private final TapFilter filter;
    private final int mostBytes;
    private final SentMessages sent;
    private final ArrayDeque<Pending> pending = new ArrayDeque<>();
    private List<Reply.TappedLink> links = List.of();
    private int pendingBytes;
    private long toldOrdinal;
    private long lastOrdinal;
    private long timesRead;
    /** Whether no delivery to the asset's process was read yet. */
    private boolean isNew = true;
    private boolean isAtEnd;

    /** Copies at most {@code mostBytes} bytes of each message. */
    TappedLog(final String asset, final Feed feed, final TapFilter filter, final int mostBytes,
        final SentMessages sent) {
        this.asset = asset;
        this.feed = feed;
        this.filter = filter;
        this.mostBytes = mostBytes;
        this.sent = sent;
    }

    List<Reply.TappedLink> links() {
        return links;
    }

    void links(final List<Reply.TappedLink> newLinks) {
        links = newLinks;
    }

    /** Reads records, at most so many. Returns how many there were. */
    int read(final int limit) {
        isAtEnd = false;
        int records = 0;
        while (!isAtEnd && records < limit && !isFull()) {
            final int more = feed.poll(this, limit - records);
            records += more;
            isAtEnd = more == 0;
        }
        timesRead += isAtEnd || isFull() ? 1 : 0;
        return records;
    }

    private boolean isFull() {
        return pending.size() >= MOST_PENDING || pendingBytes >= MOST_PENDING_BYTES;
    }

    /** Whether the last {@link #read} has found the end. */
    boolean isAtEnd() {
        return isAtEnd;
    }

    /**
     * How often a {@link #read} has found the end, or no room for more: a log that waited for what follows would
     * wait for a log that may wait for it.
     */
    long timesRead() {
        return timesRead;
    }

    /** The next that is to be told; null when there is none. */
    Pending first() {
        return pending.peekFirst();
    }

    void removeFirst() {
        if (pending.removeFirst() instanceof Ready ready) {
            pendingBytes -= ready.event.footprint();
            toldOrdinal += ready.event instanceof Sent ? 1 : 0;
        }
    }

    /** Whether a message that it has sent was told, or is not to be. */
    boolean hasTold(final SentMessages.Kept kept) {
        return kept.ordinal() <= toldOrdinal;
    }

    private void add(final TapEvent event) {
        pending.addLast(new Ready(event));
        pendingBytes += event.footprint();
    }

    private void askIfNew() {
        if (isNew) {
            isNew = false;
            pending.addLast(NEW_PROCESS);
        }
    }

    @Override
    public void onSent(final int number, final int channelIndex, final long stampNs, final long sequence,
        final DirectBuffer buffer, final int index, final int length) {
        sent.reached(asset, stampNs);
        final String channel = feed.channel(channelIndex);
        final boolean isTold = filter.takesSent(channel, asset);
        final boolean isKept = filter.mayNeed(channel, asset);
        if (!isTold && !isKept) {
            return;
        }
        final byte[] bytes = new byte[Math.min(length, mostBytes)];
        buffer.getBytes(index, bytes);
        final Sent message = new Sent(channel, asset, sequence, stampNs, length, bytes);
        if (isTold) {
            add(message);
            lastOrdinal++;
        }
        if (isKept) {
            sent.add(new SentMessages.Kept(message, isTold ? lastOrdinal : 0));
        }
    }

    @Override
    public void onDelivered(final int number, final int input, final long deliveryNs, final long sequence,
        final long stepEndNs) {
        sent.reached(asset, stepEndNs);
        if (filter.delivered() && filter.takesAsset(asset)) {
            askIfNew();
            pending.addLast(new Raw(input, deliveryNs, sequence, stepEndNs));
        }
    }

    @Override
    public void onVoid(final int number, final long timeNs) {
        sent.voidAfter(asset, timeNs);
        if (filter.takesAsset(asset)) {
            add(new TapEvent.Voided(asset, timeNs));
        }
        isNew = true;
    }

    @Override
    public void onReset(final int number) {
        sent.reset(asset);
        if (filter.takesAsset(asset)) {
            add(new TapEvent.Reset(asset));
        }
    }

    @Override
    public void onMissed(final int number, final long messages) {
        if (filter.takesAsset(asset)) {
            add(new TapEvent.Missed(asset, messages));
        }
    }

    /** A delivery as it is told; the message is null when it is not known. */
    Delivered delivered(final Raw raw, final Reply.TappedLink link, final Sent message) {
        return new Delivered(asset, link.channel(), link.sender(), raw.sequence, raw.deliveryNs, raw.stepEndNs,
            message);
    }

    /** A delivery of which not even the link is known. */
    TapEvent.Missed missed() {
        return new TapEvent.Missed(asset, 1);
    }
}
