package io.takt.mcap.command;

import io.takt.asset.AssetSpec;
import io.takt.asset.HubConnection;
import io.takt.asset.Takt;
import io.takt.asset.message.OutputSpec;
import io.takt.hub.command.ExitCode;
import io.takt.hub.command.LaunchedAsset;
import io.takt.hub.command.TaktCommand;
import io.takt.hub.command.Terminal;
import io.takt.mcap.play.ImportingAsset;
import io.takt.mcap.play.TopicChoice;
import io.takt.wrapper.kit.WrapperException;
import io.takt.wrapper.kit.command.AssetOptions;
import io.takt.wrapper.kit.value.ChannelTypes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code takt import}: the messages of a file of other tools as a sender. */
@Command(name = "import", mixinStandardHelpOptions = true,
    description = {"Joins a hub as an asset that sends the messages of an MCAP file, each at its time.",
        "A channel carries the topic of its own name: JSON, ROS 2's std_msgs, or, as bytes, any other."},
    footer = {"", "Exit codes: 0 the run has ended, 1 it has not, or the file is wrong, 2 bad command line."})
public final class ImportCommand implements TaktCommand {
    private static final long MOST_CHECKED_BYTES = 16L << 20;

    @Spec
    private CommandSpec spec;

    @Mixin
    private AssetOptions asset;

    @Option(names = "--mcap", required = true, paramLabel = "FILE.mcap", description = "The file.")
    private Path file;

    @Option(names = "--out", paramLabel = "CHANNEL=TOPIC",
        description = "The topic that a channel carries, where its name is another one. May be given several times.")
    private List<String> out = new ArrayList<>();

    @Option(names = "--from-first", description = "Count times from that of the first message in the file.")
    private boolean fromFirst;

    /** Picocli fills in what the command line says. */
    public ImportCommand() {
        // Nothing else to set up.
    }

    /** A long file is left to the asset, which reads all before the run starts. */
    @Override
    public String problemOf(final LaunchedAsset launched) throws IOException {
        final Path path = launched.folder().resolve(file);
        final TopicChoice choice = choice();
        final ChannelTypes types = asset.types();
        try {
            if (!Files.exists(path) || Files.size(path) <= MOST_CHECKED_BYTES) {
                final List<OutputSpec> specs = launched.outputs(launched.name());
                ImportingAsset.requireTopics(launched.name(), path, choice, types.configured(specs, List.of()), specs);
            }
            return null;
        } catch (final WrapperException | IllegalArgumentException e) {
            return e.getMessage();
        }
    }

    private TopicChoice choice() {
        try {
            return TopicChoice.of(out, fromFirst);
        } catch (final IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        final String name = asset.name();
        try (HubConnection connection = Takt.connect(asset.hub());
            ImportingAsset importing =
                new ImportingAsset(file, choice(), asset.types(), Terminal.ofProcess()::tell)) {
            connection.join(AssetSpec.named(name), importing);
            connection.run();
        }
        return ExitCode.DONE;
    }
}
