package io.takt.steward;

import java.util.List;

/** One run of an event or predictor: its next action depends on its readings so far. */
final class WildMind {
    /** Great enough for equal ones not to be identical. */
    static final long FIRST_COUNT = 1_000;

    /** Cells that are in the array of their type, and that are found by hash. */
    private static final long[] NUMBERS = {0, 1, 17, 1 << 20, -1};
    private static final List<Id> KEYS = List.of(Id.of(1, 0), Id.hash(7));

    private static final long FIRST_MORE = 100;

    private final WildPhysics world;
    private final View view;
    private Cell<?> link;
    private DeterministicRandom chance;

    WildMind(final WildPhysics world, final View view, final long seed, final Cell<?> link) {
        this.world = world;
        this.view = view;
        this.link = link;
        chance = new DeterministicRandom(ExtendedTime.of(seed, 0, Id.of(0, 0)), world.seed);
    }

    int below(final int bound) {
        return chance.nextInt(bound);
    }

    /** A cell that it has come upon. */
    Cell<?> link() {
        return link;
    }

    /** Goes on in another way for each number. */
    void heed(final int what) {
        if (world.failing && below(80) == 0) {
            throwAnything(what);
        }
        chance = new DeterministicRandom(ExtendedTime.of(chance.nextLong(), what, Id.of(0, 0)));
    }

    /** All throwables count alike, even one that nothing declares. */
    @SuppressWarnings("unchecked")
    private <T extends Throwable> void throwAnything(final int what) throws T {
        final String why = "it does not like " + what;
        switch (below(6)) {
            case 0 -> throw new OutOfMemoryError(why);
            case 1 -> throw new NoClassDefFoundError(why);
            case 2 -> throw new ExceptionInInitializerError(why);
            case 3 -> throw new StackOverflowError(why);
            case 4 -> throw (T) new java.io.IOException(why);
            default -> throw new IllegalStateException(why);
        }
    }

    /** Reads a cell, and heeds all of it, some, nothing, or where it leads. */
    void look() {
        final Cell<?> cell = cell();
        final int level = level(cell);
        final int way = below(4);
        if (way == 0) {
            heed(level);
        } else if (way == 1) {
            heed(level / 2);
        } else if (way == 2 && level < WildPhysics.LEVELS && cell.type() == WildPhysics.KNOT) {
            link = ((WildPhysics.Knot) view.get(cell)).link();
        }
    }

    Cell<?> cell() {
        final int way = below(10);
        if (way == 0 && link != null) {
            return link;
        } else if (way < 5) {
            return cell(WildPhysics.KNOT);
        } else if (way < 8) {
            return cell(WildPhysics.COUNT);
        }
        return way == 8 ? cell(WildPhysics.TRACE) : cell(world.blob);
    }

    <V> Cell<V> cell(final CellType<V> type) {
        final int few = NUMBERS.length + KEYS.size();
        final int way = below(few + world.moreCells);
        if (way >= few) {
            return view.cell(type, FIRST_MORE + way);
        }
        return way < NUMBERS.length ? view.cell(type, NUMBERS[way]) : view.cell(type, KEYS.get(way - NUMBERS.length));
    }

    /** The value of a cell, as a number; {@link WildPhysics#LEVELS} if it has none. */
    int level(final Cell<?> cell) {
        final Object value = cell.key().high() == 0 && below(2) == 0 ? view.get(cell.type(), cell.number())
            : view.get(cell);
        if (value instanceof WildPhysics.Knot) {
            return ((WildPhysics.Knot) value).level();
        } else if (value instanceof Long) {
            return (int) ((Long) value - FIRST_COUNT);
        } else if (value instanceof long[]) {
            return ((long[]) value).length;
        }
        return value == null ? WildPhysics.LEVELS : ((WildPhysics.Blob) value).level;
    }
}
