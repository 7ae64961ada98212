package io.takt.steward.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.steward.Asking;
import io.takt.steward.CellType;
import io.takt.steward.Event;
import io.takt.steward.Id;
import io.takt.steward.Physics;
import io.takt.steward.Predictor;
import io.takt.steward.Statistics;
import io.takt.steward.Transaction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What counts as redone. */
class RedoneTest {
    private static final CellType<Long> NUMBER = CellType.of("number", Long.class);
    private static final Predictor<Long> SECOND = Predictor.of("second", NUMBER, Asking.ON_REQUEST,
        (cell, forecast) -> forecast.get(NUMBER, 2));
    private static final Predictor<Long> FRAGILE = Predictor.of("fragile", NUMBER, Asking.ON_REQUEST,
        (cell, forecast) -> {
            if (forecast.get(cell) == 8) {
                throw new IllegalStateException("it is 8");
            }
        });
    private static final Physics PHYSICS = Physics.builder().cells(NUMBER)
        .events(Write.class, Copy.class, Double.class, Look.class).predictors(SECOND, FRAGILE).build();

    /** Writes a number, and has a predictor asked that reads the second one. */
    record Write(long key, long value) implements Event {
        @Override
        public void execute(final Transaction tx) {
            tx.set(tx.cell(NUMBER, key), value);
            tx.predict(SECOND, tx.cell(NUMBER, key));
        }
    }

    /** Writes into the first number whether the second one is positive. */
    record Copy() implements Event {
        @Override
        public void execute(final Transaction tx) {
            final Long second = tx.get(NUMBER, 2);
            tx.set(tx.cell(NUMBER, 1), second != null && second > 0 ? 1L : 0L);
        }
    }

    /** Writes twice the second number into the first, and has a predictor asked that fails of 8. */
    record Double() implements Event {
        @Override
        public void execute(final Transaction tx) {
            tx.set(tx.cell(NUMBER, 1), 2 * tx.get(NUMBER, 2));
            tx.predict(FRAGILE, tx.cell(NUMBER, 1));
        }
    }

    @ParameterizedTest
    @EnumSource
    void anEventWhoseFirstAttemptFailedIsRedoneOnce(final Redoing way) {
        final LogSteward steward = LogSteward.withHistory(PHYSICS).redoing(way);
        steward.insert(1, Id.of(0, 1), new Write(2, 1));
        steward.insert(10, Id.of(0, 1), new Double());
        steward.advanceTo(20);
        steward.insert(5, Id.of(0, 1), new Write(2, 4));
        assertThatThrownBy(() -> steward.advanceTo(20)).hasMessageContaining("it is 8");
        assertThat(steward.statistics().redone()).isZero();
        steward.insert(6, Id.of(0, 1), new Write(2, 5));
        steward.advanceTo(20);
        assertThat(steward.statistics().redone()).isOne();
    }

    @ParameterizedTest
    @EnumSource
    void anEventOfWhichOnlyAPredictorIsAskedAgainIsNotRedone(final Redoing way) {
        final LogSteward steward = LogSteward.withHistory(PHYSICS).redoing(way);
        steward.insert(10, Id.of(0, 1), new Write(1, 5));
        steward.advanceTo(20);
        final Statistics before = steward.statistics();
        steward.insert(5, Id.of(0, 2), new Write(2, 7));
        steward.advanceTo(20);
        final Statistics after = steward.statistics();
        assertThat(after.predictorRuns() - before.predictorRuns()).isEqualTo(2);
        assertThat(after.redone()).isZero();
        assertThat(after.redoneEqual()).isZero();
    }

    @Test
    void anEventThatReadsSomethingElseAndWritesTheSameIsRedone() {
        final LogSteward steward = LogSteward.withHistory(PHYSICS);
        steward.insert(1, Id.of(0, 1), new Write(2, 7));
        steward.insert(10, Id.of(0, 2), new Copy());
        steward.advanceTo(20);
        steward.insert(5, Id.of(0, 3), new Write(2, 8));
        steward.advanceTo(20);
        assertThat(steward.statistics().redone()).isOne();
        assertThat(steward.statistics().redoneEqual()).isOne();
    }

    /** Behind it nothing differs, not even a mark. */
    @Test
    void whoeverReadsWhatWasWrittenAgainAlikeIsNotLookedAt() {
        final LogSteward steward = LogSteward.withHistory(PHYSICS).redoing(Redoing.SOME);
        steward.insert(1, Id.of(0, 1), new Write(2, 7));
        steward.insert(10, Id.of(0, 2), new Copy());
        for (int time = 20; time < 120; time++) {
            steward.insert(time, Id.of(0, 2), new Look());
        }
        steward.advanceTo(120);
        steward.insert(5, Id.of(0, 3), new Write(2, 8));
        int steps = 0;
        while (steward.step(120)) {
            steps++;
        }
        assertThat(steward.statistics().redoneEqual()).isOne();
        assertThat(steps).isLessThan(5);
    }

    /** Reads the first number. */
    record Look() implements Event {
        @Override
        public void execute(final Transaction tx) {
            tx.get(NUMBER, 1);
        }
    }
}
