package io.takt.shm.control;

import io.takt.asset.HubLostException;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/** An asset's process talks to its hub, in order both ways, over any carrier of lines. */
public interface HubControl extends AutoCloseable {
    /** Takes the hub's events. */
    interface Listener {
        /**
         * The hub has told something.
         *
         * @param event what.
         */
        void onEvent(Event event);

        /** The connection has ended, by either side. Called once. */
        void onEnd();
    }

    /**
     * Asks, and leaves the waiting to the caller: the hub hears later requests and news after this one.
     *
     * @param request is given the id to use.
     * @param inOrder is given the reply on the connection's thread, before any event that the hub sent after it.
     * @return waits for the reply, which may be a refusal, as long as the hub lives. Throws {@link HubLostException}
     *     when the hub is gone before it answered, and {@link WaitInterruptedException} when the thread is interrupted
     *     before; the request is under way then, and the hub carries it out whether or not a thread waits.
     */
    Supplier<Reply> begin(LongFunction<Request> request, Consumer<Reply> inOrder);

    /**
     * Asks and waits for the answer.
     *
     * @param request is given the id to use.
     * @param inOrder as in {@link #begin}.
     * @return the reply, as of {@link #begin}.
     */
    default Reply ask(final LongFunction<Request> request, final Consumer<Reply> inOrder) {
        return begin(request, inOrder).get();
    }

    /**
     * Says something whose answer does not matter, without blocking; to a hub that is gone it says nothing.
     *
     * @param request is given the id to use.
     */
    void tell(LongFunction<Request> request);

    /** {@return whether the hub is gone, or this end was closed; true for good once it is} */
    boolean hasEnded();

    /** Ends the connection. */
    @Override
    void close();
}
