package io.takt.hub.core.status;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.takt.asset.AssetState;
import io.takt.asset.HubState;
import io.takt.shm.control.Request;
import java.util.List;
import java.util.Map;

/**
 * How a hub stands, as {@code takt status --json} prints it. Times of the simulation and of the wall in nanoseconds.
 *
 * @param hub          the hub's name.
 * @param hubId        random number of its process, by which it is told from another hub of its name; 0 for none.
 * @param pid          its process.
 * @param state        where it is in its life.
 * @param end          why it has ended; null while it has not.
 * @param reason       the same, or what it waits for, in words; may be null.
 * @param epoch        of the run, as in the counters' keys.
 * @param coreTimeNs   T_c.
 * @param coreStepNs   ΔT_c.
 * @param maxDelayNs   D_max.
 * @param wallNs       wall time for which it has been running.
 * @param speedRatio   simulated time per wall time, over the whole run.
 * @param recentSpeed  the same over the last three seconds of running.
 * @param coreProgress count-ups that moved T_c.
 * @param coreRetain   count-ups that left it where it was.
 * @param blocker      the asset that holds the core now, or the reset; null when none does.
 * @param blockedForNs wall time for which it has.
 * @param blockerReason why it does; without a blocker, of the parent hub.
 * @param missing      required assets that have not joined or are not ready, then others that are away.
 * @param assets       all that have joined: those of the configuration in its order, then the others.
 * @param earlier      what this hub had counted before its last reset.
 * @param parent       the tie to the parent hub; null for a root.
 * @param waits        the asset that this hub waits for, then the one that this waits for, and so on to the end of the
 *      tree.
 * @param children     the child hubs that the file names or that have joined.
 * @param totals       what the hub has counted since it started.
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
public record HubStatus(String hub, long hubId, long pid, HubState state, End end, String reason, long epoch,
    long coreTimeNs, long coreStepNs, long maxDelayNs, long wallNs, double speedRatio, double recentSpeed,
    long coreProgress, long coreRetain, String blocker, long blockedForNs, HoldReason blockerReason,
    List<String> missing, List<AssetStatus> assets, Earlier earlier, ParentStatus parent, List<Wait> waits,
    List<HubNode.Child> children, Totals totals) {
    /** Lists that are left out are empty. */
    public HubStatus {
        waits = waits == null ? List.of() : waits;
        children = children == null ? List.of() : children;
        totals = totals == null ? Totals.NONE : totals;
    }

    /**
     * Facts and counts since the hub started, in all epochs.
     *
     * @param resets      how often all clocks were put back to 0.
     * @param losses      how often an asset was lost.
     * @param tookOver    whether it went on where a killed hub had left off.
     * @param targetSpeed simulated time per wall time that it is to keep; 0 for a hub that goes as fast as it can.
     */
    public record Totals(long resets, long losses, boolean tookOver, double targetSpeed) {
        /** The totals of a hub of an earlier version. */
        static final Totals NONE = new Totals(0, 0, false, 0);
    }

    /**
     * The counts of a hub's epochs before this one. Together with those of this epoch they never fall.
     *
     * @param coreProgress count-ups that moved T_c.
     * @param coreRetain   count-ups that left it where it was.
     * @param wallNs       wall time for which it was running.
     */
    public record Earlier(long coreProgress, long coreRetain, long wallNs) {
    }

    /**
     * The same of an asset.
     *
     * @param progress count-ups that moved T_i; where steps vary, granularities by which they did.
     * @param retain   count-ups that left it where it was.
     * @param heldNs   wall time for which it held the core, by reason.
     */
    public record EarlierOfAsset(long progress, long retain, Map<HoldReason, Long> heldNs) {
    }

    /**
     * How an asset stands. Counts of this epoch are kept under its name, for all processes that took part with it.
     *
     * @param name          its name.
     * @param state         where it is in its life.
     * @param timeNs        T_i.
     * @param stepNs        ΔT_i.
     * @param lagNs         T_c − T_i.
     * @param progress      count-ups that moved T_i; where steps vary, granularities by which they did.
     * @param retain        count-ups that left it where it was.
     * @param blockedCoreNs wall time for which it held the core.
     * @param heldNs        the same by reason.
     * @param silentNs      wall time since its last sign of life, if it is the blocker and silent; else 0.
     * @param intervalNs    Δt_i; 0 for none.
     * @param pid           its process; 0 when it does not say.
     * @param process       what that is doing: {@code running}, {@code sleeping}, {@code stopped}, {@code traced} or
     *                      {@code unknown}.
     * @param busyNs        wall time that its simulator has spent in steps, as far as it has reported that; in all
     *                      epochs, and of all its processes.
     * @param steps         how long steps took: pairs of b and a count of those in [2^b, 2^(b+1)) ns, likewise.
     * @param away          whether it takes part with its clock alone, until a process takes its place.
     * @param attaching     whether its process, known to live, is to attach again to a hub that took over.
     * @param digest        of what was delivered to it, 16 hexadecimal digits; null when it receives nothing.
     * @param awaited       the sender for which its step waits, when the core lets it step; null for none.
     * @param earlier       what was counted before the hub's last reset.
     * @param missedMessages that a process went on without which took the place of a lost one, in all epochs.
     * @param restarts      how often a new process has taken the place of a lost one, in all epochs.
     * @param logFill       the part of its message log that receivers still need, 0 to 1; at 1 it waits for them.
     * @param sent          what it has sent by channel, as far as it has reported that; in all epochs, and by all its
     *                      processes.
     */
    public record AssetStatus(String name, AssetState state, long timeNs, long stepNs, long lagNs, long progress,
        long retain, long blockedCoreNs, Map<HoldReason, Long> heldNs, long silentNs, long intervalNs, long pid,
        String process, long busyNs, List<List<Long>> steps, boolean away, boolean attaching, String digest,
        Awaited awaited, EarlierOfAsset earlier, long missedMessages, long restarts, double logFill,
        List<Request.Sent> sent) {
        /** A list that is left out is empty. */
        public AssetStatus {
            sent = sent == null ? List.of() : sent;
        }
    }

    /**
     * The sender and channel for which a step waits.
     *
     * @param asset   the one that is not far enough.
     * @param channel of its messages; null when it is to read, for there is no room for more.
     */
    public record Awaited(String asset, String channel) {
    }
}
