package io.takt.shm.message;

import io.takt.asset.SimTime;
import io.takt.asset.message.MessageHandler;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The messages that an asset has taken in and not used yet. Gated ones wait in lanes for the step that they belong to;
 * retroactive ones are handed over at once, and kept until none can come any more that is delivered before them, for
 * the digest.
 *
 * <p>Owned by the thread that drives the asset.
 */
final class Inbox {
    private final Pool pool;
    private final List<Lane> lanes = new ArrayList<>();
    /** Lanes that have more messages for the step that is under way. */
    private final PriorityQueue<Lane> due = new PriorityQueue<>();
    private final List<Source> retroactive = new ArrayList<>();
    private final PriorityQueue<Pending> told = new PriorityQueue<>();
    private final DeliveryDigest digest;
    private final long maxDelayNs;
    /** Tells listeners of what is handed over. */
    private final Outbox outbox;
    /** The stamp of the asset's last number in the digest. */
    private long countedNs;

    Inbox(final long maxDelayNs, final long digest, final Outbox outbox, final HeapShare heap) {
        this.pool = new Pool(heap);
        this.digest = new DeliveryDigest(digest);
        this.outbox = outbox;
        this.maxDelayNs = maxDelayNs;
    }

    long maxDelayNs() {
        return maxDelayNs;
    }

    Lane newLane(final Source source, final boolean isUntilEnd) {
        final Lane lane = new Lane(source, isUntilEnd, pool);
        lanes.add(lane);
        return lane;
    }

    /** A sender of retroactive messages. */
    void add(final Source source) {
        retroactive.add(source);
    }

    /** Takes in a retroactive message. */
    void arrive(final Source source, final long position, final long deliveryNs) {
        source.arrived().add(source.copy(position, deliveryNs, pool));
    }

    /** Takes out messages of one sender. */
    void removeOf(final Source source, final Lane.Condition condition) {
        source.lanes().forEach(lane -> lane.removeIf(condition));
        pool.removeFrom(source.arrived(), message -> message.meets(condition));
        pool.removeFrom(told, message -> message.link().source() == source && message.meets(condition));
    }

    /**
     * Passes over the retroactive messages of one sender that a predecessor was handed in its steps up to a time. Those
     * that its digest does not have yet are kept for the digest.
     */
    void removeHanded(final Source source, final long upToPosition, final long timeNs) {
        final ArrayDeque<Pending> messages = source.arrived();
        while (!messages.isEmpty() && messages.peekFirst().position() < upToPosition) {
            final Pending message = messages.pollFirst();
            if (isSettled(message, timeNs)) {
                pool.giveBack(message);
            } else {
                told.add(message);
            }
        }
    }

    /** Whether no message can come any more that is delivered before this one. */
    private boolean isSettled(final Pending message, final long timeNs) {
        return message.deliveryNs() <= timeNs - maxDelayNs;
    }

    /** Nothing is handed over any more. From any thread. */
    void close() {
        pool.close();
    }

    /** The asset is put back to its start. */
    void reset() {
        pool.removeFrom(told, message -> true);
        digest.reset();
        countedNs = 0;
    }

    /** Copies the message that a handler may be reading, before its room is given back. */
    void keepInHand() {
        pool.inHand().keep();
    }

    /** Whether anything belongs to a step from one time to another. */
    boolean isDue(final long fromNs, final long toNs) {
        for (int i = 0; i < lanes.size(); i++) {
            if (lanes.get(i).isDue(fromNs, toNs)) {
                return true;
            }
        }
        return false;
    }

    /** The last time of a grid to which the receiver may go before a message that was found is due. */
    long untilNextNs(final long fromNs, final long granularityNs) {
        long untilNs = Long.MAX_VALUE;
        for (int i = 0; i < lanes.size(); i++) {
            untilNs = Math.min(untilNs, lanes.get(i).untilNextNs(fromNs, granularityNs));
        }
        return untilNs;
    }

