package io.takt.hub.command;

import io.takt.asset.AssetState;
import io.takt.asset.HubState;
import io.takt.asset.SimTime;
import io.takt.asset.TaktException;
import io.takt.hub.config.HubConfig;
import io.takt.hub.core.event.HubEvent;
import io.takt.hub.core.status.End;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.core.status.HubStatus.AssetStatus;
import io.takt.hub.core.status.ShortList;
import io.takt.hub.daemon.HubDaemon;
import io.takt.hub.daemon.ShutdownDeadlines;
import io.takt.hub.launch.AssetProcesses;
import io.takt.hub.launch.AssetProcesses.Ended;
import io.takt.hub.metrics.MetricsServer;
import io.takt.hub.view.ParentText;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/** A hub, the programs that its configuration launches, an observer, company perhaps, and a summary in the end. */
final class Run {
    private static final Duration LOOK_EVERY = Duration.ofMillis(100);

    private final HubConfig config;
    private final Limits limits;
    private final boolean json;
    private final Terminal terminal;
    private final MetricsOption metrics;
    private final LogOption log;
    private final Progress progress;
    private final AssetProcesses processes;
    private final LossReport losses;
    private final Consumer<HubStatus> spectator;
    /** Null for a run without company. */
    private final Companion companion;
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile HubDaemon hub;
    private volatile boolean interrupted;

    /**
     * When a run ends.
     *
     * @param untilNs at which simulation time; {@link Long#MAX_VALUE} for never.
     * @param forNs   after how much wall time of running; {@link Long#MAX_VALUE} for never.
     * @param force   whether to run a system that will stop.
     * @param fresh   whether to start from 0 even where the run of a killed hub could be taken over.
     */
    record Limits(long untilNs, long forNs, boolean force, boolean fresh) {
    }

    Run(final HubConfig config, final Limits limits, final boolean json, final Terminal terminal,
        final MetricsOption metrics, final LogOption log) {
        this(config, limits, json, terminal, metrics, log, null, null);
    }

    /** A run with a spectator, which looks at it all along and also asks how long steps take, or with company. */
    Run(final HubConfig config, final Limits limits, final boolean json, final Terminal terminal,
        final MetricsOption metrics, final LogOption log, final Consumer<HubStatus> spectator,
        final Companion companion) {
        this.config = config;
        this.limits = limits;
        this.json = json;
        this.terminal = terminal;
        this.metrics = metrics;
        this.log = log;
        this.spectator = spectator;
        this.companion = companion;
        this.progress = new Progress(config, limits.untilNs, terminal);
        this.processes = new AssetProcesses(config, Installation.programs(), progress::assetPrinted);
        this.losses = new LossReport(processes, progress::tell);
    }

    /** Runs to the end, tells the result, and returns the exit code. */
    int run() throws IOException, InterruptedException {
        return run(this::report);
    }

    /** Runs to the end; the result is told before a process that a signal ends may go. */
    int run(final ToIntFunction<Summary> telling) throws IOException, InterruptedException {
        return run(telling, ShutdownHooks.OF_THIS_PROCESS);
    }

    /** The same; the work for the end of the process is registered for as long as the run lasts. */
    int run(final ToIntFunction<Summary> telling, final ShutdownHooks hooks) throws IOException, InterruptedException {
        final Thread hook = new Thread(this::onShutdown, "takt-shutdown");
        hooks.add(hook);
        MetricsServer page = null;
        try {
            page = metrics.open(config, terminal);
            final Consumer<HubEvent> stateLog = log.listener(config.hub(), false);
            hub = HubDaemon.start(MetricsOption.served(config, page),
                new HubDaemon.Options(limits.untilNs, true, limits.force, limits.fresh, processes.assets(),
                    companion != null, log.commands(config.hub()), null),
                event -> onEvent(event, stateLog), () -> interrupted);
            if (interrupted) {
                hub.stop("interrupted");
            }
            if (hub.recoveryNote() != null) {
                progress.tell(hub.recoveryNote());
            }
            return runHub(page, telling);
        } finally {
            MetricsOption.close(page);
            done.countDown();
            hooks.remove(hook);
        }
    }

    private int runHub(final MetricsServer page, final ToIntFunction<Summary> telling)
        throws IOException, InterruptedException {
        try {
            final ObserverThread observer = new ObserverThread(hub.cncFile(), config.hub(), config.maxDelayNs());
            MetricsOption.serve(page, hub, config, observer::violations, terminal);
            if (companion != null) {
                companion.begin(hub, progress::tell);
            }
            processes.adopt(hub.survivors());
            processes.launch(asset -> !interrupted && hub.needsProcess(asset), new Programs());
            final HubStatus end = awaitEnd(observer);
            observer.finish();
            if (companion != null) {
                companion.end(end);
            }
            final LossText cause = endedBy(end);
            processes.awaitEnd(hub.leftSinceEnd(ShutdownDeadlines.BY_THEMSELVES));
            progress.clear();
            tellOfThoseThatGoOn(end);
            final List<Ended> failed = failedSince(end);
            return telling.applyAsInt(failed.isEmpty() ? new Summary(config, end, end.end(), cause, observer)
                : new Summary(config, end, End.ASSET_LOST, cause.andThenFailed(failed), observer));
        } finally {
            processes.end(hub.leftSinceEnd(ShutdownDeadlines.LAST_CALL));
            // Before the hub, which could not answer any more.
            MetricsOption.close(page);
            hub.close();
            terminal.drain(hub.leftSinceEnd(ShutdownDeadlines.TOLD));
        }
    }

