package io.takt.steward.asset;

import io.takt.steward.Cell;
import io.takt.steward.CellType;
import io.takt.steward.Event;
import io.takt.steward.Physics;
import io.takt.steward.Predictor;
import io.takt.steward.Steward;
import io.takt.steward.Transaction;

/** A ring of cells, each with a number that depends on all that happened to it and to the next cell, and when. */
final class Ring {
    static final int CELLS = 7;
    static final CellType<Value> VALUE = CellType.of("value", Value.class);

    private static final int LONGEST = 97;
    private static final Predictor<Value> FADES = Predictor.of("fades", VALUE, (cell, forecast) -> {
        final Value value = forecast.get(cell);
        forecast.predict(value.since + 1 + Math.floorMod(value.number, LONGEST), new Fade(cell.number()));
    });

    private Ring() {
    }

    static Physics physics(final long salt) {
        return Physics.builder().cells(VALUE).events(Push.class, Fade.class).predictors(FADES).salt(salt).build();
    }

    static void begin(final Steward steward) {
        for (int i = 0; i < CELLS; i++) {
            steward.insert(0, new Push(i, i));
        }
    }

    record Value(long number, long since) {
    }

    record Push(long cell, long by) implements Event {
        @Override
        public void execute(final Transaction tx) {
            mix(tx, cell, by);
        }
    }

    record Fade(long cell) implements Event {
        @Override
        public void execute(final Transaction tx) {
            final Value next = tx.get(tx.cell(VALUE, (cell + 1) % CELLS));
            mix(tx, cell, next == null ? 0 : next.number);
        }
    }

    private static void mix(final Transaction tx, final long key, final long by) {
        final Cell<Value> cell = tx.cell(VALUE, key);
        final Value before = tx.get(cell);
        final long number = (before == null ? 1 : before.number) * 0x9e3779b97f4a7c15L + by + tx.time();
        tx.set(cell, new Value(number ^ number >>> 29, tx.time()));
    }
}
