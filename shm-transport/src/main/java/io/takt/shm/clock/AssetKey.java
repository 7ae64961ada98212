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
 */
public record AssetKey(long epoch, int number, int pid, Steps steps, long startTime) {
    void putInto(final MutableDirectBuffer key) {
        ClockLayout.putKey(key, epoch, number);
        key.putInt(ClockLayout.PID_OFFSET, pid);
        key.putLong(ClockLayout.STEP_OFFSET, steps.greatestNs());
        key.putLong(ClockLayout.STARTED_OFFSET, startTime);
        key.putLong(ClockLayout.GRANULARITY_OFFSET, steps.isFixed() ? 0 : steps.granularityNs());
        key.putInt(ClockLayout.WHOLE_OFFSET, steps.isWhole() ? 1 : 0);
    }
}
