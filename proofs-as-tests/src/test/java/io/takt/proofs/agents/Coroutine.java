package io.takt.proofs.agents;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/**
 * A thread that does one thing after the other, each of which can stop in the middle and be taken up again there. It
 * never runs at the same time as the one that resumes it.
 */
final class Coroutine {
    private static final ExecutorService THREADS = Executors.newCachedThreadPool(task -> {
        final Thread thread = new Thread(task, "coroutine");
        thread.setDaemon(true);
        return thread;
    });

    private final Semaphore inside = new Semaphore(0);
    private final Semaphore outside = new Semaphore(0);
    private boolean begun;
    private boolean suspended;
    private Runnable next;
    private Throwable thrown;

    /** Goes on with what was suspended, or else with this; until that is suspended, or at its end. */
    void resume(final Runnable anew) {
        if (!suspended) {
            next = anew;
        }
        suspended = false;
        goOn();
        final Throwable was = thrown;
        thrown = null;
        if (was instanceof Error error) {
            throw error;
        }
        if (was instanceof RuntimeException exception) {
            throw exception;
        }
    }

    private void goOn() {
        if (begun) {
            inside.release();
        } else {
            begun = true;
            THREADS.execute(this::run);
        }
        outside.acquireUninterruptibly();
    }

    private void run() {
        while (next != null) {
            try {
                next.run();
            } catch (final RuntimeException | Error e) {
                thrown = e;
            }
            handBack();
        }
        outside.release();
    }

    /** By the resumed coroutine: the thread that resumed it goes on, until the coroutine is resumed again. */
    void suspend() {
        suspended = true;
        handBack();
    }

    private void handBack() {
        outside.release();
        inside.acquireUninterruptibly();
    }

    boolean isSuspended() {
        return suspended;
    }

    /** Ends the thread; a suspended action has to come to its end when it is resumed. */
    void close() {
        if (suspended) {
            resume(null);
        }
        if (begun) {
            next = null;
            goOn();
        }
    }
}
