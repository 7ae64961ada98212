package io.takt.steward.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.steward.Cell;
import io.takt.steward.CellType;
import io.takt.steward.Codec;
import io.takt.steward.Event;
import io.takt.steward.EventException;
import io.takt.steward.EventType;
import io.takt.steward.Id;
import io.takt.steward.Physics;
import io.takt.steward.StewardException;
import io.takt.steward.Transaction;
import java.io.IOException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Of a steward that broke down in the middle of an event nothing more is done, whatever the event makes of it; other
 * failures leave nothing behind.
 */
class BrokenTest {
    private static final CellType<Long> NUMBER = CellType.of("number", Long.class);
    private static final EventType<Act> ACT = EventType.of(0x2b7d90c6a1e5f384L, "act", Act.class,
        Codec.of((act, out) -> { }, in -> new Act(tx -> { })));
    private static final Physics PHYSICS = Physics.builder().cells(NUMBER).events(ACT).build();

    private final LogSteward steward = LogSteward.withHistory(PHYSICS);
    private final Throwable cause = new OutOfMemoryError("no room");

    private void breakDown() {
        steward.engine.work.breakDown(cause);
    }

    private void requireBroken() {
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> steward.advanceTo(20)).isInstanceOf(StewardException.class).hasCause(cause)
                .hasMessageContaining("cannot go on");
            assertThat(steward.now()).isEqualTo(Long.MIN_VALUE);
        }
    }

    @Test
    void anEventThatGoesOnChangesNothing() {
        steward.insert(10, Id.of(0, 1), new Act(tx -> breakDown()));
        requireBroken();
    }

    @Test
    void anEventThatThrowsSomethingElseChangesNothing() {
        steward.insert(10, Id.of(0, 1), new Act(tx -> {
            breakDown();
            throw new StewardException("something else");
        }));
        requireBroken();
    }

    @Test
    void theFirstCauseIsTold() {
        steward.insert(10, Id.of(0, 1), new Act(tx -> {
            breakDown();
            throw new IllegalStateException("something else");
        }));
        assertThatThrownBy(() -> steward.advanceTo(20)).hasMessage("something else");
        requireBroken();
    }

    static Stream<Throwable> failuresOfComparing() {
        return Stream.of(new IOException("no comparison"), new NullPointerException("no comparison"),
            new IllegalStateException("no comparison"));
    }

    @ParameterizedTest
    @MethodSource("failuresOfComparing")
    void afterComparingValuesHasFailedTheStewardGoesOn(final Throwable failure) {
        final boolean[] fails = {false};
        final CellType<Long> odd = NUMBER.withEquality((one, other) -> {
            if (fails[0]) {
                throwInSecret(failure);
            }
            return one.equals(other);
        });
        final LogSteward own = LogSteward.withHistory(Physics.builder().cells(odd).events(ACT).build());
        own.insert(5, Id.of(0, 1), new Act(tx -> tx.set(tx.cell(odd, 0), 1L)));
        own.insert(7, Id.of(0, 1), new Act(tx -> tx.set(tx.cell(odd, 1), tx.get(odd, 0))));
        own.advanceTo(10);
        fails[0] = true;
        own.insert(6, Id.of(0, 1), new Act(tx -> tx.set(tx.cell(odd, 0), 2L)));
        requireTwice(own, failure, "comparing two values of number");
        fails[0] = false;
        assertThat(own.get(own.cell(odd, 1), 10)).isEqualTo(2);
        fails[0] = true;
        own.remove(6, Id.of(0, 1));
        requireTwice(own, failure, "comparing two values of number");
        fails[0] = false;
        assertThat(own.get(own.cell(odd, 1), 10)).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("failuresOfComparing")
    void afterComparingEventsHasFailedTheStewardGoesOn(final Throwable failure) {
        final boolean[] fails = {false};
        final Cell<Long> cell = steward.cell(NUMBER, 0);
        steward.insert(5, Id.of(0, 1), new Act(tx -> tx.set(cell, 1L)));
        steward.insert(7, Id.of(0, 1), new Act(tx -> tx.set(cell, tx.get(cell) + 1)) {
            @Override
            public boolean equals(final Object other) {
                if (fails[0]) {
                    throwInSecret(failure);
                }
                return this == other;
            }

            @Override
            public int hashCode() {
                return 7;
            }
        });
        steward.advanceTo(10);
        fails[0] = true;
        steward.insert(6, Id.of(0, 1), new Act(tx -> tx.set(cell, 2L)));
        requireTwice(steward, failure, "comparing two events of class");
        fails[0] = false;
        assertThat(steward.get(cell, 10)).isEqualTo(3);
    }

    private static void requireTwice(final LogSteward failing, final Throwable failure, final String message) {
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> failing.advanceTo(10)).isInstanceOf(StewardException.class).hasCause(failure)
                .hasMessageStartingWith(message).hasMessageEndingWith("failed: no comparison");
        }
    }

    @SuppressWarnings("unchecked") // Any exception is taken for an unchecked one.
    private static <E extends Throwable> void throwInSecret(final Throwable e) throws E {
        throw (E) e;
    }

    @Test
    void anEventWhoseTextFailsTooIsToldWithWhyItFailed() {
        final IllegalStateException failure = new IllegalStateException("no move");
        steward.insert(10, Id.of(0, 1), new Act(tx -> {
            throw failure;
        }) {
            @Override
            public String toString() {
                throw new IllegalStateException("no text");
            }
        });
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> steward.advanceTo(20)).isInstanceOf(EventException.class).hasCause(failure)
                .hasMessageContaining("at 10/0/").hasMessageEndingWith("failed: no move");
        }
        steward.remove(10, Id.of(0, 1));
        steward.advanceTo(20);
        assertThat(steward.now()).isEqualTo(20);
    }

    /** Nothing would know what it depends on. */
    @Test
    void anEventThatReadsTheStewardFails() {
        final Cell<Long> cell = steward.cell(NUMBER, 0);
        steward.insert(10, Id.of(0, 1), new Act(tx -> steward.get(cell, 4)));
        steward.advanceTo(4);
        assertThatThrownBy(() -> steward.advanceTo(20)).isInstanceOf(EventException.class)
            .hasMessageContaining("only its transaction");
    }

    @Test
    void aWayOfRedoingMustBeGiven() {
        assertThatThrownBy(() -> steward.redoing(null)).isInstanceOf(NullPointerException.class)
            .hasMessageContaining("no way of working off changes");
    }

    /** Does what a test wants. */
    private static class Act implements Event {
        private final Consumer<Transaction> what;

        Act(final Consumer<Transaction> what) {
            this.what = what;
        }

        @Override
        public EventType<?> type() {
            return ACT;
        }

        @Override
        public void execute(final Transaction tx) {
            what.accept(tx);
        }
    }
}
