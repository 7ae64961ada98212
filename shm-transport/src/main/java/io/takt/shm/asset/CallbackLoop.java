package io.takt.shm.asset;

import io.takt.shm.waiting.Waiter;

/** The loop of a thread that drives the callback assets of a connection; owned by that thread. */
public final class CallbackLoop implements AutoCloseable {
    private final AssetAgent agent;
    private final Waiter waiter;
    private final Runnable onClose;

    /** A waiter of null is that of a connection to which nobody has joined. */
    CallbackLoop(final AssetAgent agent, final Waiter waiter, final Runnable onClose) {
        this.agent = agent;
        this.waiter = waiter;
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
        if (agent.doWork() > 0) {
            waiter.worked();
        } else if (!agent.isDone()) {
            waiter.idle();
        }
        return !agent.isDone();
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
