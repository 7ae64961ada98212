package io.takt.lab.command;

import io.takt.lab.study.Grid;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code takt lab grid}. */
@Command(name = "grid", mixinStandardHelpOptions = true,
    description = "Hakoniwa's published parameter study: 400 pairs of steps, and the boundary of L2.")
final class GridCommand implements Callable<Integer> {
    @Mixin
    private LabOptions options;

    @Override
    public Integer call() throws IOException {
        return options.run(Grid::report);
    }
}
