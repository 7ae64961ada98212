package io.takt.shm.control;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import io.takt.asset.OnHubLost;
import io.takt.asset.WaitStrategy;

/**
 * The hub's answer to a {@link Request}.
 *
 * @param id       of the request.
 * @param ok       whether it was done.
 * @param error    one line when it was not, else null.
 * @param joined   the answer to a join, else null.
 * @param doorbell the answer to a request for a doorbell, else null.
 * @param status   the answer to a status request, else null.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Reply(long id, boolean ok, String error, Joined joined, Doorbell doorbell, JsonNode status)
    implements FromHub {
    /** The error of a join that may be asked again soon. */
    public static final String RESETTING = "the hub is RESETTING; join again when it is done";

    /**
     * All that a program needs to run as an asset.
     *
     * @param hub             the hub's name.
     * @param cncFile         absolute path of the file to map.
     * @param epoch           of the run; it stands in the counters' keys.
     * @param coreTimeCounter number of T_c's counter.
     * @param coreStepNs      ΔT_c.
     * @param maxDelayNs      D_max.
     * @param stepNs          ΔT_i.
     * @param intervalNs      Δt_i; 0 for none.
     * @param waiting         how the asset is to wait.
     * @param onHubLost       what it is to do when the hub's process is gone.
     * @param clocks          the asset's own counters.
     */
    public record Joined(String hub, String cncFile, long epoch, int coreTimeCounter, long coreStepNs, long maxDelayNs,
        long stepNs, long intervalNs, WaitStrategy waiting, OnHubLost onHubLost, AssetCounters clocks) {
    }

    /**
     * Where a thread that drives assets sleeps, and where the hub does.
     *
     * @param sleepCounter        number of the counter on which the thread sleeps.
     * @param activityCounter     number of the counter in which the thread says whose step it is doing.
     * @param coreSleepCounter    number of the counter on which the hub sleeps.
     * @param coreSleepForCounter number of the counter that says for which time the hub sleeps.
     */
    public record Doorbell(int sleepCounter, int activityCounter, int coreSleepCounter, int coreSleepForCounter) {
    }

    /**
     * Where an asset's counters are.
     *
     * @param asset         the asset's name.
     * @param number        of the asset in its hub, as in the counters' keys.
     * @param timeNs        T_i from which it starts; the counter stands there already.
     * @param timeCounter   number of T_i's counter, which the asset writes.
     * @param stateCounter  number of the state's counter, which the hub writes.
     * @param retainCounter number of the counter of retained count-ups, which the asset writes.
     */
    public record AssetCounters(String asset, int number, long timeNs, int timeCounter, int stateCounter,
        int retainCounter) {
    }

    /**
     * It was done.
     *
     * @param id of the request.
     * @return the reply.
     */
    public static Reply done(final long id) {
        return new Reply(id, true, null, null, null, null);
    }

    /**
     * It was not done.
     *
     * @param id    of the request.
     * @param error one line: what, where, what would be right.
     * @return the reply.
     */
    public static Reply refused(final long id, final String error) {
        return new Reply(id, false, error, null, null, null);
    }
}
