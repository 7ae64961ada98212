package io.takt.lab.command;

import io.takt.lab.study.Experiment;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code takt lab experiment}. */
@Command(name = "experiment", mixinStandardHelpOptions = true,
    description = "Assets with different steps and intervals in one federate: staircases, and the spread of clocks.")
final class ExperimentCommand implements Callable<Integer> {
    @Mixin
    private LabOptions options;

    @Mixin
    private SeedOption seed;

    @Option(names = "--assets", paramLabel = "N", defaultValue = "10",
        description = "How many (${DEFAULT-VALUE}).")
    private int assets;

    @Option(names = "--core-step", paramLabel = "T", defaultValue = "20", description = "ΔT_c (${DEFAULT-VALUE}).")
    private long coreStep;

    @Option(names = "--max-delay", paramLabel = "T", defaultValue = "100", description = "D_max (${DEFAULT-VALUE}).")
    private long maxDelay;

    @Option(names = "--jitter", paramLabel = "J", defaultValue = "0.2",
        description = "By which part intervals vary, 0 to 1 (${DEFAULT-VALUE}).")
    private double jitter;

    @Option(names = "--wall", paramLabel = "TICKS", defaultValue = "20000",
        description = "Length of the run (${DEFAULT-VALUE}).")
    private long wall;

    @Override
    public Integer call() throws IOException {
        return options.run(tracker ->
            new Experiment(assets, coreStep, maxDelay, jitter, wall, seed.seed()).report(tracker));
    }
}
