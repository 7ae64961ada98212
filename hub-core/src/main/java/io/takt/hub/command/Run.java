package io.takt.hub.command;

import io.takt.asset.AssetState;
import io.takt.asset.SimTime;
import io.takt.asset.TaktException;
import io.takt.hub.config.HubConfig;
import io.takt.hub.config.HubConfig.AssetConfig;
import io.takt.hub.core.End;
import io.takt.hub.core.HubStatus;
import io.takt.hub.daemon.HubDaemon;
import io.takt.hub.launch.AssetProcesses;
import io.takt.hub.launch.AssetProcesses.Ended;
import io.takt.hub.metrics.MetricsServer;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A hub, the programs that its configuration launches, an observer, and a summary in the end. */
final class Run {
    private static final Duration LOOK_EVERY = Duration.ofMillis(100);
    private static final Duration GOODBYE = Duration.ofSeconds(1);
    private static final long SHUTDOWN_S = 8;

    private final HubConfig config;
    private final Limits limits;
    private final boolean json;
    private final Terminal terminal;
    private final MetricsOption metrics;
    private final LogOption log;
    private final Progress progress;
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile HubDaemon hub;
    private volatile boolean interrupted;

    /**
     * When a run ends.
     *
     * @param untilNs at which simulation time; {@link Long#MAX_VALUE} for never.
     * @param forNs   after how much wall time of running; {@link Long#MAX_VALUE} for never.
     * @param force   whether to run a system that will stop.
     */
    record Limits(long untilNs, long forNs, boolean force) {
    }

    Run(final HubConfig config, final Limits limits, final boolean json, final Terminal terminal,
        final MetricsOption metrics, final LogOption log) {
        this.config = config;
        this.limits = limits;
        this.json = json;
        this.terminal = terminal;
        this.metrics = metrics;
        this.log = log;
        this.progress = new Progress(config, limits.untilNs, terminal);
    }

    /** Runs to the end and returns the exit code. */
    int run() throws IOException, InterruptedException {
        Runtime.getRuntime().addShutdownHook(new Thread(this::onShutdown, "takt-shutdown"));
        MetricsServer page = null;
        try {
            page = metrics.open(config, terminal);
            hub = HubDaemon.start(config, new HubDaemon.Options(limits.untilNs, true, limits.force),
                log.listener(config.hub(), false));
            if (interrupted) {
                hub.stop("interrupted");
            }
            return runHub(page);
        } finally {
            MetricsOption.close(page);
            done.countDown();
        }
    }

    private int runHub(final MetricsServer page) throws IOException, InterruptedException {
        final AssetProcesses processes = new AssetProcesses(config, Installation.programs(), progress::assetPrinted);
        try {
            final ObserverThread observer = new ObserverThread(hub.cncFile(), config.hub(), config.maxDelayNs());
            MetricsOption.serve(page, hub, config.hub(), observer::violations);
            launch(processes);
            final HubStatus end = awaitEnd(observer);
            observer.finish();
            progress.clear();
            final String cause = endedBy(end, processes);
            processes.awaitEnd(GOODBYE);
            return report(new Summary(config, end, cause, observer));
        } finally {
            hub.close();
            processes.close();
        }
    }

    private void launch(final AssetProcesses processes) {
        try {
            processes.launch(ended -> hub.onProgramEnded(ended.asset(), ended.ending()));
        } catch (final IOException e) {
            hub.fail(e.getMessage());
        }
    }

    private static String lastWords(final Ended ended) {
        return ended.lastLines().isEmpty() ? "; it printed nothing"
            : "; it last printed: " + String.join(" | ", ended.lastLines());
    }

    private HubStatus awaitEnd(final ObserverThread observer) throws IOException, InterruptedException {
        while (true) {
            try {
                return hub.ended().get(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
            } catch (final ExecutionException e) {
                throw new IOException("the hub has failed: " + e.getCause(), e.getCause());
            } catch (final TimeoutException e) {
                look(observer);
            }
        }
    }

    private void look(final ObserverThread observer) {
        final HubStatus status;
        try {
            status = hub.status();
        } catch (final TaktException e) {
            // The hub's thread is held up, by a debugger for instance; there will be another look.
            return;
        }
        progress.show(status, observer.sight());
        if (status.wallNs() >= limits.forNs) {
            hub.stop("ran for " + SimTime.format(limits.forNs));
        }
    }

    /** Why the run has ended, with what the process of a lost asset has to say. */
    private String endedBy(final HubStatus end, final AssetProcesses processes) {
        if (end.end() != End.ASSET_LOST) {
            return end.reason() + (end.missing().isEmpty() || end.wallNs() > 0 ? ""
                : " while waiting for " + String.join(", ", end.missing()));
        }
        final StringBuilder reason = new StringBuilder(end.reason());
        for (final AssetConfig asset : config.assets()) {
            final boolean wasLost = end.assets().stream()
                .anyMatch(each -> each.name().equals(asset.name()) && each.state() == AssetState.LOST);
            final boolean neverCame = end.reason().startsWith("asset '" + asset.name() + "': its program");
            final Ended ended = wasLost || neverCame ? processes.endOf(asset.name(), GOODBYE) : null;
            if (ended != null) {
                reason.append(wasLost ? "; its program " + ended.ending() : "").append(lastWords(ended));
            }
        }
        return reason.toString();
    }

    private int report(final Summary summary) {
        if (json) {
            terminal.out().println(Json.line(summary.asJson()));
        } else {
            summary.print(terminal);
        }
        if (summary.end() == End.ASSET_LOST || summary.end() == End.STALLED) {
            terminal.tell(summary.reason());
        }
        if (summary.violations() > 0) {
            terminal.tell("the clocks have broken the rules " + summary.violations() + " times; the first: "
                + summary.firstViolation());
            return ExitCode.FAILED;
        }
        final boolean hadOtherEnd = limits.untilNs != Long.MAX_VALUE && limits.forNs == Long.MAX_VALUE;
        return ExitCode.of(summary.end(), hadOtherEnd);
    }

    /** Ctrl-C and SIGTERM end the run in order: the summary is printed before the process goes. */
    private void onShutdown() {
        if (done.getCount() > 0) {
            interrupted = true;
            final HubDaemon started = hub;
            if (started != null) {
                started.stop("interrupted");
            }
            try {
                if (!done.await(SHUTDOWN_S, TimeUnit.SECONDS)) {
                    terminal.tell("the run did not end in order within " + SHUTDOWN_S + " s");
                }
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
