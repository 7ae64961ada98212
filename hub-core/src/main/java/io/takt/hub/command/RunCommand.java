package io.takt.hub.command;

import io.takt.hub.config.HubConfig;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code takt run}: a hub plus the assets that its configuration launches. */
@Command(name = "run", mixinStandardHelpOptions = true,
    description = "Runs a hub and the assets that the configuration launches, and tells in the end who held time back.")
public final class RunCommand implements TaktCommand {
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

    @Override
    public Integer call() throws IOException, InterruptedException {
        final Terminal terminal = Terminal.ofProcess();
        final HubConfig read = config.read(terminal);
        if (read == null) {
            return ExitCode.BAD_CONFIGURATION;
        }
        if (read.assets().isEmpty()) {
            terminal.tell("the configuration names no assets, so there is nothing to run; a hub that waits for whoever"
                + " joins is 'takt hub'");
            return ExitCode.BAD_CONFIGURATION;
        }
        final Run.Limits limits = new Run.Limits(untilNs == null ? Long.MAX_VALUE : untilNs,
            forNs == null ? Long.MAX_VALUE : forNs, config.force(), config.fresh());
        return new Run(read, limits, json, terminal, metrics, log).run();
    }
}
