package io.takt.steward.asset;

import io.takt.asset.message.Codec;
import io.takt.steward.Cell;
import io.takt.steward.CellType;
import io.takt.steward.Event;
import io.takt.steward.EventRecord;
import io.takt.steward.Physics;
import io.takt.steward.Predictor;
import io.takt.steward.Steward;
import io.takt.steward.Transaction;
import java.time.Duration;
import java.util.function.LongPredicate;

/** Islands with a number each, that waves change; now and then a wave sends a boat, which changes another island. */
record Islands(int count, long every) {
    static final CellType<Island> ISLAND = CellType.of("island", Island.class);
    static final String CHANNEL = "boat";

    private static final int LONGEST = 97;
    private static final Predictor<Island> WAVES = Predictor.of("waves", ISLAND, (cell, forecast) -> {
        final Island island = forecast.get(cell);
        forecast.predict(island.since + 1 + Math.floorMod(island.number, LONGEST), new Wave(cell.number()));
    });

    record Island(long number, long since) {
    }

    record Land(long island, long by) implements Event {
        @Override
        public void execute(final Transaction tx) {
            mix(tx, island, by);
        }
    }

    record Wave(long island) implements Event {
        @Override
        public void execute(final Transaction tx) {
            mix(tx, island, 1);
        }
    }

    private static void mix(final Transaction tx, final long key, final long by) {
        final Cell<Island> cell = tx.cell(ISLAND, key);
        final Island before = tx.get(cell);
        final long number = (before == null ? 1 : before.number) * 0x9e3779b97f4a7c15L + by + tx.time();
        tx.set(cell, new Island(number ^ number >>> 29, tx.time()));
    }

    static Physics physics() {
        return Physics.builder().cells(ISLAND).events(Land.class, Wave.class).predictors(WAVES).build();
    }

    /** The islands of a part. */
    void begin(final Steward steward, final LongPredicate own) {
        for (int i = 0; i < count; i++) {
            if (own.test(i)) {
                steward.insert(0, new Land(i, i));
            }
        }
    }

    /** Where a boat goes, and its number; null for none. */
    long[] boat(final EventRecord event) {
        final long number = ((Island) event.writes().get(0).value()).number;
        return Math.floorMod(number, every) > 0 ? null
            : new long[] {Math.floorMod(number >>> Byte.SIZE, (long) count), number};
    }

    Borders borders(final long delayNs, final LongPredicate own) {
        return Borders.after(Duration.ofNanos(delayNs)).crosses(CHANNEL, Codec.longs(), this::boat,
            boat -> own.test(boat[0]) ? new Land(boat[0], boat[1]) : null);
    }
}
