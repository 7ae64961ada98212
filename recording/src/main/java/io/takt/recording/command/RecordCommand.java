package io.takt.recording.command;

import io.takt.hub.command.ExitCode;
import io.takt.hub.command.FileTrouble;
import io.takt.hub.command.RunOptions;
import io.takt.hub.command.TaktCommand;
import io.takt.hub.command.Terminal;
import io.takt.hub.config.HubConfig;
import io.takt.recording.format.RecordingFolder;
import io.takt.recording.record.Recorder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code takt record}: a run that is kept. */
@Command(name = "record", mixinStandardHelpOptions = true,
    description = "Runs a configuration as 'takt run' does, from 0, and keeps everything that is sent and delivered.")
public final class RecordCommand implements TaktCommand {
    @Mixin
    private RunOptions options;

    @Option(names = "--out", required = true, paramLabel = "DIR",
        description = "Where to keep it: a folder that is empty, or is not there yet.")
    private Path out;

    /** Picocli fills in what the command line says. */
    public RecordCommand() {
        // Nothing else to set up.
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        final Terminal terminal = Terminal.ofProcess();
        final HubConfig config = options.read(terminal);
        if (config == null) {
            return ExitCode.BAD_CONFIGURATION;
        }
        final RecordingFolder folder;
        try {
            folder = RecordingFolder.create(out);
            Files.copy(options.file(), folder.configuration());
        } catch (final IOException e) {
            terminal.tell("nothing can be recorded: " + FileTrouble.inWords(e));
            return ExitCode.FAILED;
        }
        return options.run(config, terminal, new Recorder(folder, config, options.file()));
    }
}
