package io.takt.shm.message;

import io.takt.asset.message.Delivery;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A sender, with the links by which one receiver gets its messages. Owned by the thread that drives the receiver. */
final class Source {
    private final String sender;
    private final LogReader reader;
    private final List<Link> links = new ArrayList<>();
    private Link[] byChannel = new Link[0];
    private boolean hasRetroactive;
    private boolean hasStart;
    private boolean hasEnd;
    /** Of the links gated at the start, or at the end, of steps. */
    private long startDelayNs = Long.MAX_VALUE;
    private long endDelayNs = Long.MAX_VALUE;

    Source(final String sender, final LogReader reader) {
        this.sender = sender;
        this.reader = reader;
    }

    String sender() {
        return sender;
    }

    LogReader reader() {
        return reader;
    }

    void add(final Link link) {
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

    /** Null when the receiver does not take the channel. */
    Link link(final int channel) {
        return channel < byChannel.length ? byChannel[channel] : null;
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
