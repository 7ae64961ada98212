package io.takt.lab.command;

import io.takt.hub.command.ExitCode;
import io.takt.hub.command.TaktCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code takt lab}: experiments over the shipped rules. */
@Command(name = "lab", mixinStandardHelpOptions = true,
    subcommands = {
        GridCommand.class, SettingsCommand.class, ExperimentCommand.class, TradeoffCommand.class,
        DelayCommand.class, JitterCommand.class, QuotaCommand.class, TreeCommand.class
    },
    description = "Experiments over the rules in simulated wall time; each writes tables, plots and a page.")
public final class LabCommand implements TaktCommand {
    static {
        // Plots are drawn into files: without this Java would look for a screen.
        System.setProperty("java.awt.headless", "true");
    }

    @Spec
    private CommandSpec spec;

    /** Picocli fills in what the command line says. */
    public LabCommand() {
        // Nothing else to set up.
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return ExitCode.BAD_CONFIGURATION;
    }
}
