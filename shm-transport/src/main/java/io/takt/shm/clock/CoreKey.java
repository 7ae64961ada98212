package io.takt.shm.clock;

import org.agrona.MutableDirectBuffer;

/**
 * The key of T_c's counter; see {@link ClockLayout}.
 *
 * @param epoch      of the run.
 * @param hubPid     the hub's process.
 * @param stepNs     ΔT_c.
 * @param maxDelayNs D_max.
 * @param digest     of the configuration; 0 for a run that may not be taken over, because it has ended.
 */
public record CoreKey(long epoch, int hubPid, long stepNs, long maxDelayNs, long digest) {
    void putInto(final MutableDirectBuffer key) {
        ClockLayout.putKey(key, epoch, ClockLayout.CORE_NUMBER);
        key.putInt(ClockLayout.PID_OFFSET, hubPid);
        key.putLong(ClockLayout.STEP_OFFSET, stepNs);
        key.putLong(ClockLayout.MAX_DELAY_OFFSET, maxDelayNs);
        key.putLong(ClockLayout.DIGEST_OFFSET, digest);
        key.putInt(ClockLayout.RESETTING_OFFSET, 0);
    }
}
