package io.takt.hub.view;

import io.takt.asset.HubState;
import io.takt.hub.core.status.HoldReason;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.status.HubStatus.AssetStatus;
import io.takt.hub.view.HubView.Row;
import java.util.List;
import java.util.Locale;

/**
 * An asset that has held the core for much of the last seconds, though at this moment for no time that a person would
 * notice: each step of a slow asset holds it for a few milliseconds.
 *
 * @param asset  the one that held it most.
 * @param reason for most of that time.
 * @param share  the part of the last seconds, 0 to 1.
 * @param overNs wall time of running that the last seconds are.
 * @param forNs  wall time of running for which it has been so; -1 when it was so before the first look.
 */
record Slowness(AssetStatus asset, HoldReason reason, double share, long overNs, long forNs) {
    /** A wait that a person notices is worth a sentence of its own. */
    private static final long NOTICED_NS = 500_000_000L;
    /** Shares of less time are chance. */
    private static final long LEAST_OVER_NS = 500_000_000L;
    private static final long A_SECOND_NS = 1_000_000_000L;
    private static final double LEAST_SHARE = 0.25;
    /** A silence or a lost link that has ended needs no advice, and one that goes on is soon noticed. */
    private static final List<HoldReason> LASTING =
        List.of(HoldReason.COMPUTING, HoldReason.INTERVAL, HoldReason.INPUT, HoldReason.BELOW);

    /** Null when no asset does. */
    static Slowness of(final HubStatus status, final List<Row> rows, final long overNs) {
        if (status.state() != HubState.RUNNING || overNs < LEAST_OVER_NS
            || status.blocker() != null && status.blockedForNs() >= NOTICED_NS) {
            return null;
        }
        Slowness most = null;
        for (final Row row : rows) {
            double share = 0;
            HoldReason reason = null;
            for (final HoldReason each : LASTING) {
                final double part = row.sharesByReason().getOrDefault(each, 0.0);
                share += part;
                reason = reason == null || part > row.sharesByReason().getOrDefault(reason, 0.0) ? each : reason;
            }
            if (share >= (most == null ? LEAST_SHARE : most.share) && !row.status().away()) {
                most = new Slowness(row.status(), reason, share, overNs, -1);
            }
        }
        return most;
    }

    Slowness since(final long ns) {
        return new Slowness(asset, reason, share, overNs, ns);
    }

    String text(final HubStatus status) {
        return "slowed by " + asset.name() + (forNs < 0 ? "" : " for " + BlockerText.seconds(forNs))
            + String.format(Locale.ROOT, overNs < A_SECOND_NS ? ", %.0f %% of the last %.1f s: "
                : ", %.0f %% of the last %.0f s: ", 100 * Math.min(1, share), overNs / 1e9)
            + BlockerText.because(status, reason, asset);
    }
}
