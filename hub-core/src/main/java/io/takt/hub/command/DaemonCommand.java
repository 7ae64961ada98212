package io.takt.hub.command;

import io.takt.asset.TaktException;
import io.takt.hub.config.HubConfig;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.daemon.HubDaemon;
import io.takt.hub.daemon.ShutdownDeadlines;
import io.takt.hub.metrics.MetricsServer;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code takt hub}: the daemon. */
@Command(name = "hub", mixinStandardHelpOptions = true,
    description = "Runs a hub until it is stopped. Assets are started by others; each change of state is one line.")
public final class DaemonCommand implements TaktCommand {
    @Mixin
    private ConfigOptions config;

    @Mixin
    private MetricsOption metrics;

    @Mixin
    private LogOption log;

    @Override
    public Integer call() throws IOException, InterruptedException {
        final Terminal terminal = Terminal.ofProcess();
        final HubConfig read = config.read(terminal);
        if (read == null) {
            return ExitCode.BAD_CONFIGURATION;
        }
        final MetricsServer page = metrics.open(read, terminal);
        final HubDaemon hub;
        try {
            hub = HubDaemon.start(MetricsOption.served(read, page),
                new HubDaemon.Options(Long.MAX_VALUE, false, config.force(), config.fresh(), Set.of(), false,
                    log.commands(read.hub()), null), log.listener(read.hub(), true), () -> false);
        } catch (final IOException | RuntimeException e) {
            MetricsOption.close(page);
            throw e;
        }
        final CountDownLatch done = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(hub, done, terminal), "takt-shutdown"));
        try {
            if (hub.recoveryNote() != null) {
                terminal.tell(hub.recoveryNote());
            }
            terminal.tell("hub '" + read.hub() + "' is open at " + hub.cncFile().getParent());
            MetricsOption.serve(page, hub, read, null, terminal);
            final HubStatus end = hub.ended().get();
            return ExitCode.of(end.end(), false);
        } catch (final ExecutionException e) {
            throw new TaktException("the hub has failed: " + e.getCause(), e.getCause());
        } finally {
            MetricsOption.close(page);
            hub.close();
            done.countDown();
        }
    }

    private static void stop(final HubDaemon hub, final CountDownLatch done, final Terminal terminal) {
        if (done.getCount() > 0) {
            hub.stop("interrupted");
            try {
                done.await(hub.leftSinceEnd(ShutdownDeadlines.GIVEN_UP).toNanos(), TimeUnit.NANOSECONDS);
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            terminal.drain();
        }
    }
}
