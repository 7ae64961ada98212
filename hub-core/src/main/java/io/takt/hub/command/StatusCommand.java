package io.takt.hub.command;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.takt.asset.SimTime;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.status.HubStatus.AssetStatus;
import io.takt.hub.core.status.StatusJson;
import io.takt.hub.view.HubView;
import io.takt.hub.view.ParentText;
import io.takt.hub.view.RecentView;
import io.takt.hub.view.ViewJson;
import io.takt.hub.view.WaitText;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import java.io.PrintStream;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code takt status}: one look at a hub. */
@Command(name = "status", mixinStandardHelpOptions = true,
    description = "One look at a hub: its clocks and its blocker.")
public final class StatusCommand implements TaktCommand {
    @Mixin
    private HubOption hub;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Override
    public Integer call() {
        final Terminal terminal = Terminal.ofProcess();
        final Reply reply = hub.ask(Request.Status::new);
        final HubStatus status = StatusJson.read(reply.status());
        if (json) {
            terminal.out().println(Json.line(ViewJson.withWords(status, (ObjectNode) reply.status())));
        } else {
            print(status, terminal.out());
        }
        return ExitCode.DONE;
    }

    private static void print(final HubStatus status, final PrintStream out) {
        out.printf(Locale.ROOT, "hub %s (process %d): %s%s%n", status.hub(), status.pid(), status.state(),
            status.reason() == null ? "" : ", " + status.reason());
        out.printf(Locale.ROOT, "core at %s after %.2f s of running (speed %.3f); coreStep %s, maxDelay %s%n",
            SimTime.format(status.coreTimeNs()), status.wallNs() / 1e9, status.speedRatio(),
            SimTime.format(status.coreStepNs()), SimTime.format(status.maxDelayNs()));
        final HubView view = RecentView.glance(status);
        if (!view.sentence().isEmpty()) {
            out.println(view.sentence());
        }
        if (ParentText.notStarted(status) != null) {
            out.println("waiting for " + ParentText.notStarted(status));
        }
        if (!view.advice().isEmpty()) {
            out.println("what would help: " + view.advice());
        }
        if (WaitText.isOfTree(status)) {
            out.println(Visible.of(WaitText.chain(status.waits())));
        }
        if (status.assets().isEmpty()) {
            return;
        }
        final int longest = status.assets().stream().mapToInt(asset -> asset.name().length()).max().orElse(0);
        final int width = Math.max("asset".length(), longest);
        final String row = "%-" + width + "s  %-8s  %14s  %12s  %12s  %12s%n";
        out.printf(Locale.ROOT, row, "asset", "state", "time", "lag", "step", "held core");
        for (final AssetStatus asset : status.assets()) {
            out.printf(Locale.ROOT, row, asset.name(), asset.state(), SimTime.format(asset.timeNs()),
                SimTime.format(asset.lagNs()), SimTime.format(asset.stepNs()),
                String.format(Locale.ROOT, "%.3f s", asset.blockedCoreNs() / 1e9));
        }
    }
}
