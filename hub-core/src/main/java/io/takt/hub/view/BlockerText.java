package io.takt.hub.view;

import io.takt.asset.AssetState;
import io.takt.asset.SimTime;
import io.takt.hub.core.plan.Paths;
import io.takt.hub.core.status.HoldReason;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.status.HubStatus.AssetStatus;
import io.takt.hub.core.status.Wait;
import java.util.HashSet;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;

/** Says in words which asset holds the core, for how long, and why. */
public final class BlockerText {
    private BlockerText() {
    }

    /**
     * Of a status with a blocker.
     *
     * @param status of a hub.
     * @return such as {@code radar for 93.1 s: silent, its process 4711 is stopped ...}.
     */
    public static String sentence(final HubStatus status) {
        final String held = status.blocker() + " for " + seconds(status.blockedForNs());
        final AssetStatus asset = blocker(status);
        final HoldReason reason = status.blockerReason();
        if (asset != null && asset.state() == AssetState.LOST) {
            return held + ": " + whyAway(asset);
        }
        return asset == null || reason == null ? held
            : held + ": " + because(status, reason, asset);
    }

    /** Such as {@code waiting for its interval of 40ms}. */
    static String because(final HubStatus status, final HoldReason reason, final AssetStatus asset) {
        return reason == HoldReason.INPUT ? waits(status, asset) : why(reason, asset);
    }

    /** Whose messages an asset waits for, whose that one waits for, and so on to the one that is to blame. */
    private static String waits(final HubStatus status, final AssetStatus blocker) {
        final StringBuilder words = new StringBuilder("waiting for ");
        final Set<String> waiting = new HashSet<>();
        AssetStatus waiter = blocker;
        while (waiter != null && waiter.awaited() != null && waiting.add(waiter.name())) {
            final String channel = waiter.awaited().channel();
            words.append(waiting.size() == 1 ? "" : ", which waits for ")
                .append(channel == null ? "room for messages to " : "channel '" + channel + "' of ")
                .append(waiter.awaited().asset());
            waiter = named(status, Paths.first(waiter.awaited().asset()));
        }
        if (waiting.isEmpty()) {
            return words.append("messages").toString();
        }
        if (waiter == null) {
            return words.append(isRoom(status, blocker) || isAbove(blocker) ? "" : ", which is not there").toString();
        }
        if (waiting.contains(waiter.name())) {
            return words.append("; they wait for each other, and only a promise of one of them can end that")
                .toString();
        }
        final HoldReason why = reason(status, waiter);
        return words.append(waiter.state() == AssetState.LOST ? ": " + whyAway(waiter)
            : why == HoldReason.LINK || why == HoldReason.BELOW ? ": " + why(why, waiter)
            : waiter.lagNs() < waiter.stepNs() ? ", which waits for the core" : ", whose " + process(waiter))
            .toString();
    }

    private static HoldReason reason(final HubStatus status, final AssetStatus asset) {
        return status.waits().stream().filter(wait -> wait.hub().equals(status.hub())
            && asset.name().equals(wait.blocker())).map(Wait::reason).filter(Objects::nonNull).findFirst().orElse(null);
    }

    private static boolean isAbove(final AssetStatus blocker) {
        return Paths.first(blocker.awaited().asset()).equals(Paths.UP);
    }

    private static boolean isRoom(final HubStatus status, final AssetStatus blocker) {
        return blocker.awaited().channel() == null && named(status, Paths.first(blocker.awaited().asset())) == null;
    }

    /**
     * The same in a few words.
     *
     * @param status of a hub.
     * @return such as {@code radar (computing for 0.120 s)}.
     */
    public static String brief(final HubStatus status) {
        final AssetStatus asset = blocker(status);
        final boolean isLost = asset != null && asset.state() == AssetState.LOST;
        return status.blocker() + " (" + (isLost ? "lost, " : status.blockerReason() == null ? ""
            : status.blockerReason().word() + " ") + "for " + seconds(status.blockedForNs()) + ")";
    }

    static AssetStatus blocker(final HubStatus status) {
        return named(status, status.blocker());
    }

    static AssetStatus named(final HubStatus status, final String name) {
        return status.assets().stream().filter(asset -> asset.name().equals(name)).findFirst().orElse(null);
    }

    /** Why no process drives an asset now. */
    static String whyAway(final AssetStatus asset) {
        return asset.attaching() ? "its " + process(asset) + " and is to attach again"
            : "lost, a new process is to take its place";
    }

    private static String why(final HoldReason reason, final AssetStatus asset) {
        return switch (reason) {
            case COMPUTING -> "computing" + (asset.pid() == 0 ? "" : ", its " + process(asset));
            case SILENT -> "silent, its " + process(asset) + " and has shown no sign of life for "
                + seconds(asset.silentNs());
            case INPUT -> "waiting for messages";
            case INTERVAL -> "waiting for its interval of " + SimTime.format(asset.intervalNs());
            case BELOW -> "a child hub that is held up below";
            case LINK -> "the link to it is down";
            case PARENT -> "waiting for its parent";
        };
    }

    /** A process that has not closed its connection lives, unless it is seen to be gone. */
    static String process(final AssetStatus asset) {
        final String process = "process " + (asset.pid() == 0 ? "(unknown)" : asset.pid());
        return process + switch (asset.process()) {
            case "ended" -> " has ended";
            case "unknown" -> " lives";
            default -> " is " + asset.process();
        };
    }

    /**
     * A time in seconds, a short one with as many digits as say something.
     *
     * @param ns wall time.
     * @return such as {@code 0.120 s}.
     */
    public static String seconds(final long ns) {
        return String.format(Locale.ROOT, ns < 10_000_000_000L ? "%.3f s" : "%.1f s", ns / 1e9);
    }
}
