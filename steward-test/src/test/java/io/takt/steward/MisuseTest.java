package io.takt.steward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.steward.log.LogSteward;
import io.takt.steward.log.Workers;
import io.takt.steward.replay.ReplaySteward;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each forbidden use is an error that names the culprit, and nothing is lost by it. */
class MisuseTest {
    private static final Codec<Long> LONG = Codec.of((value, out) -> out.writeLong(value), StateInput::readLong);
    private static final CellType<Long> NUMBER = CellType.of(0x71c0f5a8e3d9264bL, "number", LONG);
    private static final CellType<Long> FOREIGN = CellType.of(0x0a9d8c7b6e5f4132L, "foreign", LONG);
    private static final EventType<Act> ACT = EventType.of(0x44e1b7d09c3a5f68L, "act", Act.class, Codec.of(
        (act, out) -> out.writeString(act.name), in -> new Act(in.readString(), tx -> { })));
    private static final EventType<Act> UNKNOWN = EventType.of(0x55e1b7d09c3a5f68L, "unknown", Act.class, Codec.of(
        (act, out) -> out.writeString(act.name), in -> new Act(in.readString(), tx -> { })));

    private final Says says = new Says();
    private final Physics physics = Physics.builder().cells(NUMBER).events(ACT).predictors(says).build();

    static Stream<String> stewards() {
        return Stream.of("log", "log without history", "replay");
    }

    private Steward steward(final String kind) {
        return kind.equals("replay") ? new ReplaySteward(physics, 3)
            : kind.equals("log") ? LogSteward.withHistory(physics) : LogSteward.withoutHistory(physics);
    }

