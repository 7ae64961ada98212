package io.takt.shm.message;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.agrona.BitUtil;

/**
 * Memory for messages that were taken in: given back it is used again, so that a steady flow makes no garbage. The
 * unused memory here is bounded, and the memory in use is bounded by the process's {@link HeapShare}.
 *
 * <p>Owned by the thread that drives the receiver, but for {@link #close}.
 */
final class Pool {
    private static final int LEAST = 64;
    private static final int CLASSES = 32;
    /** Bytes of the objects that a message has beside its own. */
    private static final int OVERHEAD = 128;
    /** After a flood the garbage collector gets the rest. */
    private static final long MOST_UNUSED = 4 * 1024 * 1024;

    private final ArrayDeque<Pending>[] free;
    private final Pending inHand = new Pending(LEAST);
    private final HeapShare heap;
    /** Bytes of the heap that are in use, or here. */
    private final AtomicLong held = new AtomicLong();
    private long unused;
    private volatile boolean closed;

    @SuppressWarnings({"unchecked", "rawtypes"})
    Pool(final HeapShare heap) {
        this.heap = heap;
        free = new ArrayDeque[CLASSES];
    }

    /** Room for a message of some length. Throws {@link io.takt.asset.TaktException} when there is none. */
    Pending take(final int length, final String sender) {
        final int capacity = BitUtil.findNextPositivePowerOfTwo(Math.max(LEAST, length));
        final long bytes = capacity + OVERHEAD;
        final Pending known = of(capacity).pollFirst();
        if (known != null) {
            unused -= bytes;
            return known;
        }
        heap.take(bytes, sender);
        held.addAndGet(bytes);
        return new Pending(capacity);
    }

    /** Room for a message of any length, which is given back before another is asked for. */
    Pending inHand() {
        return inHand;
    }

    void giveBack(final Pending message) {
        if (message == inHand || closed) {
            return;
        }
        final long bytes = message.capacity() + OVERHEAD;
        if (unused + bytes <= MOST_UNUSED) {
            unused += bytes;
            of(message.capacity()).addFirst(message);
        } else {
            held.addAndGet(-bytes);
            heap.giveBack(bytes);
        }
    }

    /** Gives those back, of some, that are not needed any more. */
    void removeFrom(final Collection<Pending> some, final Predicate<Pending> unwanted) {
        some.removeIf(message -> {
            final boolean isRemoved = unwanted.test(message);
            if (isRemoved) {
                giveBack(message);
            }
            return isRemoved;
        });
    }

    /** The receiver is there no more: others may have its share of the heap. From any thread. */
    void close() {
        closed = true;
        heap.giveBack(held.getAndSet(0));
    }

    private ArrayDeque<Pending> of(final int capacity) {
        final int size = Integer.numberOfTrailingZeros(capacity);
        if (free[size] == null) {
            free[size] = new ArrayDeque<>();
        }
        return free[size];
    }
}
