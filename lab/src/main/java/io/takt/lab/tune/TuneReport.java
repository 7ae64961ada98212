package io.takt.lab.tune;

import io.takt.asset.SimTime;
import io.takt.lab.report.Axis;
import io.takt.lab.report.Picture;
import io.takt.lab.report.Plots;
import io.takt.lab.report.Report;
import io.takt.lab.report.Series;
import io.takt.lab.report.Sheet;
import io.takt.lab.sim.Settings;
import io.takt.lab.sim.Trial;
import io.takt.lab.sim.Work;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The result of a search as a report: every candidate, and the speed over D_max. */
final class TuneReport {
    private static final double MS = 1e6;
    private static final int POINTS = 40;
    private static final int WIDTH = 900;
    private static final int HEIGHT = 520;

    private TuneReport() {
    }

    /** With the command that gives it again, for which a file and the wishes are needed. */
    static Report of(final Tuning tuning, final Path file, final Tuner.Wishes wishes) {
        final List<String> findings = new ArrayList<>();
        findings.add(tuning.isBetter()
            ? "The present settings give a speed of " + TuneText.speed(tuning.result().present().speed())
                + ", the advised ones " + TuneText.speed(tuning.result().best().speed()) + "."
            : "Nothing is faster than the present settings, which give a speed of "
                + TuneText.speed(tuning.result().present().speed()) + ".");
        TuneText.limits(tuning).forEach(limit -> findings.add("Limit now: " + limit + "."));
        return new Report("tune", "Which settings make hub " + tuning.hub() + " fast", findings,
            parameters(tuning, file, wishes), List.of(picture(tuning)), List.of(sheet(tuning)), Map.of());
    }

    private static Map<String, ?> parameters(final Tuning tuning, final Path file, final Tuner.Wishes wishes) {
        final Task task = tuning.task();
        final Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("command", TuneText.command(tuning, file, wishes));
        parameters.put("wanted spread", SimTime.format(task.spreadNs()));
        parameters.put("maxDelay", SimTime.format(task.present().maxDelay()));
        parameters.put("cost of a step", task.cost() == Task.Cost.CONSTANT ? "the same whatever its length"
            : "in proportion to its length");
        parameters.put("handover", SimTime.format(task.presentLoad().handover()));
        parameters.put("core", party(task.present().coreStep(), task.presentLoad().core()));
        for (int i = 0; i < task.names().size(); i++) {
            parameters.put("asset " + task.names().get(i),
                party(task.present().assetSteps().get(i), task.presentLoad().assets().get(i)));
        }
        return parameters;
    }

    private static String party(final long stepNs, final Work work) {
        return "step " + SimTime.format(stepNs)
            + (work.interval() == 0 ? ", as soon as it may" : ", tried every " + SimTime.format(work.interval()))
            + (work.cost() == 0 ? "" : ", takes " + SimTime.format(work.cost()) + " of wall time");
    }

    private static Sheet sheet(final Tuning tuning) {
        return new Sheet("candidates",
            "Everything that was tried, in simulation time; speed is simulated time per wall time",
            List.of("coreStep", "maxDelay", "assetSteps", "speed", "maxLag", "maxSpread"),
            tuning.result().tried().stream().map(each -> Sheet.row(SimTime.format(each.settings().coreStep()),
                SimTime.format(each.settings().maxDelay()), String.join(" ", each.settings().assetSteps().stream()
                    .map(SimTime::format).toList()), TuneText.speed(each.speed()),
                SimTime.format(each.trial().maxLag()), SimTime.format(each.trial().maxSpread()))).toList());
    }

    private static Picture picture(final Tuning tuning) {
        final List<Series> series = new ArrayList<>();
        final long mostNs = Math.max(tuning.task().spreadNs(), tuning.task().present().maxDelay());
        final Set<Settings> curves = new LinkedHashSet<>();
        for (final Candidate each : List.of(tuning.result().present(), tuning.result().best())) {
            curves.add(new Settings(each.settings().coreStep(), mostNs, each.settings().assetSteps()));
        }
        for (final Settings curve : curves) {
            series.add(curve(tuning, curve, series.isEmpty() ? "as now" : "as advised"));
        }
        series.add(point("now", tuning.result().present()));
        series.add(point("advised", tuning.result().best()));
        return new Picture("speed", "Speed over maxDelay. Left of a curve the system would stop for good.",
            Plots.lines("Speed over maxDelay", Axis.of("maxDelay in ms"), Axis.of("simulated time per wall time"),
                series), WIDTH, HEIGHT);
    }

    private static Series curve(final Tuning tuning, final Settings settings, final String which) {
        final TreeSet<Long> maxDelays = new TreeSet<>();
        for (int i = 1; i <= POINTS; i++) {
            maxDelays.add(Math.max(1, Math.round((double) settings.maxDelay() * i / POINTS)));
        }
        maxDelays.add(tuning.result().present().settings().maxDelay());
        maxDelays.add(tuning.result().best().settings().maxDelay());
        final List<double[]> points = new ArrayList<>();
        for (final long maxDelay : maxDelays) {
            final Settings each = new Settings(settings.coreStep(), maxDelay, settings.assetSteps());
            if (each.judge().live()) {
                points.add(new double[] {maxDelay / MS, Trial.of(each, tuning.task().load(each)).speed()});
            }
        }
        return Series.of("coreStep " + SimTime.format(settings.coreStep()) + ", steps " + which, points,
            point -> point[0], point -> point[1]);
    }

    private static Series point(final String name, final Candidate candidate) {
        return new Series(name, new double[] {candidate.settings().maxDelay() / MS}, new double[] {candidate.speed()});
    }
}
