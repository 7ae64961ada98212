package io.takt.steward.log;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;

/**
 * Threads that stewards have events run by before their turn. Between two rounds a thread looks for the next one for
 * some microseconds before it sleeps, since rounds follow each other closely while a simulation is advanced.
 *
 * <p>May be used by several stewards and threads; one at a time is helped, the others do all by themselves meanwhile.
 * To be closed when none of them is used any more.
 */
public final class Workers implements AutoCloseable {
    private static final int LOOKS = 20_000;
    private static final int LOOKS_BEFORE_YIELD = 200;

    private final Thread[] threads;
    private final AtomicBoolean busy = new AtomicBoolean();
    private final AtomicInteger inside = new AtomicInteger();
    private volatile IntConsumer job;
    private volatile int rounds;
    private volatile boolean closed;

    /**
     * Starts threads.
     *
     * @param threads how many run events, that of the steward included: 2 starts one.
     */
    public Workers(final int threads) {
        if (threads < 1) {
            throw new IllegalArgumentException("at least 1 thread runs events, not " + threads);
        }
        this.threads = new Thread[threads - 1];
        for (int i = 0; i < this.threads.length; i++) {
            final int number = i + 1;
            final Thread thread = new Thread(() -> loop(number), "steward-worker-" + number);
            thread.setDaemon(true);
            this.threads[i] = thread;
            thread.start();
        }
    }

    /** How many run events, that of the steward included. */
    int threads() {
        return threads.length + 1;
    }

    /**
     * Has a job run by the calling thread, as number 0, and by the others, as far as they come in time; returns when
     * none of them runs it any more. While they have another one, the calling thread runs this alone.
     */
    void run(final IntConsumer wanted) {
        if (!busy.compareAndSet(false, true)) {
            wanted.accept(0);
            return;
        }
        try {
            runTogether(wanted);
        } finally {
            busy.set(false);
        }
    }

    private void runTogether(final IntConsumer wanted) {
        job = wanted;
        rounds++;
        for (final Thread thread : threads) {
            LockSupport.unpark(thread);
        }
        try {
            wanted.accept(0);
        } finally {
            job = null;
            int looks = 0;
            while (inside.get() != 0) {
                if (++looks > LOOKS_BEFORE_YIELD) {
                    Thread.yield();
                } else {
                    Thread.onSpinWait();
                }
            }
        }
    }

    /** Ends the threads. A steward that is advanced after this does all by itself. */
    @Override
    public void close() {
        closed = true;
        for (final Thread thread : threads) {
            LockSupport.unpark(thread);
        }
    }

    private void loop(final int number) {
        int seen = 0;
        int looks = 0;
        while (!closed) {
            final int now = rounds;
            if (now != seen) {
                seen = now;
                looks = 0;
                join(number);
            } else if (++looks < LOOKS) {
                Thread.onSpinWait();
            } else {
                LockSupport.park(this);
            }
        }
    }

    /**
     * A worker that joins before the job ends is waited for; a later one finds no job. If it fails, for want of memory
     * say, all that it has not done is left to be done in turn, and the thread goes on.
     */
    private void join(final int number) {
        inside.incrementAndGet();
        try {
            final IntConsumer wanted = job;
            if (wanted != null) {
                wanted.accept(number);
            }
        } catch (final Throwable ignored) { // It comes again in its turn, if it is not only for want of memory.
        } finally {
            inside.decrementAndGet();
        }
    }
}
