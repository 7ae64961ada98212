package io.takt.hub.command;

import io.takt.asset.AssetState;
import io.takt.asset.HubState;
import io.takt.hub.config.HubConfig;
import io.takt.hub.core.End;
import io.takt.hub.core.HubStatus;
import io.takt.hub.daemon.HubDaemon;
import io.takt.hub.daemon.HubListener;
import io.takt.hub.launch.AssetProcesses;
import io.takt.hub.launch.AssetProcesses.Ended;
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
    private final Progress progress;
    private final CountDownLatch done = new CountDownLatch(1);

    /**
     * When a run ends.
     *
     * @param untilNs at which simulation time; {@link Long#MAX_VALUE} for never.
     * @param forNs   after how much wall time of running; {@link Long#MAX_VALUE} for never.
     * @param force   whether to run a system that will stop.
     */
    record Limits(long untilNs, long forNs, boolean force) {
    }

    Run(final HubConfig config, final Limits limits, final boolean json, final Terminal terminal) {
        this.config = config;
        this.limits = limits;
        this.json = json;
        this.terminal = terminal;
        this.progress = new Progress(config, limits.untilNs, terminal);
    }

    /** Runs to the end and returns the exit code. */
    int run() throws IOException, InterruptedException {
        final HubDaemon hub = HubDaemon.start(config,
            new HubDaemon.Options(limits.untilNs, true, limits.force), new QuietListener());
        final Thread hook = new Thread(() -> onShutdown(hub), "takt-shutdown");
        Runtime.getRuntime().addShutdownHook(hook);
        final ObserverThread observer = new ObserverThread(hub.cncFile(), config.hub(), config.maxDelayNs());
        final AssetProcesses processes = new AssetProcesses(config, Installation.programs(), progress::assetPrinted);
        try {
            launch(hub, processes);
            final HubStatus end = awaitEnd(hub, observer);
            observer.finish();
            progress.clear();
            final String cause = endedBy(end, processes);
            processes.awaitEnd(GOODBYE);
            return report(new Summary(config, end, cause, observer));
        } finally {
            hub.close();
            processes.close();
            done.countDown();
        }
    }

    private void launch(final HubDaemon hub, final AssetProcesses processes) {
        try {
            processes.launch(ended -> onProgramEnded(hub, ended));
        } catch (final IOException e) {
            hub.fail(e.getMessage());
        }
    }

    /** A program that ends before the run has started will never be the asset that everybody waits for. */
    private void onProgramEnded(final HubDaemon hub, final Ended ended) {
        if (!hub.ended().isDone() && hub.status().state() == HubState.WAITING
            && hub.status().missing().contains(ended.asset())) {
            hub.fail("asset '" + ended.asset() + "': its program " + ended.ending() + " before the run started"
                + lastWords(ended));
        }
    }

    private static String lastWords(final Ended ended) {
        return ended.lastLines().isEmpty() ? "; it printed nothing"
            : "; it last printed: " + String.join(" | ", ended.lastLines());
    }

    private HubStatus awaitEnd(final HubDaemon hub, final ObserverThread observer)
        throws IOException, InterruptedException {
        while (true) {
            try {
                return hub.ended().get(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
            } catch (final ExecutionException e) {
                throw new IOException("the hub has failed: " + e.getCause(), e.getCause());
            } catch (final TimeoutException e) {
                final HubStatus status = hub.status();
                progress.show(status, observer.sight());
                if (status.wallNs() >= limits.forNs) {
                    hub.stop("ran for " + Duration.ofNanos(limits.forNs).toSeconds() + " s");
                }
            }
        }
    }

    /** Why the run has ended, with what the process of a lost asset has to say. */
    private static String endedBy(final HubStatus end, final AssetProcesses processes) {
        if (end.end() != End.ASSET_LOST) {
            return end.reason();
        }
        final StringBuilder reason = new StringBuilder(end.reason());
        end.assets().stream().filter(asset -> asset.state() == AssetState.LOST).forEach(asset -> {
            final Ended ended = processes.endOf(asset.name(), GOODBYE);
            if (ended != null) {
                reason.append("; its program ").append(ended.ending()).append(lastWords(ended));
            }
        });
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
    private void onShutdown(final HubDaemon hub) {
        if (done.getCount() > 0) {
            hub.stop("interrupted");
            try {
                if (!done.await(SHUTDOWN_S, TimeUnit.SECONDS)) {
                    terminal.tell("the run did not end in order within " + SHUTDOWN_S + " s");
                }
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static final class QuietListener implements HubListener {
        @Override
        public void onState(final HubState state, final String reason) {
            // The progress display and the summary tell it.
        }

        @Override
        public void onAsset(final String asset, final AssetState state, final String detail) {
            // The progress display and the summary tell it.
        }
    }
}
