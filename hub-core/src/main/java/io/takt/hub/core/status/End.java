package io.takt.hub.core.status;

import io.takt.asset.HubState;

/** Why a run ends. */
public enum End {
    /** The core has reached the time at which the run was to end. */
    REACHED(HubState.STOPPED),
    /** No later time fits into a long. */
    END_OF_TIME(HubState.STOPPED),
    /** It was asked for. */
    ASKED(HubState.STOPPED),
    /** An asset ended it, as it was meant to. */
    ENDED_BY_ASSET(HubState.STOPPED),
    /** An asset ended it, as one that is not to count. */
    FAILED_BY_ASSET(HubState.FAILED),
    /** The parent's run has ended in order. */
    WITH_PARENT(HubState.STOPPED),
    /** The parent's run has failed, or the parent does not take this hub. */
    PARENT_FAILED(HubState.FAILED),
    /** The last asset has left. */
    ALL_LEFT(HubState.STOPPED),
    /** The core and an asset wait for each other for good: L2 does not hold. */
    STALLED(HubState.FAILED),
    /** Something in the hub itself is broken. */
    BROKEN(HubState.FAILED),
    /** There is no room for counters: of a new epoch, or instead of some that another process may write. */
    NO_ROOM(HubState.FAILED),
    /** An asset was lost whose loss halts the run, or that had not come back when the run was to end. */
    ASSET_LOST(HubState.FAILED);

    private final HubState state;

    End(final HubState state) {
        this.state = state;
    }

    /** {@return the state in which it leaves the hub, {@link HubState#STOPPED} or {@link HubState#FAILED}} */
    public HubState state() {
        return state;
    }
}
