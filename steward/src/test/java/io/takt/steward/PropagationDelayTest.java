package io.takt.steward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.steward.log.LogSteward;
import io.takt.steward.log.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.LongUnaryOperator;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Events that are run beforehand since nothing can reach them hold, and a physics that lies about that is told so. */
class PropagationDelayTest {
    private static final int CELLS = 48;
    private static final long END = 60;
    /** No two cells know of each other. */
    private static final PropagationDelay APART =
        (cause, effect) -> ((Tick) cause).cell == ((Tick) effect).cell ? 0 : Long.MAX_VALUE;

    private static final CellType<Long> NUMBER = CellType.of(0x5b1f0c3a82b6e947L, "number", Codec.of(
        (value, out) -> out.writeLong(value), StateInput::readLong));

    private final Workers workers = new Workers(3);
    private final EventType<Tick> tick = EventType.of(0x12e1b7d09c3a5f69L, "tick", Tick.class, Codec.of(
        (event, out) -> out.writeLong(event.cell), in -> new Tick(this, in.readLong())));
    private final EventType<Start> start = EventType.of(0x22e1b7d09c3a5f69L, "start", Start.class, Codec.of(
        (event, out) -> { }, in -> new Start(this)));
    private final EventType<Push> push = EventType.of(0x32e1b7d09c3a5f69L, "push", Push.class, Codec.of(
        (event, out) -> out.writeLong(event.cell), in -> new Push(this, in.readLong())));
    private final EventType<Touch> touch = EventType.of(0x42e1b7d09c3a5f69L, "touch", Touch.class, Codec.of(
        (event, out) -> { }, in -> new Touch(this)));
    private final Next next = new Next();
    private final Physics physics =
        Physics.builder().cells(NUMBER).events(tick, start, push, touch).predictors(next).build();
    /** An action of a tick beside counting. */
    private BiConsumer<Transaction, Long> also = (tx, cell) -> { };
    /** A delay that a predictor adds to the time of the next tick. */
    private ToLongFunction<Forecast> pause = forecast -> 0;
    /** Another one, which depends on the cell. */
    private LongUnaryOperator period = cell -> 0;
    /** The canary of a cell's next tick. */
    private LongUnaryOperator canary = cell -> cell;
    private int[] touched = IntStream.range(20, 40).toArray();

    @AfterEach
    void endThreads() {
        workers.close();
    }

    private LogSteward started(final boolean history, final PropagationDelay delay) {
        final LogSteward steward =
            history ? LogSteward.withHistory(physics) : LogSteward.withoutHistory(physics);
        if (delay != null) {
            steward.speculatingWith(workers, delay);
        }
        steward.insert(0, Id.of(0, 0), new Start(this));
        return steward;
    }

