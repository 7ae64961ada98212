package io.takt.recording.command;

import io.takt.hub.command.ExitCode;
import io.takt.hub.command.StatusLine;
import io.takt.hub.command.TaktCommand;
import io.takt.hub.command.Terminal;
import io.takt.hub.config.ConfigReader;
import io.takt.hub.config.HubConfig;
import io.takt.recording.format.Ending;
import io.takt.recording.format.RecordingFolder;
import io.takt.recording.replay.Replay;
import io.takt.recording.replay.Survey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code takt replay}: a recorded run, once more. */
@Command(name = "replay", mixinStandardHelpOptions = true,
    description = "Runs assets of a recording once more, plays the others to them, and says where they first differ.",
    footer = {"", "Exit codes: 0 equal, 1 not, 2 there can be no such replay, 3 an asset was lost."})
public final class ReplayCommand implements TaktCommand {
    @Parameters(paramLabel = "DIR", description = "Where 'takt record' has kept the run.")
    private Path path;

    @Option(names = "--asset", paramLabel = "NAME", split = ",",
        description = "Run this asset, and play all others; may be given again (if left out: run all assets that the "
            + "configuration launches).")
    private List<String> assets = new ArrayList<>();

    @Option(names = "--folder", paramLabel = "DIR",
        description = "Launch programs in this folder (if left out: where they were launched for the recording).")
    private Path folder;

    @Option(names = "--info", description = "Run nothing; say what is in the recording.")
    private boolean info;

    @Option(names = "--json", description = "Print one JSON object in the end.")
    private boolean json;

    /** Picocli fills in what the command line says. */
    public ReplayCommand() {
        // Nothing else to set up.
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        final Terminal terminal = Terminal.ofProcess();
        final Survey survey = survey(RecordingFolder.open(path), terminal);
        final String flaw = survey.folder().configurationFlaw(survey.beginning());
        if (flaw != null) {
            terminal.tell(flaw);
        }
        if (info) {
            new InfoText(survey).print(terminal.out(), json);
            return ExitCode.DONE;
        }
        if (flaw != null) {
            return ExitCode.BAD_CONFIGURATION;
        }
        final Path launchIn = folder == null ? Path.of(survey.beginning().configuration()).getParent()
            : folder.toAbsolutePath().normalize();
        if (!Files.isDirectory(launchIn)) {
            terminal.tell("the folder " + launchIn + " is not there, in which programs are to be launched; say with"
                + " --folder where they are now");
            return ExitCode.BAD_CONFIGURATION;
        }
        final ConfigReader.Result config = ConfigReader.readCopy(survey.folder().configuration(), launchIn);
        if (config.config() == null) {
            config.problems().forEach(problem ->
                terminal.tell(survey.folder().configuration() + ": " + problem.line()));
            return ExitCode.BAD_CONFIGURATION;
        }
        return replay(survey, config.config(), terminal);
    }

    private int replay(final Survey survey, final HubConfig config, final Terminal terminal)
        throws IOException, InterruptedException {
        try {
            return Replay.run(survey, config, assets, json, terminal);
        } catch (final IllegalArgumentException e) {
            terminal.tell(e.getMessage());
            return ExitCode.BAD_CONFIGURATION;
        }
    }

    private static Survey survey(final RecordingFolder folder, final Terminal terminal) throws IOException {
        final Ending ending = folder.ending();
        try (StatusLine line = new StatusLine(terminal)) {
            return Survey.of(folder, position -> line.show("reading the recording " + (ending == null
                ? position / 1024 / 1024 + " MiB" : StatusLine.bar((double) position / ending.position()))));
        }
    }
}
