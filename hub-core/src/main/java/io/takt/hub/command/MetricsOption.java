package io.takt.hub.command;

import io.takt.hub.config.HubConfig;
import io.takt.hub.daemon.HubDaemon;
import io.takt.hub.metrics.HubMetrics;
import io.takt.hub.metrics.MetricsServer;
import java.io.IOException;
import java.util.function.LongSupplier;
import picocli.CommandLine.Option;

/** Whether and where metrics are served. Nothing of that is loaded when they are not. */
final class MetricsOption {
    @Option(names = "--metrics", paramLabel = "PORT",
        description = "Serve metrics for Prometheus at this port of this host, 0 for any that is free (if left out: as "
            + "the configuration says, or not at all).")
    private Integer port;

    /** Takes the port, before anything else starts; null when no metrics are wanted. */
    MetricsServer open(final HubConfig config, final Terminal terminal) throws IOException {
        final Integer wanted = port == null ? config.metricsPort() : port;
        if (wanted == null) {
            return null;
        }
        final MetricsServer server = MetricsServer.open(wanted);
        terminal.tell("metrics are at " + server.address());
        return server;
    }

    static void serve(final MetricsServer server, final HubDaemon hub, final String name,
        final LongSupplier violations) {
        if (server != null) {
            final HubMetrics metrics = new HubMetrics(name, Main.Version.ofTakt(), violations);
            server.serve(() -> metrics.scrape(hub.scraped()));
        }
    }

    static void close(final MetricsServer server) {
        if (server != null) {
            server.close();
        }
    }
}