    /**
     * Hands over all messages of a step. The digest knows the step by the first time of its grid: that is the same
     * wherever a step of varying length ends.
     */
    void handOver(final long fromNs, final long toNs, final long firstNs) throws Exception {
        Lane only = null;
        int count = 0;
        for (int i = 0; i < lanes.size(); i++) {
            if (lanes.get(i).isDue(fromNs, toNs)) {
                only = lanes.get(i);
                count++;
            }
        }
        if (count == 1) {
            only.source().handOverUnread(only, only.dueUpToNs(fromNs, toNs), firstNs, outbox.isTraced());
            handOver(only, null, fromNs, toNs, firstNs);
        } else if (count > 1) {
            merge(fromNs, toNs, firstNs);
        }
    }

    private void merge(final long fromNs, final long toNs, final long firstNs) throws Exception {
        due.clear();
        for (int i = 0; i < lanes.size(); i++) {
            if (lanes.get(i).isDue(fromNs, toNs)) {
                due.add(lanes.get(i));
            }
        }
        for (Lane lane = due.poll(); lane != null; lane = due.poll()) {
            handOver(lane, due.peek(), fromNs, toNs, firstNs);
            if (lane.isDue(fromNs, toNs)) {
                due.add(lane);
            }
        }
    }

    /** Hands over a lane's messages for a step, as long as they come before the next message of another lane. */
    private void handOver(final Lane lane, final Lane other, final long fromNs, final long toNs, final long firstNs)
        throws Exception {
        final boolean isTraced = outbox.isTraced();
        while (lane.isDue(fromNs, toNs) && (other == null || lane.compareTo(other) < 0)) {
            handOverNext(lane, firstNs, isTraced);
        }
    }

    private void handOverNext(final Lane lane, final long firstNs, final boolean isTraced) throws Exception {
        final Pending message = lane.poll();
        handOver(message, firstNs, isTraced);
        pool.giveBack(message);
    }

    /** Hands over a gated message. */
    void handOver(final Pending message, final long firstNs, final boolean isTraced) throws Exception {
        digest.add(message, firstNs);
        hand(message, firstNs, isTraced);
    }

    /** For a message that is handed over in its place, see {@link #keepInHand}. */
    Pending inHand() {
        return pool.inHand();
    }

    /** Whether a retroactive message of a step that its sender has ended waits to be handed over. */
    boolean hasArrived() {
        for (int i = 0; i < retroactive.size(); i++) {
            if (retroactive.get(i).hasArrived()) {
                return true;
            }
        }
        return false;
    }

    void handArrived() throws Exception {
        for (int i = 0; i < retroactive.size(); i++) {
            while (retroactive.get(i).hasArrived()) {
                final Pending message = retroactive.get(i).arrived().pollFirst();
                if (message.link().isLeftOutOfDigest()) {
                    hand(message, 0, outbox.isTraced());
                    pool.giveBack(message);
                } else {
                    told.add(message);
                    hand(message, 0, outbox.isTraced());
                }
            }
        }
    }

    /** A predecessor was handed some, before it was known that they do not count. */
    void forgetLeftOut() {
        pool.removeFrom(told, message -> message.link().isLeftOutOfDigest());
    }

    private void hand(final Pending message, final long stepFirstNs, final boolean isTraced) throws Exception {
        if (isTraced) {
            outbox.onDelivered(message.link().inputIndex(), message.deliveryNs(), message.sequence(), stepFirstNs);
        }
        final MessageHandler handler = message.link().handler();
        if (handler != null) {
            handler.onMessage(message);
        }
    }

    /**
     * The digest as of a step's end. No message can come any more that was sent D_max before: the core is not past its
     * sender by more.
     */
    long digestAt(final long timeNs) {
        settle(timeNs);
        return digest.value();
    }

    /** Counts a number of the asset itself, after the messages that count up to a time. */
    void count(final long number, final long timeNs) {
        if (timeNs < countedNs) {
            throw new IllegalArgumentException("asset '" + outbox.asset() + "' counts something in its digest at "
                + SimTime.format(timeNs) + ", after something at " + SimTime.format(countedNs));
        }
        countedNs = timeNs;
        settle(timeNs);
        digest.add(number, timeNs);
    }

    private void settle(final long timeNs) {
        while (!told.isEmpty() && isSettled(told.peek(), timeNs)) {
            final Pending message = told.poll();
            digest.add(message, 0);
            pool.giveBack(message);
        }
    }
}
