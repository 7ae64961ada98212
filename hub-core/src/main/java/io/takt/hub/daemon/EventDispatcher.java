package io.takt.hub.daemon;

import io.takt.hub.control.ControlServer;
import io.takt.hub.core.event.HubEvent;
import io.takt.hub.core.plan.RunGates;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Carries each event of the machine off the hub's thread: to the control socket, or to the listener. Called on the
 * hub's thread, and for warnings of the daemon's own by any; never blocks.
 */
final class EventDispatcher implements Consumer<HubEvent> {
    private final Consumer<HubEvent> listener;
    private final Executor listening;
    private final Supplier<ControlServer> control;
    private final StatusAnswers statuses;
    private final Runnable onEnd;
    private ParentLink parent;

    /**
     * A dispatcher of events that are still to come.
     *
     * @param listener  is told of all that is not for a connection.
     * @param listening runs the listener, in order, on a thread of its own.
     * @param control   serves the connections; asked when there is something to send.
     * @param statuses  wait for their answers.
     * @param onEnd     run on the hub's thread when the run ends, after the listener was given the last state.
     */
    EventDispatcher(final Consumer<HubEvent> listener, final Executor listening, final Supplier<ControlServer> control,
        final StatusAnswers statuses, final Runnable onEnd) {
        this.listener = listener;
        this.listening = listening;
        this.control = control;
        this.statuses = statuses;
        this.onEnd = onEnd;
    }

    /** A child's hub has a parent; told before the first event. */
    void parent(final ParentLink link) {
        parent = link;
    }

    @Override
    public void accept(final HubEvent event) {
        if (event instanceof HubEvent.Send send) {
            control.get().send(send.connection(), send.message());
        } else if (event instanceof HubEvent.SendStatus status) {
            control.get().send(status.connection(), status::reply);
        } else if (event instanceof HubEvent.HangUp hangUp) {
            control.get().hangUp(hangUp.connection());
        } else if (event instanceof HubEvent.TellParent told) {
            parent.tell(told.message());
        } else if (event instanceof HubEvent.StatusTold told) {
            statuses.on(told);
        } else if (event instanceof HubEvent.GatesToJudge gates) {
            judge(gates.gates());
        } else {
            listening.execute(() -> listener.accept(event));
            if (event instanceof HubEvent.StateChanged change && change.state().isEnd()) {
                onEnd.run();
            }
        }
    }

    /** On a thread that is none of the hub's: it may take seconds, and other events must not wait for it. */
    private void judge(final RunGates gates) {
        CompletableFuture.supplyAsync(() -> GateWarning.of(gates)).thenAcceptAsync(warning -> {
            if (warning != null) {
                listener.accept(new HubEvent.Warning(warning));
            }
        }, listening);
    }
}
