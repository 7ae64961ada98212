package io.takt.hub.command;

import io.takt.hub.config.HubConfig;
import io.takt.hub.core.status.HubStatus;
import io.takt.hub.daemon.HubDaemon;
import io.takt.hub.metrics.HubMetrics;
import io.takt.hub.metrics.LivePage;
import io.takt.hub.metrics.MetricsServer;
import io.takt.shm.host.HubDirectory;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.function.LongSupplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Whether and where metrics are served. Nothing of that is loaded when they are not. */
final class MetricsOption {
    private static final int HIGHEST_PORT = 65_535;
    private static final int TOKEN_BYTES = 16;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    private Integer port;

    @Option(names = "--metrics", paramLabel = "PORT",
        description = "Serve metrics for Prometheus at this port of this host, 0 for any that is free (if left out: as "
            + "the configuration says, or not at all).")
    void port(final int wanted) {
        if (wanted < 0 || wanted > HIGHEST_PORT) {
            throw new ParameterException(spec.commandLine(), "--metrics " + wanted + " is no port; ports are 0 to "
                + HIGHEST_PORT + ", and 0 is any that is free");
        }
        port = wanted;
    }

    /** Takes the port, before anything else starts, unless the hub is running; null when no metrics are wanted. */
    MetricsServer open(final HubConfig config, final Terminal terminal) throws IOException {
        final Integer wanted = port == null ? config.metrics().port() : port;
        if (wanted == null) {
            return null;
        }
        // The second start of a hub should fail because the hub is running, not because of its port.
        HubDaemon.requireNotRunning(config.hub());
        final MetricsServer server = MetricsServer.open(config.metrics().bind(), config.metrics().names(), wanted);
        terminal.tell("metrics are at " + server.address());
        if (config.metrics().warning() != null) {
            terminal.tell("warning: " + config.metrics().warning());
        }
        return server;
    }

    /** The configuration with the port that was taken, which linked hubs are told; it may be the command line's. */
    static HubConfig served(final HubConfig config, final MetricsServer server) {
        return server == null ? config : config.serving(config.metrics().served(server.port()));
    }

    /** The page is told with the token at its end, which browsers keep for themselves. */
    private static LivePage.Site page(final MetricsServer server, final HubDaemon hub, final HubConfig config,
        final Terminal terminal) {
        final LivePage installed = LivePage.installed().orElse(null);
        if (installed == null) {
            return null;
        }
        final String token = config.metrics().control() ? token() : null;
        terminal.tell("the live page is at " + server.page() + (token == null ? "" : "#" + token));
        return installed.of(new LivePage.Shown() {
            @Override
            public HubStatus status() {
                return hub.scraped();
            }

            @Override
            public HubStatus glance() {
                return hub.glance();
            }

            @Override
            public HubDirectory directory() {
                return HubDirectory.of(config.hub());
            }

            @Override
            public String token() {
                return token;
            }
        });
    }

    private static String token() {
        final byte[] bytes = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    static void serve(final MetricsServer server, final HubDaemon hub, final HubConfig config,
        final LongSupplier violations, final Terminal terminal) {
        if (server != null) {
            final HubMetrics metrics = new HubMetrics(config.hub(), Main.Version.ofTakt(), violations,
                System.currentTimeMillis());
            server.serve(() -> metrics.scrape(hub.scraped(), hub.linkCounts()), page(server, hub, config, terminal));
            try {
                server.announce(HubDirectory.of(config.hub()));
            } catch (final IOException e) {
                terminal.tell("Prometheus will not find this hub by itself: " + FileTrouble.inWords(e));
            }
        }
    }

    static void close(final MetricsServer server) {
        if (server != null) {
            server.close();
        }
    }
}
