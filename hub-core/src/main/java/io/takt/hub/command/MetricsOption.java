package io.takt.hub.command;

import io.takt.hub.config.HubConfig;
import io.takt.hub.daemon.HubDaemon;
import io.takt.hub.metrics.HubMetrics;
import io.takt.hub.metrics.MetricsServer;
import java.io.IOException;
import java.util.function.LongSupplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Whether and where metrics are served. Nothing of that is loaded when they are not. */
final class MetricsOption {
    private static final int HIGHEST_PORT = 65_535;

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
        final Integer wanted = port == null ? config.metricsPort() : port;
        if (wanted == null) {
            return null;
        }
        // The second start of a hub should fail because the hub is running, not because of its port.
        HubDaemon.requireNotRunning(config.hub());
        final MetricsServer server = MetricsServer.open(wanted);
        terminal.tell("metrics are at " + server.address());
        return server;
    }

    static void serve(final MetricsServer server, final HubDaemon hub, final String name,
        final LongSupplier violations) {
        if (server != null) {
            final HubMetrics metrics = new HubMetrics(name, Main.Version.ofTakt(), violations);
            server.serve(() -> metrics.scrape(hub.scraped(), hub.rejected()));
        }
    }

    static void close(final MetricsServer server) {
        if (server != null) {
            server.close();
        }
    }
}
