package io.takt.lab.command;

import io.takt.lab.study.TradeoffReport;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code takt lab tradeoff}. */
@Command(name = "tradeoff", mixinStandardHelpOptions = true,
    description = "Speed and spread against D_max, the steps and the intervals; and a formula for the speed.")
final class TradeoffCommand implements Callable<Integer> {
    @Mixin
    private LabOptions options;

    @Override
    public Integer call() throws IOException {
        return options.run(TradeoffReport::run);
    }
}