    /** Their last work, such as writing a file, is cut off; of a trial it is not wanted. */
    private void tellOfThoseThatGoOn(final HubStatus end) {
        final List<String> running = processes.running();
        if (!running.isEmpty() && end.state() != HubState.FAILED && !interrupted && spectator == null) {
            progress.tell("warning: still running after the end, and ended now: " + ShortList.of(running)
                + "; 'endWithin' in the configuration gives programs more time");
        }
    }

    /** The programs of assets that were there at an end in good order, and have failed since. */
    private List<Ended> failedSince(final HubStatus end) {
        if (end.state() == HubState.FAILED || interrupted) {
            return List.of();
        }
        final Set<String> there = end.assets().stream().filter(each -> each.state() == AssetState.RUNNING)
            .map(AssetStatus::name).collect(Collectors.toSet());
        return processes.failed().stream().filter(each -> there.contains(each.asset())).toList();
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
            status = spectator == null ? hub.status() : hub.scraped();
        } catch (final TaktException e) {
            // The hub's thread is held up, by a debugger for instance; there will be another look.
            return;
        }
        progress.show(status, observer.sight());
        if (spectator != null) {
            spectator.accept(status);
        }
        if (status.wallNs() >= limits.forNs) {
            hub.stop("ran for " + SimTime.format(limits.forNs));
        }
    }

    /** Why the run has ended, with the last output of a lost asset's process. */
    private LossText endedBy(final HubStatus end) throws InterruptedException {
        final LossText loss = losses.complete(hub.leftSinceEnd(ShutdownDeadlines.BY_THEMSELVES));
        final String parent = end.end() == End.ASKED ? ParentText.away(end) : null;
        final boolean saysItAll = end.end() == End.ASSET_LOST || end.end() == End.PARENT_FAILED
            || end.missing().isEmpty() || end.wallNs() > 0;
        return parent == null && saysItAll ? loss : LossText.of(loss.whole() + " while waiting for "
            + (parent == null ? ShortList.of(end.missing()) : parent));
    }

    /** On standard error first: a slow reader gets that, and nothing comes into the middle of the summary. */
    private int report(final Summary summary) {
        // A person who sees both streams reads it in the summary, if that says it all.
        if (summary.hasFailed()
            && (json || summary.isShort() || !terminal.outIsTerminal() || !terminal.errIsTerminal())) {
            terminal.tell(summary.toldAtOnce());
        }
        terminal.drain(hub.leftSinceEnd(ShutdownDeadlines.PRINTED));
        final Companion.Remark remark = companion == null ? null : companion.remark();
        if (json) {
            final Map<String, Object> object = summary.asJson();
            if (remark != null) {
                object.put(remark.key(), remark.json());
            }
            terminal.out().println(Json.line(object));
        } else {
            summary.print(terminal);
            if (remark != null) {
                terminal.out().println();
                remark.lines().forEach(line -> terminal.out().println(Visible.of(line)));
            }
        }
        final boolean isPrinted = !terminal.out().checkError();
        if (!isPrinted) {
            terminal.tell("the summary could not be written to standard output");
        }
        if (summary.violations() > 0) {
            terminal.tell("the clocks have broken the rules " + summary.violations() + " times; the first: "
                + summary.firstViolation());
            return ExitCode.FAILED;
        }
        final boolean hadOtherEnd = limits.untilNs != Long.MAX_VALUE && limits.forNs == Long.MAX_VALUE;
        final int code = ExitCode.of(summary.end(), hadOtherEnd);
        final boolean isWell = isPrinted && (remark == null || remark.isWell());
        return code == ExitCode.DONE && !isWell ? ExitCode.FAILED : code;
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
                if (!isDoneBy(ShutdownDeadlines.OVERDUE)) {
                    processes.end(Duration.ZERO);
                    if (!isDoneBy(ShutdownDeadlines.GIVEN_UP)) {
                        terminal.tell("the run did not end in order");
                    }
                }
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            terminal.drain();
        }
    }

    /** Waits for it; counted from the end of the run, if that came before the signal. */
    private boolean isDoneBy(final Duration sinceEnd) throws InterruptedException {
        final HubDaemon started = hub;
        final Duration left = started == null ? sinceEnd : started.leftSinceEnd(sinceEnd);
        return done.await(left.toNanos(), TimeUnit.NANOSECONDS);
    }

    private final class Programs implements AssetProcesses.Listener {
        @Override
        public void onEnded(final Ended ended) {
            hub.onProgramEnded(ended.asset(), ended.ending());
        }

        @Override
        public void onRestarting(final String asset) {
            hub.onProgramStarted(asset);
        }

        @Override
        public void onCannotLaunch(final String why) {
            hub.fail(why);
        }
    }

    /** Changes of state are told by progress display and summary; and by the log, where it is wanted. */
    private void onEvent(final HubEvent event, final Consumer<HubEvent> stateLog) {
        if (event instanceof HubEvent.Warning warning) {
            progress.tell("warning: " + warning.text());
        } else if (event instanceof HubEvent.AssetLost lost) {
            losses.onLost(lost.loss(), lost.sequel());
        } else if (event instanceof HubEvent.Restarting restarting) {
            processes.restart(restarting.asset(), Duration.ofNanos(restarting.pauseNs()));
        } else {
            stateLog.accept(event);
            if (companion != null) {
                companion.accept(event);
            }
        }
        if (event instanceof HubEvent.StateChanged change) {
            losses.onState(change);
        }
    }
}
