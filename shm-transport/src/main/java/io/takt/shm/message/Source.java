package io.takt.shm.message;

import io.takt.asset.message.Delivery;
import io.takt.rule.LinkFate;
import io.takt.shm.ring.DamageException;
import io.takt.shm.ring.RingReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.concurrent.AtomicBuffer;

/** A sender, with the links by which one receiver gets its messages. Owned by the thread that drives the receiver. */
final class Source {
    private final String sender;
    private final String logName;
    private final long startWithinNs;
    private final LogReader reader;
    private final RingReader ring;
    private final Inbox inbox;
    private final MessageLog log;
    private final AtomicBuffer buffer;
    private final List<Link> links = new ArrayList<>();
    private final List<Lane> lanes = new ArrayList<>();
    private Link[] byChannel = new Link[0];
    /** Retroactive messages that were taken in and not handed over yet; their sender's step may not have ended. */
    private final ArrayDeque<Pending> arrived = new ArrayDeque<>();
    /** The lane that all links share; null unless all of them keep the order of sending. */
    private Lane onlyLane;
    /** Delivery of the message at the reader, see {@link #hasUnread}. */
    private long unreadDeliveryNs;
    private long voidUntil;
    private boolean hasRetroactive;
    private boolean hasStart;
    private boolean hasEnd;
    /** The least delay of the links gated at the start, or at the end, of steps. */
    private long startDelayNs = Long.MAX_VALUE;
    private long endDelayNs = Long.MAX_VALUE;
    /** A message is needed until the receiver has got so far beyond its delivery. */
    private long keptForNs;
    /** Messages that are not used yet, and not in the log any more. */
    private long copied;

    /** The receiver uses a message less than {@code startWithinNs} after its delivery. */
    Source(final String logName, final long startWithinNs, final LogReader reader, final Inbox inbox) {
        this.logName = logName;
        this.startWithinNs = startWithinNs;
        this.reader = reader;
        this.ring = reader.ring();
        this.inbox = inbox;
        this.log = reader.log();
        // As at its own hub; a link may have another name, of a sender whose messages are only carried here.
        this.sender = log.sender().substring(log.sender().lastIndexOf('/') + 1);
        this.buffer = log.buffer();
    }

    /** The order of messages of the same time; the log tells apart senders of the same name at different hubs. */
    int compareSender(final Source other) {
        final int byName = sender.compareTo(other.sender);
        return byName != 0 ? byName : logName.compareTo(other.logName);
    }

    LogReader reader() {
        return reader;
    }

    DamageException damage(final String what) {
        return log.damage(what);
    }

    List<Lane> lanes() {
        return lanes;
    }

    ArrayDeque<Pending> arrived() {
        return arrived;
    }

    /** Whether a retroactive message can be handed over: its sender's step has ended. */
    boolean hasArrived() {
        return !arrived.isEmpty() && reader.isFound(arrived.peekFirst().stampNs());
    }

    void add(final Link link) {
        link.belongsTo(this, link.delivery().isGated() ? laneOf(link) : null);
        links.add(link);
        final boolean isOnly = link.keepsOrder() && links.stream().allMatch(other -> other.lane() == link.lane());
        onlyLane = isOnly ? link.lane() : null;
        if (link.channelIndex() >= byChannel.length) {
            byChannel = Arrays.copyOf(byChannel, link.channelIndex() + 1);
        }
        byChannel[link.channelIndex()] = link;
        if (link.delivery() == Delivery.GATED) {
            hasStart = true;
            startDelayNs = Math.min(startDelayNs, link.delayNs());
            keptForNs = Math.max(keptForNs, startWithinNs);
        } else if (link.delivery() == Delivery.GATED_UNTIL_END) {
            hasEnd = true;
            endDelayNs = Math.min(endDelayNs, link.delayNs());
        } else {
            if (!hasRetroactive) {
                hasRetroactive = true;
                inbox.add(this);
            }
            // For the digest, although it is handed over at once.
            keptForNs = Math.max(keptForNs, inbox.maxDelayNs());
        }
    }

    /** Links that keep the order of sending share a lane. */
    private Lane laneOf(final Link link) {
        for (final Link other : links) {
            if (link.keepsOrderWith(other)) {
                return other.lane();
            }
        }
        final Lane lane = inbox.newLane(this, link.delivery() == Delivery.GATED_UNTIL_END);
        lanes.add(lane);
        return lane;
    }

    /** Finds new messages, if there may be any since the last look of {@link #opens}. */
    void readIfNew() {
        if (hasRetroactive || reader.hasLooked()) {
            read();
        }
    }

    /** Finds what is there. Says whether there is anything. */
    boolean read() {
        final boolean isAny = look();
        if (isAny && onlyLane != null && reader.isInOrder()) {
            onlyLane.look();
        } else if (isAny) {
            takeInFound();
        }
        return isAny;
    }

    /** Takes in all that is there. */
    void takeIn() {
        look();
        takeInFound();
    }

