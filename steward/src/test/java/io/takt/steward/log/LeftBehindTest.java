package io.takt.steward.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.steward.Asking;
import io.takt.steward.CellType;
import io.takt.steward.Event;
import io.takt.steward.Id;
import io.takt.steward.Physics;
import io.takt.steward.Predictor;
import io.takt.steward.Transaction;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A steward keeps nothing of a large turn when it is over. */
class LeftBehindTest {
    private static final int MANY = 100;
    private static final int COLLECTIONS = 20;
    private static final CellType<Thing> THING = CellType.of("thing", Thing.class);
    private static final List<WeakReference<Object>> MADE = new ArrayList<>();
    private static final Predictor<Thing> LATER = Predictor.of("later", THING, Asking.ON_REQUEST,
        (cell, forecast) -> forecast.predict(Long.MAX_VALUE - 1, made(new Nothing(cell.number())), cell));
    private static final Physics PHYSICS = Physics.builder().cells(THING)
        .events(Nothing.class, Write.class, Ask.class, Cancel.class).predictors(LATER).build();

    /** Not the same object as an equal one. */
    record Thing(long number) {
    }

    record Nothing(long key) implements Event {
        @Override
        public void execute(final Transaction tx) {
            tx.time();
        }
    }

    record Write(long number) implements Event {
        @Override
        public void execute(final Transaction tx) {
            for (long key = 0; key < MANY; key++) {
                tx.set(tx.cell(THING, key), made(new Thing(number)));
            }
        }
    }

    record Ask() implements Event {
        @Override
        public void execute(final Transaction tx) {
            for (long key = 0; key < MANY; key++) {
                tx.predict(LATER, tx.cell(THING, key));
            }
        }
    }

    record Cancel(long key) implements Event {
        @Override
        public void execute(final Transaction tx) {
            tx.cancel(LATER, tx.cell(THING, key));
        }
    }

    private static <T> T made(final T made) {
        MADE.add(new WeakReference<>(made));
        return made;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void predictionsThatWereCancelled(final boolean history) {
        final LogSteward steward = steward(history);
        steward.insert(1, Id.of(0, 0), new Ask());
        for (int i = 0; i < MANY; i++) {
            steward.insert(2, Id.of(0, i), new Cancel(i));
        }
        steward.advanceTo(3);
        steward.forgetBefore(3);
        assertThat(left(0)).isZero();
        steward.advanceTo(4);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void valuesThatWereOverwritten(final boolean history) {
        final LogSteward steward = steward(history);
        steward.insert(1, Id.of(0, 0), new Write(1));
        steward.insert(2, Id.of(0, 0), new Write(2));
        steward.advanceTo(3);
        steward.forgetBefore(3);
        assertThat(left(MANY)).isEqualTo(MANY);
        steward.advanceTo(4);
    }

    /** Also where a change in the past overwrote them. */
    @Test
    void valuesOfALargeChange() {
        final LogSteward steward = steward(true).redoing(Redoing.SOME);
        steward.insert(2, Id.of(0, 0), new Write(2));
        steward.advanceTo(3);
        steward.insert(1, Id.of(0, 0), new Write(1));
        steward.advanceTo(3);
        steward.forgetBefore(3);
        assertThat(left(MANY)).isEqualTo(MANY);
        steward.advanceTo(4);
    }

    private static LogSteward steward(final boolean history) {
        MADE.clear();
        return history ? LogSteward.withHistory(PHYSICS) : LogSteward.withoutHistory(PHYSICS);
    }

    private static long left(final long expected) {
        for (int i = 0; i < COLLECTIONS && left() > expected; i++) {
            System.gc();
        }
        return left();
    }

    private static long left() {
        return MADE.stream().filter(one -> one.get() != null).count();
    }
}
