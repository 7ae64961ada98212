package io.takt.shm.asset;

import io.takt.shm.waiting.Waiter;
import java.util.function.Consumer;

/** The loop of a thread that drives the callback assets of a connection; owned by that thread. */
public final class CallbackLoop implements AutoCloseable {
    private final AssetAgent agent;
    private final Waiter waiter;
    private final Consumer<Throwable> onThrown;
    private final Runnable onClose;

    /** A waiter of null is that of a connection without assets. */
    CallbackLoop(final AssetAgent agent, final Waiter waiter, final Consumer<Throwable> onThrown,
        final Runnable onClose) {
        this.agent = agent;
        this.waiter = waiter;
        this.onThrown = onThrown;
        this.onClose = onClose;
    }

    /**
     * Lets every asset step that can. If none could, passes some time, at most that of a sleep.
     *
     * @return false when there is nothing left to drive: the hub has stopped, or all assets have left.
     */
    public boolean turn() {
        if (waiter == null) {
            return false;
        }
        try {
            if (agent.doWork() > 0) {
                waiter.worked();
            } else if (!agent.isDone()) {
                waiter.idle();
            }
            return !agent.isDone();
        } catch (final Throwable e) {
            onThrown.accept(e);
            throw e;
        }
    }

    /** The thread does something else from now on. */
    @Override
    public void close() {
        if (waiter != null) {
            waiter.worked();
        }
        onClose.run();
    }
}
