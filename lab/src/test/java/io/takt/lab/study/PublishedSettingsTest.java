package io.takt.lab.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class PublishedSettingsTest {
    /** The output of the program published beside the sets. */
    @Example
    void thePublishedRunsEndWhereTheyDidThere() {
        assertThat(PublishedSettings.run(1, Tracker.NONE)).hasSize(9)
            .allMatch(outcome -> outcome.run().coreTime() == outcome.set().computed());
    }

    @Example
    void theFindingsAreThoseOfTheRuns() {
        final List<PublishedSettings.Outcome> outcomes = new ArrayList<>(PublishedSettings.run(1, Tracker.NONE));
        assertThat(PublishedSettings.findings(outcomes)).satisfiesExactly(
            judged -> assertThat(judged).contains("only 2.3 (at 120, by asset ", "9 of 9 sets end as judged"),
            chance -> assertThat(chance).startsWith("No set was found that stops or not by chance. 2.1, 2.2, 3.1, 3.2,"
                + " 3.3 do not fulfil (e.1)"),
            text -> assertThat(text).contains("2.1 stopped, 2.2 went on by chance, 2.3 went on by chance.",
                "intervals: 2.1 went on, 2.2 went on, 2.3 stopped.", "in 9 of 9 sets"));

        final PublishedSettings.Outcome second = outcomes.get(3);
        outcomes.set(3, new PublishedSettings.Outcome(second.set(), second.verdict(), new PublishedRun(480, false),
            second.stopTimes()));
        assertThat(PublishedSettings.findings(outcomes)).satisfiesExactly(
            judged -> assertThat(judged).contains("8 of 9 sets end as judged"),
            chance -> assertThat(chance).startsWith("Not so 2.1: "),
            text -> assertThat(text).contains("intervals: 2.1 stopped, 2.2 went on,", "in 8 of 9 sets"));
    }

    @Property(seed = "12", tries = 3)
    void whateverTheTimingEverySetEndsAsJudged(@ForAll final long seed) {
        final List<PublishedSettings.Outcome> outcomes = PublishedSettings.run(seed, Tracker.NONE);
        assertThat(outcomes).allMatch(PublishedSettings.Outcome::asJudged);
        assertThat(outcomes).filteredOn(outcome -> !outcome.verdict().live()).singleElement()
            .satisfies(outcome -> assertThat(outcome.set().name()).isEqualTo("2.3"));
    }
}
