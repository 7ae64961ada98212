package io.takt.lab.tune;

import io.takt.lab.sim.Settings;
import io.takt.lab.sim.SpeedFormula;
import io.takt.lab.sim.Trial;
import io.takt.lab.sim.Work;
import io.takt.lab.study.Tracker;
import io.takt.rule.Divisors;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Looks for the settings that are fastest while no clock is further from another than is wanted.
 *
 * <p>A greater D_max is never slower: every count-up that succeeded with the smaller one succeeds no later with it. So
 * every core step is tried with the greatest D_max that is allowed, and of the fastest the D_max is then taken back as
 * far as it costs nothing. A system that would stop by L2 is never tried. Pure, and the same each time.
 */
public final class Search {
    /** Differences of speed below this are none: they come from where a trial begins and ends. */
    public static final double ALIKE = 0.01;

    /** A file is not worth changing for a D_max that is smaller by less than this. */
    private static final double WORTH_LESS_DELAY = 1.1;

    private static final int MOST_GUESSES = 40;
    private static final int MOST_FREE_CORE_STEPS = 40;
    private static final int SPEEDS = 24;
    private static final double SLOWEST_GUESS = 0.05;
    private static final int CLIMBS = 4;

    private final Task task;
    private final Tracker tracker;
    private final Map<Settings, Candidate> tried = new HashMap<>();
    private final List<Candidate> inOrder = new ArrayList<>();
    private long toDo = 1;

    /**
     * A search that has not begun.
     *
     * @param task    what is to be tuned.
     * @param tracker is told how far it has come.
     */
    public Search(final Task task, final Tracker tracker) {
        this.task = task;
        this.tracker = tracker;
    }

    /**
     * Its result.
     *
     * @param present the settings as they are.
     * @param best    the settings to take; the present ones when nothing is better.
     * @param tried   all candidates, in the order in which they were tried.
     */
    public record Result(Candidate present, Candidate best, List<Candidate> tried) {
    }

    /**
     * Searches.
     *
     * @return what was found.
     * @throws IllegalArgumentException when nothing is live within the wanted spread; in one line.
     */
    public Result run() {
        final Candidate present = attempt(task.present());
        final List<Settings> guesses = task.freeSteps() ? freeGuesses() : keptGuesses();
        if (guesses.isEmpty()) {
            throw new IllegalArgumentException("no coreStep and no maxDelay within " + task.spreadNs()
                + "ns makes the system live; the longest step of an asset is "
                + task.present().assetSteps().stream().max(Long::compare).orElse(0L) + "ns");
        }
        toDo = guesses.size() + 1L;
        final List<Candidate> candidates = new ArrayList<>();
        for (final Settings guess : guesses) {
            candidates.add(attempt(guess));
        }
        if (task.freeSteps()) {
            candidates.add(climb(fastest(candidates)));
        }
        final Candidate smallest = smallestDelay(candidates);
        final boolean presentIsAsGood = task.present().maxDelay() <= task.spreadNs()
            && task.present().maxDelay() <= smallest.settings().maxDelay() * WORTH_LESS_DELAY
            && present.speed() >= smallest.speed() * (1 - ALIKE);
        return new Result(present, presentIsAsGood ? present : smallest, List.copyOf(inOrder));
    }

    private Candidate attempt(final Settings settings) {
        final Candidate known = tried.get(settings);
        if (known != null) {
            return known;
        }
        final Candidate candidate = new Candidate(settings, Trial.of(settings, task.load(settings)));
        tried.put(settings, candidate);
        inOrder.add(candidate);
        tracker.done(Math.min(inOrder.size(), toDo), toDo);
        return candidate;
    }

    private List<Settings> keptGuesses() {
        final List<Settings> guesses = new ArrayList<>();
        final List<Long> steps = task.present().assetSteps();
        for (final long coreStep : Ladder.coreSteps(steps, task.present().coreStep(), task.spreadNs())) {
            addIfLive(guesses, new Settings(coreStep, task.spreadNs(), steps));
        }
        return guesses;
    }

    private static void addIfLive(final Collection<Settings> guesses, final Settings settings) {
        if (settings.judge().live()) {
            guesses.add(settings);
        }
    }

