package io.takt.steward;

import java.util.Arrays;
import java.util.List;

/**
 * Physics that no author would think of: the actions of events and predictors are chosen by chance, which comes from a
 * number and from what they read. There are few values, so that the same comes about in different ways.
 *
 * <p>Cells have small numbers, great and negative ones, or 128 bits for keys; values are null, or equal but not
 * identical, are the same by an equality of their type or by identity alone, and pass on handles of cells.
 */
final class WildPhysics {
    /** The number of values of a cell; it may also be null. */
    static final int LEVELS = 3;

    private static final int MANY = 60;

    static final CellType<Knot> KNOT = CellType.of(0x51c2a7d09be8f364L, "knot", Codec.of(
        (knot, out) -> {
            out.writeInt(knot.level());
            writeOptional(knot.link(), out);
        },
        in -> {
            final int level = in.readInt();
            return new Knot(level, readOptional(in));
        }));
    static final CellType<Long> COUNT = CellType.of(0xe60b3f8192d5c74aL, "count",
        Codec.of((count, out) -> out.writeLong(count), StateInput::readLong));
    static final CellType<long[]> TRACE = CellType.of(0x2d9f416be3870ac5L, "trace", Codec.of(
        (trace, out) -> {
            out.writeInt(trace.length);
            Arrays.stream(trace).forEach(out::writeLong);
        },
        in -> {
            final long[] trace = new long[in.readInt()];
            Arrays.setAll(trace, i -> in.readLong());
            return trace;
        })).withEquality(Arrays::equals);

    private static final CellType<Blob> BLOB = CellType.of(0x97e4d25c0a16b83fL, "blob",
        Codec.of((blob, out) -> out.writeInt(blob.level), in -> new Blob(in.readInt())));

    final EventType<WildDeed> deed = EventType.of(0x40b8d7e6135fa29cL, "deed", WildDeed.class, Codec.of(
        (done, out) -> {
            out.writeLong(done.seed());
            writeOptional(done.link(), out);
        },
        in -> {
            final long seed = in.readLong();
            return new WildDeed(this, seed, readOptional(in));
        }));
    final EventType<Whim> whim = EventType.of(0xb35e9c104f7a2d68L, "whim", Whim.class,
        Codec.of((done, out) -> out.writeEvent(done.deed), in -> new Whim((WildDeed) in.readEvent())));
    final CellType<Blob> blob;
    final List<WildGuess<?>> guesses;
    /** Of which all chance comes. */
    final long seed;
    /** Whether what is written alike is the same, and the other way round, as an audit demands. */
    final boolean comparable;
    /** Whether events and predictors fail now and then, depending on the values that they read. */
    final boolean failing;

    /** How many cells of each type there are beside the usual ones: in some worlds so many that all tables grow. */
    final int moreCells;

    private final Physics physics;

    private WildPhysics(final long seed, final boolean comparable, final boolean failing) {
        this.seed = seed;
        this.comparable = comparable;
        this.failing = failing;
        moreCells = seed % 8 == 3 ? MANY : 0;
        blob = comparable ? BLOB.withEquality((one, other) -> one.level == other.level) : BLOB;
        guesses = List.of(
            new WildGuess<>(this, KNOT, 0x1a8c03e5d7f9b246L, asking(0), false),
            new WildGuess<>(this, KNOT, 0x6f27b4d98e1c05a3L, asking(1), false),
            new WildGuess<>(this, KNOT, 0xc9d05e7a38f16b42L, asking(2), true),
            new WildGuess<>(this, COUNT, 0x83b6f1240ad9ce57L, asking(3), false),
            new WildGuess<>(this, COUNT, 0x0e5d92c74b38fa61L, asking(4), true),
            new WildGuess<>(this, TRACE, 0xf47a1b8e2c605d39L, asking(5), false));
        physics = Physics.builder().cells(KNOT, COUNT, TRACE, blob).events(deed, whim)
            .predictors(guesses.toArray(Predictor[]::new)).salt(seed).build();
    }

    /** In a third of the worlds only events ask, in another one only writing does, and in the others either. */
    private Asking asking(final int guess) {
        final boolean writing = seed % 3 == 1 || seed % 3 == 2 && (seed >> guess & 1) == 1;
        return writing ? Asking.AUTOMATIC : Asking.ON_REQUEST;
    }

    static WildPhysics of(final long seed) {
        return new WildPhysics(seed, false, false);
    }

    static WildPhysics comparable(final long seed) {
        return new WildPhysics(seed, true, false);
    }

    static WildPhysics failing(final long seed) {
        return new WildPhysics(seed, false, true);
    }

    Physics physics() {
        return physics;
    }

    /** The seed. */
    @Override
    public String toString() {
        return "wild " + seed;
    }

    private static void writeOptional(final Cell<?> cell, final StateOutput out) {
        out.writeBoolean(cell != null);
        if (cell != null) {
            out.writeCell(cell);
        }
    }

    private static Cell<?> readOptional(final StateInput in) {
        return in.readBoolean() ? in.readCell() : null;
    }

    /** A value that knows a cell, or null. */
    record Knot(int level, Cell<?> link) {
    }

    /** Equal to nothing but itself. */
    static final class Blob {
        final int level;

        Blob(final int level) {
            this.level = level;
        }
    }

    /** An event that is equal to nothing but itself. */
    static final class Whim implements Event {
        private final WildDeed deed;

        Whim(final WildDeed deed) {
            this.deed = deed;
        }

        @Override
        public EventType<?> type() {
            return deed.world().whim;
        }

        @Override
        public void execute(final Transaction tx) {
            deed.execute(tx);
        }

        @Override
        public String toString() {
            return "Whim of " + deed;
        }
    }
}
