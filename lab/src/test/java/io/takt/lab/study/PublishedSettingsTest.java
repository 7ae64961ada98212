package io.takt.lab.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class PublishedSettingsTest {
    /** What the program published beside the sets prints for them. */
    private static final List<Long> PUBLISHED_CORE_TIMES =
        List.of(1000L, 560L, 1500L, 600L, 1100L, 120L, 600L, 400L, 750L);

    @Example
    void thePublishedRunsEndWhereTheyDidThere() {
        assertThat(PublishedSettings.run(1, Tracker.NONE)).extracting(PublishedSettings.Outcome::coreTime)
            .containsExactlyElementsOf(PUBLISHED_CORE_TIMES);
    }

    @Property(seed = "12", tries = 3)
    void whateverTheTimingEverySetEndsAsJudged(@ForAll final long seed) {
        final List<PublishedSettings.Outcome> outcomes = PublishedSettings.run(seed, Tracker.NONE);
        assertThat(outcomes).allMatch(PublishedSettings.Outcome::asJudged);
        assertThat(outcomes).filteredOn(outcome -> !outcome.verdict().live()).singleElement()
            .satisfies(outcome -> assertThat(outcome.set().name()).isEqualTo("2.3"));
    }
}
