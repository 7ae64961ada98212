package io.takt.mcap.command;

import io.takt.hub.command.ExitCode;
import io.takt.hub.command.StatusLine;
import io.takt.hub.command.TaktCommand;
import io.takt.hub.command.Terminal;
import io.takt.hub.config.ConfigReader;
import io.takt.hub.core.plan.MessagePlan;
import io.takt.mcap.export.Export;
import io.takt.recording.format.Ending;
import io.takt.recording.format.RecordingFolder;
import io.takt.wrapper.kit.value.ChannelTypes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code takt export}: the messages of a recording for other tools. */
@Command(name = "export", mixinStandardHelpOptions = true,
    description = {"Writes the messages that were sent in a recorded run into a file for other tools.",
        "Their time is simulation time. An MCAP file opens in Foxglove and with the mcap command."},
    footer = {"", "Exit codes: 0 written, 1 the recording cannot be read, or the file not written, 2 bad command line,",
        "or a message is not of its channel's type."})
public final class ExportCommand implements TaktCommand {
    @Parameters(paramLabel = "DIR", description = "Where 'takt record' has kept the run.")
    private Path path;

    @Option(names = "--mcap", required = true, paramLabel = "FILE.mcap", description = "The file to write.")
    private Path file;

    @Option(names = "--ros2", description = "Write messages of ROS 2 (std_msgs, in CDR) instead of JSON.")
    private boolean isRos2;

    @Option(names = "--as", paramLabel = "CHANNEL=TYPE", split = ",",
        description = "The type of a channel's values, if the configuration had none: json (which all others are), "
            + "text, double, doubles, long, longs, bytes.")
    private List<String> types = new ArrayList<>();

    @Option(names = "--force", description = "Write over a file that is there.")
    private boolean isForced;

    /** Picocli fills in what the command line says. */
    public ExportCommand() {
        // Nothing else to set up.
    }

    @Override
    public Integer call() throws IOException {
        final Terminal terminal = Terminal.ofProcess();
        if (Files.exists(file) && !isForced) {
            terminal.tell(file + " is there already; --force writes over it");
            return ExitCode.FAILED;
        }
        final Path parent = file.toAbsolutePath().getParent();
        if (!Files.isDirectory(parent)) {
            terminal.tell("there is no folder " + parent + " for " + file.getFileName());
            return ExitCode.FAILED;
        }
        final RecordingFolder folder = RecordingFolder.open(path);
        final Ending ending = folder.ending();
        try {
            final Export export = new Export(folder, plan(folder, terminal), ChannelTypes.of(types), isRos2);
            final Export.Written written = export(export, ending, terminal);
            terminal.out().println(line(written.messages(), written.channels().size(), file));
            types.stream().map(word -> word.substring(0, word.indexOf('=')))
                .filter(name -> written.channels().stream().noneMatch(channel -> channel.get(1).equals(name)))
                .forEach(name -> terminal.tell("--as names channel '" + name + "', which has no message"));
            if (written.isReset()) {
                terminal.tell("the run was reset, and all after that is left out");
            } else if (ending == null) {
                terminal.tell("the recording was cut short, or still goes on;"
                    + " the file has what is known of all assets");
            }
            return ExitCode.DONE;
        } catch (final IllegalArgumentException e) {
            terminal.tell(e.getMessage());
            return ExitCode.BAD_CONFIGURATION;
        }
    }

    /** Of how much is in the file. */
    static String line(final long messages, final int channels, final Path file) {
        return messages + (messages == 1 ? " message of " : " messages of ") + channels
            + (channels == 1 ? " channel" : " channels") + (messages == 1 ? " is in " : " are in ") + file;
    }

    /** Types and units are in the configuration; without them all is JSON, or what {@code --as} says. */
    private static MessagePlan plan(final RecordingFolder folder, final Terminal terminal) throws IOException {
        final Path original = Path.of(folder.beginning().configuration()).toAbsolutePath();
        final ConfigReader.Result read = ConfigReader.readCopy(folder.configuration(), original.getParent());
        if (read.config() == null) {
            terminal.tell(folder.configuration() + " cannot be used, so types and units of channels are not known: "
                + read.problems().get(0).line());
            return MessagePlan.NONE;
        }
        return read.config().messages();
    }

    private Export.Written export(final Export export, final Ending ending, final Terminal terminal)
        throws IOException {
        try (StatusLine line = new StatusLine(terminal)) {
            return export.to(file, position -> line.show("exporting " + (ending == null
                ? position / 1024 / 1024 + " MiB" : StatusLine.bar((double) position / ending.position()))));
        }
    }
}
