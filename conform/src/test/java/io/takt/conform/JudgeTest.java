package io.takt.conform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.conform.Judge.Outcome;
import io.takt.conform.Judge.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Verdicts on rules that are checked in other rules' trials; the program ends at once. */
class JudgeTest {
    @TempDir
    Path folder;

    private Judge judge() {
        return new Judge(List.of("/bin/false"), folder, 10_000_000_000L, 1, false);
    }

    private List<Outcome> judge(final List<Rule> rules) throws IOException {
        return judge().judge(rules, (rule, number) -> { });
    }

    private static List<Rule> named(final String... names) {
        return Judge.rules().stream().filter(rule -> Arrays.asList(names).contains(rule.name())).toList();
    }

    @Test
    void withoutATrialNothingIsSaidOfIt() throws Exception {
        assertThat(judge(named("core"))).singleElement().satisfies(core -> {
            assertThat(core.verdict()).isEqualTo(Verdict.LEFT_OUT);
            assertThat(core.seen())
                .isEqualTo("looked after in other rules' trials, and there was none; ask for one of them, too");
        });
    }

    @Test
    void aRuleThatIsLeftOutIsNoTrial() throws Exception {
        assertThat(judge(named("core", "order"))).extracting(Outcome::verdict)
            .containsExactly(Verdict.LEFT_OUT, Verdict.LEFT_OUT);
    }

    @Test
    void itCountsTrials() throws Exception {
        final List<Outcome> outcomes = judge(named("core", "join", "order"));
        assertThat(outcomes).extracting(Outcome::verdict)
            .containsExactly(Verdict.PASSED, Verdict.FAILED, Verdict.LEFT_OUT);
        assertThat(outcomes.get(0).seen()).isEqualTo("never otherwise in 1 trial");
    }

    @Test
    void aTrialThatWasLateIsMadeAgainWithLongerStepsAndAtLastLeftOut() throws Exception {
        final AtomicInteger trials = new AtomicInteger();
        final int timesLate = 3;
        final Rule late = new Rule("late", "", Rule.Needs.ANY, Scene::new, trial -> {
            if (trials.incrementAndGet() <= timesLate) {
                throw new Late(200);
            }
            return "in time";
        });
        assertThat(judge().judge(late).seen()).isEqualTo("in time");
        assertThat(trials).hasValue(timesLate + 1);
        final Rule always = new Rule("late", "", Rule.Needs.ANY, Scene::new, trial -> {
            throw new Late(6400);
        });
        final Outcome outcome = judge().judge(always);
        assertThat(outcome.verdict()).isEqualTo(Verdict.LEFT_OUT);
        assertThat(outcome.seen()).isEqualTo(
            "this machine stood too long: longer than the step of 6400 ms that the program was told to hold");
    }

    /** Its program would outlive the judge, and its files the folder. */
    @Test
    void afterAKillNoOtherTrialBegins() throws Exception {
        final AtomicInteger trials = new AtomicInteger();
        final Judge judge = judge();
        final Rule late = new Rule("late", "", Rule.Needs.ANY, Scene::new, trial -> {
            trials.incrementAndGet();
            judge.kill();
            throw new Late(200);
        });
        judge.judge(List.of(late, late), (rule, number) -> { });
        assertThat(trials).hasValue(1);
        assertThat(judge.isOver()).isTrue();
    }

    @Test
    void whatIsFoundHasToBeARuleForAllTrials() {
        for (final String name : List.of("nonesuch", "join")) {
            final Rule rule = new Rule("finds", "", Rule.Needs.ANY, Scene::new, trial -> {
                trial.found(name, "seen", "expected");
                return "";
            });
            assertThatThrownBy(() -> judge(List.of(rule))).isInstanceOf(AssertionError.class)
                .hasMessage("no rule '" + name + "' is looked after in all trials");
        }
    }
}
