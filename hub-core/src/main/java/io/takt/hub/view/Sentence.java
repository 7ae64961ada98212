package io.takt.hub.view;

import io.takt.asset.AssetState;
import io.takt.asset.HubState;
import io.takt.asset.SimTime;
import io.takt.hub.core.plan.Paths;
import io.takt.hub.core.status.HoldReason;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.status.HubStatus.AssetStatus;
import java.util.List;
import java.util.Locale;

/**
 * Which asset holds time back, for how long and why; and what would help.
 *
 * @param text    in one sentence; empty for a hub that is not running and waits for nothing.
 * @param advice  in one sentence; empty when nothing is to be done.
 * @param culprit the asset that both are about; null for none.
 */
record Sentence(String text, String advice, String culprit) {
    /**
     * As the hub stands at this moment, such as
     * {@code held back by radar for 93.1 s: silent, its process 4711 is stopped ...}; or, where that says little,
     * how it was in the last seconds, such as
     * {@code slowed by radar for 12.0 s, 75 % of the last 3 s: waiting for its interval of 40ms}.
     *
     * @param status of a hub.
     * @param slow   the asset that has slowed it in the last seconds; null for none.
     */
    static Sentence of(final HubStatus status, final Slowness slow) {
        return slow == null || ParentText.missing(status) != null
            ? new Sentence(now(status), advice(status), status.blocker())
            : new Sentence(slow.text(status), advice(status, slow.reason(), slow.asset()), slow.asset().name());
    }

    private static String now(final HubStatus status) {
        if (ParentText.missing(status) != null) {
            return "waiting for " + ParentText.missing(status);
        }
        if (status.blocker() != null) {
            return "held back by " + BlockerText.sentence(status);
        }
        if (!status.missing().isEmpty() && !status.state().isEnd()) {
            return "waiting for " + MissingText.list(status);
        }
        return status.state() == HubState.RUNNING ? "no asset holds it back at this moment" : "";
    }

    private static String advice(final HubStatus status) {
        if (ParentText.missing(status) != null) {
            return "start the parent, or look at the way to it";
        }
        final AssetStatus asset = BlockerText.blocker(status);
        if (asset == null) {
            return status.missing().isEmpty() || status.blocker() != null || status.state().isEnd() ? ""
                : missing(status);
        }
        if (asset.state() == AssetState.LOST) {
            return asset.attaching() ? process(asset) : "start " + asset.name() + " again";
        }
        return status.blockerReason() == null ? "" : advice(status, status.blockerReason(), asset);
    }

    private static String advice(final HubStatus status, final HoldReason reason, final AssetStatus asset) {
        return switch (reason) {
            case COMPUTING -> "a quicker simulator in " + asset.name()
                + ", or fewer programs on its processors; no setting of the hub makes it quicker";
            case SILENT -> process(asset);
            case INTERVAL -> "a shorter interval of " + asset.name() + ", or a longer step: "
                + SimTime.format(asset.stepNs()) + " each " + SimTime.format(asset.intervalNs()) + " is a speed of "
                + String.format(Locale.ROOT, "%.3g", (double) asset.stepNs() / Math.max(1, asset.intervalNs()))
                + " at most";
            case INPUT -> input(status, asset);
            case BELOW -> "look at the hub " + asset.name() + ": takt watch --hub " + asset.name();
            case LINK -> "look at the machine of " + asset.name() + " and at the network to it";
            case PARENT -> "look at the parent hub";
        };
    }

    /** Assets that have joined and are not ready need no start. */
    private static String missing(final HubStatus status) {
        final List<AssetStatus> there = status.missing().stream().map(name -> BlockerText.named(status, name))
            .filter(asset -> asset != null && !asset.away() && asset.state() == AssetState.JOINED).toList();
        return there.size() == status.missing().size() ? process(there.get(0))
            : "start the missing assets, or make them not required in the configuration";
    }

    private static String process(final AssetStatus asset) {
        return switch (asset.process()) {
            case "stopped" -> "kill -CONT " + asset.pid() + " lets its process go on";
            case "traced" -> "let it go on in the debugger that holds process " + asset.pid();
            default -> "look at what " + asset.name() + " has printed, and at what its process "
                + (asset.pid() == 0 ? "" : asset.pid() + " ") + "waits for";
        };
    }

    private static String input(final HubStatus status, final AssetStatus asset) {
        if (asset.awaited() == null) {
            return "";
        }
        final String place = Paths.first(asset.awaited().asset());
        final boolean isThere = place.equals(Paths.UP) || BlockerText.named(status, place) != null;
        return asset.awaited().channel() == null
            ? "let " + asset.awaited().asset() + " read, or send less in a step of " + asset.name()
            : !isThere ? "start " + asset.awaited().asset()
            : "a quicker " + asset.awaited().asset() + ", or a longer delay of channel '" + asset.awaited().channel()
                + "'";
    }
}
