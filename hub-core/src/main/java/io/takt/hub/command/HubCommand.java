package io.takt.hub.command;

import io.takt.asset.AssetState;
import io.takt.asset.HubState;
import io.takt.asset.TaktException;
import io.takt.hub.config.HubConfig;
import io.takt.hub.core.HubStatus;
import io.takt.hub.daemon.HubDaemon;
import io.takt.hub.daemon.HubListener;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code takt hub}: the daemon. */
@Command(name = "hub", mixinStandardHelpOptions = true,
    description = "Runs a hub until it is stopped. Assets are started by others; each change of state is one line.")
public final class HubCommand implements TaktCommand {
    private static final long SHUTDOWN_S = 4;

    @Mixin
    private ConfigOptions config;

    @Override
    public Integer call() throws IOException, InterruptedException {
        final Terminal terminal = Terminal.ofProcess();
        final HubConfig read = config.read(terminal);
        if (read == null) {
            return ExitCode.BAD_CONFIGURATION;
        }
        final CountDownLatch done = new CountDownLatch(1);
        final HubDaemon hub = HubDaemon.start(read, new HubDaemon.Options(Long.MAX_VALUE, false, config.force()),
            new Log(terminal));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(hub, done), "takt-shutdown"));
        try {
            terminal.tell("hub '" + read.hub() + "' is open at " + hub.cncFile().getParent());
            final HubStatus end = hub.ended().get();
            return ExitCode.of(end.end(), false);
        } catch (final ExecutionException e) {
            throw new TaktException("the hub has failed: " + e.getCause(), e.getCause());
        } finally {
            hub.close();
            done.countDown();
        }
    }

    private static void stop(final HubDaemon hub, final CountDownLatch done) {
        if (done.getCount() > 0) {
            hub.stop("interrupted");
            try {
                done.await(SHUTDOWN_S, TimeUnit.SECONDS);
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private record Log(Terminal terminal) implements HubListener {
        @Override
        public void onState(final HubState state, final String reason) {
            terminal.tell("hub " + state + (reason == null ? "" : ": " + reason));
        }

        @Override
        public void onAsset(final String asset, final AssetState state, final String detail) {
            terminal.tell("asset " + asset + " " + state + (detail == null ? "" : " " + detail));
        }

        @Override
        public void onLost(final String asset, final String how, final String sequel) {
            if (sequel != null) {
                terminal.tell("asset " + asset + ": " + sequel);
            }
        }
    }
}
