package io.takt.hub.command;

import io.takt.asset.HubState;
import io.takt.asset.SimTime;
import io.takt.hub.config.HubConfig;
import io.takt.hub.core.status.End;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.status.HubStatus.AssetStatus;
import java.io.PrintStream;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The result of a run: for a person, the assets that held time back; for a program, the object that {@code --json}
 * promises.
 */
final class Summary {
    private final HubConfig config;
    private final HubStatus status;
    private final End end;
    private final LossText reason;
    private final ObserverThread observer;

    /**
     * Of a run that has ended.
     *
     * @param end the run's, with what came after it.
     */
    Summary(final HubConfig config, final HubStatus status, final End end, final LossText reason,
        final ObserverThread observer) {
        this.config = config;
        this.status = status;
        this.end = end;
        this.reason = reason;
        this.observer = observer;
    }

    End end() {
        return end;
    }

    boolean hasFailed() {
        return end.state() == HubState.FAILED;
    }

    String reason() {
        return reason.whole();
    }

    /** The line on standard error about the end. */
    String toldAtOnce() {
        return reason.atOnce();
    }

    /** Whether the summary for a person leaves out what standard error says of the end. */
    boolean isShort() {
        return !reason.inEnd().equals(reason.whole());
    }

    HubStatus status() {
        return status;
    }

    long maxSpreadNs() {
        return observer.maxSpreadNs();
    }

    long violations() {
        return observer.violations();
    }

    String firstViolation() {
        return observer.firstViolation();
    }

    Map<String, Object> asJson() {
        final Map<String, Object> object = new LinkedHashMap<>();
        object.put("hub", status.hub());
        object.put("state", end.state());
        object.put("end", end);
        object.put("reason", reason.whole());
        object.put("coreTimeNs", status.coreTimeNs());
        object.put("wallNs", status.wallNs());
        object.put("speedRatio", status.speedRatio());
        object.put("coreProgress", status.coreProgress());
        object.put("coreRetain", status.coreRetain());
        object.put("maxDelayNs", status.maxDelayNs());
        object.put("maxObservedSpreadNs", observer.maxSpreadNs());
        object.put("observations", observer.observations());
        object.put("violations", observer.violations());
        object.put("missedMessages", missedMessages());
        object.put("assets", status.assets().stream().map(this::asJson).toList());
        return object;
    }

    private Map<String, Object> asJson(final AssetStatus asset) {
        final Map<String, Object> object = new LinkedHashMap<>();
        object.put("name", asset.name());
        object.put("state", asset.state());
        object.put("stepNs", asset.stepNs());
        object.put("timeNs", asset.timeNs());
        object.put("progress", asset.progress());
        object.put("retain", asset.retain());
        object.put("maxLagNs", maxLagNs(asset));
        object.put("blockedCoreNs", asset.blockedCoreNs());
        object.put("digest", asset.digest());
        object.put("missedMessages", asset.missedMessages());
        return object;
    }

    private long missedMessages() {
        return status.assets().stream().mapToLong(AssetStatus::missedMessages).sum();
    }

    private long maxLagNs(final AssetStatus asset) {
        return observer.maxLagNs().getOrDefault(asset.name(), 0L);
    }

    void print(final Terminal terminal) {
        final PrintStream out = terminal.out();
        out.printf(Locale.ROOT, "%s: %s%n", end.state(), Visible.of(reason.inEnd()));
        out.printf(Locale.ROOT, "simulated %s in %.2f s of wall time (speed %.3f); core: %d count-ups, %d retained%n",
            SimTime.format(status.coreTimeNs()), status.wallNs() / 1e9, status.speedRatio(), status.coreProgress(),
            status.coreRetain());
        out.printf(Locale.ROOT, "largest spread %s of maxDelay %s; violations %d in %d observations%n",
            SimTime.format(observer.maxSpreadNs()), SimTime.format(config.maxDelayNs()), observer.violations(),
            observer.observations());
        if (missedMessages() > 0) {
            out.printf(Locale.ROOT, "messages that went with a lost process: %d (%s)%n", missedMessages(),
                status.assets().stream().filter(asset -> asset.missedMessages() > 0)
                    .map(asset -> asset.name() + " " + asset.missedMessages()).collect(Collectors.joining(", ")));
        }
        if (status.assets().isEmpty()) {
            return;
        }
        final List<AssetStatus> assets = status.assets().stream()
            .sorted(Comparator.comparingLong(AssetStatus::blockedCoreNs).reversed()).toList();
        final int width = Math.max(5, assets.stream().mapToInt(asset -> asset.name().length()).max().orElse(0));
        final String row = "%-" + width + "s  %10s  %6s  %10s  %12s  %11s  %10s  %10s%n";
        out.println();
        out.printf(Locale.ROOT, row, "asset", "held core", "share", "step", "time", "largest lag", "steps", "retained");
        for (final AssetStatus asset : assets) {
            out.printf(Locale.ROOT, row, asset.name(),
                String.format(Locale.ROOT, "%.3f s", asset.blockedCoreNs() / 1e9),
                String.format(Locale.ROOT, "%.1f%%", share(asset)), step(asset),
                SimTime.format(asset.timeNs()), SimTime.format(maxLagNs(asset)), asset.progress(), asset.retain());
        }
        printDigests(out, width);
    }

    /** The step of an asset; of steps that vary, the longest. */
    private String step(final AssetStatus asset) {
        final boolean varies = config.assets().stream()
            .anyMatch(each -> each.name().equals(asset.name()) && !each.steps().isFixed());
        return (varies ? "<=" : "") + SimTime.format(asset.stepNs());
    }

    /** In the order of the configuration, so that two runs can be compared line by line. */
    private void printDigests(final PrintStream out, final int width) {
        final List<AssetStatus> receivers = status.assets().stream().filter(asset -> asset.digest() != null).toList();
        if (!receivers.isEmpty()) {
            out.printf(Locale.ROOT, "%n%-" + width + "s  %s%n", "asset", "digest of what was delivered");
            receivers.forEach(asset -> out.printf(Locale.ROOT, "%-" + width + "s  %s%n", asset.name(), asset.digest()));
        }
    }

    private double share(final AssetStatus asset) {
        return status.wallNs() == 0 ? 0 : 100.0 * asset.blockedCoreNs() / status.wallNs();
    }
}
