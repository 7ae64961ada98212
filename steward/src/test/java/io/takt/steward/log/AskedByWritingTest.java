package io.takt.steward.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.steward.Asking;
import io.takt.steward.CellType;
import io.takt.steward.Event;
import io.takt.steward.EventRecord;
import io.takt.steward.Id;
import io.takt.steward.Physics;
import io.takt.steward.Predictor;
import io.takt.steward.Transaction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** After a change in the past, an event may ask others than before, though it reads nothing that differs. */
class AskedByWritingTest {
    private static final CellType<Long> NUMBER = CellType.of("number", Long.class);
    private static final CellType<Long> CHOICE = CellType.of("choice", Long.class);
    private static final CellType<Long> FLAG = CellType.of("flag", Long.class);
    /** Looks at the number that is chosen. */
    private static final Predictor<Long> LOOKS = Predictor.of("looks", CHOICE, Asking.AUTOMATIC, (cell, forecast) -> {
        final Long seen = forecast.get(NUMBER, forecast.get(cell));
        forecast.predict(forecast.time() + 1, new Note(seen == null ? 0 : seen));
    });
    /** Looks at the first number if the time is even. */
    private static final Predictor<Long> WATCHES = Predictor.of("watches", FLAG, Asking.AUTOMATIC, (cell, forecast) -> {
        if (forecast.time() % 2 == 0) {
            forecast.get(NUMBER, 1);
        }
        forecast.predict(forecast.time() + 4, new Note(forecast.time()));
    });
    private static final Physics PHYSICS = Physics.builder().cells(NUMBER, CHOICE, FLAG)
        .events(Write.class, Choose.class, Raise.class, Ask.class, Note.class).predictors(LOOKS, WATCHES).build();

    private final LogSteward steward = LogSteward.withHistory(PHYSICS);

    /** Writes a number. */
    record Write(long key, long value) implements Event {
        @Override
        public void execute(final Transaction tx) {
            tx.set(tx.cell(NUMBER, key), value);
        }
    }

    /** Chooses a number to be looked at. */
    record Choose(long key) implements Event {
        @Override
        public void execute(final Transaction tx) {
            tx.set(tx.cell(CHOICE, 0), key);
        }
    }

    /** Has there be one that watches. */
    record Raise() implements Event {
        @Override
        public void execute(final Transaction tx) {
            tx.set(tx.cell(FLAG, 0), 1L);
        }
    }

    /** Asks the one that watches, and writes nothing. */
    record Ask() implements Event {
        @Override
        public void execute(final Transaction tx) {
            tx.predict(WATCHES, tx.cell(FLAG, 0));
        }
    }

    /** Is there to be seen in the history. */
    record Note(long what) implements Event {
        @Override
        public void execute(final Transaction tx) {
        }
    }

    private void insert(final long time, final Event event) {
        steward.insert(time, Id.of(0, 1), event);
    }

    private Object[] notes() {
        return steward.history(0, 100).stream().map(EventRecord::event).filter(Note.class::isInstance).toArray();
    }

    @ParameterizedTest
    @EnumSource
    void oneIsAskedThatHasNotReadWhatIsWrittenBefore(final Redoing way) {
        steward.redoing(way);
        insert(1, new Choose(1));
        insert(20, new Write(1, 5));
        insert(30, new Write(2, 7));
        assertThat(notes()).containsExactly(new Note(0), new Note(5));
        insert(10, new Choose(2));
        assertThat(notes()).containsExactly(new Note(0), new Note(0), new Note(7));
        steward.remove(10, Id.of(0, 1));
        assertThat(notes()).containsExactly(new Note(0), new Note(5));
    }

    @ParameterizedTest
    @EnumSource
    void oneIsNotAskedThatDoesNotReadWhatIsWrittenAnyMore(final Redoing way) {
        steward.redoing(way);
        insert(0, new Raise());
        insert(2, new Write(1, 5));
        assertThat(notes()).containsExactly(new Note(2));
        insert(1, new Ask());
        assertThat(notes()).containsExactly(new Note(1));
        steward.remove(1, Id.of(0, 1));
        assertThat(notes()).containsExactly(new Note(2));
    }
}
