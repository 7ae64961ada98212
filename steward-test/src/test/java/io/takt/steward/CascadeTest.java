package io.takt.steward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.takt.steward.log.LogSteward;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Events without end at one time. */
class CascadeTest {
    private static final int PLACES = 3;
    private static final CellType<Long> HOPS = CellType.of("hops", Long.class);
    private static final Predictor<Long> NEXT = Predictor.of(
        "next", HOPS, (cell, forecast) -> forecast.predict(forecast.time(), new Hop(cell.number())));
    private static final Physics PHYSICS =
        Physics.builder().cells(HOPS).events(Hop.class).predictors(NEXT).build();

    record Hop(long from) implements Event {
        @Override
        public void execute(final Transaction tx) {
            final Long hops = tx.get(HOPS, from);
            tx.set(tx.cell(HOPS, from), null);
            tx.set(tx.cell(HOPS, (from + 1) % PLACES), hops == null ? 0 : hops + 1);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theLastEventsAreNamedHoweverOftenItIsTried(final boolean history) {
        final Steward steward = history ? LogSteward.withHistory(PHYSICS) : LogSteward.withoutHistory(PHYSICS);
        steward.insert(3, new Hop(0));
        final String first = catchThrowable(() -> steward.advanceTo(10)).getMessage();
        assertThat(first).contains("endless cascade")
            .containsPattern("Hop\\[from=0\\], Hop\\[from=1\\], Hop\\[from=2\\], Hop\\[from=0\\]");
        for (int i = 0; i < 3; i++) {
            assertThat(catchThrowable(() -> steward.advanceTo(10)).getMessage()).isEqualTo(first);
        }
    }
}
