package io.takt.steward.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.steward.Cell;
import io.takt.steward.CellType;
import io.takt.steward.Event;
import io.takt.steward.Id;
import io.takt.steward.Physics;
import io.takt.steward.Snapshot;
import io.takt.steward.Transaction;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What an open snapshot sees, and that a closed one costs nothing. */
class OpenSnapshotsTest {
    private static final CellType<Long> NUMBER = CellType.of("number", Long.class);
    private static final Physics PHYSICS = Physics.builder().cells(NUMBER).events(Write.class).build();
    /** More than there is room for at first. */
    private static final int CELLS = 1_000;

    private final LogSteward steward = LogSteward.withHistory(PHYSICS);

    record Write(long key, long value) implements Event {
        @Override
        public void execute(final Transaction tx) {
            tx.set(tx.cell(NUMBER, key), value);
        }
    }

    @Test
    void cellsThatCameLaterAreEmpty() {
        try (Snapshot before = steward.snapshot(0)) {
            for (int i = 0; i < CELLS; i++) {
                steward.insert(1 + i, Id.of(0, 1), new Write(i, 5));
            }
            steward.advanceTo(CELLS);
            for (int i = 0; i < CELLS; i++) {
                final Cell<Long> cell = steward.cell(NUMBER, i);
                assertThat(before.get(cell)).isNull();
                assertThat(steward.get(cell, CELLS)).isEqualTo(5);
            }
            assertThat(before.cells()).isEmpty();
        }
    }

    @Test
    void aListenerMayReadOne() {
        final List<Long> seen = new ArrayList<>();
        try (Snapshot before = steward.snapshot(0)) {
            steward.onChange(time -> seen.add(before.get(steward.cell(NUMBER, 1))));
            steward.insert(1, Id.of(0, 1), new Write(1, 1));
            steward.advanceTo(1);
        }
        assertThat(seen).containsExactly((Long) null);
    }

    @Test
    void oneThatIsClosedIsForgottenWithTheNextWrite() {
        steward.snapshot(0).close();
        assertThat(steward.engine.snapshots.any).isTrue();
        steward.insert(1, Id.of(0, 1), new Write(1, 1));
        steward.advanceTo(1);
        assertThat(steward.engine.snapshots.any).isFalse();
    }
}
