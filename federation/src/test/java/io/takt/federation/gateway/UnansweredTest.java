package io.takt.federation.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UnansweredTest {
    private static final long LONG_NS = 5_000;

    private final Unanswered unanswered = new Unanswered(LONG_NS);

    @Test
    void aMachineThatAnswersNothingForLongIsGone() {
        assertThat(unanswered.isGone(0, 0)).isFalse();
        assertThat(unanswered.isGone(2, 1_000)).isFalse();
        assertThat(unanswered.isGone(4, 5_999)).isFalse();
        assertThat(unanswered.isGone(4, 6_000)).isTrue();
    }

    @Test
    void aProcessThatIsStoppedIsNotGoneForItsKernelAnswers() {
        for (long nowNs = 0; nowNs < 100 * LONG_NS; nowNs += 1_000) {
            assertThat(unanswered.isGone(0, nowNs)).isFalse();
        }
    }

    @Test
    void aProbeThatIsUnderWayWheneverOneLooksIsNoSign() {
        for (long nowNs = 0; nowNs < 100 * LONG_NS; nowNs += 1_000) {
            assertThat(unanswered.isGone(1, nowNs)).isFalse();
        }
    }

    @Test
    void anAnswerBeginsTheTimeAnew() {
        assertThat(unanswered.isGone(3, 0)).isFalse();
        assertThat(unanswered.isGone(4, 4_000)).isFalse();
        assertThat(unanswered.isGone(3, 5_000)).as("fewer than before").isFalse();
        assertThat(unanswered.isGone(4, 9_999)).isFalse();
        assertThat(unanswered.isGone(4, 10_000)).isTrue();
        assertThat(unanswered.isGone(0, 11_000)).isFalse();
        assertThat(unanswered.isGone(9, 12_000)).as("after a time in which nothing waited").isFalse();
    }
}
