package io.takt.hub.command;

import io.takt.asset.AssetState;
import io.takt.asset.SimTime;
import io.takt.hub.core.HoldReason;
import io.takt.hub.core.HubStatus;
import io.takt.hub.core.HubStatus.AssetStatus;
import java.util.Locale;

/** Says in words who holds the core, for how long, and why. */
final class BlockerText {
    private BlockerText() {
    }

    /** Of a status with a blocker, such as {@code radar for 93.1 s: silent, its process 4711 lives (stopped) ...}. */
    static String sentence(final HubStatus status) {
        final String held = status.blocker() + " for " + seconds(status.blockedForNs());
        final AssetStatus asset = blocker(status);
        final HoldReason reason = status.blockerReason();
        if (asset != null && asset.state() == AssetState.LOST) {
            return held + ": " + whyAway(asset);
        }
        return asset == null || reason == null ? held : held + ": " + why(reason, asset);
    }

    /** The same in a few words, such as {@code radar (computing for 0.120 s)}. */
    static String brief(final HubStatus status) {
        final AssetStatus asset = blocker(status);
        final boolean isLost = asset != null && asset.state() == AssetState.LOST;
        return status.blocker() + " (" + (isLost ? "lost, " : status.blockerReason() == null ? ""
            : status.blockerReason().word() + " ") + "for " + seconds(status.blockedForNs()) + ")";
    }

    static AssetStatus blocker(final HubStatus status) {
        return status.assets().stream().filter(asset -> asset.name().equals(status.blocker())).findFirst().orElse(null);
    }

    /** Of an asset that nobody drives now. */
    static String whyAway(final AssetStatus asset) {
        return asset.attaching() ? "its " + process(asset) + " and is to attach again"
            : "lost, a new process is to take its place";
    }

    private static String why(final HoldReason reason, final AssetStatus asset) {
        return switch (reason) {
            case COMPUTING -> "computing" + (asset.pid() == 0 ? "" : ", its " + process(asset));
            case SILENT -> "silent, its " + process(asset) + " and has shown no sign of life for "
                + seconds(asset.silentNs());
            case INPUT -> "waiting for input";
            case INTERVAL -> "waiting for its interval of " + SimTime.format(asset.intervalNs());
        };
    }

    /** A process that has not closed its connection lives, unless it is seen to be gone. */
    static String process(final AssetStatus asset) {
        final String process = "process " + (asset.pid() == 0 ? "(unknown)" : asset.pid());
        return asset.process().equals("ended") ? process + " has ended" : process + " lives"
            + (asset.process().equals("unknown") ? "" : " (" + asset.process() + ")");
    }

    /** Short times with as many digits as say something. */
    static String seconds(final long ns) {
        return String.format(Locale.ROOT, ns < 10_000_000_000L ? "%.3f s" : "%.1f s", ns / 1e9);
    }
}
