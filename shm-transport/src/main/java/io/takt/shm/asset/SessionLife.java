package io.takt.shm.asset;

import io.takt.asset.PolledAsset.Turn;
import io.takt.rule.AssetClock;
import io.takt.shm.message.MessageEndpoint;

/**
 * How a session begins, is put back to its start, rests while there is no hub, and stops: it obeys the
 * {@link SessionCommand}s that have come, between turns. The steps are the business of {@link AssetSession}.
 *
 * <p>Owned by the thread that drives the session.
 */
final class SessionLife {
    private final SessionStatus status;
    private final SessionOrders orders = new SessionOrders();
    private final SessionCounters counters;
    private final AssetClock clock;
    /** Null for an asset that neither sends nor receives. */
    private final MessageEndpoint endpoint;
    /** Whether the simulator was put back. The clock may stand elsewhere, if a hub died during the reset. */
    private boolean isSimulatorAtStart;

    SessionLife(final SessionStatus status, final SessionCounters counters, final AssetClock clock,
        final MessageEndpoint endpoint) {
        this.status = status;
        this.counters = counters;
        this.clock = clock;
        this.endpoint = endpoint;
    }

    /** Goes on with the counters of a new epoch, or of another hub. */
    void start(final SessionClocks fresh, final long nowNs) {
        counters.attach(fresh);
        clock.restart(fresh.startNs(), nowNs);
        if (endpoint != null) {
            endpoint.attach(fresh.endpoint());
        }
    }

    /** The clock is about to count up. */
    void leavesStart() {
        isSimulatorAtStart = false;
    }

    /** A command that was posted for this session. By the queue of its thread, see {@link AssetThread#takeCommands}. */
    void take(final SessionCommand command) {
        orders.take(command, status.state());
        if (command instanceof SessionCommand.Detach || command instanceof SessionCommand.End) {
            counters.release();
        }
    }

    /** Whether the session waits for a step, and no command comes before it. */
    boolean awaitsStep() {
        return orders.isEmpty() && status.state() == SessionState.AWAITING_TURN;
    }

    /** The turn that was given and not committed yet, or that commands have led to. */
    Turn turn() {
        return orders.isEndDue() ? Turn.STOP : switch (status.state()) {
            case STEPPING -> Turn.STEP;
            case RESETTING -> Turn.RESET;
            default -> Turn.WAIT;
        };
    }

    /** Obeys the commands that have come, as far as the state allows it. */
    void obey(final long nowNs) {
        if (!orders.isEmpty()) {
            obeyOrders(nowNs);
        }
    }

    private void obeyOrders(final long nowNs) {
        final SessionClocks fresh = status.state().isWithoutClocks() ? orders.takeClocks() : null;
        if (fresh != null) {
            start(fresh, nowNs);
            if (endpoint != null && isSimulatorAtStart) {
                endpoint.resume();
            }
            status.state(SessionState.AWAITING_TURN);
        }
        if (status.state().isInTurn() || status.state() == SessionState.ENDED) {
            return;
        }
        if (orders.isEndDue()) {
            status.state(SessionState.ENDED);
        } else if (status.state() == SessionState.AWAITING_TURN
            && (orders.isResetDue() || endpoint != null && endpoint.hasDiscarded())) {
            beginReset();
        } else if (orders.isDetachDue()) {
            rest(nowNs);
        }
    }

    /**
     * Takes in messages that are there while an asset of this thread waits in the middle of a turn. A session with a
     * reset ahead has no use for the messages that it holds, and senders may wait for their room, so it drops them. Its
     * own messages are left alone: its first dawn may not be over. The reset is then its next turn.
     */
    void readInPassing() {
        if (status.state() == SessionState.AWAITING_TURN && orders.isResetDue() && !endpoint.waitsForRoom()) {
            endpoint.discard();
        }
        endpoint.read();
    }

    private void beginReset() {
        orders.resetObeyed();
        status.state(SessionState.RESETTING);
        clock.forgetWishes();
        if (endpoint != null) {
            endpoint.beginReset();
        }
    }

    /** The simulator is back at its start. */
    void commitReset() {
        if (status.state() != SessionState.RESETTING) {
            throw new IllegalStateException("asset '" + status.asset() + "' has no reset to commit");
        }
        isSimulatorAtStart = true;
        endDawn();
        status.state(SessionState.AWAITING_CLOCKS);
    }

    /** Messages of the dawn of time are there for others before the asset counts as ready. */
    void endDawn() {
        if (endpoint != null) {
            endpoint.endDawn();
        }
    }

    private void rest(final long nowNs) {
        if (isSimulatorAtStart) {
            // The hub died in the middle of a reset: a clock that another hub has given meanwhile means nothing.
            clock.restart(0, nowNs);
        }
        status.restsAtNs(clock.timeNs());
        orders.detachObeyed();
        status.state(SessionState.DETACHED);
    }
}
