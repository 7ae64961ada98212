package io.takt.hub.command;

import io.takt.hub.config.HubConfig;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code takt run}: a hub plus the assets that its configuration launches. */
@Command(name = "run", mixinStandardHelpOptions = true,
    description = "Runs a hub and the assets that the configuration launches,"
        + " and tells in the end which held time back.")
public final class RunCommand implements TaktCommand {
    @Mixin
    private RunOptions options;

    @Override
    public Integer call() throws IOException, InterruptedException {
        final Terminal terminal = Terminal.ofProcess();
        final HubConfig config = options.read(terminal);
        return config == null ? ExitCode.BAD_CONFIGURATION : options.run(config, terminal, null);
    }
}