    private void takeInFound() {
        final long until = ring.end();
        // Nothing of this is for a lane to find.
        ring.readUpTo(ring.cursor());
        while (ring.cursor() < until) {
            final LogRecord record = reader.next();
            final int length = record.length();
            if (record.type() == LogLayout.MESSAGE) {
                takeIn(record);
            } else if (record.type() == LogLayout.VOID) {
                final long stampNs = record.stampNs();
                inbox.removeOf(this, (deliveryNs, itsStampNs, position) -> itsStampNs > stampNs);
            }
            reader.pass(length);
        }
        ring.readUpTo(until);
    }

    private void takeIn(final LogRecord record) {
        final Link link = link(record);
        final long deliveryNs = link == null ? LinkFate.LOST : link.deliveryNs(record.stampNs(), record.sequence());
        if (deliveryNs == LinkFate.LOST || reader.isVoid(record.position(), record.stampNs())) {
            return;
        }
        reader.noteDelivery(deliveryNs);
        if (link.lane() != null) {
            link.lane().add(record.position(), record.stampNs(), deliveryNs);
        } else {
            inbox.arrive(this, record.position(), deliveryNs);
        }
    }

    private boolean look() {
        final boolean isAny = reader.look();
        if (reader.voidUntil() != voidUntil) {
            voidUntil = reader.voidUntil();
            inbox.removeOf(this, (deliveryNs, stampNs, position) -> reader.isVoid(position, stampNs));
        }
        return isAny;
    }

    /**
     * Gives a piece back to a sender that waits for room, if this receiver waits itself and is the last reader of it.
     * Then this process alone has the messages in it.
     */
    void makeRoom() {
        if (ring.isInTheWay()) {
            if (!reader.hasPiece()) {
                takeIn();
            }
            final long upTo = reader.pieceEnd();
            inbox.keepInHand();
            for (int i = 0; i < lanes.size(); i++) {
                lanes.get(i).copyUpTo(upTo);
            }
            // Those, too, that this step has used: it is not done.
            copied += copied(ring.head(), upTo);
            reader.copied(copied);
            reader.giveBackPiece(keptForNs);
        }
    }

    /** Counts the copied, unused messages between two positions of the log. */
    private long copied(final long from, final long upTo) {
        long count = Lane.count(arrived, from, upTo);
        for (int i = 0; i < lanes.size(); i++) {
            count += lanes.get(i).copied(from, upTo);
        }
        return count;
    }

    /** A successor of this process must not get again the messages that were handed over. */
    void noteHanded(final long timeNs) {
        if (hasRetroactive) {
            reader.handed(arrived.isEmpty() ? -1 : arrived.peekFirst().position(), timeNs);
        }
    }

    /** A step is done and published: the messages that it has used are not needed any more. */
    void used(final long fromNs, final long toNs) {
        reader.used(hasRetroactive ? Math.min(fromNs, toNs - inbox.maxDelayNs()) : fromNs);
        if (copied > 0) {
            copied = copied(0, ring.head());
            reader.copied(copied);
        }
    }

    /** The receiver is put back to its start. */
    void discard() {
        reader.discard();
        copied = 0;
        inbox.removeOf(this, (deliveryNs, stampNs, position) -> true);
    }

    /** The sender has been put back to its start, too. */
    void resume() {
        final long startPosition = reader.resume();
        inbox.removeOf(this, (deliveryNs, stampNs, position) -> position < startPosition);
    }

    /**
     * Finds the next message that was left in the log, when all before it are handed over; false for none. Only a lane
     * that all links share leaves any there.
     */
    boolean hasUnread(final Lane lane) {
        while (lane == onlyLane && ring.hasNext()) {
            final LogRecord record = reader.next();
            final Link link = link(record);
            if (link != null) {
                unreadDeliveryNs = link.deliveryNs(record.stampNs(), record.sequence());
                if (unreadDeliveryNs != LinkFate.LOST && !reader.isVoid(record.stampNs())) {
                    return true;
                }
            }
            reader.pass(record.length());
        }
        return false;
    }

    /**
     * Hands over, in their place, the messages that a lane has left in the log and that are delivered up to a time: the
     * usual case. A handler may wait for room, and then the lane finds something that comes before them.
     */
    void handOverUnread(final Lane lane, final long upToNs, final long firstNs, final boolean isTraced)
        throws Exception {
        final Pending message = inbox.inHand();
        while (lane.isUnread() && ring.hasNext()) {
            final LogRecord record = reader.next();
            final Link link = link(record);
            if (link == null) {
                reader.pass(record.length());
                continue;
            }
            final long deliveryNs = link.deliveryNs(record.stampNs(), record.sequence());
            if (deliveryNs > upToNs) {
                break;
            }
            final boolean isForIt = deliveryNs != LinkFate.LOST && !reader.isVoid(record.stampNs());
            if (isForIt) {
                view(record, link, deliveryNs, message);
                reader.noteDelivery(deliveryNs);
            }
            reader.pass(record.length());
            if (isForIt) {
                inbox.handOver(message, firstNs, isTraced);
            }
        }
        lane.settle();
    }

