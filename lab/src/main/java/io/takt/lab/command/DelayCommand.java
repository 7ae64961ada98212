package io.takt.lab.command;

import io.takt.lab.study.Delay;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code takt lab delay}. */
@Command(name = "delay", mixinStandardHelpOptions = true,
    description = "Delay and loss of news between core and assets: speed, and that safety is untouched.")
final class DelayCommand implements Callable<Integer> {
    @Mixin
    private LabOptions options;
    @Mixin
    private SeedOption seed;

    @Override
    public Integer call() throws IOException {
        return options.run(tracker -> Delay.report(seed.seed(), tracker));
    }
}
