package io.takt.wrapper.series;

import io.takt.asset.AssetSpec;
import io.takt.asset.HubConnection;
import io.takt.asset.Takt;
import io.takt.hub.command.ExitCode;
import io.takt.hub.command.TaktCommand;
import io.takt.hub.command.Terminal;
import io.takt.wrapper.kit.command.AssetOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code takt log}: a receiver that writes what it gets into a file. */
@Command(name = "log", mixinStandardHelpOptions = true,
    description = {"Joins a hub as an asset that writes what it receives into a CSV file.",
        "A row has the time of delivery, in time_s, and a column for each channel; 'takt play' reads such a file."},
    footer = {"", "Exit codes: 0 the run has ended, 1 it has not, or the file cannot be written, 2 bad command line."})
public final class LogCommand implements TaktCommand {
    @Mixin
    private AssetOptions asset;

    @Parameters(paramLabel = "CHANNEL", arity = "0..*",
        description = "Channels of which messages are written (if left out: all that the asset receives).")
    private List<String> channels = new ArrayList<>();

    @Option(names = "--out", paramLabel = "FILE.csv", required = true, description = "The file to write.")
    private Path file;

    @Option(names = "--force", description = "Write over a file that is there.")
    private boolean isForced;

    /** Picocli fills in what the command line says. */
    public LogCommand() {
        // Nothing else to set up.
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        final String name = asset.name();
        if (Files.exists(file) && !isForced) {
            Terminal.ofProcess().tell(file + " is there already; --force writes over it");
            return ExitCode.FAILED;
        }
        try (HubConnection connection = Takt.connect(asset.hub());
            LoggingAsset logging = new LoggingAsset(file, channels, asset.types())) {
            connection.join(AssetSpec.named(name), logging);
            connection.run();
        }
        return ExitCode.DONE;
    }
}
