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
import java.util.Deque;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.CountersReader;

/**
 * Two cores, one the child of the other, and the two ends of the link between them that ship, as far as clocks go:
 * small enough for all schedules up to some length. A turn is a count-up, the delivery, loss or doubling of one
 * datagram, or the time until something is due.
 */
final class LinkPair {
    /** All turns that there are. */
    enum Turn {
        PARENT_COUNTS, CHILD_COUNTS, OLDEST_TO_CHILD, NEWEST_TO_CHILD, NEWEST_TO_CHILD_TWICE, LOSE_TO_CHILD,
        OLDEST_TO_PARENT, NEWEST_TO_PARENT, NEWEST_TO_PARENT_TWICE, LOSE_TO_PARENT, TIME_PASSES
    }

    private static final long EPOCH = 7;
    private static final long LINK = 5;
    private static final int CORE = 0;
    private static final int CHILD = 1;
    private static final int SLEEP = 2;
    private static final int CORE_SLEEP = 3;
    private static final int CORE_SLEEP_FOR = 4;
    private static final int COUNTERS = 5;
    private static final int MOST_ROUNDS = 200;

    private final long parentStepNs;
    private final long childStepNs;
    private final long maxDelayNs;
    private final Clock parentTime;
    private final Clock told;
    private final ParentEnd parent;
    private final ChildEnd child;
    private final Deque<byte[]> toChild = new ArrayDeque<>();
    private final Deque<byte[]> toParent = new ArrayDeque<>();
    private final Deque<byte[]> spareToChild = new ArrayDeque<>();
    private final Deque<byte[]> spareToParent = new ArrayDeque<>();
    private long nowNs = 1_000_000_000L;
    private long childNs;

    LinkPair(final long parentStepNs, final long childStepNs, final long maxDelayNs) {
        this.parentStepNs = parentStepNs;
        this.childStepNs = childStepNs;
        this.maxDelayNs = maxDelayNs;
        final ClockFile file = ClockFile.over(
            new UnsafeBuffer(ByteBuffer.allocateDirect(COUNTERS * CountersReader.METADATA_LENGTH)),
            new UnsafeBuffer(ByteBuffer.allocateDirect(COUNTERS * CountersReader.COUNTER_LENGTH)),
            Kernel.OF_THIS_MACHINE);
        parentTime = file.clock(CORE);
        told = file.clock(CHILD);
        parent = new ParentEnd(() -> nowNs);
        child = new ChildEnd(new ClockPort(LinkTimes.DEFAULT), childStepNs, () -> nowNs);
        final LinkKeys keys = new LinkKeys(new byte[LinkKeys.LENGTH]);
        parent.begin(keys, LINK, EPOCH, parentStepNs, maxDelayNs, new PlaceInParent(1, parentTime, told,
            file.clock(SLEEP).doorbell(), new CoreDoorbell(file.clock(CORE_SLEEP), file.clock(CORE_SLEEP_FOR))),
            bytes -> toChild.add(copy(bytes)), bytes -> spareToChild.add(copy(bytes)));
        child.begin(keys, LINK, EPOCH, maxDelayNs, bytes -> toParent.add(copy(bytes)),
            bytes -> spareToParent.add(copy(bytes)));
        // Datagrams get through, so that nothing more goes over the connection.
        for (int i = 0; i < 4; i++) {
            deliverAll();
            timePasses();
        }
        deliverAll();
    }

    private static byte[] copy(final ByteBuffer bytes) {
        final byte[] copy = new byte[bytes.remaining()];
        bytes.get(copy);
        return copy;
    }

    /** Whether it would change anything. */
    boolean can(final Turn turn) {
        return switch (turn) {
            case PARENT_COUNTS -> CoreRule.allows(parentTime.read() + parentStepNs, told.read(), maxDelayNs);
            case CHILD_COUNTS -> AssetRule.progresses(childNs, childStepNs, child.port().otherNs());
            case OLDEST_TO_CHILD, NEWEST_TO_CHILD_TWICE, LOSE_TO_CHILD -> !toChild.isEmpty();
            case NEWEST_TO_CHILD -> toChild.size() > 1;
            case OLDEST_TO_PARENT, NEWEST_TO_PARENT_TWICE, LOSE_TO_PARENT -> !toParent.isEmpty();
            case NEWEST_TO_PARENT -> toParent.size() > 1;
            case TIME_PASSES -> true;
        };
    }

    /** Throws when a side passes what it knows, or knows more than is. */
    void take(final Turn turn) {
        switch (turn) {
            case PARENT_COUNTS -> {
                parentTime.publish(parentTime.read() + parentStepNs);
                parent.tell();
                parent.pump();
            }
            case CHILD_COUNTS -> {
                childNs += childStepNs;
                child.clock().report(childNs);
                child.clock().timeNs();
            }
            case OLDEST_TO_CHILD -> toChild(toChild.removeFirst());
            case NEWEST_TO_CHILD -> toChild(toChild.removeLast());
            case NEWEST_TO_CHILD_TWICE -> toChild(toChild.peekLast());
            case LOSE_TO_CHILD -> toChild.removeFirst();
            case OLDEST_TO_PARENT -> toParent(toParent.removeFirst());
            case NEWEST_TO_PARENT -> toParent(toParent.removeLast());
            case NEWEST_TO_PARENT_TWICE -> toParent(toParent.peekLast());
            case LOSE_TO_PARENT -> toParent.removeFirst();
            default -> timePasses();
        }
        final long knownNs = child.port().otherNs();
        if (childNs > knownNs || knownNs > parentTime.read() || told.read() > childNs
            || parentTime.read() - told.read() > maxDelayNs) {
            throw new BrokenProperty("the child is at " + childNs + " and knows " + knownNs + "; the parent is at "
                + parentTime.read() + " and knows " + told.read());
        }
    }

    private void toChild(final byte[] datagram) {
        child.port().onDatagram(ByteBuffer.wrap(datagram), Long.MAX_VALUE, nowNs);
        child.clock().timeNs();
    }

    private void toParent(final byte[] datagram) {
        parent.onDatagram(ByteBuffer.wrap(datagram));
        parent.pump();
    }

    private void timePasses() {
        nowNs += Math.max(1, Math.min(parent.pump(), child.clock().rest()));
        parent.pump();
        child.clock().rest();
    }

    private void deliverAll() {
        while (!spareToChild.isEmpty() || !spareToParent.isEmpty() || !toChild.isEmpty() || !toParent.isEmpty()) {
            if (!spareToChild.isEmpty()) {
                child.port().onSpare(ByteBuffer.wrap(spareToChild.remove()), Long.MAX_VALUE, nowNs);
            } else if (!spareToParent.isEmpty()) {
                parent.onSpare(ByteBuffer.wrap(spareToParent.remove()));
            } else if (!toChild.isEmpty()) {
                toChild(toChild.remove());
            } else {
                toParent(toParent.remove());
            }
        }
    }

    /** From now on all arrives: throws when the clocks do not go on. */
    void heal() {
        final long untilNs = parentTime.read() + 2 * maxDelayNs;
        for (int left = MOST_ROUNDS; parentTime.read() < untilNs || childNs < untilNs - maxDelayNs; left--) {
            if (left == 0) {
                throw new BrokenProperty("the child stays at " + childNs + ", and the parent at " + parentTime.read());
            }
            deliverAll();
            for (final Turn turn : new Turn[] {Turn.PARENT_COUNTS, Turn.CHILD_COUNTS}) {
                while (can(turn)) {
                    take(turn);
                }
            }
            take(Turn.TIME_PASSES);
        }
    }
}
