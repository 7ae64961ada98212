package io.takt.lab.tune;

import io.takt.asset.SimTime;
import io.takt.hub.core.status.ShortList;
import io.takt.lab.sim.Settings;
import io.takt.lab.sim.Work;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The findings of a search, in words and for programs. */
final class TuneText {
    private static final double FAR_BEYOND = 100;
    private static final int MOST_LIMITS = 3;

    private TuneText() {
    }

    /** Four significant digits, without an exponent. */
    static String speed(final double speed) {
        return speed >= 1000 ? String.format(Locale.ROOT, "%.0f", speed)
            : String.format(Locale.ROOT, "%." + (speed >= 100 ? 1 : speed >= 10 ? 2 : 3) + "f", speed);
    }

    /** A row for each of the candidates that matter. */
    static List<String> table(final Tuning tuning) {
        final String row = "%-8s  %8s  %9s  %9s  %11s  %14s";
        final List<String> lines = new ArrayList<>();
        lines.add(String.format(Locale.ROOT, row, "", "speed", "coreStep", "maxDelay", "largest lag",
            "largest spread"));
        lines.add(row(row, "now", tuning.result().present()));
        if (tuning.isBetter()) {
            lines.add(row(row, "advised", tuning.result().best()));
        }
        return lines;
    }

    private static String row(final String form, final String what, final Candidate candidate) {
        return String.format(Locale.ROOT, form, what, speed(candidate.speed()),
            SimTime.format(candidate.settings().coreStep()), SimTime.format(candidate.settings().maxDelay()),
            SimTime.format(candidate.trial().maxLag()), SimTime.format(candidate.trial().maxSpread()));
    }

    /** The limits that keep the present settings from being faster. */
    static List<String> limits(final Tuning tuning) {
        final double now = tuning.result().present().speed();
        if (tuning.limits().isEmpty()) {
            return List.of(together(tuning));
        }
        return tuning.limits().stream().limit(MOST_LIMITS)
            .map(limit -> what(limit, tuning.task().names()) + ": without it the speed would be "
                + (limit.speedWithout() > FAR_BEYOND * now ? "more than " + speed(FAR_BEYOND * now)
                : speed(limit.speedWithout()))).toList();
    }

    /** Several that are equally slow: to take one of them away does not help. */
    private static String together(final Tuning tuning) {
        final Settings settings = tuning.result().present().settings();
        final List<String> slow = new ArrayList<>();
        for (int i = 0; i < settings.assets(); i++) {
            final double alone = (double) settings.assetSteps().get(i)
                / tuning.task().presentLoad().assets().get(i).leastBetween();
            if (alone <= tuning.result().present().speed() * (1 + 2 * Search.ALIKE)) {
                slow.add(tuning.task().names().get(i));
            }
        }
        return slow.isEmpty() ? "nothing limits the speed by itself, but several things together"
            : "the wall time between steps of several assets, none of which goes faster by itself: "
                + ShortList.of(slow);
    }

    private static String what(final Limits.Limit limit, final List<String> names) {
        return switch (limit.kind()) {
            case ASSET -> "the wall time between steps of asset '" + names.get(limit.asset()) + "'";
            case CORE -> "the wall time between count-ups of the core";
            case MAX_DELAY -> "maxDelay";
            case HANDOVER -> "the time that it takes to wake a waiting party";
        };
    }

    /** The fields to be written into the file, and no more than that. */
    static Map<String, Object> changes(final Tuning tuning) {
        final Settings from = tuning.result().present().settings();
        final Settings to = tuning.result().best().settings();
        final Map<String, Object> changes = new LinkedHashMap<>();
        if (from.coreStep() != to.coreStep()) {
            changes.put("coreStep", SimTime.format(to.coreStep()));
        }
        if (from.maxDelay() != to.maxDelay()) {
            changes.put("maxDelay", SimTime.format(to.maxDelay()));
        }
        final List<Map<String, String>> assets = new ArrayList<>();
        for (int i = 0; i < from.assets(); i++) {
            if (!from.assetSteps().get(i).equals(to.assetSteps().get(i))) {
                final Map<String, String> asset = new LinkedHashMap<>();
                asset.put("name", tuning.task().names().get(i));
                asset.put("step", SimTime.format(to.assetSteps().get(i)));
                final long interval = tuning.task().load(to).assets().get(i).interval();
                if (interval != tuning.task().presentLoad().assets().get(i).interval()) {
                    asset.put("interval", SimTime.format(interval));
                }
                assets.add(asset);
            }
        }
        if (!assets.isEmpty()) {
            changes.put("assets", assets);
        }
        return changes;
    }

