package io.takt.lab.command;

import io.takt.lab.study.Jitter;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code takt lab jitter}. */
@Command(name = "jitter", mixinStandardHelpOptions = true,
    description = "Intervals that vary by chance: the spread of 1 to 1000 assets, and what it costs.")
final class JitterCommand implements Callable<Integer> {
    @Mixin
    private LabOptions options;
    @Mixin
    private SeedOption seed;

    @Override
    public Integer call() throws IOException {
        return options.run(tracker -> Jitter.report(seed.seed(), tracker));
    }
}
