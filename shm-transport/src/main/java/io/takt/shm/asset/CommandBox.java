package io.takt.shm.asset;

import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Has commands carried out one after the other, in the order in which they were posted, without a thread of its own: a
 * thread that posts to an idle box carries out its command and all that are posted meanwhile. So the state behind the
 * box has one owner at a time, no thread waits for a lock, and a command costs no change of threads.
 *
 * <p>May be used from any thread. A command that is posted by the one being carried out comes after it.
 */
final class CommandBox<C> {
    private record Posted<C>(C command, CompletableFuture<Void> done) {
    }

    private final Queue<Posted<C>> posted = new ConcurrentLinkedQueue<>();
    private final AtomicInteger count = new AtomicInteger();
    private final Consumer<C> carriedOutBy;

    CommandBox(final Consumer<C> carriedOutBy) {
        this.carriedOutBy = carriedOutBy;
    }

    /** Does not wait, unless this thread is the one that carries it out. */
    void post(final C command) {
        add(new Posted<>(command, null));
    }

    /**
     * Comes back when the command has been carried out, and throws what that has thrown. Not for a thread that is
     * carrying out another.
     */
    void call(final C command) {
        final CompletableFuture<Void> done = new CompletableFuture<>();
        add(new Posted<>(command, done));
        try {
            done.join();
        } catch (final CompletionException e) {
            rethrow(e.getCause());
        }
    }

    /**
     * If a command throws, the others are carried out all the same. No thread waits for one that was posted: what that
     * throws is thrown here, in the thread that carries it out.
     */
    private void add(final Posted<C> one) {
        posted.add(one);
        if (count.getAndIncrement() > 0) {
            return;
        }
        Throwable first = null;
        do {
            try {
                carryOut(posted.remove());
            } catch (final RuntimeException | Error e) {
                first = first == null ? e : first;
            }
        } while (count.decrementAndGet() > 0);
        if (first != null) {
            rethrow(first);
        }
    }

    private void carryOut(final Posted<C> each) {
        if (each.done == null) {
            carriedOutBy.accept(each.command);
            return;
        }
        try {
            carriedOutBy.accept(each.command);
            each.done.complete(null);
        } catch (final RuntimeException | Error e) {
            each.done.completeExceptionally(e);
        }
    }

    private static void rethrow(final Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        throw (RuntimeException) thrown;
    }
}
