package io.takt.shm.clock;

import io.takt.asset.Steps;
import io.takt.shm.host.LiveProcesses;
import org.agrona.MutableDirectBuffer;

/**
 * The key of T_i's counter; see {@link ClockLayout}.
 *
 * @param epoch     of the run.
 * @param number    of the asset in its hub.
 * @param pid       the asset's process; 0 when it does not say.
 * @param steps     by how much the asset counts up.
 * @param startTime when that process started, as of {@link LiveProcesses#startTime}; 0 when that is not known.
 * @param hasMissed whether the asset was away in the reset with which the epoch began.
 */
public record AssetKey(long epoch, int number, int pid, Steps steps, long startTime, boolean hasMissed) {
    /**
     * The key of an asset that has missed no reset.
     *
     * @param epoch     as above.
     * @param number    as above.
     * @param pid       as above.
     * @param steps     as above.
     * @param startTime as above.
     */
    public AssetKey(final long epoch, final int number, final int pid, final Steps steps, final long startTime) {
        this(epoch, number, pid, steps, startTime, false);
    }

    void putInto(final MutableDirectBuffer key) {
        ClockLayout.putKey(key, epoch, number);
        key.putInt(ClockLayout.PID_OFFSET, pid);
        key.putLong(ClockLayout.STEP_OFFSET, steps.greatestNs());
        key.putLong(ClockLayout.STARTED_OFFSET, startTime);
        key.putLong(ClockLayout.GRANULARITY_OFFSET, steps.isFixed() ? 0 : steps.granularityNs());
        key.putInt(ClockLayout.WHOLE_OFFSET, steps.isWhole() ? 1 : 0);
        key.putInt(ClockLayout.MISSED_OFFSET, hasMissed ? 1 : 0);
    }
}
