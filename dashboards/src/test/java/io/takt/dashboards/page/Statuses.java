package io.takt.dashboards.page;

import io.takt.asset.AssetState;
import io.takt.asset.HubState;
import io.takt.hub.core.status.HoldReason;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.status.HubStatus.AssetStatus;
import io.takt.hub.core.status.HubStatus.Earlier;
import io.takt.hub.core.status.HubStatus.EarlierOfAsset;
import io.takt.shm.control.Request;
import java.util.List;
import java.util.Map;

/** Statuses that a test makes up: the core is at 1 s, D_max is 100 ms. */
final class Statuses {
    private static final long MS = 1_000_000;

    private Statuses() {
    }

    static HubStatus hub(final HubState state, final long pid, final AssetStatus... assets) {
        return at(state, pid, 2_000, null, assets);
    }

    static HubStatus at(final HubState state, final long pid, final long wallMs, final String blocker,
        final AssetStatus... assets) {
        return new HubStatus("lab", 0, pid, state, null, null, 1, 1_000 * MS, 10 * MS, 100 * MS, wallMs * MS, 1, 1, 100,
            1, blocker, 0, blocker == null ? null : HoldReason.SILENT, List.of(), List.of(assets), new Earlier(0, 0, 0),
            null, null, null, null);
    }

    static AssetStatus asset(final String name, final AssetState state) {
        return asset(name, state, 0, 0);
    }

    static AssetStatus asset(final String name, final AssetState state, final long lagMs, final long silentMs) {
        return asset(name, state, lagMs, silentMs, List.of());
    }

    static AssetStatus sender(final String name, final String channel, final long messages, final Long latestMs) {
        return asset(name, AssetState.RUNNING, 0, 0,
            List.of(new Request.Sent(channel, messages, 8 * messages, latestMs == null ? null : latestMs * MS)));
    }

    private static AssetStatus asset(final String name, final AssetState state, final long lagMs, final long silentMs,
        final List<Request.Sent> sent) {
        return new AssetStatus(name, state, (1_000 - lagMs) * MS, 10 * MS, lagMs * MS, 5, 1, silentMs * MS,
            Map.of(HoldReason.SILENT, silentMs * MS), 0, 0, 4711, "running", 0, List.of(List.of(10L, 3L)), false, false,
            null, null, new EarlierOfAsset(0, 0, Map.of()), 0, 0, 0.25, sent);
    }
}
