package io.takt.shm.message;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.function.Predicate;
import org.agrona.BitUtil;

/** Memory for messages that were taken in: given back it is used again, so that a steady flow makes no garbage. */
final class Pool {
    private static final int LEAST = 64;
    private static final int CLASSES = 32;

    private final ArrayDeque<Pending>[] free;
    private final Pending inHand = new Pending(LEAST);

    @SuppressWarnings({"unchecked", "rawtypes"})
    Pool() {
        free = new ArrayDeque[CLASSES];
    }

    /** Room for a message of some length. */
    Pending take(final int length) {
        final int capacity = BitUtil.findNextPositivePowerOfTwo(Math.max(LEAST, length));
        final Pending known = of(capacity).pollFirst();
        return known != null ? known : new Pending(capacity);
    }

    /** Room for a message of any length, which is given back before another is asked for. */
    Pending inHand() {
        return inHand;
    }

    void giveBack(final Pending message) {
        if (message != inHand) {
            of(message.capacity()).addFirst(message);
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

    private ArrayDeque<Pending> of(final int capacity) {
        final int size = Integer.numberOfTrailingZeros(capacity);
        if (free[size] == null) {
            free[size] = new ArrayDeque<>();
        }
        return free[size];
    }
}
