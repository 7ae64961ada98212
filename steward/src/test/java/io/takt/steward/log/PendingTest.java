package io.takt.steward.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.steward.Asking;
import io.takt.steward.CellType;
import io.takt.steward.Event;
import io.takt.steward.ExtendedTime;
import io.takt.steward.Physics;
import io.takt.steward.Predictor;
import io.takt.steward.Transaction;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The slots that come up and a sorted map have the same first one, whatever is done to them. */
class PendingTest {
    private static final int SLOTS = 200;
    private static final int OPERATIONS = 20_000;
    /** So that some are due at the same one. */
    private static final int TIMES = 300;
    private static final CellType<Long> NUMBER = CellType.of("number", Long.class);
    private static final Predictor<Long> NEXT = Predictor.of("next", NUMBER, Asking.ON_REQUEST,
        (cell, forecast) -> { });
    private static final Event NOTHING = new Nothing();

    private final Random random = new Random(5);
    private final Tables tables =
        new Tables(Physics.builder().cells(NUMBER).events(Nothing.class).predictors(NEXT).build());
    private final Pending pending = new Pending(tables);
    private final TreeMap<ExtendedTime, Integer> expected = new TreeMap<>();

    record Nothing() implements Event {
        @Override
        public void execute(final Transaction tx) {
        }
    }

    private ExtendedTime due(final int slot) {
        return tables.answers[slot].due(tables.slots()[slot]);
    }

    @Test
    void theFirstOneIsThatOfASortedMap() {
        for (int i = 0; i < SLOTS; i++) {
            tables.slot(NEXT, tables.cell(NUMBER, i));
        }
        pending.makeRoom();
        for (int i = 0; i < OPERATIONS; i++) {
            // They come and go, so that those far behind become the first ones, too.
            operate(i / SLOTS % 2 == 1);
            assertThat(pending.first()).isEqualTo(expected.isEmpty() ? -1 : expected.firstEntry().getValue());
            assertThat(pending.firstBase())
                .isEqualTo(expected.isEmpty() ? Long.MAX_VALUE : expected.firstKey().base());
        }
    }

    private void operate(final boolean comeUp) {
        final int slot = comeUp && !expected.isEmpty() ? pending.first() : random.nextInt(SLOTS);
        final int chance = random.nextInt(OPERATIONS);
        if (due(slot) != null) {
            expected.remove(due(slot));
        }
        if (chance < 5) {
            expected.clear();
            pending.clear();
        } else if (chance < OPERATIONS / 4) {
            pending.remove(slot);
        } else {
            final boolean never = comeUp || chance < OPERATIONS / 3;
            tables.answers[slot] = never ? Answer.nothing(ExtendedTime.BEGINNING, Answer.NO_CELLS)
                : Answer.of(null, ExtendedTime.BEGINNING, random.nextInt(TIMES), null, NOTHING, Answer.ABSENT, null,
                    Answer.ABSENT, null);
            pending.update(slot);
            if (!never) {
                expected.put(due(slot), slot);
            }
        }
    }
}
