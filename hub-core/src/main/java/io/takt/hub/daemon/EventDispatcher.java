package io.takt.hub.daemon;

import io.takt.asset.AssetState;
import io.takt.asset.HubState;
import io.takt.hub.control.ControlServer;
import io.takt.hub.core.Outbox;
import io.takt.hub.core.RunGates;
import io.takt.hub.core.TappedJoin;
import io.takt.shm.control.FromHub;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** Carries what the machine says to where it belongs, off the hub's thread. */
final class EventDispatcher implements Outbox {
    private final HubListener listener;
    private final Executor listening;
    private final Supplier<ControlServer> control;
    private final Runnable onEnd;

    /**
     * Says nothing yet.
     *
     * @param listener  hears of changes of state.
     * @param listening in order, on a thread of its own.
     * @param control   serves the connections; asked when there is something to send.
     * @param onEnd     run on the hub's thread when the run ends, after the listener was given the last state.
     */
    EventDispatcher(final HubListener listener, final Executor listening, final Supplier<ControlServer> control,
        final Runnable onEnd) {
        this.listener = listener;
        this.listening = listening;
        this.control = control;
        this.onEnd = onEnd;
    }

    @Override
    public void send(final int connection, final FromHub message) {
        control.get().send(connection, message);
    }

    @Override
    public void hangUp(final int connection) {
        control.get().hangUp(connection);
    }

    @Override
    public void onState(final HubState state, final long timeNs, final String reason) {
        listening.execute(() -> listener.onState(state, timeNs, reason));
        if (state.isEnd()) {
            onEnd.run();
        }
    }

    @Override
    public void onAsset(final String asset, final AssetState state, final long timeNs, final long pid,
        final String detail) {
        listening.execute(() -> listener.onAsset(asset, state, timeNs, pid, detail));
    }

    @Override
    public void onTapped(final TappedJoin asset) {
        listening.execute(() -> listener.onTapped(asset));
    }

    @Override
    public void onGates(final RunGates gates) {
        // On no thread of the hub's: what the listener hears meanwhile must not wait for it.
        CompletableFuture.supplyAsync(() -> GateWarning.of(gates)).thenAcceptAsync(warning -> {
            if (warning != null) {
                listener.onWarning(warning);
            }
        }, listening);
    }

    @Override
    public void onWarning(final String what) {
        listening.execute(() -> listener.onWarning(what));
    }

    @Override
    public void onLost(final String asset, final String how, final String sequel) {
        listening.execute(() -> listener.onLost(asset, how, sequel));
    }

    @Override
    public void onRestart(final String asset, final int tries, final long pauseNs) {
        listening.execute(() -> listener.onRestart(asset, tries, pauseNs));
    }
}
