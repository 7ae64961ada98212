package io.takt.steward.scenario;

/**
 * The arithmetic of hard spheres of diameter 1 and mass 1 in a periodic square or cube. Time is counted in ticks.
 * Positions are not wrapped; differences of positions are. Immutable.
 */
final class SphereBox {
    /** Ticks in a unit of time. */
    static final double TICKS = 0x1.0p32;
    static final double TICK = 0x1.0p-32;
    static final long NEVER = Long.MAX_VALUE;

    /** How much wider than a sphere a box of the grid is, at least. */
    private static final double SLACK = 1.01;

    final int dimensions;
    final double side;
    /** Boxes of the grid along a side. */
    final int boxes;
    final double boxWidth;
    private final double perSide;
    private final int columns;

    SphereBox(final int dimensions, final int spheres, final double packing) {
        this.dimensions = dimensions;
        final double occupied = spheres * (dimensions == 2 ? StrictMath.PI / 4 : StrictMath.PI / 6) / packing;
        side = dimensions == 2 ? Math.sqrt(occupied) : StrictMath.cbrt(occupied);
        perSide = 1 / side;
        boxes = (int) (side / SLACK);
        boxWidth = side / boxes;
        int least = 1;
        while (power(least) < spheres) {
            least++;
        }
        columns = least;
        if (boxes < 3) {
            throw new IllegalArgumentException(spheres + " bodies are too few for a periodic grid of 3 boxes a side");
        }
        if (columns > side) {
            throw new IllegalArgumentException(
                "a packing of " + packing + " is too dense to begin on a square lattice; at most "
                    + (float) (packing * power(side / columns)) + " fits " + spheres + " bodies");
        }
    }

    private double power(final double of) {
        return dimensions == 2 ? of * of : of * of * of;
    }

    double volume() {
        return power(side);
    }

    /** The nearest image. */
    double wrapped(final double difference) {
        return difference - side * Math.rint(difference * perSide);
    }

    /** Within the first image. */
    double inside(final double position) {
        final double at = position - side * Math.floor(position / side);
        return Math.min(at, side);
    }

    int place(final double position) {
        return (int) Math.floor(position / boxWidth);
    }

    /** The number of a box of the grid; the sum of what x, y and z alone give. */
    int box(final int x, final int y, final int z) {
        return index(x) + boxes * (index(y) + boxes * index(z));
    }

    /** The place within the first image. */
    int index(final int place) {
        return place >= 0 && place < boxes ? place : Math.floorMod(place, boxes);
    }

    /** The index beside another, -1 or 1 away, or 0. */
    int beside(final int index, final int by) {
        final int beside = index + by;
        return beside < 0 ? boxes - 1 : beside == boxes ? 0 : beside;
    }

    /**
     * Ticks until two touch that are now apart by d, and whose d . v, v . v and d . d are these; at once if they
     * overlap, by rounding, and approach.
     */
    static long collision(final double approach, final double speed, final double distance) {
        if (approach >= 0) {
            return NEVER;
        }
        final double gap = distance - 1;
        if (gap <= 0) {
            return 0;
        }
        final double root = approach * approach - speed * gap;
        return root <= 0 ? NEVER : (long) (gap / (Math.sqrt(root) - approach) * TICKS);
    }

    /** Ticks until a coordinate leaves its box of the grid. */
    long crossing(final double at, final double speed, final int box) {
        if (speed == 0) {
            return NEVER;
        }
        final double time = ((speed > 0 ? box + 1 : box) * boxWidth - at) / speed;
        return time <= 0 ? 0 : (long) (time * TICKS);
    }

    /** Where a sphere is at the beginning: on a square lattice. */
    double start(final int sphere, final int dimension) {
        int index = sphere;
        for (int d = 0; d < dimension; d++) {
            index /= columns;
        }
        return (index % columns + 0.5) * side / columns;
    }
}
