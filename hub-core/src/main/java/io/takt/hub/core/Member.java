package io.takt.hub.core;

import io.takt.asset.AssetState;
import io.takt.hub.core.HubPlan.OnLost;
import io.takt.shm.clock.AssetClocks;
import io.takt.shm.clock.ThreadClocks;
import io.takt.shm.control.Reply;
import io.takt.shm.waiting.Doorbell;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** An asset that has joined. Owned by the hub's thread. */
final class Member {
    private final String name;
    private final int number;
    private final int connection;
    private final long stepNs;
    private final long intervalNs;
    private final long pid;
    private final OnLost onLost;
    private AssetState state = AssetState.JOINED;
    private AssetClocks clocks;
    private int slot;
    private long startNs;
    private final long[] heldNs = new long[HoldReason.values().length];
    private long busyNs;
    private List<List<Long>> steps = List.of();
    private boolean resetting;
    private ThreadClocks thread;

    Member(final String name, final int number, final int connection, final long stepNs, final long intervalNs,
        final long pid, final OnLost onLost) {
        this.name = name;
        this.number = number;
        this.connection = connection;
        this.stepNs = stepNs;
        this.intervalNs = intervalNs;
        this.pid = pid;
        this.onLost = onLost;
    }

    String name() {
        return name;
    }

    int number() {
        return number;
    }

    int connection() {
        return connection;
    }

    long stepNs() {
        return stepNs;
    }

    /** Δt_i in wall time; 0 for none. */
    long intervalNs() {
        return intervalNs;
    }

    /** Its process; 0 when it does not say. */
    long pid() {
        return pid;
    }

    OnLost onLost() {
        return onLost;
    }

    AssetState state() {
        return state;
    }

    AssetClocks clocks() {
        return clocks;
    }

    int slot() {
        return slot;
    }

    /** Takes its clocks of an epoch, which stand at {@code fromNs}. */
    void start(final AssetClocks fresh, final long fromNs) {
        clocks = fresh;
        startNs = fromNs;
        Arrays.fill(heldNs, 0);
    }

    void seat(final int newSlot) {
        slot = newSlot;
    }

    void state(final AssetState newState) {
        state = newState;
        clocks.state().publish(newState.ordinal());
    }

    /** The thread that drives it; null when it has not named one. */
    ThreadClocks thread() {
        return thread;
    }

    void drivenBy(final ThreadClocks newThread) {
        thread = newThread;
    }

    /** Whether it wakes a hub that sleeps for it. */
    boolean rings() {
        return thread != null && Doorbell.canWake();
    }

    boolean isResetting() {
        return resetting;
    }

    void resetting(final boolean now) {
        resetting = now;
    }

    /** It held the core for so long. */
    void held(final HoldReason reason, final long forNs) {
        heldNs[reason.ordinal()] += forNs;
    }

    /** Why it holds the core as long as it shows signs of life. */
    HoldReason reasonWhenAlive() {
        final boolean knownToStep = intervalNs > 0 && thread != null && thread.activity().read() == number;
        return intervalNs == 0 || knownToStep ? HoldReason.COMPUTING : HoldReason.INTERVAL;
    }

    /** Takes what it says of its steps since it joined. */
    void report(final long newBusyNs, final List<List<Long>> newSteps) {
        busyNs = newBusyNs;
        steps = newSteps;
    }

    Reply.AssetCounters counters() {
        return new Reply.AssetCounters(name, number, startNs, clocks.time().counterId(), clocks.state().counterId(),
            clocks.retain().counterId());
    }

    HubStatus.AssetStatus status(final long coreTimeNs, final ProcessSight sight, final long silentNs) {
        final long timeNs = clocks.time().read();
        return new HubStatus.AssetStatus(name, state, timeNs, stepNs, coreTimeNs - timeNs, (timeNs - startNs) / stepNs,
            clocks.retain().read(), Arrays.stream(heldNs).sum(), heldByReason(), silentNs, intervalNs, pid,
            sight.state().word(), busyNs, steps);
    }

    private Map<HoldReason, Long> heldByReason() {
        final Map<HoldReason, Long> held = new EnumMap<>(HoldReason.class);
        for (final HoldReason reason : HoldReason.values()) {
            held.put(reason, heldNs[reason.ordinal()]);
        }
        return held;
    }
}
