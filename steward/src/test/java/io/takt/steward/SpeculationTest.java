package io.takt.steward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.steward.graph.GraphSteward;
import io.takt.steward.graph.Workers;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The result of an event that is run before its turn is kept if it holds, and leaves nothing behind if not. */
class SpeculationTest {
    private static final int CELLS = 64;
    private static final long ROUNDS = 40;
    private static final Codec<Long> LONG = Codec.of((value, out) -> out.writeLong(value), StateInput::readLong);
    private static final CellType<Long> NUMBER = CellType.of(0x1d5c0f3a82b6e947L, "number", LONG);

    private final Workers workers = new Workers(3);
    private final EventType<Tick> tick = EventType.of(0x62e1b7d09c3a5f69L, "tick", Tick.class, Codec.of(
        (event, out) -> out.writeLong(event.cell), in -> new Tick(in.readLong())));
    private final EventType<Start> start = EventType.of(0x72e1b7d09c3a5f69L, "start", Start.class, Codec.of(
        (event, out) -> { }, in -> new Start()));
    private final Next next = new Next();
    private final Physics physics = Physics.builder().cells(NUMBER).events(tick, start).predictors(next).build();
    /** An action of a tick beside counting. */
    private BiConsumer<Transaction, Cell<Long>> also = (tx, cell) -> { };

    @AfterEach
    void endThreads() {
        workers.close();
    }

    @Test
    void independentEventsAreTakenOver() {
        final GraphSteward helped = run(true);
        assertThat(state(helped)).isEqualTo(state(run(false)));
        assertThat(helped.statistics().takenOver()).isGreaterThan(CELLS * ROUNDS / 2);
    }

    @Test
    void dependentEventsAreRunInOrder() {
        also = (tx, cell) -> {
            final Cell<Long> shared = tx.cell(NUMBER, CELLS);
            tx.set(shared, tx.get(shared) * 31 + cell.number());
        };
        assertThat(state(run(true))).isEqualTo(state(run(false)));
    }

    @Test
    void cellsThatAreNewAreMadeInTurnEvenIfTheEventCatchesEverything() {
        also = (tx, cell) -> {
            long found;
            try {
                tx.set(tx.cell(NUMBER, 1_000 + tx.time()), cell.number());
                found = 1;
            } catch (final RuntimeException e) {
                found = 1_000;
            }
            tx.set(cell, tx.get(cell) + found);
        };
        assertThat(state(run(true))).isEqualTo(state(run(false)));
    }

    @Test
    void aFailureOnlyBeforeTheTurnIsNoError() {
        also = (tx, cell) -> {
            final Cell<Long> shared = tx.cell(NUMBER, CELLS);
            if (tx.time() % 2 == 1) {
                tx.set(shared, tx.time());
            } else if (tx.get(shared) != tx.time() - 1) {
                throw new IllegalStateException("before its turn");
            }
        };
        assertThat(state(run(true))).isEqualTo(state(run(false)));
    }

    @Test
    void anErrorBeforeItsTurnEndsNoThread() {
        final Set<Thread> failed = ConcurrentHashMap.newKeySet();
        also = (tx, cell) -> {
            if (Thread.currentThread().getName().startsWith("steward-worker") && failed.add(Thread.currentThread())) {
                throw new ExceptionInInitializerError("once for each thread");
            }
        };
        final GraphSteward steward = run(true);
        steward.advanceTo(20 * ROUNDS);
        final GraphSteward alone = run(false);
        assertThat(steward.digest(0, 20 * ROUNDS)).isEqualTo(alone.digest(0, 20 * ROUNDS));
    }

    @Test
    void aFailureInItsTurnIsReported() {
        final AtomicInteger calls = new AtomicInteger();
        also = (tx, cell) -> {
            if (tx.time() == 20 && cell.number() == 7) {
                calls.incrementAndGet();
                throw new IllegalStateException("out of order");
            }
        };
        final GraphSteward steward = GraphSteward.withHistory(physics).speculatingWith(workers);
        steward.insert(0, Id.of(0, 0), new Start());
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> steward.advanceTo(ROUNDS)).isInstanceOf(EventException.class)
                .hasMessageContaining("tick 7").hasMessageContaining("out of order");
        }
        assertThat(calls.get()).isGreaterThanOrEqualTo(2);
    }

    @Test
    void anEventThatUsesTheStewardIsToldInEveryThread() {
        final GraphSteward steward = GraphSteward.withHistory(physics).speculatingWith(workers);
        also = (tx, cell) -> steward.insert(1_000, Id.of(0, tx.time()), new Start());
        steward.insert(0, Id.of(0, 0), new Start());
        assertThatThrownBy(() -> steward.advanceTo(ROUNDS)).hasMessageContaining("tick")
            .hasMessageContaining("used the steward itself");
        try (Snapshot snapshot = steward.snapshot(0)) {
            assertThat(snapshot.fiatEvents()).isEmpty();
        }
    }

    private GraphSteward run(final boolean helped) {
        final GraphSteward steward = GraphSteward.withHistory(physics).speculatingWith(helped ? workers : null);
        steward.insert(0, Id.of(0, 0), new Start());
        steward.advanceTo(ROUNDS);
        return steward;
    }

    private static Id state(final GraphSteward steward) {
        return steward.digest(0, ROUNDS);
    }

    private final class Start implements Event {
        @Override
        public EventType<?> type() {
            return start;
        }

        @Override
        public void execute(final Transaction tx) {
            for (int i = 0; i <= CELLS; i++) {
                final Cell<Long> cell = tx.cell(NUMBER, i);
                tx.set(cell, 0L);
                if (i < CELLS) {
                    tx.predict(next, cell);
                }
            }
        }
    }

    private final class Tick implements Event {
        private final long cell;

        Tick(final long cell) {
            this.cell = cell;
        }

        @Override
        public EventType<?> type() {
            return tick;
        }

        @Override
        public void execute(final Transaction tx) {
            final Cell<Long> own = tx.cell(NUMBER, cell);
            tx.set(own, tx.get(own) + 1);
            also.accept(tx, own);
            tx.predict(next, own);
        }

        @Override
        public boolean equals(final Object other) {
            return other instanceof Tick && ((Tick) other).cell == cell;
        }

        @Override
        public int hashCode() {
            return Long.hashCode(cell);
        }

        @Override
        public String toString() {
            return "tick " + cell;
        }
    }

    private final class Next implements Predictor<Long> {
        @Override
        public long id() {
            return 0x3c7e9a51d2b8f064L;
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
            forecast.predict(forecast.time() + 1, new Tick(subject.number()), subject);
        }
    }
}
