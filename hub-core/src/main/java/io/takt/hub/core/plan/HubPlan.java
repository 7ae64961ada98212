package io.takt.hub.core.plan;

import io.takt.asset.OnHubLost;
import io.takt.asset.Steps;
import io.takt.asset.WaitStrategy;
import io.takt.rule.Report;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Map;

/**
 * The plan of a hub, made from its configuration.
 *
 * @param hub             its name.
 * @param cncFile         absolute path of the media driver's file, told to assets that join.
 * @param coreStepNs      ΔT_c.
 * @param coreIntervalNs  Δt_c in wall time; 0 for none.
 * @param maxDelayNs      D_max.
 * @param speed           simulated time per wall time; {@link Double#POSITIVE_INFINITY} for free.
 * @param untilNs         the run ends at the first T_c that is not earlier; {@link Long#MAX_VALUE} for never.
 * @param endsWhenAllLeft whether the run ends when the last asset has left.
 * @param waiting         how the hub waits, and assets for which nothing else is said.
 * @param force           whether to run systems that L2 says will stop.
 * @param assets          those that the configuration names.
 * @param messages        the channels that the configuration names.
 * @param federates       those of the assets that are child hubs.
 * @param judged          terms of child hubs by name, as far as there are files of theirs.
 */
public record HubPlan(String hub, String cncFile, long coreStepNs, long coreIntervalNs, long maxDelayNs, double speed,
    WaitStrategy waiting, long untilNs, boolean endsWhenAllLeft, boolean force, List<PlannedAsset> assets,
    MessagePlan messages, List<String> federates, Map<String, JudgedChild> judged) {
    /**
     * A hub whose configuration names no child hubs.
     *
     * @param hub             its name.
     * @param cncFile         absolute path of the media driver's file, told to assets that join.
     * @param coreStepNs      ΔT_c.
     * @param coreIntervalNs  Δt_c in wall time; 0 for none.
     * @param maxDelayNs      D_max.
     * @param speed           simulated time per wall time; {@link Double#POSITIVE_INFINITY} for free.
     * @param untilNs         the run ends at the first T_c that is not earlier; {@link Long#MAX_VALUE} for never.
     * @param endsWhenAllLeft whether the run ends when the last asset has left.
     * @param waiting         how the hub waits, and assets for which nothing else is said.
     * @param force           whether to run systems that L2 says will stop.
     * @param assets          those that the configuration names.
     * @param messages        the channels that the configuration names.
     */
    public HubPlan(final String hub, final String cncFile, final long coreStepNs, final long coreIntervalNs,
        final long maxDelayNs, final double speed, final WaitStrategy waiting, final long untilNs,
        final boolean endsWhenAllLeft, final boolean force, final List<PlannedAsset> assets,
        final MessagePlan messages) {
        this(hub, cncFile, coreStepNs, coreIntervalNs, maxDelayNs, speed, waiting, untilNs, endsWhenAllLeft, force,
            assets, messages, List.of(), Map.of());
    }

    /**
     * The part of a child hub's file by which the tree was judged.
     *
     * @param report     what it reports.
     * @param maxDelayNs D_max; 0 when the file does not say.
     */
    public record JudgedChild(Report report, long maxDelayNs) {
    }

    /** The consequence of the loss of an asset: when its process is gone, or its simulator has failed. */
    public enum OnLost {
        /** The run fails. */
        HALT,
        /** The others go on without it. */
        DROP,
        /** Its clock stays where it stands, until a new process takes its place. */
        RESTART
    }

    /**
     * How a lost asset is started again.
     *
     * @param limit         how often; when it is lost once more, the run fails.
     * @param pauseNs       wall time between a loss and the next try.
     * @param haltsOnMissed whether the run fails when messages went with the lost process.
     */
    public record Restart(int limit, long pauseNs, boolean haltsOnMissed) {
        /** The restarts where the configuration says nothing. */
        public static final Restart USUAL = new Restart(5, 1_000_000_000L, false);
    }

    /**
     * An asset that the configuration names.
     *
     * @param name       its name.
     * @param steps      by how much it counts up at once.
     * @param intervalNs Δt_i in wall time; 0 for none.
     * @param required   whether the hub waits for it before it starts.
     * @param onLost     what to do when it is lost.
     * @param waiting    how it waits.
     * @param onHubLost  what it does when the hub's process is gone.
     * @param restart    how it is started again, when it is.
     * @param launch     program and arguments; empty when it is started by hand.
     */
    public record PlannedAsset(String name, Steps steps, long intervalNs, boolean required, OnLost onLost,
        WaitStrategy waiting, OnHubLost onHubLost, Restart restart, List<String> launch) {
    }

    /**
     * Tells one configuration from another: two runs with the same digest have the same clocks.
     *
     * @return a hash of the hub's name, its core's step, D_max, the assets with their steps, and the channels; never 0.
     */
    public long digest() {
        final StringBuilder text = new StringBuilder(hub + "\n" + coreStepNs + "\n" + maxDelayNs + "\n");
        assets.forEach(asset -> text.append(asset.name()).append(' ').append(text(asset.steps())).append('\n'));
        if (!messages.equals(MessagePlan.NONE)) {
            text.append(messages.seed()).append('\n');
            assets.forEach(asset -> text.append(messages.outputs(asset.name(), List.of()))
                .append(messages.inputs(asset.name(), List.of())).append('\n'));
        }
        try {
            final long digest = ByteBuffer.wrap(MessageDigest.getInstance("SHA-256")
                .digest(text.toString().getBytes(StandardCharsets.US_ASCII))).getLong();
            return digest == 0 ? 1 : digest;
        } catch (final NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static String text(final Steps steps) {
        return steps.greatestNs() + (steps.isFixed() ? "" : " " + steps.granularityNs())
            + (steps.isWhole() ? " whole" : "");
    }

    /**
     * An asset by its name.
     *
     * @param name of the asset.
     * @return null when the configuration does not name it.
     */
    public PlannedAsset planned(final String name) {
        for (final PlannedAsset asset : assets) {
            if (asset.name().equals(name)) {
                return asset;
            }
        }
        return null;
    }

    /** {@return whether the run is to end at a time; else it may go on for ever} */
    public boolean hasUntil() {
        return untilNs != Long.MAX_VALUE;
    }
}
