package io.takt.lab.command;

import io.takt.lab.study.Quota;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code takt lab quota}. */
@Command(name = "quota", mixinStandardHelpOptions = true,
    description = "More simulators than processors, and quotas: what spinning and sleeping make of them.")
final class QuotaCommand implements Callable<Integer> {
    @Mixin
    private LabOptions options;
    @Mixin
    private SeedOption seed;

    @Override
    public Integer call() throws IOException {
        return options.run(tracker -> Quota.report(seed.seed(), tracker));
    }
}