    @ParameterizedTest
    @MethodSource("stewards")
    void theFrozenPastStays(final String kind) {
        final Steward steward = steward(kind);
        steward.insert(5, Id.of(0, 1), adds(1));
        steward.advanceTo(10);
        steward.freezeBefore(6);
        assertThatThrownBy(() -> steward.insert(5, Id.of(0, 2), adds(1)))
            .isInstanceOf(StewardException.class).hasMessageContaining("frozen");
        assertThatThrownBy(() -> steward.remove(5, Id.of(0, 1)))
            .isInstanceOf(StewardException.class).hasMessageContaining("frozen");
        assertThatThrownBy(() -> steward.freezeBefore(12)).hasMessageContaining("10 now");
        assertThat(value(steward, 10)).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("stewards")
    void everyEventHasAnIdOfItsOwn(final String kind) {
        final Steward steward = steward(kind);
        steward.insert(5, Id.of(0, 1), adds(1));
        assertThatThrownBy(() -> steward.insert(5, Id.of(0, 1), adds(2)))
            .isInstanceOf(StewardException.class).hasMessageContaining("id of its own");
        assertThatThrownBy(() -> steward.remove(5, Id.of(0, 2))).hasMessageContaining("no fiat event");
        assertThat(value(steward, 10)).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("stewards")
    void aFiatEventAtTheInstantOfAPredictedOneIsFound(final String kind) {
        final Steward steward = steward(kind);
        says.then = (subject, forecast) -> forecast.predict(7, adds(1));
        steward.insert(5, Id.of(0, 1), new Act("asks", tx -> tx.predict(says, tx.cell(NUMBER, 0))));
        final Id same = ExtendedTime.BEGINNING
            .predict(7, Id.hash(says.id(), NUMBER.id(), 0, 0)).id();
        steward.insert(7, same, adds(10));
        assertThatThrownBy(() -> steward.advanceTo(10)).hasMessageContaining("same instant");
        steward.remove(7, same);
        assertThat(value(steward, 10)).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("stewards")
    void anEventThatFailsIsStillToHappen(final String kind) {
        final Steward steward = steward(kind);
        final boolean[] broken = {true};
        steward.insert(1, Id.of(0, 1), adds(1));
        steward.insert(5, Id.of(0, 1), new Act("fragile", tx -> {
            tx.set(tx.cell(NUMBER, 0), 100L);
            if (broken[0]) {
                throw new IllegalStateException("out of order");
            }
        }));
        assertThatThrownBy(() -> steward.advanceTo(10))
            .isInstanceOf(EventException.class).hasMessageContaining("fragile").hasMessageContaining("out of order");
        assertThatThrownBy(() -> steward.advanceTo(10)).isInstanceOf(EventException.class);
        assertThat(value(steward, 4)).isEqualTo(1);
        broken[0] = false;
        assertThat(value(steward, 10)).isEqualTo(100);
    }

    @ParameterizedTest
    @MethodSource("stewards")
    void anEventThatFailsCanBeTakenBack(final String kind) {
        final Steward steward = steward(kind);
        steward.insert(1, Id.of(0, 1), adds(1));
        steward.insert(5, Id.of(0, 1), new Act("broken", tx -> {
            throw new IllegalStateException("always");
        }));
        steward.insert(6, Id.of(0, 1), adds(1));
        assertThatThrownBy(() -> steward.advanceTo(10)).isInstanceOf(EventException.class);
        steward.remove(5, Id.of(0, 1));
        assertThat(value(steward, 10)).isEqualTo(2);
    }

    @ParameterizedTest
    @MethodSource("stewards")
    void theOutcomeOfAPredictionIsKnownWhenItIsForgotten(final String kind) {
        final Steward steward = steward(kind);
        says.then = (subject, forecast) -> forecast.predict(forecast.time() + 5, adds(1));
        for (final long time : new long[] {10, 40, 110}) {
            steward.advanceTo(time - 5);
            steward.forgetBefore(time - 10);
            steward.insert(time, Id.of(0, 1), new Act("asks", tx -> tx.predict(says, tx.cell(NUMBER, 0))));
            steward.advanceTo(time + 20);
        }
        assertThat(value(steward, 200)).isEqualTo(3);
    }

    @Test
    void withoutAHistoryAnEventWhosePredictorFailsIsStillToHappen() {
        final Steward steward = LogSteward.withoutHistory(physics);
        final boolean[] broken = {true};
        says.then = (subject, forecast) -> {
            if (broken[0]) {
                throw new IllegalStateException("no idea");
            }
            forecast.predict(15, adds(forecast.get(NUMBER, 0) + forecast.get(NUMBER, 1)), forecast.cell(NUMBER, 1));
        };
        steward.insert(10, Id.of(0, 1), new Act("asks", tx -> {
            tx.set(tx.cell(NUMBER, 0), 3L);
            tx.set(tx.cell(NUMBER, 1), 4L);
            tx.predict(says, tx.cell(NUMBER, 0));
        }));
        steward.advanceTo(5);
        assertThatThrownBy(() -> steward.advanceTo(20)).hasMessageContaining("no idea");
        try (Snapshot before = steward.snapshot(5)) {
            assertThat(before.cells()).isEmpty();
            assertThat(before.fiatEvents()).hasSize(1);
        }
        assertThatThrownBy(() -> steward.insert(5, Id.of(0, 2), adds(1))).hasMessageEndingWith("frozen before 6");
        broken[0] = false;
        assertThat(value(steward, 20)).isEqualTo(10);
        steward.insert(30, Id.of(0, 1), new Act("reads", tx -> tx.set(tx.cell(NUMBER, 0), tx.get(NUMBER, 1))));
        assertThat(value(steward, 40)).isEqualTo(4);
    }

    @ParameterizedTest
    @MethodSource("stewards")
    void endlessRecursionIsToldWithTheEvent(final String kind) {
        final Steward steward = steward(kind);
        steward.insert(5, Id.of(0, 1), new Act("endless", tx -> {
            throw new StackOverflowError();
        }));
        assertThatThrownBy(() -> steward.advanceTo(10)).isInstanceOf(EventException.class)
            .hasMessageContaining("endless").hasMessageContaining("StackOverflowError");
    }

    @ParameterizedTest
    @MethodSource("stewards")
    void aPredictorThatFailsIsAskedAgain(final String kind) {
        final Steward steward = steward(kind);
        final boolean[] broken = {true};
        says.then = (subject, forecast) -> {
            if (broken[0]) {
                throw new IllegalStateException("no idea");
            }
            forecast.predict(forecast.time() + 1, adds(10));
        };
        steward.insert(5, Id.of(0, 1), new Act("asks", tx -> {
            tx.set(tx.cell(NUMBER, 0), 1L);
            tx.predict(says, tx.cell(NUMBER, 0));
        }));
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> steward.advanceTo(10))
                .isInstanceOf(EventException.class).hasMessageContaining("Says").hasMessageContaining("no idea");
        }
        broken[0] = false;
        assertThat(value(steward, 10)).isEqualTo(11);
    }

    @ParameterizedTest
    @MethodSource("stewards")
    void predictionsAreOfTheFutureAndOne(final String kind) {
        for (final Saying saying : List.<Saying>of(
            (subject, forecast) -> forecast.predict(forecast.time() - 1, adds(1)),
            (subject, forecast) -> forecast.predict(Long.MAX_VALUE, adds(1)))) {
            says.then = saying;
            assertThatThrownBy(() -> run(kind, tx -> tx.predict(says, tx.cell(NUMBER, 0))))
                .isInstanceOf(EventException.class).hasMessageContaining("predicts for the time");
        }
        says.then = (subject, forecast) -> {
            forecast.predict(9, adds(1));
            forecast.predict(9, adds(1));
        };
        assertThatThrownBy(() -> run(kind, tx -> tx.predict(says, tx.cell(NUMBER, 0))))
            .isInstanceOf(EventException.class).hasMessageContaining("twice");
    }

    @ParameterizedTest
    @MethodSource("stewards")
    void anEndlessCascadeNamesItsEvents(final String kind) {
        says.then = (subject, forecast) -> forecast.predict(forecast.time(), new Act("again and again", tx ->
            tx.predict(says, tx.cell(NUMBER, 0))));
        assertThatThrownBy(() -> run(kind, tx -> tx.predict(says, tx.cell(NUMBER, 0))))
            .isInstanceOf(EventException.class).hasMessageContaining("endless").hasMessageContaining("65535 iterations")
            .hasMessageContaining("again and again");
    }

    @ParameterizedTest
    @MethodSource("stewards")
    void unknownTypesAreNamed(final String kind) {
        final Steward steward = steward(kind);
        assertThatThrownBy(() -> steward.cell(FOREIGN, 1)).hasMessageContaining("foreign");
        assertThatThrownBy(() -> steward.insert(1, Id.of(0, 1), new Stranger())).hasMessageContaining("unknown");
        assertThatThrownBy(() -> run(kind, tx -> tx.predict(new Says(), tx.cell(NUMBER, 0))))
            .isInstanceOf(EventException.class).hasMessageContaining("Says");
        says.then = (subject, forecast) -> forecast.predict(9, new Stranger());
        assertThatThrownBy(() -> run(kind, tx -> tx.predict(says, tx.cell(NUMBER, 0))))
            .isInstanceOf(EventException.class).hasMessageContaining("unknown");
    }

    @ParameterizedTest
    @MethodSource("stewards")
    void handlesOfOthersAreRefused(final String kind) {
        final Cell<Long> foreign = steward(kind).cell(NUMBER, 0);
        for (final Consumer<Transaction> use : List.<Consumer<Transaction>>of(
            tx -> tx.get(foreign), tx -> tx.set(foreign, 1L), tx -> tx.predict(says, foreign))) {
            assertThatThrownBy(() -> run(kind, use))
                .isInstanceOf(EventException.class).hasMessageContaining("another steward");
        }
    }

    @ParameterizedTest
    @MethodSource("stewards")
    void aTransactionIsForOneThread(final String kind) {
        assertThatThrownBy(() -> run(kind, tx -> {
            final Throwable[] caught = new Throwable[1];
            final Thread other = new Thread(() -> tx.get(tx.cell(NUMBER, 0)));
            other.setUncaughtExceptionHandler((thread, e) -> caught[0] = e);
            other.start();
            try {
                other.join();
            } catch (final InterruptedException e) {
                throw new IllegalStateException(e);
            }
            throw new IllegalStateException(caught[0]);
        })).isInstanceOf(EventException.class).hasMessageContaining("another thread");
    }

    @ParameterizedTest
    @MethodSource("stewards")
    void anEventHasOnlyItsTransaction(final String kind) {
        final Steward steward = steward(kind);
        steward.insert(5, Id.of(0, 1), new Act("greedy", tx -> steward.insert(9, Id.of(0, 1), adds(1))));
        assertThatThrownBy(() -> steward.advanceTo(10))
            .isInstanceOf(EventException.class).hasMessageContaining("greedy").hasMessageContaining("only its");
    }

    @ParameterizedTest
    @MethodSource("stewards")
    void aForgottenVersionCannotBeRead(final String kind) {
        final Steward steward = steward(kind);
        steward.insert(5, Id.of(0, 1), adds(1));
        steward.advanceTo(10);
        steward.forgetBefore(8);
        assertThatThrownBy(() -> steward.snapshot(6)).hasMessageContaining("forgotten");
        assertThatThrownBy(() -> steward.history(7, 9)).isInstanceOf(StewardException.class);
        assertThatThrownBy(() -> steward.insert(7, Id.of(0, 1), adds(1))).hasMessageContaining("frozen");
        assertThat(value(steward, 10)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"log", "replay"})
    void aListenerThatFailsIsToldAndNothingElseIsLost(final String kind) {
        says.then = (subject, forecast) -> forecast.predict(7, adds(10));
        final Steward steward = steward(kind);
        final List<Long> told = new ArrayList<>();
        steward.onChange(time -> {
            if (time == 5) {
                throw new NoClassDefFoundError("deaf");
            }
        });
        steward.onChange(told::add);
        steward.insert(5, Id.of(0, 1), new Act("asks", tx -> {
            adds(1).execute(tx);
            tx.predict(says, tx.cell(NUMBER, 0));
        }));
        assertThatThrownBy(() -> steward.advanceTo(10))
            .isInstanceOf(StewardException.class).hasMessageContaining("listener").hasMessageContaining("deaf");
        assertThat(value(steward, 10)).isEqualTo(11);
        assertThat(told).containsExactly(5L, 7L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"log", "replay"})
    void aListenerMustNotUseTheSteward(final String kind) {
        final Steward steward = steward(kind);
        steward.onChange(time -> steward.insert(time + 1, Id.of(0, 2), adds(10)));
        steward.insert(5, Id.of(0, 1), adds(1));
        assertThatThrownBy(() -> steward.advanceTo(10)).isInstanceOf(StewardException.class)
            .hasMessageContaining("a listener of changes").hasMessageContaining("used the steward itself");
        assertThat(value(steward, 10)).isEqualTo(1);
    }

    @Test
    void aPredictorWithoutANameIsNamedByItsPlace() {
        final Predictor<Long> nameless = new Predictor<>() {
            @Override
            public long id() {
                return 1;
            }

            @Override
            public CellType<Long> subject() {
                return FOREIGN;
            }

            @Override
            public Asking asking() {
                return Asking.ON_REQUEST;
            }

            @Override
            public void predict(final Cell<Long> subject, final Forecast forecast) {
                throw new AssertionError("never asked");
            }
        };
        assertThatThrownBy(() -> Physics.builder().cells(NUMBER).predictors(nameless).build())
            .hasMessageContaining("the predictor MisuseTest$").hasMessageContaining("(0x1)");
    }

    @ParameterizedTest
    @MethodSource("stewards")
    void anEventReadsNoSnapshot(final String kind) {
        final Steward steward = steward(kind);
        final List<Snapshot> kept = new ArrayList<>();
        steward.insert(5, Id.of(0, 1), new Act("peeps", tx -> kept.get(0).get(steward.cell(NUMBER, 0))));
        kept.add(steward.snapshot(4));
        assertThatThrownBy(() -> steward.advanceTo(10)).isInstanceOf(EventException.class)
            .hasMessageContaining("peeps").hasMessageContaining("only its transaction");
        assertThat(kept.get(0).get(steward.cell(NUMBER, 0))).isNull();
    }

    @Test
    void anEventThatIsRunBeforeItsTurnReadsNoSnapshot() {
        try (Workers workers = new Workers(2)) {
            final Steward steward = LogSteward.withHistory(physics).speculatingWith(workers);
            final List<Snapshot> kept = new ArrayList<>();
            says.then = (subject, forecast) ->
                forecast.predict(7, new Act("peeps", tx -> kept.get(0).get(steward.cell(NUMBER, 0))));
            final int many = 20;
            for (int i = 0; i < many; i++) {
                final int number = i;
                steward.insert(5, Id.of(0, i), new Act("asks", tx -> tx.predict(says, tx.cell(NUMBER, number))));
            }
            kept.add(steward.snapshot(5));
            assertThatThrownBy(() -> steward.advanceTo(10)).isInstanceOf(EventException.class)
                .hasMessageContaining("peeps").hasMessageContaining("only its transaction");
            assertThat(steward.statistics().speculated()).isPositive();
        }
    }

    @Test
    void aChangeThatIsBrokenOffInItsMiddleIsTheLast() {
        final Throwable cause = new OutOfMemoryError("no room");
        final List<Throwable> thrown = new ArrayList<>();
        final CellType<Long> odd = NUMBER.withEquality((one, other) -> {
            if (!thrown.isEmpty()) {
                throw (Error) thrown.get(0);
            }
            return one.equals(other);
        });
        final Physics itsOwn = Physics.builder().cells(odd).events(ACT).build();
        final Steward steward = LogSteward.withHistory(itsOwn);
        steward.insert(5, Id.of(0, 1), new Act("writes", tx -> tx.set(tx.cell(odd, 0), 1L)));
        steward.insert(7, Id.of(0, 1), new Act("reads", tx -> tx.set(tx.cell(odd, 1), tx.get(tx.cell(odd, 0)))));
        steward.advanceTo(10);
        final Snapshot before = steward.snapshot(10);
        thrown.add(cause);
        steward.insert(6, Id.of(0, 1), new Act("writes", tx -> tx.set(tx.cell(odd, 0), 2L)));
        assertThatThrownBy(() -> steward.advanceTo(10)).isSameAs(cause);
        thrown.clear();
        for (final Consumer<Steward> call : List.<Consumer<Steward>>of(
            own -> own.insert(20, Id.of(0, 1), adds(1)), own -> own.remove(5, Id.of(0, 1)), own -> own.step(10),
            own -> own.advanceTo(10), own -> own.snapshot(10), own -> own.history(0, 10),
            own -> own.forgetBefore(3), own -> own.freezeBefore(3), own -> own.onChange(time -> { }))) {
            assertThatThrownBy(() -> call.accept(steward)).isInstanceOf(StewardException.class).hasCause(cause)
                .hasMessageContaining("cannot go on").hasMessageContaining("OutOfMemoryError, no room");
        }
        assertThat(before.get(steward.cell(odd, 1))).isEqualTo(1);
    }

    private Steward run(final String kind, final Consumer<Transaction> what) {
        final Steward steward = steward(kind);
        steward.insert(5, Id.of(0, 1), new Act("act", what));
        steward.advanceTo(20);
        return steward;
    }

    private static Act adds(final long amount) {
        return new Act("adds " + amount, tx -> {
            final Cell<Long> cell = tx.cell(NUMBER, 0);
            final Long before = tx.get(cell);
            tx.set(cell, (before == null ? 0 : before) + amount);
        });
    }

    private static long value(final Steward steward, final long time) {
        steward.advanceTo(time);
        try (Snapshot snapshot = steward.snapshot(steward.now() > time ? steward.now() : time)) {
            final Long value = snapshot.get(steward.cell(NUMBER, 0));
            return value == null ? 0 : value;
        }
    }

    /** The body of a predictor. */
    private interface Saying {
        void say(Cell<Long> subject, Forecast forecast);
    }

    /** An event that does what a test wants. */
    private record Act(String name, Consumer<Transaction> what) implements Event {
        @Override
        public EventType<?> type() {
            return ACT;
        }

        @Override
        public void execute(final Transaction tx) {
            what.accept(tx);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /** An event of a type that the physics does not have. */
    private record Stranger() implements Event {
        @Override
        public EventType<?> type() {
            return UNKNOWN;
        }

        @Override
        public void execute(final Transaction tx) {
            throw new AssertionError("never executed");
        }
    }

    /** A predictor that says what a test wants. */
    private static final class Says implements Predictor<Long> {
        private Saying then = (subject, forecast) -> { };

        @Override
        public long id() {
            return 0x3c2b1a0f9e8d7c6bL;
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
            then.say(subject, forecast);
        }
    }
}
