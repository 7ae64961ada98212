package io.takt.hub.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.hub.core.event.HubEvent;
import io.takt.hub.core.status.HubStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class StatusAnswersTest {
    private final StatusAnswers answers = new StatusAnswers();
    private final List<Long> ids = new ArrayList<>();

    @Test
    void anAnswerGoesToTheThreadThatHasAsked() {
        final CompletableFuture<HubStatus> first = answers.ask(ids::add);
        final CompletableFuture<HubStatus> second = answers.ask(ids::add);
        answers.on(new HubEvent.StatusTold(ids.get(1), null));
        assertThat(second).isDone();
        assertThat(first).isNotDone();
        assertThat(answers.awaited()).isEqualTo(1);
    }

    @Test
    void aThreadThatGivesUpLeavesNothingBehind() {
        answers.ask(ids::add).completeExceptionally(new TimeoutException());
        assertThat(answers.awaited()).isZero();
        answers.on(new HubEvent.StatusTold(ids.get(0), null));
    }
}
