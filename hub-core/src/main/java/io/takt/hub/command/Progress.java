package io.takt.hub.command;

import io.takt.asset.HubState;
import io.takt.asset.SimTime;
import io.takt.hub.config.HubConfig;
import io.takt.hub.core.plan.HubPlan.PlannedAsset;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.status.HubStatus.AssetStatus;
import io.takt.hub.core.status.ShortList;
import io.takt.hub.view.BlockerText;
import io.takt.hub.view.ParentText;
import java.util.Locale;

/**
 * One line on a terminal that tells how a run goes, written over again and again; nothing at all on a pipe. Lines that
 * assets print go above it. May be used from any thread.
 */
final class Progress {
    private static final long MS = 1_000_000L;
    private static final long SECOND_NS = 1000 * MS;

    private final HubConfig config;
    private final long untilNs;
    private final Terminal terminal;
    private final StatusLine statusLine;
    private final LongWait longWait = new LongWait();

    Progress(final HubConfig config, final long untilNs, final Terminal terminal) {
        this.config = config;
        this.untilNs = untilNs;
        this.terminal = terminal;
        statusLine = new StatusLine(terminal);
    }

    synchronized void show(final HubStatus status, final ObserverThread.Sight sight) {
        if (!terminal.errIsTerminal()) {
            tellOfLongWait(status);
            return;
        }
        statusLine.show(status.state() == HubState.WAITING ? waiting(status) : running(status, sight));
    }

    /** On a pipe nothing is shown, but a run that does not begin, or is without its parent, says what it waits for. */
    private void tellOfLongWait(final HubStatus status) {
        final boolean isWaiting = status.state() == HubState.WAITING || ParentText.missing(status) != null;
        final String wait = isWaiting ? waiting(status) : null;
        if (longWait.isToTell(wait)) {
            terminal.tell(wait);
        }
    }

    /** Passes on a line of an asset's program, with the asset's name before it; waits while that is not read. */
    void assetPrinted(final String asset, final String line) {
        try {
            // Without the lock, which threads need that must not wait.
            terminal.outlet().awaitRoom();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        print(asset, line);
    }

    private synchronized void print(final String asset, final String line) {
        clear();
        // Bytes are left to a program that reads them; a terminal would obey them.
        terminal.err().println("[" + asset + "] " + (terminal.errIsTerminal() ? Visible.coloured(line) : line));
    }

    /** A message in one line. */
    synchronized void tell(final String message) {
        clear();
        terminal.tell(message);
    }

    synchronized void clear() {
        statusLine.clear();
    }

    private String waiting(final HubStatus status) {
        final String parent = ParentText.missing(status);
        if (parent != null) {
            return "waiting for " + parent;
        }
        final long required = config.planned().stream().filter(PlannedAsset::required).count();
        return status.missing().isEmpty() ? "waiting for an asset to join" : "waiting for " + status.missing().size()
            + " of " + required + ": " + ShortList.of(status.missing());
    }

    private String running(final HubStatus status, final ObserverThread.Sight sight) {
        final StringBuilder line = new StringBuilder();
        if (untilNs != Long.MAX_VALUE) {
            line.append(StatusLine.bar(untilNs == 0 ? 1 : (double) sight.coreTimeNs() / untilNs)).append(' ');
        }
        line.append(seconds(sight.coreTimeNs())).append("  speed ")
            .append(String.format(Locale.ROOT, "%.2f", status.recentSpeed()))
            .append("  spread ").append(SimTime.format(sight.spreadNs())).append(" of ")
            .append(SimTime.format(config.maxDelayNs()));
        if (status.state() != HubState.RUNNING) {
            line.append("  ").append(status.state());
            if (status.blocker() != null) {
                line.append(", held by ").append(BlockerText.brief(status));
            }
        } else {
            line.append("  blocker ").append(blocker(status));
        }
        return line.toString();
    }

    static String seconds(final long timeNs) {
        return timeNs < SECOND_NS ? SimTime.format(timeNs) : String.format(Locale.ROOT, "%.2fs", timeNs / 1e9);
    }

    /** The asset that holds the core now, or else the one that has held it longest so far. */
    private static String blocker(final HubStatus status) {
        if (status.blocker() != null && status.blockedForNs() >= MS) {
            return BlockerText.brief(status);
        }
        AssetStatus most = null;
        for (final AssetStatus asset : status.assets()) {
            if (asset.blockedCoreNs() > (most == null ? 0 : most.blockedCoreNs())) {
                most = asset;
            }
        }
        return most == null ? "none" : "mostly " + most.name();
    }
}
