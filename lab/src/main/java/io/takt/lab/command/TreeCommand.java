package io.takt.lab.command;

import io.takt.lab.study.TreeStudy;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code takt lab tree}. */
@Command(name = "tree", mixinStandardHelpOptions = true,
    description = "Trees of federates of up to millions of assets: their spread against the bound, and what a count-up"
        + " costs.")
final class TreeCommand implements Callable<Integer> {
    @Mixin
    private LabOptions options;

    @Mixin
    private SeedOption seed;

    @Option(names = "--assets", paramLabel = "N", defaultValue = "1000000",
        description = "Assets of the greatest tree (${DEFAULT-VALUE}).")
    private int assets;

    @Option(names = "--fan-out", paramLabel = "K", defaultValue = "10",
        description = "Members of a federate, in trees that grow level by level (${DEFAULT-VALUE}).")
    private int fanOut;

    @Option(names = "--depth", paramLabel = "N", defaultValue = "8",
        description = "Levels into which the same assets are put, from 1 (${DEFAULT-VALUE}).")
    private int depth;

    @Option(names = "--count-ups", paramLabel = "N", defaultValue = "4000000",
        description = "At least so many are timed in each tree (${DEFAULT-VALUE}).")
    private long timed;

    @Override
    public Integer call() throws IOException {
        return options.run(tracker -> new TreeStudy(assets, fanOut, depth, seed.seed(), timed)
            .report(tracker, ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime));
    }
}
