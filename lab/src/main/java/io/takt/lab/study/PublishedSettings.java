package io.takt.lab.study;

import io.takt.lab.report.Axis;
import io.takt.lab.report.Picture;
import io.takt.lab.report.Plots;
import io.takt.lab.report.Report;
import io.takt.lab.report.Series;
import io.takt.lab.report.Sheet;
import io.takt.lab.sim.Attempts;
import io.takt.lab.sim.CountUps;
import io.takt.lab.sim.Federate;
import io.takt.lab.sim.Settings;
import io.takt.lab.sim.Simulation;
import io.takt.rule.LivenessVerdict;
import io.takt.rule.LivenessVerdict.AssetFacts;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * The nine sets of parameters that Hakoniwa published (hakoniwalab/hakoniwa-design-docs,
 * {@code src/math/experiment/liveness-experiment.md}): the verdict given there, the outcome with the intervals used
 * there and with others, and the verdict of L2.
 */
public final class PublishedSettings {
    private static final long LAST_TICK = 200;
    /** So many other timings are tried, each for as long as it takes to tell. */
    private static final int TIMINGS = 200;
    private static final long LONG_RUN = 20_000;
    private static final long GREATEST_INTERVAL = 40;
    private static final int WIDTH = 900;
    private static final int HEIGHT = 460;

    private static final String SAFE = "guaranteed to go on";
    private static final String UNSTABLE = "may stop or not, depending on timing";
    private static final String DIVISIBLE = "guaranteed to go on by divisibility";

    private static final List<PublishedSet> SETS = List.of(
        new PublishedSet("1.1", new Settings(100, 200, List.of(80L, 70L)), SAFE, "went on", 1000),
        new PublishedSet("1.2", new Settings(80, 150, List.of(50L, 40L)), SAFE, "went on", 560),
        new PublishedSet("1.3", new Settings(150, 300, List.of(100L, 120L)), SAFE, "went on", 1500),
        new PublishedSet("2.1", new Settings(120, 170, List.of(60L, 41L)), UNSTABLE, "stopped", 600),
        new PublishedSet("2.2", new Settings(100, 185, List.of(90L, 85L)), UNSTABLE, "went on by chance", 1100),
        new PublishedSet("2.3", new Settings(120, 120, List.of(60L, 41L)), UNSTABLE, "went on by chance", 120),
        new PublishedSet("3.1", new Settings(120, 170, List.of(60L, 40L)), DIVISIBLE, "went on", 600),
        new PublishedSet("3.2", new Settings(100, 140, List.of(50L, 25L)), DIVISIBLE, "went on", 400),
        new PublishedSet("3.3", new Settings(150, 200, List.of(75L, 50L)), DIVISIBLE, "went on", 750));

    private PublishedSettings() {
    }

    /**
     * A published set.
     *
     * @param name     its number.
     * @param settings the steps and D_max.
     * @param claim    what the text promises of its class.
     * @param observed what the text says came out.
     * @param computed where the core is in the end by the program that is published beside the text.
     */
    public record PublishedSet(String name, Settings settings, String claim, String observed, long computed) {
    }

    /**
     * The results of a set.
     *
     * @param set       which.
     * @param verdict   what L2 says.
     * @param run       what became of the published run.
     * @param stopTimes at which core times runs with other timings stood for good; empty when none did.
     */
    public record Outcome(PublishedSet set, LivenessVerdict verdict, PublishedRun run,
        List<Long> stopTimes) {
        /**
         * Whether all runs end as L2 says, the published one and the others: none ever, or all at T*.
         *
         * @return true when they do.
         */
        public boolean asJudged() {
            return run.isAsJudged(verdict) && stopTimes.equals(
                verdict.live() ? List.of() : List.of(verdict.stopsAtNs().longValueExact()));
        }
    }

    /**
     * Runs all sets.
     *
     * @param seed    draws the other timings.
     * @param tracker is told how far it is.
     * @return nine outcomes.
     */
    public static List<Outcome> run(final long seed, final Tracker tracker) {
        final SplittableRandom random = new SplittableRandom(seed);
        final List<Outcome> outcomes = new ArrayList<>();
        for (final PublishedSet set : SETS) {
            outcomes.add(outcome(set, random.split()));
            tracker.done(outcomes.size(), SETS.size());
        }
        return outcomes;
    }

    private static Outcome outcome(final PublishedSet set, final SplittableRandom random) {
        return new Outcome(set, set.settings().judge(),
            PublishedRun.of(set.settings(), LAST_TICK, CountUps.UNSEEN), stopTimes(set.settings(), random));
    }

    private static List<Long> stopTimes(final Settings settings, final SplittableRandom random) {
        final TreeSet<Long> stops = new TreeSet<>();
        for (int timing = 0; timing < TIMINGS; timing++) {
            final List<Long> intervals = new ArrayList<>();
            for (int party = 0; party <= settings.assets(); party++) {
                intervals.add(random.nextLong(1, GREATEST_INTERVAL + 1));
            }
            final Federate federate = new Federate(settings);
            final Simulation simulation = new Simulation(federate, Attempts.about(
                intervals.subList(0, settings.assets()), intervals.get(settings.assets()), random.nextDouble(),
                random));
            simulation.runTo(LONG_RUN / 2, CountUps.UNSEEN);
            final long half = federate.coreTime();
            simulation.runTo(LONG_RUN, CountUps.UNSEEN);
            if (federate.coreTime() == half) {
                stops.add(half);
            }
        }
        return List.copyOf(stops);
    }

