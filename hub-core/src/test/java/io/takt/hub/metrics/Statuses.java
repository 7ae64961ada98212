package io.takt.hub.metrics;

import io.takt.asset.AssetState;
import io.takt.asset.HubState;
import io.takt.hub.core.status.HoldReason;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.status.HubStatus.AssetStatus;
import io.takt.hub.core.status.HubStatus.Earlier;
import io.takt.hub.core.status.HubStatus.EarlierOfAsset;
import io.takt.shm.control.Request;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Statuses that a test makes up. */
public final class Statuses {
    private static final long MS = 1_000_000L;

    private Statuses() {
    }

    /** A hub with these assets, at a time, held or not. */
    public static HubStatus hub(final long coreMs, final long wallMs, final String blocker, final HoldReason reason,
        final AssetStatus... assets) {
        return new HubStatus("lab", 0, 815, HubState.RUNNING, null, null, 1, coreMs * MS, 10 * MS, 20 * MS, wallMs * MS,
            1.5, 0.25, coreMs / 10, 7, blocker, blocker == null ? 0 : 400 * MS, reason, List.of(),
            List.of(assets), new Earlier(0, 0, 0), null, null, null, null);
    }

    /** The same hub, which had counted so much before its last reset, and each of its assets likewise. */
    public static HubStatus reset(final HubStatus hub, final Earlier earlier, final EarlierOfAsset ofEach) {
        final List<AssetStatus> assets = hub.assets().stream().map(asset -> new AssetStatus(asset.name(),
            asset.state(), asset.timeNs(), asset.stepNs(), asset.lagNs(), asset.progress(), asset.retain(),
            asset.blockedCoreNs(), asset.heldNs(), asset.silentNs(), asset.intervalNs(), asset.pid(), asset.process(),
            asset.busyNs(), asset.steps(), asset.away(), asset.attaching(), asset.digest(), asset.awaited(),
            ofEach, asset.missedMessages(), asset.restarts(), asset.logFill(), asset.sent())).toList();
        return new HubStatus(hub.hub(), hub.hubId(), hub.pid(), hub.state(), hub.end(), hub.reason(), hub.epoch(),
            hub.coreTimeNs(), hub.coreStepNs(), hub.maxDelayNs(), hub.wallNs(), hub.speedRatio(), hub.recentSpeed(),
            hub.coreProgress(), hub.coreRetain(), hub.blocker(), hub.blockedForNs(), hub.blockerReason(), hub.missing(),
            assets, earlier, null, null, null, null);
    }

    /** The same hub, which waits for some. */
    public static HubStatus waiting(final HubStatus hub, final String... missing) {
        return missing(hub, HubState.WAITING, missing);
    }

    /** The same hub in another state, without some of its assets. */
    public static HubStatus missing(final HubStatus hub, final HubState state, final String... missing) {
        return new HubStatus(hub.hub(), hub.hubId(), hub.pid(), state, null, null, hub.epoch(), hub.coreTimeNs(),
            hub.coreStepNs(), hub.maxDelayNs(), hub.wallNs(), hub.speedRatio(), hub.recentSpeed(), hub.coreProgress(),
            hub.coreRetain(), null, 0, null, List.of(missing), hub.assets(), hub.earlier(), null, null, null,
            null);
    }

    /** An asset at a time, which held the core for so long. */
    public static AssetStatus asset(final String name, final long coreMs, final long lagMs, final long computingMs,
        final long silentMs) {
        return asset(name, coreMs, lagMs, Map.of(HoldReason.COMPUTING, computingMs, HoldReason.SILENT, silentMs),
            silentMs == 0 ? "running" : "stopped", silentMs, List.of());
    }

    /** The same asset, lost: as a member whose clock is there still, or not. */
    public static AssetStatus lost(final AssetStatus asset, final boolean away, final boolean attaching) {
        return new AssetStatus(asset.name(), AssetState.LOST, asset.timeNs(), asset.stepNs(), asset.lagNs(),
            asset.progress(), asset.retain(), asset.blockedCoreNs(), asset.heldNs(), asset.silentNs(),
            asset.intervalNs(), asset.pid(), asset.process(), asset.busyNs(), asset.steps(), away, attaching,
            asset.digest(), asset.awaited(), asset.earlier(), asset.missedMessages(),
            asset.restarts(), asset.logFill(), asset.sent());
    }

    /** The same asset, joined and not ready. */
    public static AssetStatus joined(final AssetStatus asset) {
        return new AssetStatus(asset.name(), AssetState.JOINED, asset.timeNs(), asset.stepNs(), asset.lagNs(),
            asset.progress(), asset.retain(), asset.blockedCoreNs(), asset.heldNs(), asset.silentNs(),
            asset.intervalNs(), asset.pid(), asset.process(), asset.busyNs(), asset.steps(), false, false,
            asset.digest(), asset.awaited(), asset.earlier(), asset.missedMessages(),
            asset.restarts(), asset.logFill(), asset.sent());
    }

    /** An asset with all that there is to know of it. */
    public static AssetStatus asset(final String name, final long coreMs, final long lagMs,
        final Map<HoldReason, Long> heldMs, final String process, final long silentMs, final List<List<Long>> steps) {
        final Map<HoldReason, Long> held = new EnumMap<>(HoldReason.class);
        long sum = 0;
        for (final HoldReason reason : HoldReason.values()) {
            held.put(reason, heldMs.getOrDefault(reason, 0L) * MS);
            sum += held.get(reason);
        }
        return new AssetStatus(name, AssetState.RUNNING, (coreMs - lagMs) * MS, 10 * MS, lagMs * MS,
            (coreMs - lagMs) / 10, 3, sum, held, silentMs * MS, 0, 4711, process, 5 * MS, steps, false, false,
            null, null, new EarlierOfAsset(0, 0, Map.of()), 0, 0, 0, List.of());
    }

    /** The same asset, whose next step waits for messages. */
    public static AssetStatus awaiting(final AssetStatus asset, final String sender, final String channel) {
        return new AssetStatus(asset.name(), asset.state(), asset.timeNs(), asset.stepNs(), asset.lagNs(),
            asset.progress(), asset.retain(), asset.blockedCoreNs(), asset.heldNs(), asset.silentNs(),
            asset.intervalNs(), asset.pid(), asset.process(), asset.busyNs(), asset.steps(), false, false,
            asset.digest(), new HubStatus.Awaited(sender, channel), asset.earlier(), asset.missedMessages(),
            asset.restarts(), asset.logFill(), asset.sent());
    }

    /** The same asset, which has sent something. */
    public static AssetStatus sending(final AssetStatus asset, final double logFill, final long restarts,
        final List<Request.Sent> sent) {
        return new AssetStatus(asset.name(), asset.state(), asset.timeNs(), asset.stepNs(), asset.lagNs(),
            asset.progress(), asset.retain(), asset.blockedCoreNs(), asset.heldNs(), asset.silentNs(),
            asset.intervalNs(), asset.pid(), asset.process(), asset.busyNs(), asset.steps(), false, false,
            asset.digest(), asset.awaited(), asset.earlier(), asset.missedMessages(), restarts, logFill, sent);
    }
}
