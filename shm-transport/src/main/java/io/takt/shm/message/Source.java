package io.takt.shm.message;

import io.takt.asset.message.Delivery;
import io.takt.asset.message.LinkFate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.concurrent.AtomicBuffer;

/** A sender, with the links by which one receiver gets its messages. Owned by the thread that drives the receiver. */
final class Source implements LogReader.Sink {
    private final String sender;
    private final LogReader reader;
    private final Inbox inbox;
    private final MessageLog log;
    private final AtomicBuffer buffer;
    private final List<Link> links = new ArrayList<>();
    private Link[] byChannel = new Link[0];
    private boolean hasRetroactive;
    private boolean hasStart;
    private boolean hasEnd;
    /** Of the links gated at the start, or at the end, of steps. */
    private long startDelayNs = Long.MAX_VALUE;
    private long endDelayNs = Long.MAX_VALUE;

    Source(final String sender, final LogReader reader, final Inbox inbox) {
        this.sender = sender;
        this.reader = reader;
        this.inbox = inbox;
        this.log = reader.log();
        this.buffer = log.buffer();
    }

    String sender() {
        return sender;
    }

    LogReader reader() {
        return reader;
    }

    void add(final Link link) {
        link.belongsTo(this, link.delivery().isGated() ? laneOf(link) : null);
        links.add(link);
        if (link.channelIndex() >= byChannel.length) {
            byChannel = Arrays.copyOf(byChannel, link.channelIndex() + 1);
        }
        byChannel[link.channelIndex()] = link;
        if (link.delivery() == Delivery.GATED) {
            hasStart = true;
            startDelayNs = Math.min(startDelayNs, link.delayNs());
        } else if (link.delivery() == Delivery.GATED_UNTIL_END) {
            hasEnd = true;
            endDelayNs = Math.min(endDelayNs, link.delayNs());
        } else {
            hasRetroactive = true;
        }
    }

    /** Links that keep the order of what is sent share a lane. */
    private Lane laneOf(final Link link) {
        for (final Link other : links) {
            if (link.keepsOrderWith(other)) {
                return other.lane();
            }
        }
        return inbox.newLane(this, link.delivery() == Delivery.GATED_UNTIL_END);
    }

    /** Takes in what is there, if anything may be there that {@link #opens} has not looked for before. */
    void readIfNew() {
        if (hasRetroactive || reader.hasLooked()) {
            reader.read(this);
        }
    }

    @Override
    public void onMessage(final int index, final long position) {
        final int channel = buffer.getShort(index + LogLayout.CHANNEL_FIELD);
        final Link link = channel < byChannel.length ? byChannel[channel] : null;
        if (link == null) {
            return;
        }
        final long stampNs = buffer.getLong(index + LogLayout.STAMP_FIELD);
        final long deliveryNs = link.deliveryNs(stampNs, buffer.getLong(index + LogLayout.SEQUENCE_FIELD));
        if (deliveryNs == LinkFate.LOST) {
            return;
        }
        reader.isDelivered(deliveryNs);
        if (link.lane() != null) {
            link.lane().add(position, stampNs, deliveryNs);
        } else {
            inbox.arrive(this, position, deliveryNs);
        }
    }

    @Override
    public void onVoid(final long stampNs) {
        inbox.removeOf(this, (deliveryNs, itsStampNs, position) -> itsStampNs > stampNs);
    }

    @Override
    public void onRoomWanted() {
        for (final Link link : links) {
            if (link.lane() != null) {
                link.lane().copyAll();
            }
        }
    }

    /** When a message in the log was sent. */
    long stampNs(final long position) {
        return buffer.getLong(log.indexOf(position) + LogLayout.STAMP_FIELD);
    }

    /** Which one of its sender's messages one in the log is. */
    long sequence(final long position) {
        return buffer.getLong(log.indexOf(position) + LogLayout.SEQUENCE_FIELD);
    }

    /** A message in the log, with memory of its own. */
    Pending copy(final Pool pool, final long position, final long deliveryNs) {
        final int index = log.indexOf(position);
        final int length = buffer.getInt(index + LogLayout.MESSAGE_LENGTH_FIELD);
        final Pending message = pool.take(length);
        message.set(byChannel[buffer.getShort(index + LogLayout.CHANNEL_FIELD)],
            buffer.getLong(index + LogLayout.STAMP_FIELD), deliveryNs,
            buffer.getLong(index + LogLayout.SEQUENCE_FIELD), position);
        message.copy(buffer, index + LogLayout.HEADER_LENGTH, length);
        return message;
    }

    /** Whether a step need not wait for this sender. */
    boolean opens(final long fromNs, final long toNs) {
        return (!hasStart || reader.isPublished(fromNs, startDelayNs))
            && (!hasEnd || reader.isPublished(toNs, endDelayNs))
            || isPromised(fromNs, toNs);
    }

    private boolean isPromised(final long fromNs, final long toNs) {
        for (final Link link : links) {
            if (link.delivery().isGated()) {
                final long wantedNs = link.delivery() == Delivery.GATED ? fromNs : toNs;
                if (!reader.isPublished(wantedNs, link.delayNs())
                    && !reader.isPromised(link.channelIndex(), wantedNs, link.delayNs())) {
                    return false;
                }
            }
        }
        return true;
    }

    /** For which of the sender's frontiers the receiver sleeps. */
    long awaited(final boolean isHolding, final long fromNs, final long toNs) {
        final long frontierNs = isHolding
            ? Math.min(missing(hasStart, fromNs, startDelayNs), missing(hasEnd, toNs, endDelayNs)) : LogLayout.NO_NEWS;
        return hasRetroactive ? LogLayout.orNews(frontierNs) : frontierNs;
    }

    private long missing(final boolean isGated, final long wantedNs, final long delayNs) {
        return !isGated || reader.isPublished(wantedNs, delayNs) ? LogLayout.NO_NEWS : wantedNs - delayNs;
    }
}
