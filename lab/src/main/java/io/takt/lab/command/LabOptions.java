package io.takt.lab.command;

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

/** The common options of all experiments: where they write, and how they print results. */
final class LabOptions {
    private static final Path USUAL = Path.of("takt-lab");
    private static final long MB = 1 << 20;

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
        final ReportOutput output = new ReportOutput(out == null ? USUAL.resolve(command.name()) : out, terminal);
        output.check();
        final Report report;
        final ReportFolder.Written written;
        try (StatusLine line = new StatusLine(terminal)) {
            report = report(experiment, line);
            written = output.write(report, line);
        } catch (final OutOfMemoryError e) {
            final long mostMb = Runtime.getRuntime().maxMemory() / MB;
            throw new IOException("this needs more memory than the " + mostMb + " MB that Java takes here;"
                + " TAKT_JAVA_OPTS=-Xmx" + 2 * mostMb + "m would let it take twice as much", e);
        }
        if (json) {
            terminal.out().println(Json.line(asJson(report, written)));
        } else {
            terminal.out().println(report.title());
            report.findings().forEach(finding -> terminal.out().println("  " + finding));
            report.parameters().forEach((name, value) -> terminal.out().println("  " + name + ": " + value));
            written.files().forEach(file -> terminal.out().println("wrote " + file));
        }
        return output.exitCode(written);
    }

    private Report report(final Function<Tracker, Report> experiment, final StatusLine line) {
        try {
            return experiment.apply((done, of) -> line.show(
                StatusLine.bar((double) done / of) + " " + 100 * done / of + " %"));
        } catch (final IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), e.getMessage());
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