    /**
     * The study as a report.
     *
     * @param seed    draws the other timings.
     * @param tracker is told how far it is.
     * @return table and staircases.
     */
    public static Report report(final long seed, final Tracker tracker) {
        final List<Outcome> outcomes = run(seed, tracker);
        final Map<String, Object> results = new LinkedHashMap<>();
        outcomes.forEach(outcome -> results.put(outcome.set().name(), Map.of("live", outcome.verdict().live(),
            "stopTimes", outcome.stopTimes(), "asJudged", outcome.asJudged())));
        return new Report("settings", "The nine published sets: the published verdict, the outcome, the verdict of L2",
            findings(outcomes), parameters(seed), pictures(), List.of(sheet(outcomes)), results);
    }

    static List<String> findings(final List<Outcome> outcomes) {
        final String which = String.join(", ", outcomes.stream().filter(outcome -> !outcome.verdict().live())
            .map(outcome -> outcome.set().name() + " (at " + outcome.verdict().stopsAtNs() + ", by asset "
                + outcome.verdict().stoppedBy() + ")").toList());
        final List<Outcome> others = outcomes.stream().filter(outcome -> !outcome.asJudged()).toList();
        final List<Outcome> unstable =
            outcomes.stream().filter(outcome -> outcome.set().claim().equals(UNSTABLE)).toList();
        final long alike = outcomes.stream()
            .filter(outcome -> outcome.run().coreTime() == outcome.set().computed()).count();
        return List.of(
            "L2 says that of the nine sets only " + which + " ever stops. " + (outcomes.size() - others.size()) + " of "
                + outcomes.size() + " sets end as judged, with the published intervals and with each of " + TIMINGS
                + " others.",
            (others.isEmpty() ? "No set was found that stops or not by chance."
                : "Not so " + names(others) + ": here L2 or the lab is wrong.") + " "
                + names(outcomes.stream().filter(outcome -> !fulfilsE1(outcome) && outcome.verdict().live()).toList())
                + " do not fulfil (e.1) and are live by L2 all the same, because their steps leave remainders that are"
                + " small enough.",
            "The published text says: " + String.join(", ", unstable.stream()
                .map(outcome -> outcome.set().name() + " " + outcome.set().observed()).toList()) + ". Here, with the"
                + " published intervals: " + String.join(", ", unstable.stream().map(outcome -> outcome.set().name()
                + (outcome.run().live() ? " went on" : " stopped")).toList()) + ". The program published beside the"
                + " text ends at the same core time as here in " + alike + " of " + outcomes.size() + " sets.");
    }

    private static String names(final List<Outcome> outcomes) {
        return String.join(", ", outcomes.stream().map(outcome -> outcome.set().name()).toList());
    }

    private static boolean fulfilsE1(final Outcome outcome) {
        return outcome.verdict().assets().stream().allMatch(AssetFacts::sufficient);
    }

    private static Map<String, ?> parameters(final long seed) {
        final Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("command", "takt lab settings --seed " + seed);
        parameters.put("seed", seed);
        parameters.put("published run", PublishedRun.INTERVALS + ", wall ticks 0 to " + LAST_TICK);
        parameters.put("other timings", TIMINGS + " a set, mean intervals 1 to " + GREATEST_INTERVAL
            + ", any jitter, " + LONG_RUN + " wall ticks; stopped means no count-up of the core in the second half");
        return parameters;
    }

    private static Sheet sheet(final List<Outcome> outcomes) {
        return new Sheet("settings", "The sets", List.of("set", "coreStep", "maxDelay", "assetSteps", "e1", "said",
            "saidOutcome", "coreTimeAt200", "otherTimingsStoppedAt", "live", "stopsAt", "stoppedBy"),
            outcomes.stream().map(PublishedSettings::row).toList());
    }

    private static List<String> row(final Outcome outcome) {
        final Settings settings = outcome.set().settings();
        final LivenessVerdict verdict = outcome.verdict();
        final BigInteger stopsAt = verdict.stopsAtNs();
        return Sheet.row(outcome.set().name(), settings.coreStep(), settings.maxDelay(),
            spaced(settings.assetSteps()), fulfilsE1(outcome),
            outcome.set().claim(), outcome.set().observed(), outcome.run().coreTime(), spaced(outcome.stopTimes()),
            verdict.live(), stopsAt == null ? "" : stopsAt, verdict.live() ? "" : verdict.stoppedBy());
    }

    private static String spaced(final List<Long> numbers) {
        return String.join(" ", numbers.stream().map(String::valueOf).toList());
    }

    private static List<Picture> pictures() {
        final List<Picture> pictures = new ArrayList<>();
        for (int group = 0; group < SETS.size(); group += SETS.size() / 3) {
            final List<PublishedSet> sets = SETS.subList(group, group + SETS.size() / 3);
            final List<Series> cores = sets.stream().map(PublishedSettings::coreOf).toList();
            pictures.add(new Picture("settings-" + sets.get(0).name().charAt(0), "Core time of the sets said to be "
                + sets.get(0).claim() + ", with the published intervals.", Plots.steps("Sets " + sets.get(0).name()
                + " to " + sets.get(sets.size() - 1).name() + ": " + sets.get(0).claim(),
                Axis.of("wall ticks"), Axis.of("core time"), cores), WIDTH, HEIGHT));
        }
        return pictures;
    }

    private static Series coreOf(final PublishedSet set) {
        final Staircase core = new Staircase(set.name(), set.settings().assets());
        PublishedRun.of(set.settings(), LAST_TICK, core);
        return core.series(LAST_TICK);
    }
}
