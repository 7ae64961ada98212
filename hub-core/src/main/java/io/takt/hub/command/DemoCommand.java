package io.takt.hub.command;

import io.takt.hub.config.HubConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code takt demo}: the main job on a scenario of the repository. */
@Command(name = "demo", mixinStandardHelpOptions = true,
    description = "Runs ten assets in ten processes, with ten different steps and intervals, for ten seconds.")
public final class DemoCommand implements TaktCommand {
    private static final long TEN_SECONDS_NS = TimeUnit.SECONDS.toNanos(10);

    @Option(names = "--for", paramLabel = "TIME", converter = SimTimeConverter.class,
        description = "Run for so much wall time (10s if left out).")
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
        final Path scenario = Installation.home().resolve("scenarios").resolve("demo.json");
        final HubConfig read = ConfigOptions.read(scenario, false, terminal);
        if (read == null) {
            return ExitCode.BAD_CONFIGURATION;
        }
        final Run.Limits limits =
            new Run.Limits(Long.MAX_VALUE, forNs == null ? TEN_SECONDS_NS : forNs, false, false);
        return new Run(read, limits, json, terminal, metrics, log).run();
    }
}
