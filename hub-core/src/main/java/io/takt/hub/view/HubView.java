package io.takt.hub.view;

import io.takt.hub.core.status.HoldReason;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.status.HubStatus.AssetStatus;
import java.util.List;
import java.util.Map;

/**
 * A hub at one moment, with what the last seconds were like: the one model of all views. {@code takt watch} draws it,
 * metrics show it, so they cannot disagree.
 *
 * @param status       as the hub told it last.
 * @param overNs       wall time of running that "the last seconds" are.
 * @param speed        simulated time per wall time in the last seconds.
 * @param countUpsPerS count-ups that moved T_c, in a second of wall time.
 * @param rows         its assets, first those that held the core most.
 * @param sentence     which asset holds time back, for how long and why, or has slowed it in the last seconds; or for
 *                     what the hub waits; empty for a hub that is not running and waits for nothing.
 * @param advice       what would help, in one sentence; empty when nothing holds time back.
 * @param culprit      the asset that both are about; null for none.
 */
public record HubView(HubStatus status, long overNs, double speed, double countUpsPerS, List<Row> rows,
    String sentence, String advice, String culprit) {
    /**
     * An asset.
     *
     * @param status         as the hub told it last.
     * @param blocksNow      whether it holds the core.
     * @param stepsPerS      steps in a second of wall time.
     * @param share          part of the last seconds for which it held the core.
     * @param shareOfRun     part of the whole run.
     * @param reason         why, mostly, in the last seconds, or else in the whole run; null when it never did.
     * @param sharesByReason the part of the last seconds by reason; reasons that had none are left out.
     */
    public record Row(AssetStatus status, boolean blocksNow, double stepsPerS, double share, double shareOfRun,
        HoldReason reason, Map<HoldReason, Double> sharesByReason) {
    }
}
