package io.takt.proofs.links;

import io.takt.federation.gateway.ParentEnd;
import io.takt.federation.link.ClockPort;
import io.takt.federation.link.LinkTimes;
import io.takt.federation.place.PlaceInParent;
import io.takt.federation.remote.ChildEnd;
import io.takt.federation.seal.LinkKeys;
import io.takt.rule.AssetRule;
import io.takt.rule.CoreRule;
import io.takt.shm.clock.Clock;
import io.takt.shm.clock.ClockFile;
import io.takt.shm.clock.CoreDoorbell;
import io.takt.shm.waiting.Kernel;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.LongSupplier;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.CountersReader;

/**
 * Cores, each the child of the one before, and the two ends of the links between them that ship, as far as clocks go:
 * small enough for all schedules up to some length. A turn is a count-up, the delivery, loss or doubling of one
 * datagram, or the time until something is due.
 */
final class LinkChain {
    /** What can happen at a hub, or on the link to its parent. */
    enum Kind {
        COUNTS, OLDEST_DOWN, NEWEST_DOWN, NEWEST_DOWN_TWICE, LOSE_DOWN, OLDEST_UP, NEWEST_UP, NEWEST_UP_TWICE, LOSE_UP,
        TIME_PASSES
    }

    /**
     * One step of a schedule.
     *
     * @param kind of it.
     * @param hub  0 for the root; time passes at all.
     */
    record Turn(Kind kind, int hub) {
        @Override
        public String toString() {
            return kind + " " + hub;
        }
    }

    private static final long EPOCH = 7;
    private static final int MOST_ROUNDS = 200;

    private final List<Core> cores = new ArrayList<>();
    private final List<Link> links = new ArrayList<>();
    private final List<Turn> turns = new ArrayList<>();
    private long nowNs = 1_000_000_000L;

    /** A hub's T_c, in its own memory. */
    private record Core(Clock time, long stepNs) {
        long ns() {
            return time.read();
        }
    }

    private static final class Link {
        private static final int COUNTERS = 4;

        private final Core above;
        private final Core below;
        private final long maxDelayNs;
        private final Clock told;
        private final ParentEnd parent;
        private final ChildEnd child;
        private final Deque<byte[]> down = new ArrayDeque<>();
        private final Deque<byte[]> up = new ArrayDeque<>();
        private final Deque<byte[]> spareDown = new ArrayDeque<>();
        private final Deque<byte[]> spareUp = new ArrayDeque<>();

        private Link(final Core above, final Core below, final long maxDelayNs, final long number,
            final LongSupplier nowNs) {
            this.above = above;
            this.below = below;
            this.maxDelayNs = maxDelayNs;
            final ClockFile file = file(COUNTERS);
            told = file.clock(0);
            parent = new ParentEnd(nowNs);
            child = new ChildEnd(new ClockPort(LinkTimes.DEFAULT), below.stepNs, nowNs);
            final LinkKeys keys = new LinkKeys(new byte[LinkKeys.LENGTH]);
            parent.begin(keys, number, EPOCH, above.stepNs, maxDelayNs, new PlaceInParent(1, above.time, told,
                file.clock(1).doorbell(), new CoreDoorbell(file.clock(2), file.clock(3))),
                bytes -> down.add(copy(bytes)), bytes -> spareDown.add(copy(bytes)));
            child.begin(keys, number, EPOCH, maxDelayNs, bytes -> up.add(copy(bytes)),
                bytes -> spareUp.add(copy(bytes)));
        }

        private static byte[] copy(final ByteBuffer bytes) {
            final byte[] copy = new byte[bytes.remaining()];
            bytes.get(copy);
            return copy;
        }

        private void toChild(final byte[] datagram, final long nowNs) {
            child.port().onDatagram(ByteBuffer.wrap(datagram), Long.MAX_VALUE, nowNs);
            child.clock().timeNs();
        }

        private void toParent(final byte[] datagram) {
            parent.onDatagram(ByteBuffer.wrap(datagram));
            parent.pump();
        }

        private boolean isIdle() {
            return down.isEmpty() && up.isEmpty() && spareDown.isEmpty() && spareUp.isEmpty();
        }

        private void deliverOne(final long nowNs) {
            if (!spareDown.isEmpty()) {
                child.port().onSpare(ByteBuffer.wrap(spareDown.remove()), Long.MAX_VALUE, nowNs);
            } else if (!spareUp.isEmpty()) {
                parent.onSpare(ByteBuffer.wrap(spareUp.remove()));
            } else if (!down.isEmpty()) {
                toChild(down.remove(), nowNs);
            } else if (!up.isEmpty()) {
                toParent(up.remove());
            }
        }

        /** No side passes what it knows, or knows more than is. */
        private void judge() {
            final long knownNs = child.port().otherNs();
            final long toldNs = told.read();
            if (below.ns() > knownNs || knownNs > above.ns() || toldNs > below.ns()
                || above.ns() - toldNs > maxDelayNs) {
                throw new BrokenProperty("the child is at " + below.ns() + " and knows " + knownNs
                    + "; the parent is at " + above.ns() + " and knows " + toldNs);
            }
        }
    }

