package io.takt.lab.command;

import io.takt.lab.study.PublishedSettings;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code takt lab settings}. */
@Command(name = "settings", mixinStandardHelpOptions = true,
    description = "Hakoniwa's nine published sets: what was said, what happens, what L2 says.")
final class SettingsCommand implements Callable<Integer> {
    @Mixin
    private LabOptions options;

    @Mixin
    private SeedOption seed;

    @Override
    public Integer call() throws IOException {
        return options.run(tracker -> PublishedSettings.report(seed.seed(), tracker));
    }
}
