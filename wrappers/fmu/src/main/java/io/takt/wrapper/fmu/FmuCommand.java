package io.takt.wrapper.fmu;

import io.takt.asset.AssetSpec;
import io.takt.asset.HubConnection;
import io.takt.asset.SimTime;
import io.takt.asset.Takt;
import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.hub.command.ExitCode;
import io.takt.hub.command.LaunchedAsset;
import io.takt.hub.command.TaktCommand;
import io.takt.hub.command.Terminal;
import io.takt.wrapper.kit.WrapperException;
import io.takt.wrapper.kit.command.AssetOptions;
import io.takt.wrapper.kit.value.ChannelTypes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
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

    @Option(names = "--also", paramLabel = "NAME",
        description = "One more asset, which is another instance of the FMU in this process. May be given several"
            + " times; then NAME: in front of what --set, --in and --out say makes it that of one asset.")
    private List<String> also = new ArrayList<>();

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

    @Option(names = "--intermediate",
        description = "Send values also at the times within a step of which the FMU tells (FMI 3).")
    private boolean isWithin;

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

    @Override
    public String problemOf(final LaunchedAsset launched) throws IOException {
        if (isInfo || isSystem) {
            return null;
        }
        asset.types();
        final List<String> names = new ArrayList<>(List.of(launched.name()));
        names.addAll(also);
        final AssetWords words = new AssetWords(names);
        try {
            final Fmu fmu = Fmu.described(launched.folder().resolve(file));
            for (final String name : names) {
                final ChannelOptions options = options(words, name);
                final Map<Integer, Long> sizes =
                    parsed(() -> StartValues.of(words.of(name, starts))).prepare(fmu).sizes();
                options.out().requireVariables(fmu);
                options.in().requireVariables(fmu);
                final List<InputSpec> inputs = launched.inputs(name);
                final ChannelTypes types = options.types().configured(launched.outputs(name), inputs);
                for (final OutputSpec each : launched.outputs(name)) {
                    options.sent(each, types, fmu, sizes);
                }
                for (final String each : inputs.stream().map(InputSpec::channel).distinct().toList()) {
                    options.received(each, inputs, types, fmu, sizes);
                }
            }
            return null;
        } catch (final WrapperException | IllegalArgumentException e) {
            return e.getMessage();
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
        final List<String> names = new ArrayList<>(List.of(asset.name()));
        names.addAll(also);
        final AssetWords words = new AssetWords(names);
        final List<FmuAsset> simulated = new ArrayList<>();
        try {
            Fmu fmu = null;
            for (final String name : names) {
                final FmuLog log = new FmuLog(names.size() == 1 ? terminal::tell
                    : line -> terminal.tell(name + ": " + line), isLogged);
                final ChannelOptions options = options(words, name);
                final StartValues values = parsed(() -> StartValues.of(words.of(name, starts)));
                fmu = fmu == null ? Fmu.open(file, log) : fmu.another(name, log);
                simulated.add(new FmuAsset(fmu, options, values, stateOf(names, name)));
            }
            try (HubConnection connection = Takt.connect(asset.hub())) {
                for (int i = 0; i < names.size(); i++) {
                    connection.join(AssetSpec.named(names.get(i)), simulated.get(i));
                }
                connection.run();
            }
        } finally {
            for (final FmuAsset each : simulated) {
                each.close();
            }
        }
    }

    private ChannelOptions options(final AssetWords words, final String name) {
        return new ChannelOptions(parsed(() -> ChannelMap.of("--in", words.of(name, in))),
            parsed(() -> ChannelMap.of("--out", words.of(name, out))), asset.types(), isWithin, also.isEmpty());
    }

    private StateFile stateOf(final List<String> names, final String name) {
        return state == null ? null : new StateFile(names.size() == 1 ? state
            : state.resolveSibling(state.getFileName() + "." + name));
    }

    private <T> T parsed(final Supplier<T> of) {
        try {
            return of.get();
        } catch (final IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }
}