    /**
     * At 0, with links that have told each other so.
     *
     * @param stepsNs     ΔT_c of each hub, the root first.
     * @param maxDelaysNs D_max of each but the last.
     */
    LinkChain(final long[] stepsNs, final long[] maxDelaysNs) {
        for (int i = 0; i < stepsNs.length; i++) {
            cores.add(new Core(file(1).clock(0), stepsNs[i]));
            turns.add(new Turn(Kind.COUNTS, i));
        }
        for (int i = 1; i < stepsNs.length; i++) {
            links.add(new Link(cores.get(i - 1), cores.get(i), maxDelaysNs[i - 1], i, () -> nowNs));
            for (final Kind kind : Kind.values()) {
                if (kind != Kind.COUNTS && kind != Kind.TIME_PASSES) {
                    turns.add(new Turn(kind, i));
                }
            }
        }
        turns.add(new Turn(Kind.TIME_PASSES, 0));
        // Datagrams get through, so that nothing more goes over the connection.
        for (int i = 0; i < 4; i++) {
            deliverAll();
            timePasses();
        }
        deliverAll();
    }

    private static ClockFile file(final int counters) {
        return ClockFile.over(new UnsafeBuffer(ByteBuffer.allocateDirect(counters * CountersReader.METADATA_LENGTH)),
            new UnsafeBuffer(ByteBuffer.allocateDirect(counters * CountersReader.COUNTER_LENGTH)),
            Kernel.OF_THIS_MACHINE);
    }

    /** All turns that there are. */
    List<Turn> turns() {
        return turns;
    }

    /** Null for the root. */
    private Link above(final int hub) {
        return hub == 0 ? null : links.get(hub - 1);
    }

    /** Null for the last hub. */
    private Link below(final int hub) {
        return hub == links.size() ? null : links.get(hub);
    }

    private boolean canCount(final int hub) {
        final Core core = cores.get(hub);
        final Link above = above(hub);
        final Link below = below(hub);
        return (above == null || AssetRule.progresses(core.ns(), core.stepNs, above.child.port().otherNs()))
            && (below == null || CoreRule.allows(core.ns() + core.stepNs, below.told.read(), below.maxDelayNs));
    }

    /** Whether it would change anything. */
    boolean can(final Turn turn) {
        final Link link = above(turn.hub);
        return switch (turn.kind) {
            case COUNTS -> canCount(turn.hub);
            case OLDEST_DOWN, NEWEST_DOWN_TWICE, LOSE_DOWN -> !link.down.isEmpty();
            case NEWEST_DOWN -> link.down.size() > 1;
            case OLDEST_UP, NEWEST_UP_TWICE, LOSE_UP -> !link.up.isEmpty();
            case NEWEST_UP -> link.up.size() > 1;
            case TIME_PASSES -> true;
        };
    }

    /** Throws when a side passes what it knows, or knows more than is. */
    void take(final Turn turn) {
        final Link link = above(turn.hub);
        switch (turn.kind) {
            case COUNTS -> count(turn.hub);
            case OLDEST_DOWN -> link.toChild(link.down.removeFirst(), nowNs);
            case NEWEST_DOWN -> link.toChild(link.down.removeLast(), nowNs);
            case NEWEST_DOWN_TWICE -> link.toChild(link.down.peekLast(), nowNs);
            case LOSE_DOWN -> link.down.removeFirst();
            case OLDEST_UP -> link.toParent(link.up.removeFirst());
            case NEWEST_UP -> link.toParent(link.up.removeLast());
            case NEWEST_UP_TWICE -> link.toParent(link.up.peekLast());
            case LOSE_UP -> link.up.removeFirst();
            default -> timePasses();
        }
        links.forEach(Link::judge);
    }

    private void count(final int hub) {
        final Core core = cores.get(hub);
        core.time.publish(core.ns() + core.stepNs);
        if (below(hub) != null) {
            below(hub).parent.tell();
            below(hub).parent.pump();
        }
        if (above(hub) != null) {
            above(hub).child.clock().report(core.ns());
            above(hub).child.clock().timeNs();
        }
    }

    private void timePasses() {
        long dueNs = Long.MAX_VALUE;
        for (final Link each : links) {
            dueNs = Math.min(dueNs, Math.min(each.parent.pump(), each.child.clock().rest()));
        }
        nowNs += Math.max(1, dueNs);
        for (final Link each : links) {
            each.parent.pump();
            each.child.clock().rest();
        }
    }

    private void deliverAll() {
        for (final Link each : links) {
            while (!each.isIdle()) {
                each.deliverOne(nowNs);
            }
        }
    }

    /** From now on all arrives: throws when the clocks do not go on. */
    void heal() {
        final long untilNs = cores.get(0).ns() + 2 * links.stream().mapToLong(each -> each.maxDelayNs).sum();
        for (int left = MOST_ROUNDS; cores.get(0).ns() < untilNs; left--) {
            if (left == 0) {
                throw new BrokenProperty("the clocks stay at " + cores.stream().map(Core::ns).toList());
            }
            deliverAll();
            for (int hub = 0; hub < cores.size(); hub++) {
                final Turn counts = new Turn(Kind.COUNTS, hub);
                while (can(counts)) {
                    take(counts);
                }
            }
            take(new Turn(Kind.TIME_PASSES, 0));
        }
    }
}
