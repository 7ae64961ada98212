package io.takt.steward.scenario.command;

import io.takt.hub.command.ExitCode;
import io.takt.hub.command.TaktCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code takt steward}: simulations whose past can be changed. */
@Command(name = "steward", mixinStandardHelpOptions = true,
    subcommands = {ListCommand.class, RunScenarioCommand.class, MeasureCommand.class, LockstepCommand.class},
    description = "Simulations whose past can be changed, and pages that show them.")
public final class StewardCommand implements TaktCommand {
    @Spec
    private CommandSpec spec;

    /** Picocli fills in what the command line says. */
    public StewardCommand() {
        // Nothing else to set up.
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return ExitCode.BAD_CONFIGURATION;
    }
}
