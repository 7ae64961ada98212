package io.takt.shm.asset;

import io.takt.asset.AssetClock;
import io.takt.asset.PolledAsset.Turn;
import io.takt.shm.clock.Clock;

/**
 * An asset's place at a hub: which turn comes next. Both ways of writing an asset, callbacks and polling, sit on it.
 *
 * <pre>
 *             STEP, commit ─┐
 *              ┌────────────┴┐ reset event ┌───────────┐ commit ┌────────────────┐
 *  (joined) ──►│  STEPPING   ├────────────►│ RESETTING ├───────►│ AWAITING_CLOCKS│
 *              └─▲──────┬────┘             └───────────┘        └───────┬────────┘
 *                └──────┼──────────────────── clocks event ─────────────┘
 *                       └── hub stopped, lost, or asset left, from anywhere ──► ENDED
 * </pre>
 *
 * <p>Owned by the thread that polls; the connection's thread only leaves messages through {@link #orderReset},
 * {@link #giveClocks} and {@link #end}.
 */
final class Seat {
    private enum Phase { STEPPING, RESETTING, AWAITING_CLOCKS }

    /** The counters of one epoch, and the time at which the asset starts in it. */
    record Clocks(Clock core, Clock time, Clock retain, long startNs) {
    }

    /** Why a seat gives no more turns. */
    enum End { STOPPED, LEFT, LOST }

    private final String name;
    private final long stepNs;
    private final long intervalNs;
    private Phase phase = Phase.STEPPING;
    private volatile Clocks clocks;
    private AssetClock clock;
    private long coreSeenNs;
    private boolean stepGiven;
    private volatile boolean resetOrdered;
    private volatile Clocks newClocks;
    private volatile End end;

    Seat(final String name, final long stepNs, final long intervalNs, final Clocks clocks, final long nowNs) {
        this.name = name;
        this.stepNs = stepNs;
        this.intervalNs = intervalNs;
        start(clocks, nowNs);
    }

    String name() {
        return name;
    }

    long timeNs() {
        return clock.timeNs();
    }

    /** T_i as others see it; from any thread. */
    long publishedNs() {
        return clocks.time.read();
    }

    long nextNs() {
        return clock.nextNs();
    }

    boolean hasInterval() {
        return intervalNs > 0;
    }

    End ended() {
        return end;
    }

    /**
     * The next turn.
     *
     * @param nowNs the wall clock; any when there is no interval.
     */
    Turn poll(final long nowNs) {
        if (end != null) {
            return Turn.STOP;
        }
        if (phase == Phase.AWAITING_CLOCKS && newClocks != null) {
            final Clocks fresh = newClocks;
            newClocks = null;
            start(fresh, nowNs);
            phase = Phase.STEPPING;
        }
        if (phase == Phase.STEPPING && resetOrdered && !stepGiven) {
            phase = Phase.RESETTING;
        }
        return switch (phase) {
            case STEPPING -> countUp(nowNs) ? Turn.STEP : Turn.WAIT;
            case RESETTING -> Turn.RESET;
            case AWAITING_CLOCKS -> Turn.WAIT;
        };
    }

    private boolean countUp(final long nowNs) {
        if (stepGiven) {
            return true;
        }
        if (!clock.isDue(nowNs)) {
            return false;
        }
        if (!clock.progresses(coreSeenNs)) {
            // What was seen of T_c does not allow the step; only now is a look at shared memory worth its cost.
            coreSeenNs = clocks.core.read();
            if (!clock.progresses(coreSeenNs)) {
                if (clock.retain(nowNs)) {
                    clocks.retain.publish(clock.retains());
                }
                return false;
            }
        }
        stepGiven = true;
        return true;
    }

    /** The step is done: everything the simulator did in it is visible before its new time is. */
    void commitStep(final long nowNs) {
        if (!stepGiven) {
            throw new IllegalStateException("asset '" + name + "' has no step to commit; poll() or await() gives one");
        }
        stepGiven = false;
        clock.progress(nowNs);
        if (end == null) {
            // A seat that was given up has no counters any more: somebody else's clock may stand there by now.
            clocks.time.publish(clock.timeNs());
        }
    }

    /** The simulator is back at its start. */
    void commitReset() {
        if (phase != Phase.RESETTING) {
            throw new IllegalStateException("asset '" + name + "' has no reset to commit");
        }
        resetOrdered = false;
        phase = Phase.AWAITING_CLOCKS;
    }

    boolean isResetting() {
        return phase == Phase.RESETTING;
    }

    void orderReset() {
        resetOrdered = true;
    }

    void giveClocks(final Clocks fresh) {
        newClocks = fresh;
    }

    void end(final End how) {
        if (end == null) {
            end = how;
        }
    }

    private void start(final Clocks fresh, final long nowNs) {
        clocks = fresh;
        coreSeenNs = 0;
        clock = new AssetClock(fresh.startNs, stepNs, intervalNs, nowNs);
    }
}
