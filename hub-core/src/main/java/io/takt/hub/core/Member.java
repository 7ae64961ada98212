package io.takt.hub.core;

import io.takt.asset.AssetState;
import io.takt.hub.core.HubPlan.OnLost;
import io.takt.shm.clock.AssetClocks;
import io.takt.shm.clock.ThreadClocks;
import io.takt.shm.control.Reply;
import io.takt.shm.waiting.Doorbell;

/**
 * An asset that takes part. One that is away has nobody behind its clock: its process was lost, and whoever joins next
 * with its name takes its place. Until then its clock bounds the core from where it stands. Owned by the hub's thread.
 */
final class Member {
    /** The connection of a member that is away. */
    private static final int NOBODY = -1;

    private final String name;
    private final int number;
    private final long stepNs;
    private final OnLost onLost;
    private int connection;
    private AssetState state = AssetState.JOINED;
    private AssetClocks clocks;
    private int slot;
    private long startNs;
    private long blockedNs;
    private long earlierRetains;
    private boolean resetting;
    private ThreadClocks thread;

    Member(final String name, final int number, final int connection, final long stepNs, final OnLost onLost) {
        this.name = name;
        this.number = number;
        this.connection = connection;
        this.stepNs = stepNs;
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

    boolean isAway() {
        return connection == NOBODY;
    }

    /** Whether its process can step. */
    boolean isReady() {
        return state == AssetState.READY || state == AssetState.RUNNING;
    }

    /** Its process is gone; its clock stays where it stands. */
    void leaveBehind() {
        connection = NOBODY;
        resetting = false;
        thread = null;
    }

    /** A new process goes on from where the clock stands, and counts its retained count-ups from 0. */
    void takeOver(final int newConnection) {
        connection = newConnection;
        earlierRetains += clocks.retain().read();
        clocks.retain().publish(0);
    }

    long stepNs() {
        return stepNs;
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
        blockedNs = 0;
        earlierRetains = 0;
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

    void blocked(final long forNs) {
        blockedNs += forNs;
    }

    Reply.AssetCounters counters() {
        return new Reply.AssetCounters(name, number, clocks.time().read(), clocks.time().counterId(),
            clocks.state().counterId(), clocks.retain().counterId());
    }

    HubStatus.AssetStatus status(final long coreTimeNs, final long alsoBlockedNs) {
        final long timeNs = clocks.time().read();
        return new HubStatus.AssetStatus(name, state, timeNs, stepNs, coreTimeNs - timeNs, (timeNs - startNs) / stepNs,
            earlierRetains + clocks.retain().read(), blockedNs + alsoBlockedNs);
    }
}
