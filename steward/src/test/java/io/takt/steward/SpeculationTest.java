package io.takt.steward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.takt.steward.log.LogSteward;
import io.takt.steward.log.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

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
    private final EventType<Deed> deed = EventType.of(0x52e1b7d09c3a5f69L, "deed", Deed.class, Codec.of(
        (event, out) -> out.writeLong(event.number), in -> new Deed(in.readLong())));
    private final Due due = new Due();
    private final Physics physics =
        Physics.builder().cells(NUMBER).events(tick, start, deed).predictors(next, due).build();
    /** An action of a tick beside counting. */
    private BiConsumer<Transaction, Cell<Long>> also = (tx, cell) -> { };
    /** What a deed with a number does. */
    private BiConsumer<Transaction, Long> deeds = (tx, number) -> { };

    @AfterEach
    void endThreads() {
        workers.close();
    }

    @Test
    void independentEventsAreTakenOver() {
        final LogSteward helped = run(true);
        assertThat(state(helped)).isEqualTo(state(run(false)));
        assertThat(helped.statistics().takenOver()).isGreaterThan(CELLS * ROUNDS / 2);
    }

    @Test
    void anEventThatReadsWhatItHasWrittenIsTakenOver() {
        also = (tx, cell) -> {
            final Cell<Long> other = tx.cell(NUMBER, CELLS);
            tx.set(other, cell.number());
            tx.set(cell, tx.get(other));
        };
        final LogSteward helped = run(true);
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
        final LogSteward steward = run(true);
        steward.advanceTo(20 * ROUNDS);
        final LogSteward alone = run(false);
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
        final LogSteward steward = LogSteward.withHistory(physics).speculatingWith(workers);
        steward.insert(0, Id.of(0, 0), new Start());
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> steward.advanceTo(ROUNDS)).isInstanceOf(EventException.class)
                .hasMessageContaining("tick 7").hasMessageContaining("out of order");
        }
        assertThat(calls.get()).isGreaterThanOrEqualTo(2);
    }

    @Test
    void anEventThatUsesTheStewardIsToldInEveryThread() {
        final LogSteward steward = LogSteward.withHistory(physics).speculatingWith(workers);
        also = (tx, cell) -> steward.insert(1_000, Id.of(0, tx.time()), new Start());
        steward.insert(0, Id.of(0, 0), new Start());
        assertThatThrownBy(() -> steward.advanceTo(ROUNDS)).hasMessageContaining("tick")
            .hasMessageContaining("used the steward itself");
        try (Snapshot snapshot = steward.snapshot(0)) {
            assertThat(snapshot.fiatEvents()).isEmpty();
        }
    }

    @Test
    @Timeout(60)
    void anEventReadsNoSnapshotInAnyThread() {
        final Thread own = Thread.currentThread();
        final CountDownLatch tried = new CountDownLatch(1);
        final AtomicInteger seen = new AtomicInteger();
        final LogSteward steward = LogSteward.withHistory(physics).speculatingWith(workers);
        steward.insert(0, Id.of(0, 0), new Start());
        final Cell<Long> any = steward.cell(NUMBER, 0);
        try (Snapshot snapshot = steward.snapshot(0)) {
            also = (tx, cell) -> {
                if (Thread.currentThread() == own) {
                    await(tried);
                    return;
                }
                try {
                    snapshot.get(any);
                    seen.incrementAndGet();
                } finally {
                    tried.countDown();
                }
            };
            steward.advanceTo(ROUNDS);
        }
        assertThat(seen).hasValue(0);
    }

    private static void await(final CountDownLatch latch) {
        try {
            latch.await();
        } catch (final InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void theLastEventsOfAnEndlessCascadeAreNamed() {
        deeds = (tx, number) -> {
            for (long cell = Math.max(1, number); cell <= (number == 0 ? 4 : number); cell++) {
                tx.set(tx.cell(NUMBER, cell), 5L);
                tx.predict(due, tx.cell(NUMBER, cell));
            }
        };
        final List<String> messages = new ArrayList<>();
        for (final Workers helpers : Arrays.asList(workers, null)) {
            final LogSteward steward = LogSteward.withoutHistory(physics).speculatingWith(helpers);
            steward.insert(0, Id.of(0, 0), new Deed(0));
            messages.add(catchThrowable(() -> steward.advanceTo(ROUNDS)).getMessage());
        }
        assertThat(messages.get(0)).isEqualTo(messages.get(1)).contains("the last events were deed");
    }

    /** An event happens a second time, of the same prediction, and writes something else. */
    @Test
    void aChangeInThePastDropsWhatWasRunBeforehand() {
        final AtomicBoolean fails = new AtomicBoolean(true);
        deeds = (tx, number) -> {
            if (number == 0) {
                LongStream.range(1, 40).forEach(cell -> tx.set(tx.cell(NUMBER, cell), Math.min(cell, 14)));
                LongStream.of(10, 13, 20, 21, 22, 23).forEach(cell -> tx.predict(due, tx.cell(NUMBER, cell)));
            } else if (number == 5) {
                tx.cancel(due, tx.cell(NUMBER, 10));
            } else if (number == 6) {
                tx.set(tx.cell(NUMBER, 1), 7L);
            } else if (number == 10) {
                tx.set(tx.cell(NUMBER, 2), tx.get(NUMBER, 1) + 1);
            } else if (number >= 20) {
                tx.set(tx.cell(NUMBER, number + 10), tx.get(NUMBER, 2));
            } else if (fails.get()) {
                throw new IllegalStateException("after those at 14 were run beforehand");
            }
        };
        final LogSteward steward = LogSteward.withHistory(physics).speculatingWith(workers);
        steward.insert(0, Id.of(0, 0), new Deed(0));
        assertThatThrownBy(() -> steward.advanceTo(ROUNDS)).hasMessageContaining("were run beforehand");
        steward.insert(5, Id.of(0, 0), new Deed(5));
        steward.advanceTo(10);
        steward.remove(5, Id.of(0, 0));

        fails.set(false);
        final LogSteward alone = LogSteward.withHistory(physics);
        alone.insert(0, Id.of(0, 0), new Deed(0));
        for (final LogSteward each : List.of(steward, alone)) {
            each.insert(6, Id.of(0, 0), new Deed(6));
        }
        assertThat(state(steward)).isEqualTo(state(alone));
        assertThat(steward.statistics().rounds()).isPositive();
    }

    private LogSteward run(final boolean helped) {
        final LogSteward steward = LogSteward.withHistory(physics).speculatingWith(helped ? workers : null);
        steward.insert(0, Id.of(0, 0), new Start());
        steward.advanceTo(ROUNDS);
        return steward;
    }

    private static Id state(final LogSteward steward) {
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

    private final class Deed implements Event {
        private final long number;

        Deed(final long number) {
            this.number = number;
        }

        @Override
        public EventType<?> type() {
            return deed;
        }

        @Override
        public void execute(final Transaction tx) {
            deeds.accept(tx, number);
        }

        @Override
        public String toString() {
            return "deed " + number;
        }
    }

    /** A deed of a cell's number, at the time that it holds. */
    private final class Due implements Predictor<Long> {
        @Override
        public long id() {
            return 0x4c7e9a51d2b8f064L;
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
            forecast.predict(forecast.get(subject), new Deed(subject.number()));
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
