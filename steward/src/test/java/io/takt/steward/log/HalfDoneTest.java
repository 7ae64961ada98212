package io.takt.steward.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.steward.Asking;
import io.takt.steward.CellType;
import io.takt.steward.Event;
import io.takt.steward.Id;
import io.takt.steward.Physics;
import io.takt.steward.Predictor;
import io.takt.steward.Transaction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A change in the past comes while another one is half done. */
class HalfDoneTest {
    private static final CellType<Long> NUMBER = CellType.of("number", Long.class);
    private static final Predictor<Long> FOLLOWS = Predictor.of("follows", NUMBER, Asking.ON_REQUEST,
        (cell, forecast) -> forecast.predict(forecast.time() + 40, new Write(cell.number(), 1)));
    private static final Physics PHYSICS =
        Physics.builder().cells(NUMBER).events(Write.class, Ask.class).predictors(FOLLOWS).build();

    private final LogSteward steward = LogSteward.withHistory(PHYSICS);

    /** Writes a number. */
    record Write(long key, long value) implements Event {
        @Override
        public void execute(final Transaction tx) {
            tx.set(tx.cell(NUMBER, key), value);
        }
    }

    /** Has a number be written later. */
    record Ask(long key) implements Event {
        @Override
        public void execute(final Transaction tx) {
            tx.predict(FOLLOWS, tx.cell(NUMBER, key));
        }
    }

    /** No turn is left to be looked at, but one comes up that there was not. */
    @ParameterizedTest
    @EnumSource
    void whatTheFirstOneBringsComesThoughNoTurnDependsOnIt(final Redoing way) {
        steward.redoing(way);
        steward.insert(100, Id.of(0, 1), new Write(1, 1));
        steward.advanceTo(100);
        steward.insert(10, Id.of(0, 1), new Ask(0));
        assertThat(steward.step(100)).isTrue();
        assertThat(steward.engine.past().isActive()).isTrue();
        steward.insert(5, Id.of(0, 1), new Write(2, 2));
        assertThat(steward.history(0, 100)).extracting(event -> event.at().base()).containsExactly(5L, 10L, 50L, 100L);
    }
}
