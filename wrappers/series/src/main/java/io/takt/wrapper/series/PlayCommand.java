package io.takt.wrapper.series;

import io.takt.asset.AssetSpec;
import io.takt.asset.HubConnection;
import io.takt.asset.Takt;
import io.takt.hub.command.ExitCode;
import io.takt.hub.command.TaktCommand;
import io.takt.wrapper.kit.command.AssetOptions;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code takt play}: a file of values over time as a sender. */
@Command(name = "play", mixinStandardHelpOptions = true,
    description = {"Joins a hub as an asset that sends the values of a CSV file, each at its time.",
        "Its first line names the columns: one is time_s, time_ms, time_us or time_ns, and each channel of the asset"
            + " has another."},
    footer = {"", "Exit codes: 0 the run has ended, 1 it has not, or the file is wrong, 2 bad command line."})
public final class PlayCommand implements TaktCommand {
    @Mixin
    private AssetOptions asset;

    @Parameters(paramLabel = "FILE.csv", description = "The file.")
    private Path file;

    /** Picocli fills in what the command line says. */
    public PlayCommand() {
        // Nothing else to set up.
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        final String name = asset.name();
        try (HubConnection connection = Takt.connect(asset.hub());
            PlayingAsset playing = new PlayingAsset(file, asset.types())) {
            connection.join(AssetSpec.named(name), playing);
            connection.run();
        }
        return ExitCode.DONE;
    }
}
