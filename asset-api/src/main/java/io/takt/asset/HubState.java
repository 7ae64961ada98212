package io.takt.asset;

/** Where a hub is in its life. */
public enum HubState {
    /** Required assets are missing or not ready; the core stands. */
    WAITING,
    /** Everyone required is there; the core starts at once. */
    READY,
    /** The core counts up by rule (b). */
    RUNNING,
    /** The core stands until it is resumed; assets may still step up to it. */
    PAUSED,
    /** Assets put their simulators back to the start; then all clocks go to 0 in a new epoch. */
    RESETTING,
    /** The run has ended as it was meant to. */
    STOPPED,
    /** The run has ended otherwise; the hub's reason says why. */
    FAILED;

    /** {@return whether this state is final: {@link #STOPPED} and {@link #FAILED}} */
    public boolean isEnd() {
        return this == STOPPED || this == FAILED;
    }
}
