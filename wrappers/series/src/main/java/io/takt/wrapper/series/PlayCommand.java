package io.takt.wrapper.series;

import io.takt.asset.AssetSpec;
import io.takt.asset.HubConnection;
import io.takt.asset.Takt;
import io.takt.asset.message.OutputSpec;
import io.takt.hub.command.ExitCode;
import io.takt.hub.command.LaunchedAsset;
import io.takt.hub.command.TaktCommand;
import io.takt.wrapper.kit.WrapperException;
import io.takt.wrapper.kit.command.AssetOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
    private static final long MOST_CHECKED_BYTES = 16L << 20;

    @Mixin
    private AssetOptions asset;

    @Parameters(paramLabel = "FILE.csv", description = "The file.")
    private Path file;

    /** Picocli fills in what the command line says. */
    public PlayCommand() {
        // Nothing else to set up.
    }

    /** The rows of a long file, and what is no file, are left to the asset, which reads all before the run starts. */
    @Override
    public String problemOf(final LaunchedAsset launched) throws IOException {
        asset.types();
        final Path path = launched.folder().resolve(file);
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            return Files.isDirectory(path) ? path + " is a folder" : null;
        }
        final List<OutputSpec> sent = launched.outputs(launched.name());
        try (SeriesFile series = new SeriesFile(path, sent.stream().map(OutputSpec::channel).toList())) {
            for (int i = 0; i < sent.size(); i++) {
                series.conversion(i, sent.get(i).values().unit());
            }
            boolean isMore = Files.size(path) <= MOST_CHECKED_BYTES;
            while (isMore) {
                isMore = series.next();
            }
            return null;
        } catch (final WrapperException e) {
            return e.getMessage();
        }
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