    private static Id digest(final Steward steward) {
        try (Snapshot snapshot = steward.snapshot(END)) {
            return snapshot.digest();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void eventsOutOfReachAreRunBeforehandAndAllOfThemHold(final boolean history) {
        final LogSteward bound = started(history, APART);
        assertThat(digest(bound)).isEqualTo(digest(started(history, null)));
        final Statistics done = bound.statistics();
        assertThat(done.takenOver()).isEqualTo(done.speculated()).isGreaterThan(done.executed() * 9 / 10);
        assertThat(done.speculated() / done.rounds()).isGreaterThan(CELLS / 4);
    }

    @Test
    void anEventWithinReachIsLeftToItsTurn() {
        also = (tx, cell) -> {
            final Cell<Long> shared = tx.cell(NUMBER, CELLS);
            tx.set(shared, tx.get(shared) * 31 + cell);
        };
        final LogSteward bound = started(true, (cause, effect) -> 0);
        assertThat(digest(bound)).isEqualTo(digest(started(true, null)));
        assertThat(bound.statistics().speculated()).isZero();
    }

    @Test
    void aWayOverAThirdThatIsShorterIsTold() {
        also = (tx, cell) -> {
            final Cell<Long> beside = tx.cell(NUMBER, (cell + 1) % CELLS);
            tx.set(tx.cell(NUMBER, cell), tx.get(tx.cell(NUMBER, cell)) + tx.get(beside));
        };
        final LogSteward bound = started(true, (cause, effect) -> {
            final long apart = Math.abs(((Tick) cause).cell - ((Tick) effect).cell);
            return Math.min(apart, CELLS - apart) < 2 ? 0 : 2;
        });
        assertThatThrownBy(() -> bound.advanceTo(END)).isInstanceOf(EventException.class)
            .hasMessageContaining("declared are 0 ticks from that to this, so it does not keep");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void changesFromOutsideAreNoLies(final boolean history) {
        final List<Id> digests = new ArrayList<>();
        for (final PropagationDelay delay : new PropagationDelay[] {null, APART}) {
            final LogSteward steward = started(history, delay);
            for (int i = 1; i < END; i++) {
                // In the middle of what was run beforehand, and in the past where there is one.
                while (steward.now() < i) {
                    steward.step(END);
                }
                steward.insert(steward.now() + 1, Id.of(1, i), new Push(this, i % CELLS));
                if (history) {
                    steward.insert(Math.max(1, i - 7), Id.of(2, i), new Push(this, (i + 5) % CELLS));
                }
            }
            digests.add(digest(steward));
            if (history) {
                steward.remove(8, Id.of(2, 15));
                digests.add(digest(steward));
            }
        }
        final int half = digests.size() / 2;
        assertThat(digests.subList(half, digests.size())).isEqualTo(digests.subList(0, half));
    }

    /** It is read by predictors alone: the events that were run beforehand hold, and their predictions do not. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aChangeFromOutsideThatPredictorsReadIsNoLie(final boolean history) {
        touched = new int[] {CELLS};
        period = cell -> cell % 7;
        pause = forecast -> forecast.get(NUMBER, CELLS) / CELLS;
        final List<Id> digests = new ArrayList<>();
        for (final PropagationDelay delay : new PropagationDelay[] {null, APART}) {
            final LogSteward steward = started(history, delay);
            while (steward.now() < 8) {
                steward.step(END);
            }
            steward.insert(9, Id.of(0, 1), new Touch(this));
            digests.add(digest(steward));
        }
        assertThat(digests.get(1)).isEqualTo(digests.get(0));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anEventThatReadAWriteFromTooFarAwayIsNamed(final boolean history) {
        also = (tx, cell) -> {
            if (tx.time() % 8 == 0) {
                tx.set(tx.cell(NUMBER, cell), tx.get(tx.cell(NUMBER, (cell + 20) % CELLS)) + 1);
            }
        };
        assertTold(history, "the propagation delay is wrong: the event tick \\d+ at 8/0/.* was run beforehand, "
            + "as nothing earlier could reach it, but it read number .* of 7/0/.*, which the event tick \\d+ at 8/0/"
            + ".* has written; declared are at least 9223372036854775807 ticks from that to this");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anEventOfWhichACanaryWasWrittenIsNamed(final boolean history) {
        also = (tx, cell) -> {
            if (tx.time() == 8 && cell < 3) {
                tx.set(tx.cell(NUMBER, 40 + cell), 1_000L);
            }
        };
        assertTold(history, "the propagation delay is wrong: the event tick 4[012] at .* but it is predicted on "
            + "number .* 4[012] of .*, which the event tick [012] at 8/0/.* has written; .*");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anEventThatReadNoCanaryWhichWasWrittenIsNamed(final boolean history) {
        canary = cell -> CELLS;
        also = (tx, cell) -> {
            if (tx.time() == 8 && cell == 0) {
                tx.set(tx.cell(NUMBER, CELLS), 1_000L);
            }
        };
        assertTold(history, "the propagation delay is wrong: the event tick \\d+ at 8/0/.* but it is predicted on "
            + "number .* of 0/0/.*, which the event tick 0 at 8/0/.* has written; .*");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anEventWhosePredictorReadAWriteFromTooFarAwayIsNamed(final boolean history) {
        pause = forecast -> forecast.time() < 8 ? 0
            : forecast.get(NUMBER, (forecast.time() * 7 + 3) % CELLS) % 2;
        assertTold(history, "the propagation delay is wrong: the event tick \\d+ at .* but it asked a predictor that "
            + "read number .* \\d+ of .*, which the event tick \\d+ at .* has written; .*");
    }

    /** The lie is told, nothing is lost by it, and the run goes on to the same end. */
    private void assertTold(final boolean history, final String message) {
        final Id expected = digest(started(history, null));
        final LogSteward steward = started(history, APART);
        assertThatThrownBy(() -> steward.advanceTo(END)).isInstanceOf(EventException.class)
            .hasMessageMatching(message);
        int told = 1;
        while (true) {
            try {
                steward.advanceTo(END);
                break;
            } catch (final EventException e) {
                assertThat(e).hasMessageContaining("the propagation delay is wrong");
                told++;
            }
        }
        assertThat(told).isLessThan((int) (CELLS * END));
        assertThat(digest(steward)).isEqualTo(expected);

        final LogSteward other = started(history, APART);
        assertThatThrownBy(() -> other.advanceTo(END)).isInstanceOf(EventException.class);
        assertThat(digest(other.speculatingWith(null))).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aStalePredictionWhosePredictorReadAWriteFromTooFarAwayIsNamed(final boolean history) {
        pause = forecast -> forecast.time() == 20 ? forecast.get(NUMBER, 47) % 2 : 0;
        final LogSteward steward = started(history, APART);
        final LogSteward alone = started(history, null);
        for (final LogSteward each : List.of(steward, alone)) {
            // A prediction whose cell is written, and that is not made anew, is stale when the next round begins.
            each.insert(20, Id.of(0, 1), new Touch(this));
        }
        final Id expected = digest(alone);
        final List<String> told = new ArrayList<>();
        while (steward.now() < END) {
            try {
                steward.advanceTo(END);
            } catch (final EventException e) {
                told.add(e.getMessage());
            }
        }
        assertThat(told).anyMatch(message -> message.contains("but it has a predictor that read number"));
        assertThat(digest(steward)).isEqualTo(expected);
    }

    @Test
    void aDelayIsNotNegative() {
        final LogSteward steward = started(true, (cause, effect) -> -1);
        assertThatThrownBy(() -> steward.advanceTo(END)).isInstanceOf(StewardException.class)
            .hasMessageMatching("the propagation delay from tick \\d+ to tick \\d+ is -1, which must be 0 or more");
        assertThat(digest(steward.speculatingWith(null))).isEqualTo(digest(started(true, null)));
    }

    @Test
    void aDelayThatFailsIsToldWithTheEvents() {
        final LogSteward steward = started(true, (cause, effect) -> {
            throw new ClassCastException("not mine");
        });
        assertThatThrownBy(() -> steward.advanceTo(END)).isInstanceOf(StewardException.class)
            .hasMessageMatching("the propagation delay from tick \\d+ to tick \\d+ failed: .*not mine");
        assertThat(digest(steward.speculatingWith(null))).isEqualTo(digest(started(true, null)));
        assertThatThrownBy(() -> steward.speculatingWith(null, null)).hasMessage("there is no propagation delay");
    }

    @Test
    void anEventThatNeedsItsTurnIsNotTriedAgainAndAgain() {
        also = (tx, cell) -> tx.set(tx.cell(NUMBER, 1_000 * (tx.time() + 1) + cell), cell);
        final LogSteward bound = started(true, APART);
        assertThat(digest(bound)).isEqualTo(digest(started(true, null)));
        assertThat(bound.statistics().speculated()).isLessThanOrEqualTo(bound.statistics().executed());
        assertThat(bound.statistics().takenOver()).isZero();
    }

    private record Start(PropagationDelayTest in) implements Event {
        @Override
        public EventType<?> type() {
            return in.start;
        }

        @Override
        public void execute(final Transaction tx) {
            for (int i = 0; i <= CELLS; i++) {
                final Cell<Long> cell = tx.cell(NUMBER, i);
                tx.set(cell, 0L);
                if (i < CELLS) {
                    tx.predict(in.next, cell);
                }
            }
        }
    }

    private record Tick(PropagationDelayTest in, long cell) implements Event {
        @Override
        public EventType<?> type() {
            return in.tick;
        }

        @Override
        public void execute(final Transaction tx) {
            final Cell<Long> own = tx.cell(NUMBER, cell);
            tx.set(own, tx.get(own) + 1);
            in.also.accept(tx, cell);
            tx.predict(in.next, own);
        }

        @Override
        public String toString() {
            return "tick " + cell;
        }
    }

    private record Push(PropagationDelayTest in, long cell) implements Event {
        @Override
        public EventType<?> type() {
            return in.push;
        }

        @Override
        public void execute(final Transaction tx) {
            final Cell<Long> own = tx.cell(NUMBER, cell);
            tx.set(own, tx.get(own) + 1_000);
            tx.predict(in.next, own);
        }
    }

    private record Touch(PropagationDelayTest in) implements Event {
        @Override
        public EventType<?> type() {
            return in.touch;
        }

        @Override
        public void execute(final Transaction tx) {
            for (final int cell : in.touched) {
                tx.set(tx.cell(NUMBER, cell), (long) cell);
            }
        }
    }

    private final class Next implements Predictor<Long> {
        @Override
        public long id() {
            return 0x6c7e9a51d2b8f064L;
        }

        @Override
        public CellType<Long> subject() {
            return NUMBER;
        }

        @Override
        public Asking asking() {
            return Asking.ON_REQUEST;
        }

        @Override
        public void predict(final Cell<Long> subject, final Forecast forecast) {
            forecast.predict(forecast.time() + 1 + period.applyAsLong(subject.number()) + pause.applyAsLong(forecast),
                new Tick(PropagationDelayTest.this, subject.number()),
                forecast.cell(NUMBER, canary.applyAsLong(subject.number())));
        }
    }
}
