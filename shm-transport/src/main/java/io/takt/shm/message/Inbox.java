package io.takt.shm.message;

import io.takt.asset.message.Delivery;
import io.takt.asset.message.LinkFate;
import io.takt.asset.message.MessageHandler;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Predicate;

/**
 * What one asset has taken in and not used yet. Gated messages wait for the step that they belong to; retroactive ones
 * are handed over at once, and kept until none can come any more that is delivered before them, for the digest.
 *
 * <p>Owned by the thread that drives the asset.
 */
final class Inbox implements LogReader.Sink {
    private final Pool pool = new Pool();
    private final PriorityQueue<Pending> forStart = new PriorityQueue<>();
    private final PriorityQueue<Pending> forEnd = new PriorityQueue<>();
    private final ArrayDeque<Pending> arrived = new ArrayDeque<>();
    private final PriorityQueue<Pending> told = new PriorityQueue<>();
    private final List<Collection<Pending>> all = List.of(forStart, forEnd, arrived, told);
    private final DeliveryDigest digest = new DeliveryDigest();
    private final Routes routes;
    private final long maxDelayNs;
    private final Tracer tracer;

    /** Hears of every message that is handed over. */
    interface Tracer {
        /** The step's end is 0 for a retroactive message. */
        void onDelivered(int input, long deliveryNs, long sequence, long stepEndNs);
    }

    /** Which link a record belongs to. */
    interface Routes {
        /** Null when the receiver does not take the channel. */
        Link link(LogReader from, int channel);

        LogReader reader(Link link);
    }

    Inbox(final Routes routes, final long maxDelayNs, final Tracer tracer) {
        this.routes = routes;
        this.tracer = tracer;
        this.maxDelayNs = maxDelayNs;
    }

    @Override
    public void onMessage(final LogReader from, final int index, final long position) {
        final var buffer = from.log().buffer();
        final Link link = routes.link(from, buffer.getShort(index + LogLayout.CHANNEL_FIELD));
        if (link == null) {
            return;
        }
        final long stampNs = buffer.getLong(index + LogLayout.STAMP_FIELD);
        final long sequence = buffer.getLong(index + LogLayout.SEQUENCE_FIELD);
        final long deliveryNs = link.deliveryNs(stampNs, sequence);
        if (deliveryNs == LinkFate.LOST) {
            return;
        }
        from.isDelivered(deliveryNs);
        final int length = buffer.getInt(index + LogLayout.MESSAGE_LENGTH_FIELD);
        final Pending message = pool.take(length);
        message.set(link, stampNs, deliveryNs, sequence, position);
        message.copy(buffer, index + LogLayout.HEADER_LENGTH, length);
        of(link.delivery()).add(message);
    }

    private Collection<Pending> of(final Delivery delivery) {
        return switch (delivery) {
            case GATED -> forStart;
            case GATED_UNTIL_END -> forEnd;
            case RETROACTIVE -> arrived;
            case LATEST -> throw new IllegalStateException("a latest value does not come by the log");
        };
    }

    @Override
    public void onVoid(final LogReader from, final long stampNs, final long position) {
        remove(message -> message.stampNs() > stampNs && isOf(message, from));
    }

    /** The sender has been put back to its start at a position of its log. */
    void removeBefore(final LogReader from, final long position) {
        remove(message -> message.position() < position && isOf(message, from));
    }

    /** What another process has been handed in steps that it lived to publish. */
    void removeUsed(final long startUpToNs, final long endUpToNs) {
        remove(message -> message.deliveryNs()
            <= (message.link().delivery() == Delivery.GATED_UNTIL_END ? endUpToNs : startUpToNs));
    }

    private boolean isOf(final Pending message, final LogReader reader) {
        return routes.reader(message.link()) == reader;
    }

    private void remove(final Predicate<Pending> condition) {
        for (final Collection<Pending> some : all) {
            some.removeIf(message -> {
                final boolean isRemoved = condition.test(message);
                if (isRemoved) {
                    pool.giveBack(message);
                }
                return isRemoved;
            });
        }
    }

    void clear() {
        remove(message -> true);
        digest.reset();
    }

    /** Hands a step from one time to another all that belongs to it. */
    void handOver(final long fromNs, final long toNs) throws Exception {
        for (Pending next = next(fromNs, toNs); next != null; next = next(fromNs, toNs)) {
            digest.add(next, toNs);
            hand(next, toNs);
            pool.giveBack(next);
        }
    }

    private Pending next(final long fromNs, final long toNs) {
        final Pending start = due(forStart, fromNs);
        final Pending end = due(forEnd, toNs);
        if (end == null || start != null && start.compareTo(end) < 0) {
            return start == null ? null : forStart.poll();
        }
        return forEnd.poll();
    }

    private static Pending due(final PriorityQueue<Pending> queue, final long upToNs) {
        final Pending first = queue.peek();
        return first != null && first.deliveryNs() <= upToNs ? first : null;
    }

    /** Whether there are retroactive messages to hand over; not those of a step that its sender may not live to end. */
    boolean hasArrived() {
        final Pending first = arrived.peekFirst();
        return first != null && routes.reader(first.link()).isPublished(first.stampNs(), 0);
    }

    void handArrived() throws Exception {
        while (hasArrived()) {
            final Pending message = arrived.pollFirst();
            told.add(message);
            hand(message, 0);
        }
    }

    private void hand(final Pending message, final long stepEndNs) throws Exception {
        tracer.onDelivered(message.link().inputIndex(), message.deliveryNs(), message.sequence(), stepEndNs);
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
        while (!told.isEmpty() && told.peek().deliveryNs() <= timeNs - maxDelayNs) {
            final Pending message = told.poll();
            digest.add(message, 0);
            pool.giveBack(message);
        }
        return digest.value();
    }
}
