package io.takt.steward.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.steward.Asking;
import io.takt.steward.Cell;
import io.takt.steward.CellType;
import io.takt.steward.Codec;
import io.takt.steward.Event;
import io.takt.steward.EventRecord;
import io.takt.steward.EventType;
import io.takt.steward.ExtendedTime;
import io.takt.steward.Id;
import io.takt.steward.Physics;
import io.takt.steward.Predictor;
import io.takt.steward.StateInput;
import io.takt.steward.Transaction;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What an event has read is told as it was, however many cells of whatever keys those are, and whenever one asks. */
class ReadLogTest {
    private static final int RUNS = 10;
    private static final int EVENTS = 200;
    /** More than have numbers of their own in the log. */
    private static final int TYPES = CellTable.TABLES + 3;
    private static final List<CellType<Long>> CELLS = types();
    private static final EventType<Visit> VISIT = EventType.of(0x93b7d0e64f8a2c15L, "visit", Visit.class,
        Codec.of((event, out) -> out.writeLong(event.number), in -> {
            throw new UnsupportedOperationException();
        }));
    /** Reads of cells side by side that take more than a block of the log. */
    private static final int WIDE = 20_000;
    private static final Predictor<Long> SUM =
        Predictor.of("sum", CELLS.get(0), Asking.ON_REQUEST, (subject, forecast) -> {
            long sum = 0;
            for (int key = 0; key < WIDE; key++) {
                final Long value = forecast.get(CELLS.get(0), key);
                sum += value == null ? 0 : value;
            }
            forecast.predict(forecast.time() + 5, new Visit(sum, List.of(), subject), subject);
        });
    private static final Physics PHYSICS = Physics.builder().cells(CELLS.toArray(CellType[]::new)).events(VISIT)
        .events(Ask.class).predictors(SUM).build();

    private final GraphSteward steward = GraphSteward.withHistory(PHYSICS);

    private static List<CellType<Long>> types() {
        final List<CellType<Long>> types = new ArrayList<>();
        for (int i = 0; i < TYPES; i++) {
            types.add(CellType.of(i, "type " + i,
                Codec.of((value, out) -> out.writeLong(value), StateInput::readLong)));
        }
        return types;
    }

    @Test
    void readsAreToldAsTheyWere() {
        for (int seed = 0; seed < RUNS; seed++) {
            new ReadLogTest().run(new Random(seed));
        }
    }

    @Test
    void aPredictorThatHasReadMoreThanABlockIsAskedAgainForTheLastOfIt() {
        final Cell<Long> subject = steward.cell(CELLS.get(0), 0);
        steward.insert(10, Id.of(0, 0), new Ask());
        steward.advanceTo(20);
        assertThat(steward.get(subject, 20)).isZero();
        steward.insert(5, Id.of(0, 1), new Visit(7, List.of(), steward.cell(CELLS.get(0), WIDE - 1)));
        steward.advanceTo(20);
        assertThat(steward.get(subject, 20)).isEqualTo(7);
    }

    @Test
    void actionsThatAreTakenOverCountAmongThoseWhoseReadsAreKeptAsVersions() {
        final Work work = new Work(PHYSICS, true);
        work.pastChangedAfter(1);
        work.pastChangedAfter(0);
        for (int i = 0; i < 3; i++) {
            final Prediction prediction = new Prediction(null, ExtendedTime.BEGINNING);
            prediction.speculation(new Speculation(0, true));
            assertThat(work.takeOver(prediction)).isTrue();
            assertThat(work.reads() == Work.LOGGED).isEqualTo(i == 2);
        }
    }

    private void run(final Random random) {
        for (int i = 0; i < EVENTS; i++) {
            visit(random, i);
            if (random.nextInt(EVENTS / 4) == 0) {
                steward.advanceTo(10L * i);
                steward.forgetBefore(10L * random.nextInt(i + 1));
                check(10L * random.nextInt(i + 1), 10L * i);
            } else if (random.nextInt(EVENTS / 4) == 0) {
                steward.advanceTo(10L * i);
                final long time = Math.max(steward.frozenBefore(), 10L * random.nextInt(i + 1) + 1);
                steward.insert(time, Id.of(0, EVENTS + i), new Visit(random.nextLong(), cells(random), cell(random)));
            }
        }
        check(0, 10L * EVENTS);
    }

    private void visit(final Random random, final int number) {
        steward.insert(10L * number, Id.of(0, number), new Visit(random.nextLong(), cells(random), cell(random)));
    }

    private List<Cell<Long>> cells(final Random random) {
        final List<Cell<Long>> cells = new ArrayList<>();
        for (int left = random.nextInt(10) == 0 ? random.nextInt(2_000) : random.nextInt(40); left > 0; left--) {
            cells.add(random.nextInt(3) == 0 && !cells.isEmpty() ? cells.get(random.nextInt(cells.size()))
                : cell(random));
        }
        return cells;
    }

    private Cell<Long> cell(final Random random) {
        final CellType<Long> type = CELLS.get(random.nextInt(TYPES));
        return switch (random.nextInt(4)) {
            case 0 -> steward.cell(type, Id.of(random.nextInt(3), random.nextInt(5)));
            case 1 -> steward.cell(type, -random.nextInt(5));
            case 2 -> steward.cell(type, random.nextInt(1 << 13));
            default -> steward.cell(type, random.nextInt(20));
        };
    }

    private void check(final long from, final long to) {
        final long first = Math.max(from, steward.forgottenBefore());
        final List<EventRecord> history = steward.history(first, Math.max(first, to));
        final Iterator<EventRecord> all = history.iterator();
        final List<EventRecord> given = new ArrayList<>();
        steward.forEachEvent(first, Math.max(first, to), event -> {
            given.add(event);
            if (given.size() % 2 == 0) {
                assertThat(event).isEqualTo(all.next());
            } else {
                assertThat(event.at()).isEqualTo(all.next().at());
            }
        });
        assertThat(all.hasNext()).isFalse();
        for (int i = 0; i < given.size(); i++) {
            final EventRecord event = given.get(i);
            if (i % 2 == 0) {
                assertThatThrownBy(() -> event.reads().size()).hasMessageContaining(event.at() + " has read");
            } else {
                assertThat(event).isEqualTo(history.get(i));
            }
        }
        for (final EventRecord record : history) {
            final long before = record.at().base() - 1;
            assertThat(record.reads()).isEqualTo(((Visit) record.event()).reads.stream().distinct()
                .map(cell -> new EventRecord.Access(cell, steward.get(cell, before))).toList());
        }
    }

    private record Ask() implements Event {
        @Override
        public void execute(final Transaction tx) {
            tx.predict(SUM, tx.cell(CELLS.get(0), 0));
        }
    }

    /** Reads cells and writes one. */
    private record Visit(long number, List<Cell<Long>> reads, Cell<Long> written) implements Event {
        @Override
        public EventType<?> type() {
            return VISIT;
        }

        @Override
        public void execute(final Transaction tx) {
            for (final Cell<Long> cell : reads) {
                if (cell.key().high() == 0) {
                    tx.get(cell.type(), cell.number());
                } else {
                    tx.get(cell);
                }
            }
            tx.set(written, number);
        }
    }
}
