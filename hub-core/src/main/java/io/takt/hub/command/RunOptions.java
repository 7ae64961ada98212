package io.takt.hub.command;

import io.takt.hub.config.HubConfig;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The configuration to run, for how long, and the way in which the result is told. */
public final class RunOptions {
    @Mixin
    private ConfigOptions config;

    @Option(names = "--until", paramLabel = "TIME", converter = SimTimeConverter.class,
        description = "End when the core has reached this simulation time, such as 60s, and every asset has caught up.")
    private Long untilNs;

    @Option(names = "--for", paramLabel = "TIME", converter = SimTimeConverter.class,
        description = "End after running for so much wall time, such as 10s.")
    private Long forNs;

    @Mixin
    private MetricsOption metrics;

    @Mixin
    private LogOption log;

    @Option(names = "--json", description = "Print one JSON object in the end.")
    private boolean json;

    /** Picocli fills in what the command line says. */
    public RunOptions() {
        // Nothing else to set up.
    }

    /** {@return the configuration's file, as it was given} */
    public Path file() {
        return config.file();
    }

    /**
     * Reads the configuration.
     *
     * @param terminal is told all that is wrong with it.
     * @return null when it cannot be used.
     */
    public HubConfig read(final Terminal terminal) {
        final HubConfig read = config.read(terminal);
        if (read != null && read.planned().isEmpty()) {
            terminal.tell("the configuration names no assets, so there is nothing to run; 'takt hub' is a hub that"
                + " waits for assets to join");
            return null;
        }
        return read;
    }

    /**
     * Runs it to the end with a companion, and tells the result.
     *
     * @param read      the configuration.
     * @param terminal  where it is told.
     * @param companion goes along; null for none.
     * @return an {@link ExitCode}.
     * @throws IOException          when the hub cannot be started, or the companion wants no run; in one line.
     * @throws InterruptedException when the thread is interrupted.
     */
    public int run(final HubConfig read, final Terminal terminal, final Companion companion)
        throws IOException, InterruptedException {
        final Run.Limits limits = new Run.Limits(untilNs == null ? Long.MAX_VALUE : untilNs,
            forNs == null ? Long.MAX_VALUE : forNs, config.force(), config.fresh() || companion != null);
        return new Run(read, limits, json, terminal, metrics, log, null, companion).run();
    }
}
