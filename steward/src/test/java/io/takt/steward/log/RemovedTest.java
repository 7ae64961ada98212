package io.takt.steward.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.steward.Asking;
import io.takt.steward.CellType;
import io.takt.steward.Event;
import io.takt.steward.ExtendedTime;
import io.takt.steward.Id;
import io.takt.steward.Physics;
import io.takt.steward.Predictor;
import io.takt.steward.Transaction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An event that was removed takes no other one's place. */
class RemovedTest {
    private static final CellType<Long> NUMBER = CellType.of("number", Long.class);
    private static final Predictor<Long> AT_SEVEN = Predictor.of("at seven", NUMBER, Asking.ON_REQUEST,
        (cell, forecast) -> forecast.predict(7, new Write(1)));
    private static final Physics PHYSICS =
        Physics.builder().cells(NUMBER).events(Write.class, Ask.class).predictors(AT_SEVEN).build();

    /** Writes the number. */
    record Write(long value) implements Event {
        @Override
        public void execute(final Transaction tx) {
            tx.set(tx.cell(NUMBER, 0), value);
        }
    }

    /** Has something be predicted. */
    record Ask() implements Event {
        @Override
        public void execute(final Transaction tx) {
            tx.predict(AT_SEVEN, tx.cell(NUMBER, 0));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aPredictedEventMayHappenAtTheInstantOfOneThatWasRemoved(final Redoing way) {
        final LogSteward steward = LogSteward.withHistory(PHYSICS).redoing(way);
        final Id same = ExtendedTime.BEGINNING.predict(7, Id.hash(AT_SEVEN.id(), NUMBER.id(), 0, 0)).id();
        steward.insert(7, same, new Write(10));
        assertThat(steward.get(steward.cell(NUMBER, 0), 10)).isEqualTo(10);
        steward.remove(7, same);
        steward.insert(5, Id.of(0, 1), new Ask());
        assertThat(steward.get(steward.cell(NUMBER, 0), 10)).isEqualTo(1);
    }
}
