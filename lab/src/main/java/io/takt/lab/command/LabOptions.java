package io.takt.lab.command;

import io.takt.hub.command.ExitCode;
import io.takt.hub.command.FileTrouble;
import io.takt.hub.command.Json;
import io.takt.hub.command.StatusLine;
import io.takt.hub.command.Terminal;
import io.takt.lab.report.Report;
import io.takt.lab.report.ReportFolder;
import io.takt.lab.study.Tracker;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What all experiments have in common: where they write, and how they tell what came out. */
final class LabOptions {
    private static final Path USUAL = Path.of("takt-lab");

    @Option(names = "--out", paramLabel = "DIR",
        description = "Write CSV, PNG and index.html into this folder (takt-lab/NAME, if left out).")
    private Path out;

    @Option(names = "--json", description = "Print one JSON object: parameters, results and files.")
    private boolean json;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    /**
     * Does an experiment, writes its report, and says what was found and where it is. Parameters that the experiment
     * does not accept are the user's mistake.
     */
    int run(final Function<Tracker, Report> experiment) throws IOException {
        final Terminal terminal = Terminal.ofProcess();
        final Report report;
        try (StatusLine progress = new StatusLine(terminal)) {
            report = experiment.apply((done, of) -> progress.show(
                StatusLine.bar((double) done / of) + " " + 100 * done / of + " %"));
        } catch (final IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), e.getMessage());
        }
        final Path folder = out == null ? USUAL.resolve(report.name()) : out;
        final ReportFolder.Written written = write(report, folder);
        if (json) {
            terminal.out().println(Json.line(asJson(report, written)));
        } else {
            terminal.out().println(report.title());
            report.findings().forEach(finding -> terminal.out().println("  " + finding));
            report.parameters().forEach((name, value) -> terminal.out().println("  " + name + ": " + value));
            written.files().forEach(file -> terminal.out().println("wrote " + file));
        }
        if (!written.withPlots()) {
            terminal.tell("no plots were drawn: Java finds no fonts here; install fontconfig and a font");
            return ExitCode.FAILED;
        }
        return ExitCode.DONE;
    }

    private static ReportFolder.Written write(final Report report, final Path folder) throws IOException {
        try {
            return new ReportFolder(folder).write(report);
        } catch (final IOException e) {
            throw new IOException("the report cannot be written: " + FileTrouble.inWords(e), e);
        }
    }

    private static Map<String, Object> asJson(final Report report, final ReportFolder.Written written) {
        final Map<String, Object> object = new LinkedHashMap<>();
        object.put("experiment", report.name());
        object.put("parameters", report.parameters());
        object.put("results", report.results());
        object.put("findings", report.findings());
        object.put("files", written.files().stream().map(Path::toString).toList());
        return object;
    }
}
