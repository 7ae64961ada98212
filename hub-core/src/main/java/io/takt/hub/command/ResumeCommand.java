package io.takt.hub.command;

import io.takt.shm.control.Request;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code takt resume}. */
@Command(name = "resume", mixinStandardHelpOptions = true,
    description = "The core of a paused hub goes on.")
public final class ResumeCommand implements TaktCommand {
    @Mixin
    private HubOption hub;

    @Override
    public Integer call() {
        hub.ask(Request.Resume::new);
        return ExitCode.DONE;
    }
}
