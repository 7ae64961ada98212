package io.takt.hub.core.event;

import io.takt.shm.control.Request;

/** What a child hub has to say to its parent. */
public sealed interface ToParent {
    /**
     * It wants to join, or to join again.
     *
     * @param timeNs what it has reported, when it goes on; null when it begins.
     */
    record Join(Long timeNs) implements ToParent {
    }

    /** All of its required assets are ready. */
    record Ready() implements ToParent {
    }

    /** All simulators below it are back at their starts. */
    record ResetDone() implements ToParent {
    }

    /** Nothing below it can step any more, now that the parent's time stands for good. */
    record Settled() implements ToParent {
    }

    /**
     * Its run has ended by itself.
     *
     * @param hasFailed whether that is a failure.
     * @param reason    one line.
     */
    record Ended(boolean hasFailed, String reason) implements ToParent {
    }

    /**
     * A connection of this hub asks for something that is for the whole tree.
     *
     * @param connection that asks.
     * @param request    pause, resume, reset or stop.
     */
    record Forward(int connection, Request request) implements ToParent {
    }
}
