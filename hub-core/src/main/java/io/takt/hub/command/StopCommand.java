package io.takt.hub.command;

import io.takt.shm.control.Request;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code takt stop}. */
@Command(name = "stop", mixinStandardHelpOptions = true,
    description = "Ends a run in good order.")
public final class StopCommand implements TaktCommand {
    @Mixin
    private HubOption hub;

    @Override
    public Integer call() {
        hub.ask(Request.Stop::new);
        return ExitCode.DONE;
    }
}
