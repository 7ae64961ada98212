package io.takt.steward.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.steward.Cell;
import io.takt.steward.CellType;
import io.takt.steward.Codec;
import io.takt.steward.Event;
import io.takt.steward.EventRecord;
import io.takt.steward.EventType;
import io.takt.steward.Id;
import io.takt.steward.Physics;
import io.takt.steward.Snapshot;
import io.takt.steward.StateInput;
import io.takt.steward.StewardException;
import io.takt.steward.Transaction;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An event's reads and a cell's past are told as they were, whatever keys the cells have, and whenever one asks. */
class ReadsTest {
    private static final int RUNS = 10;
    private static final int EVENTS = 200;
    private static final int TYPES = 20;
    private static final List<CellType<Long>> CELLS = types();
    private static final EventType<Visit> VISIT = EventType.of(0x93b7d0e64f8a2c15L, "visit", Visit.class,
        Codec.of((event, out) -> out.writeLong(event.number), in -> {
            throw new UnsupportedOperationException();
        }));
    private static final Physics PHYSICS =
        Physics.builder().cells(CELLS.toArray(CellType[]::new)).events(VISIT).build();

    private LogSteward steward;
    private Random random;
    /** When there are events: one at each time, so that a cell held before it what it held at the time before. */
    private final Set<Long> times = new TreeSet<>();

    private static List<CellType<Long>> types() {
        final List<CellType<Long>> types = new ArrayList<>();
        for (int i = 0; i < TYPES; i++) {
            types.add(CellType.of(i, "type " + i,
                Codec.of((value, out) -> out.writeLong(value), StateInput::readLong)));
        }
        return types;
    }

    @ParameterizedTest
    @EnumSource
    void readsAreToldAsTheyWere(final Redoing way) {
        for (int seed = 0; seed < RUNS; seed++) {
            random = new Random(seed);
            steward = LogSteward.withHistory(PHYSICS).redoing(way);
            times.clear();
            run();
        }
    }

    private void run() {
        for (int i = 0; i < EVENTS; i++) {
            insert(10L * i);
            if (random.nextInt(EVENTS / 4) == 0) {
                steward.advanceTo(10L * i);
                steward.forgetBefore(10L * random.nextInt(i + 1));
                check(10L * random.nextInt(i + 1), 10L * i);
            } else if (random.nextInt(EVENTS / 8) == 0) {
                steward.advanceTo(10L * i);
                insert(Math.max(steward.frozenBefore(), 1 + 10L * random.nextInt(i + 1)) + random.nextInt(8));
                // Some of the changes are half done when cells are looked at.
                for (int steps = random.nextInt(20); steps > 0; steps--) {
                    steward.step(10L * i);
                }
                compareCells(i);
            }
        }
        check(0, 10L * EVENTS);
    }

    private void insert(final long time) {
        if (times.add(time)) {
            steward.insert(time, Id.of(0, time), new Visit(random.nextLong(), cells(), cell()));
        }
    }

    private List<Cell<Long>> cells() {
        final List<Cell<Long>> cells = new ArrayList<>();
        for (int left = random.nextInt(10) == 0 ? random.nextInt(2_000) : random.nextInt(40); left > 0; left--) {
            cells.add(random.nextInt(3) == 0 && !cells.isEmpty() ? cells.get(random.nextInt(cells.size())) : cell());
        }
        return cells;
    }

    private Cell<Long> cell() {
        final CellType<Long> type = CELLS.get(random.nextInt(TYPES));
        return switch (random.nextInt(4)) {
            case 0 -> steward.cell(type, Id.of(random.nextInt(3), random.nextInt(5)));
            case 1 -> steward.cell(type, -random.nextInt(5));
            case 2 -> steward.cell(type, random.nextInt(1 << 13));
            default -> steward.cell(type, random.nextInt(20));
        };
    }

    /** At times that are done, and later ones, each time first in another way. */
    private void compareCells(final int last) {
        final long first = steward.forgottenBefore() == Long.MIN_VALUE ? -1 : steward.forgottenBefore() - 1;
        for (int i = 0; i < 3; i++) {
            final long time = first + random.nextInt((int) (10L * last - first) + 1);
            final List<Long> told = new ArrayList<>();
            final List<Cell<Long>> cells = new ArrayList<>();
            for (int j = 0; j < 50; j++) {
                final Cell<Long> cell = cell();
                cells.add(cell);
                told.add(steward.get(cell, time));
            }
            try (Snapshot then = steward.snapshot(time)) {
                assertThat(told).isEqualTo(new ArrayList<>(cells.stream().map(then::get).toList()));
                then.cells().forEach(cell -> assertThat(steward.get(cell, time)).isEqualTo(then.get(cell)));
            }
        }
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
                assertThatThrownBy(() -> event.reads().size()).isInstanceOf(StewardException.class)
                    .hasMessageContaining(event.at() + " has read was asked for after it was given");
            } else {
                assertThat(event).isEqualTo(history.get(i));
            }
        }
        for (final EventRecord record : history) {
            try (Snapshot before = steward.snapshot(record.at().base() - 1)) {
                assertThat(record.reads()).isEqualTo(((Visit) record.event()).reads.stream().distinct()
                    .map(cell -> new EventRecord.Access(cell, before.get(cell))).toList());
            }
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
