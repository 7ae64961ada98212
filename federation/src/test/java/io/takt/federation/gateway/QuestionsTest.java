package io.takt.federation.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class QuestionsTest {
    private static final long S = 1_000_000_000L;

    private final Questions questions = new Questions();

    @Test
    void aChildThatOwesAnAnswerIsNotAskedUntilItHasGivenItOrItIsLost() {
        assertThat(questions.asks(true, 0)).isTrue();
        assertThat(questions.asks(true, S)).isFalse();
        questions.answered();
        assertThat(questions.asks(true, 2 * S)).isTrue();
        assertThat(questions.asks(true, 2 * S + Questions.LOST_AFTER_NS - 1)).isFalse();
        assertThat(questions.asks(true, 2 * S + Questions.LOST_AFTER_NS)).isTrue();
    }

    /** This end then says at once that the link is down, also where the last question got into it. */
    @Test
    void overALinkThatIsDownNothingIsAskedAndOneThatIsBackOwesNothing() {
        assertThat(questions.asks(true, 0)).isTrue();
        assertThat(questions.asks(false, S)).isFalse();
        assertThat(questions.asks(true, 2 * S)).isTrue();
    }
}
