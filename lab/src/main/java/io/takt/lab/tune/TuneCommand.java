package io.takt.lab.tune;

import io.takt.asset.SimTime;
import io.takt.hub.command.ConfigOptions;
import io.takt.hub.command.ExitCode;
import io.takt.hub.command.Json;
import io.takt.hub.command.SimTimeConverter;
import io.takt.hub.command.StatusLine;
import io.takt.hub.command.TaktCommand;
import io.takt.hub.command.Terminal;
import io.takt.hub.config.HubConfig;
import io.takt.lab.command.ReportOutput;
import io.takt.lab.report.Report;
import io.takt.lab.report.ReportFolder;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code takt tune}: which steps and which D_max make a configuration fast. */
@Command(name = "tune", mixinStandardHelpOptions = true,
    description = "Recommends steps and maxDelay for the highest speed while clocks stay as close as is wanted.",
    footer = {"", "Wall times of steps are the file's intervals; missing ones are measured, in a run of",
        "the configuration."})
public final class TuneCommand implements TaktCommand {
    static {
        // Plots are drawn into files: without this Java would look for a screen.
        System.setProperty("java.awt.headless", "true");
    }

    private static final ReportFolder.Written NOTHING = new ReportFolder.Written(List.of(), true);

    @Option(names = {"-c", "--config"}, required = true, paramLabel = "FILE", description = "The configuration.")
    private Path file;

    @Option(names = "--spread", paramLabel = "TIME", converter = SimTimeConverter.class,
        description = "How far apart any two clocks may be; the recommended maxDelay is this or less (if left out: the "
            + "file's maxDelay).")
    private Long spreadNs;

    @Option(names = "--interval", paramLabel = "NAME=TIME", split = ",", converter = {NameConverter.class,
        SimTimeConverter.class},
        description = "Wall time from one step of an asset to the next, in place of what the file says or what would "
            + "be measured; may be given again.")
    private Map<String, Long> intervalNs = new LinkedHashMap<>();

    @Option(names = "--measure", paramLabel = "TIME", converter = SimTimeConverter.class,
        description = "Measure for so much wall time, even if the file says all (if left out: 5s, if it does not).")
    private Long measureNs;

    @Option(names = "--handover", paramLabel = "TIME", converter = SimTimeConverter.class,
        description = "Wall time from a clock's move until a program that waits for it can act (if left out: as fits "
            + "the measurement, or 20us).")
    private Long handoverNs;

    @ArgGroup
    private Steps steps = new Steps();

    @Option(names = "--cost", paramLabel = "HOW", defaultValue = "constant",
        description = "With --free-steps: 'constant' if a step takes the same wall time whatever its length, "
            + "'proportional' if twice the step takes twice as long (if left out: ${DEFAULT-VALUE}).")
    private String cost;

    @Option(names = "--out", paramLabel = "DIR",
        description = "Write all candidates and a plot of the speed into this folder: CSV, PNG and index.html.")
    private Path out;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    private static final class Steps {
        @Option(names = "--keep-steps", description = "Leave the assets' steps as they are; this is the default.")
        private boolean keep;

        @Option(names = "--free-steps", description = "Recommend the assets' steps as well.")
        private boolean free;
    }

    /** An asset's name is taken as it is. */
    static final class NameConverter implements picocli.CommandLine.ITypeConverter<String> {
        @Override
        public String convert(final String name) {
            return name;
        }
    }