    /**
     * For a number of speeds and core steps, the shortest steps with which each asset could keep up: short ones leave
     * most of the window. Of these the formula picks those worth a trial.
     */
    private List<Settings> freeGuesses() {
        final Set<Settings> guesses = new LinkedHashSet<>(keptGuesses());
        final double most = mostSpeed();
        final List<Long> coreSteps = Ladder.coreSteps(task.present().assetSteps(), task.present().coreStep(),
            task.spreadNs());
        final int stride = Math.max(1, coreSteps.size() / MOST_FREE_CORE_STEPS);
        for (int i = coreSteps.size() - 1; i >= 0; i -= stride) {
            final long coreStep = coreSteps.get(i);
            for (int k = 0; k < SPEEDS; k++) {
                final double part = Math.pow(SLOWEST_GUESS, (double) k / (SPEEDS - 1));
                addIfLive(guesses, new Settings(coreStep, task.spreadNs(), keepUp(coreStep, part, most)));
            }
        }
        final Map<Settings, Double> formula = new HashMap<>();
        guesses.forEach(guess -> formula.put(guess, SpeedFormula.of(guess, task.load(guess)).speed()));
        return guesses.stream().sorted(Comparator.comparingDouble((Settings guess) -> formula.get(guess)).reversed())
            .limit(MOST_GUESSES).toList();
    }

    /** With steps as long as the spread no party could be faster. */
    private double mostSpeed() {
        double most = Double.POSITIVE_INFINITY;
        for (final Work work : task.presentLoad().assets()) {
            most = Math.min(most, (double) task.spreadNs() / work.leastBetween());
        }
        return most;
    }

    /** Where a longer step costs more, no step keeps up better than another: then they are as long as a part says. */
    private List<Long> keepUp(final long coreStep, final double part, final double most) {
        final List<Long> ladder = Ladder.assetSteps(coreStep, coreStep, task.spreadNs());
        final List<Long> steps = new ArrayList<>();
        for (final Work work : task.presentLoad().assets()) {
            final double needed = task.cost() == Task.Cost.CONSTANT
                ? part * most * work.leastBetween() : part * task.spreadNs();
            steps.add(ladder.stream().filter(step -> step >= needed).findFirst().orElse(ladder.get(ladder.size() - 1)));
        }
        return steps;
    }

    /** One asset after the other, up or down a rung, for as long as that is faster. */
    private Candidate climb(final Candidate from) {
        Candidate best = from;
        for (int round = 0; round < CLIMBS; round++) {
            final Candidate before = best;
            for (int asset = 0; asset < task.names().size(); asset++) {
                best = climb(best, asset);
            }
            if (best == before) {
                return best;
            }
        }
        return best;
    }

    private Candidate climb(final Candidate from, final int asset) {
        final long step = from.settings().assetSteps().get(asset);
        final List<Long> ladder = Ladder.assetSteps(from.settings().coreStep(), step, task.spreadNs());
        final int rung = ladder.indexOf(step);
        Candidate best = from;
        for (int next = rung - 1; next <= rung + 1; next += 2) {
            if (next >= 0 && next < ladder.size()) {
                final List<Long> steps = new ArrayList<>(from.settings().assetSteps());
                steps.set(asset, ladder.get(next));
                final Settings settings =
                    new Settings(from.settings().coreStep(), from.settings().maxDelay(), steps);
                if (settings.judge().live() && attempt(settings).speed() > best.speed() * (1 + ALIKE)) {
                    best = attempt(settings);
                }
            }
        }
        return best;
    }

    private static Candidate fastest(final List<Candidate> candidates) {
        return candidates.stream().max(Comparator.comparingDouble(Candidate::speed)).orElseThrow();
    }

    /** Of all that are as fast as the fastest, the one that stays so with the smallest D_max; then the longest step. */
    private Candidate smallestDelay(final List<Candidate> candidates) {
        final double enough = fastest(candidates).speed() * (1 - ALIKE);
        final List<Candidate> fast = candidates.stream().filter(each -> each.speed() >= enough)
            .sorted(Comparator.comparingLong((Candidate each) -> each.settings().coreStep()).reversed()).toList();
        Candidate best = fast.get(0);
        for (final Candidate each : fast) {
            best = withLess(each, best, enough);
        }
        return best;
    }

    /** A candidate with the least D_max that is enough, if that is less than another's. */
    private Candidate withLess(final Candidate candidate, final Candidate other, final double enough) {
        final Settings settings = candidate.settings();
        long unit = settings.coreStep();
        for (final long step : settings.assetSteps()) {
            unit = Divisors.gcd(unit, step);
        }
        // Lags are multiples of what all steps have in common, so other values of D_max are as the next smaller one.
        long units = (other.settings().maxDelay() - (candidate == other ? 0 : 1)) / unit;
        Candidate best = other;
        boolean isFirst = true;
        long tooFew = 0;
        while (units > tooFew) {
            final Settings less = new Settings(settings.coreStep(), units * unit, settings.assetSteps());
            if (less.judge().live() && attempt(less).speed() >= enough) {
                best = attempt(less);
            } else if (isFirst) {
                return other;
            } else {
                tooFew = units;
            }
            isFirst = false;
            units = tooFew + (best.settings().maxDelay() / unit - tooFew) / 2;
        }
        return best;
    }
}
