package io.takt.conform;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/** Judges a program rule by rule. */
final class Judge {
    /** How a rule came out. */
    enum Verdict {
        PASSED, FAILED, LEFT_OUT
    }

    /** A rule and how it came out; {@code expected} is null unless it is broken. */
    record Outcome(Rule rule, Verdict verdict, String seen, String expected, long tookMs) {
    }

    /** How often a late trial is made again, each time with steps to hold that are twice as long. */
    private static final int LONGER = 5;

    private static final List<Rule> RULES = Stream.of(ClockRules.all(), LifeRules.all(), ResetRules.all(),
        DeathRules.all(), MessageRules.all(), KeepRules.all(), SendRules.all(), OtherWayRules.all())
        .flatMap(List::stream).toList();

    private final List<String> command;
    private final Path folder;
    private final long patienceNs;
    private final long seed;
    private final boolean reflects;
    private volatile Trial running;
    private volatile boolean isOver;
    private final Map<String, Broken> everywhere = new HashMap<>();

    Judge(final List<String> command, final Path folder, final long patienceNs, final long seed,
        final boolean reflects) {
        this.command = command;
        this.folder = folder;
        this.patienceNs = patienceNs;
        this.seed = seed;
        this.reflects = reflects;
    }

    /** All rules, in order; the same objects always. */
    static List<Rule> rules() {
        return RULES;
    }

    /**
     * Judges some rules.
     *
     * @param rules    in order.
     * @param progress is told which rule comes next, and its number.
     * @return in that order; behind them others that were broken by the way.
     */
    List<Outcome> judge(final List<Rule> rules, final BiConsumer<Rule, Integer> progress) throws IOException {
        final Map<Rule, Outcome> outcomes = new HashMap<>();
        for (int i = 0; i < rules.size() && !isOver; i++) {
            progress.accept(rules.get(i), i);
            if (rules.get(i).script() != null) {
                outcomes.put(rules.get(i), judge(rules.get(i)));
            }
        }
        final long trials =
            outcomes.values().stream().filter(outcome -> outcome.verdict() != Verdict.LEFT_OUT).count();
        final List<Outcome> all = new ArrayList<>();
        for (final Rule rule : rules()) {
            final Broken broken = everywhere.get(rule.name());
            if (broken != null) {
                all.add(new Outcome(rule, Verdict.FAILED, broken.seen(), broken.expected(), 0));
            } else if (outcomes.containsKey(rule)) {
                all.add(outcomes.get(rule));
            } else if (rules.contains(rule)) {
                all.add(trials == 0 ? new Outcome(rule, Verdict.LEFT_OUT,
                    "looked after in other rules' trials, and there was none; ask for one of them, too", null, 0)
                    : new Outcome(rule, Verdict.PASSED, "never otherwise in " + trials
                        + (trials == 1 ? " trial" : " trials"), null, 0));
            }
        }
        return all;
    }

    /** Ends the program that is judged now, and the judging with it: no other trial begins. From any thread. */
    void kill() {
        isOver = true;
        final Trial now = running;
        if (now != null) {
            now.program.kill();
        }
    }

    /** Whether the judging was ended before it was through. */
    boolean isOver() {
        return isOver;
    }

    /** Judges one rule that has a trial. */
    Outcome judge(final Rule rule) throws IOException {
        final long startNs = System.nanoTime();
        if (rule.needs() == Rule.Needs.REFLECTS && !reflects) {
            return new Outcome(rule, Verdict.LEFT_OUT, "needs a reflecting asset", null, 0);
        }
        Outcome outcome = null;
        for (int longer = 0; outcome == null; longer++) {
            outcome = judge(rule, longer, startNs);
        }
        return outcome;
    }

    /** Null where the trial was late, and has to be made again with longer steps. */
    private Outcome judge(final Rule rule, final int longer, final long startNs) throws IOException {
        final SplittableRandom random = new SplittableRandom(seed ^ rule.name().hashCode() * 0x9e3779b97f4a7c15L);
        try (Trial trial = new Trial(command, rule.scene().get(), folder, patienceNs, 1 << longer, random)) {
            running = trial;
            Verdict verdict = Verdict.PASSED;
            String seen;
            String expected = null;
            boolean isAgain = false;
            try {
                if (rule.needs() == Rule.Needs.BELL && !trial.joined().hasDoorbell()) {
                    return new Outcome(rule, Verdict.LEFT_OUT, "it joins without a doorbell", null, 0);
                }
                seen = rule.script().run(trial);
            } catch (final Late e) {
                isAgain = longer < LONGER && !isOver;
                verdict = Verdict.LEFT_OUT;
                seen = e.seen();
            } catch (final LeftOut e) {
                verdict = Verdict.LEFT_OUT;
                seen = e.seen();
            } catch (final Broken e) {
                verdict = Verdict.FAILED;
                seen = e.seen();
                expected = e.expected();
            } catch (final Member.Gone e) {
                verdict = Verdict.FAILED;
                seen = "it takes no part any more; " + trial.story();
                expected = "it takes part until it is told otherwise";
            } catch (final RuntimeException e) {
                // Not foreseen, but the program has brought the trial there.
                verdict = Verdict.FAILED;
                seen = "the trial cannot go on (" + e + "); " + trial.story();
                expected = rule.demand();
            }
            trial.check();
            trial.found().forEach((name, broken) -> everywhere.putIfAbsent(name,
                new Broken(broken.seen() + " (in the trial of '" + rule.name() + "')", broken.expected())));
            return isAgain ? null
                : new Outcome(rule, verdict, seen, expected, (System.nanoTime() - startNs) / 1_000_000);
        }
    }
}
