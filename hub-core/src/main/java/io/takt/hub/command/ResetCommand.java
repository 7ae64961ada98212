package io.takt.hub.command;

import io.takt.shm.control.Request;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code takt reset}. */
@Command(name = "reset", mixinStandardHelpOptions = true,
    description = "Assets put their simulators back to the start, then all clocks go to 0 and the run begins anew.")
public final class ResetCommand implements TaktCommand {
    @Mixin
    private HubOption hub;

    @Override
    public Integer call() {
        hub.askPatiently(Request.Reset::new);
        return ExitCode.DONE;
    }
}
