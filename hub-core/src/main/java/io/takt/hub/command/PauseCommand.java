package io.takt.hub.command;

import io.takt.shm.control.Request;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code takt pause}. */
@Command(name = "pause", mixinStandardHelpOptions = true,
    description = "The core of a hub stands until it is resumed; assets do the steps that they still may.")
public final class PauseCommand implements TaktCommand {
    @Mixin
    private HubOption hub;

    @Override
    public Integer call() {
        hub.ask(Request.Pause::new);
        return ExitCode.DONE;
    }
}