    /** Picocli fills in what the command line says. */
    public TuneCommand() {
        // Nothing else to set up.
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        final Terminal terminal = Terminal.ofProcess();
        final HubConfig config = ConfigOptions.readLive(file, terminal);
        if (config == null) {
            return ExitCode.BAD_CONFIGURATION;
        }
        final ReportOutput output = out == null ? null : new ReportOutput(out, terminal);
        if (output != null) {
            output.check();
        }
        final Tuner.Wishes wishes;
        final Tuning tuning;
        try (StatusLine progress = new StatusLine(terminal)) {
            wishes = new Tuner.Wishes(spreadNs, intervalNs, measureNs, handoverNs, steps.free, cost());
            tuning = new Tuner(new HubMeasurer(terminal), (done, of) ->
                progress.show(StatusLine.bar((double) done / of) + " candidate " + done + " of " + of))
                .tune(config, wishes);
        } catch (final IllegalArgumentException e) {
            terminal.tell(e.getMessage());
            return ExitCode.BAD_CONFIGURATION;
        } catch (final HubMeasurer.MeasurementFailed e) {
            terminal.tell("the measurement failed: " + e.getMessage());
            return e.exitCode();
        }
        if (!json) {
            print(config, tuning, terminal.out());
        }
        ReportFolder.Written written = NOTHING;
        try {
            written = output == null ? NOTHING : write(TuneReport.of(tuning, file, wishes), output, terminal);
        } finally {
            // Advice is good without its report.
            tellFiles(tuning, written, terminal.out());
        }
        return output == null ? ExitCode.DONE : output.exitCode(written);
    }

    private static ReportFolder.Written write(final Report report, final ReportOutput output, final Terminal terminal)
        throws IOException {
        try (StatusLine line = new StatusLine(terminal)) {
            return output.write(report, line);
        }
    }

    private void tellFiles(final Tuning tuning, final ReportFolder.Written written, final PrintStream to) {
        if (json) {
            final Map<String, Object> object = TuneText.asJson(tuning);
            object.put("files", written.files().stream().map(Path::toString).toList());
            to.println(Json.line(object));
        } else {
            written.files().forEach(each -> to.println("wrote " + each));
        }
    }

    private Task.Cost cost() {
        return switch (cost) {
            case "constant" -> Task.Cost.CONSTANT;
            case "proportional" -> Task.Cost.PROPORTIONAL;
            default -> throw new IllegalArgumentException(
                "--cost '" + cost + "' is neither 'constant' nor 'proportional'");
        };
    }

    private static void print(final HubConfig config, final Tuning tuning, final PrintStream out) {
        out.println("hub " + tuning.hub() + ": clocks at most " + SimTime.format(tuning.task().spreadNs())
            + " apart; " + (tuning.task().freeSteps() ? "the assets' steps are free, and a step takes "
                + (tuning.task().cost() == Task.Cost.CONSTANT ? "the same wall time whatever its length"
                    : "wall time in proportion to its length") : "the assets' steps are kept"));
        out.println(sources(tuning));
        out.println();
        TuneText.table(tuning).forEach(out::println);
        out.println();
        out.println("limits now:");
        TuneText.limits(tuning).forEach(limit -> out.println("  " + limit));
        if (config.speed() != Double.POSITIVE_INFINITY) {
            out.println("  pace: the file asks for a speed of " + config.speed() + ", whatever would be possible");
        }
        out.println();
        if (tuning.isBetter()) {
            out.println("put into the file:");
            out.println("  " + Json.line(TuneText.changes(tuning)));
        } else {
            out.println("nothing to change: no settings within that spread are faster, or as fast with less maxDelay");
        }
    }

    /** Where the wall times come from, and how far the model is from what was measured. */
    private static String sources(final Tuning tuning) {
        final List<String> parts = new ArrayList<>();
        parts.add(tuning.measurement() == null ? "wall times as given, nothing was measured"
            : "measured: speed " + TuneText.speed(tuning.measurement().speed()) + ", largest spread "
                + SimTime.format(tuning.measurement().maxSpreadNs()));
        parts.add("handover " + SimTime.format(tuning.task().presentLoad().handover()));
        parts.add(String.format(Locale.ROOT, "%d candidates tried", tuning.result().tried().size()));
        return String.join("; ", parts) + "; every simulator is taken to have a processor of its own";
    }
}