    /**
     * The command that gives the same again. Measured times are told as if the user had given them; only a time
     * measured beside an interval of the file no option can say, and must be measured anew.
     */
    static String command(final Tuning tuning, final Path file, final Tuner.Wishes wishes) {
        final Task task = tuning.task();
        final List<Work> assets = task.presentLoad().assets();
        final boolean canBeSaid = assets.stream().noneMatch(work -> work.interval() > 0 && work.cost() > 0);
        final StringBuilder command = new StringBuilder("takt tune -c " + quoted(file.toString()) + " --spread "
            + SimTime.format(task.spreadNs()));
        if (!canBeSaid) {
            command.append(" --measure ").append(SimTime.format(
                wishes.measureNs() == null ? Tuner.USUAL_MEASURE_NS : wishes.measureNs()));
        }
        for (int i = 0; i < assets.size(); i++) {
            final String name = task.names().get(i);
            if (canBeSaid || wishes.intervalNs().containsKey(name)) {
                command.append(" --interval ").append(name).append('=').append(SimTime.format(canBeSaid
                    ? Math.max(assets.get(i).interval(), assets.get(i).cost()) : wishes.intervalNs().get(name)));
            }
        }
        if (canBeSaid || wishes.handoverNs() != null) {
            command.append(" --handover ").append(SimTime.format(task.presentLoad().handover()));
        }
        if (task.freeSteps()) {
            command.append(" --free-steps --cost ").append(task.cost().name().toLowerCase(Locale.ROOT));
        }
        return command.toString();
    }

    /** As a shell takes it for one word. */
    private static String quoted(final String word) {
        return word.matches("[A-Za-z0-9_./+-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    /** All of it as an object for programs. */
    static Map<String, Object> asJson(final Tuning tuning) {
        final Map<String, Object> object = new LinkedHashMap<>();
        object.put("hub", tuning.hub());
        object.put("wantedSpreadNs", tuning.task().spreadNs());
        object.put("freeSteps", tuning.task().freeSteps());
        object.put("cost", tuning.task().cost().name().toLowerCase(Locale.ROOT));
        object.put("handoverNs", tuning.task().presentLoad().handover());
        object.put("measured", tuning.measurement());
        object.put("better", tuning.isBetter());
        object.put("present", asJson(tuning.result().present(), tuning));
        object.put("advised", asJson(tuning.result().best(), tuning));
        final List<Map<String, Object>> limits = new ArrayList<>();
        for (final Limits.Limit each : tuning.limits()) {
            final Map<String, Object> limit = new LinkedHashMap<>();
            limit.put("limit", each.kind().name().toLowerCase(Locale.ROOT));
            limit.put("asset", each.asset() < 0 ? null : tuning.task().names().get(each.asset()));
            limit.put("speedWithout", each.speedWithout());
            limits.add(limit);
        }
        object.put("limits", limits);
        object.put("changes", changes(tuning));
        object.put("tried", tuning.result().tried().size());
        return object;
    }

    private static Map<String, Object> asJson(final Candidate candidate, final Tuning tuning) {
        final Map<String, Object> object = new LinkedHashMap<>();
        object.put("speedRatio", candidate.speed());
        object.put("coreStepNs", candidate.settings().coreStep());
        object.put("maxDelayNs", candidate.settings().maxDelay());
        object.put("maxLagNs", candidate.trial().maxLag());
        object.put("maxSpreadNs", candidate.trial().maxSpread());
        final Map<String, Long> steps = new LinkedHashMap<>();
        for (int i = 0; i < tuning.task().names().size(); i++) {
            steps.put(tuning.task().names().get(i), candidate.settings().assetSteps().get(i));
        }
        object.put("stepNs", steps);
        return object;
    }
}
