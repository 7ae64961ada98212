package io.takt.asset;

/**
 * How a run has ended, as an asset's process knows it; or that the run goes on, with the assets of this process or
 * without.
 *
 * @param state      {@link HubState#STOPPED} when the run has ended in good order, {@link HubState#FAILED} when it has
 *      failed; any other one while the run goes on.
 * @param reason     why, in one line.
 * @param coreTimeNs T_c then, in nanoseconds of simulation time.
 */
public record RunEnd(HubState state, String reason, long coreTimeNs) {
    /** {@return whether the run is over} */
    public boolean hasEnded() {
        return state.isEnd();
    }

    /** {@return whether the run has failed: {@link HubState#FAILED}} */
    public boolean hasFailed() {
        return state == HubState.FAILED;
    }
}
