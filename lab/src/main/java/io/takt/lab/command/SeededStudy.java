package io.takt.lab.command;

import io.takt.lab.report.Report;
import io.takt.lab.study.Tracker;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;

/** A command that runs a study which draws by chance, all of it from one seed. */
abstract class SeededStudy implements Callable<Integer> {
    @Mixin
    private LabOptions options;
    @Mixin
    private SeedOption seed;

    abstract Report report(long seed, Tracker tracker);

    @Override
    public final Integer call() throws IOException {
        return options.run(tracker -> report(seed.seed(), tracker));
    }
}
