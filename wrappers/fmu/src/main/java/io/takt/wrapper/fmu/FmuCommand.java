package io.takt.wrapper.fmu;

import io.takt.asset.AssetSpec;
import io.takt.asset.HubConnection;
import io.takt.asset.SimTime;
import io.takt.asset.Takt;
import io.takt.hub.command.ExitCode;
import io.takt.hub.command.TaktCommand;
import io.takt.hub.command.Terminal;
import io.takt.wrapper.kit.WrapperException;
import io.takt.wrapper.kit.command.AssetOptions;
import io.takt.wrapper.kit.value.ChannelTypes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code takt fmu}: a functional mock-up unit as an asset. */
@Command(name = "fmu", mixinStandardHelpOptions = true,
    description = {"Joins a hub as an asset that simulates an FMU: co-simulation of FMI 2.0 or 3.0.",
        "A channel carries the variable of its own name. docs/how-to/fmu.md has more."},
    footer = {"", "Exit codes: 0 the run has ended, 1 it has not, or the FMU is wrong or failed, 2 bad command line."})
public final class FmuCommand implements TaktCommand {
    @Spec
    private CommandSpec spec;

    @Mixin
    private AssetOptions asset;

    @Option(names = "--set", paramLabel = "VARIABLE=VALUE",
        description = "A value before the start, of a parameter or another variable; those of an array with spaces"
            + " between. May be given several times.")
    private List<String> starts = new ArrayList<>();

    @Option(names = "--in", paramLabel = "CHANNEL=VARIABLE",
        description = "The variable that a received channel sets, where its name is another one. Given again for the"
            + " same channel: a list.")
    private List<String> in = new ArrayList<>();

    @Option(names = "--out", paramLabel = "CHANNEL=VARIABLE", description = "Likewise, of a channel that is sent.")
    private List<String> out = new ArrayList<>();

    @Option(names = "--state", paramLabel = "FILE",
        description = "Keep the model's state after each step, so that a process which takes this one's place goes on"
            + " from there.")
    private Path state;

    @Option(names = "--info", description = "Print what the FMU says of itself, and join no hub.")
    private boolean isInfo;

    @Option(names = "--json", description = "With --info: as one JSON object.")
    private boolean isJson;

    @Option(names = "--ssp",
        description = "The file is a system of FMUs (SSP): unpack them, write a configuration, and join no hub.")
    private boolean isSystem;

    @Option(names = "--into", paramLabel = "FOLDER",
        description = "With --ssp: a folder that is to be made (if left out: with the name of the file).")
    private Path into;

    @Option(names = "--step", paramLabel = "TIME",
        description = "With --ssp: the step of all FMUs (if left out: ${DEFAULT-VALUE}).")
    private String step = "10ms";

    @Option(names = "--log", description = "Print all that the FMU logs, not only warnings and errors.")
    private boolean isLogged;

    @Parameters(paramLabel = "MODEL.fmu", description = "The file.")
    private Path file;

    /** Picocli fills in what the command line says. */
    public FmuCommand() {
        // Nothing else to set up.
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        final Terminal terminal = Terminal.ofProcess();
        try {
            if (isInfo) {
                Info.print(file, isJson, terminal.out());
                return ExitCode.DONE;
            }
            if (isSystem) {
                terminal.out().println(Ssp.unpack(file, into, stepNs()));
                return ExitCode.DONE;
            }
            simulate(terminal);
            return ExitCode.DONE;
        } catch (final WrapperException e) {
            terminal.tell(e.getMessage());
            return ExitCode.FAILED;
        }
    }

    private long stepNs() {
        try {
            final long stepNs = SimTime.parse(step);
            if (stepNs > 0) {
                return stepNs;
            }
            throw new IllegalArgumentException("is no step; it is longer than 0");
        } catch (final IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--step: '" + step + "' " + e.getMessage(), e);
        }
    }

    private void simulate(final Terminal terminal) throws IOException, InterruptedException {
        final String name = asset.name();
        final ChannelTypes types = asset.types();
        final ChannelMap received;
        final ChannelMap sent;
        final StartValues values;
        try {
            received = ChannelMap.of("--in", in);
            sent = ChannelMap.of("--out", out);
            values = StartValues.of(starts);
        } catch (final IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
        try (FmuAsset simulated = new FmuAsset(Fmu.open(file, new FmuLog(terminal::tell, isLogged)), received, sent,
                types, values, state == null ? null : new StateFile(state));
            HubConnection connection = Takt.connect(asset.hub())) {
            connection.join(AssetSpec.named(name), simulated);
            connection.run();
        }
    }
}