    long unreadDeliveryNs() {
        return unreadDeliveryNs;
    }

    /** The message that {@link #hasUnread} has found. */
    LogRecord unread() {
        return reader.next();
    }

    /** Reads that message, in its place. */
    Pending read(final Pending into) {
        final LogRecord record = reader.next();
        view(record, link(record), unreadDeliveryNs, into);
        reader.noteDelivery(unreadDeliveryNs);
        reader.pass(record.length());
        return into;
    }

    /** Null where it is no message, or on a channel that the receiver does not receive. */
    private Link link(final LogRecord record) {
        return record.channel() < byChannel.length ? byChannel[record.channel()] : null;
    }

    /** A message that was taken in. */
    LogRecord takenIn(final long position) {
        return reader.earlier(position);
    }

    /** When it was sent; any time where its room was given back. */
    long stampNs(final long position) {
        return reader.stampNs(position);
    }

    /** Copies a message in the log. */
    Pending copy(final long position, final long deliveryNs, final Pool pool) {
        final LogRecord record = reader.earlier(position);
        final Pending copy = pool.take(record.messageLength(), sender);
        view(record, link(record), deliveryNs, copy).keep();
        return copy;
    }

    /** Shows a message that was taken in, in its place. */
    Pending view(final long position, final long deliveryNs, final Pending into) {
        final LogRecord record = reader.earlier(position);
        return view(record, link(record), deliveryNs, into);
    }

    private Pending view(final LogRecord record, final Link link, final long deliveryNs, final Pending into) {
        into.set(link, record.stampNs(), deliveryNs, record.sequence(), record.position());
        into.view(buffer, record.messageIndex(), record.messageLength(), record.contents());
        return into;
    }

    /**
     * Whether a step need not wait for this sender. With retroactive links the step also waits until the log's frontier
     * reaches the step's end minus D_max: the sender stores its T_i, which the core sees, just before its frontier. See
     * {@link MessageEndpoint}.
     */
    boolean opens(final long fromNs, final long toNs) {
        return (!hasRetroactive || reader.isPublished(toNs, inbox.maxDelayNs()))
            && ((!hasStart || reader.isPublished(fromNs, startDelayNs))
            && (!hasEnd || reader.isPublished(toNs, endDelayNs))
            || isPromised(fromNs, toNs));
    }

    /**
     * How far the receiver may go without passing a delivery of what this sender may still send, by what it has
     * published. To be asked before its messages are read.
     */
    long publishedReachNs(final long granularityNs) {
        final long frontierNs = reader.publishedUpToNs();
        long reachNs = hasRetroactive ? later(frontierNs, inbox.maxDelayNs()) : Long.MAX_VALUE;
        for (int i = 0; i < links.size(); i++) {
            final Link link = links.get(i);
            if (link.delivery().isGated()) {
                final long knownNs = later(
                    Math.max(frontierNs, reader.promisedNs(link.channelIndex()) - 1), link.delayNs());
                reachNs = Math.min(reachNs,
                    link.delivery() == Delivery.GATED ? later(knownNs, granularityNs) : knownNs);
            }
        }
        return reachNs;
    }

    private static long later(final long timeNs, final long byNs) {
        return timeNs > 0 && byNs > Long.MAX_VALUE - timeNs ? Long.MAX_VALUE : timeNs + byNs;
    }

    private boolean isPromised(final long fromNs, final long toNs) {
        for (int i = 0; i < links.size(); i++) {
            if (isMissing(links.get(i), fromNs, toNs)) {
                return false;
            }
        }
        return true;
    }

    /** For which of the sender's frontiers the receiver sleeps; {@link LogLayout#NO_LEVEL} for none. */
    long awaited(final boolean isHolding, final long fromNs, final long toNs) {
        long frontierNs = LogLayout.NO_LEVEL;
        if (isHolding) {
            if (hasRetroactive && !reader.isPublished(toNs, inbox.maxDelayNs())) {
                frontierNs = toNs - inbox.maxDelayNs();
            }
            for (int i = 0; i < links.size(); i++) {
                final Link link = links.get(i);
                if (isMissing(link, fromNs, toNs)) {
                    frontierNs = Math.min(frontierNs, link.wantedNs(fromNs, toNs) - link.delayNs());
                }
            }
        }
        return frontierNs;
    }

    /** Whether any message is to wake the receiver: it is handed over at once. */
    boolean isForNews() {
        return hasRetroactive;
    }

    /** Whether a step waits for the messages of this link. */
    private boolean isMissing(final Link link, final long fromNs, final long toNs) {
        if (!link.delivery().isGated()) {
            return false;
        }
        final long wantedNs = link.wantedNs(fromNs, toNs);
        return !reader.isPublished(wantedNs, link.delayNs())
            && !reader.isPromised(link.channelIndex(), wantedNs, link.delayNs());
    }
}
