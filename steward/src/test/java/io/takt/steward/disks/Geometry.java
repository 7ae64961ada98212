package io.takt.steward.disks;

/**
 * The arithmetic of hard disks of diameter 1 and mass 1 in a periodic square, used by both programs so that they agree
 * in every bit. Time is counted in ticks. Positions are not wrapped; differences of positions are.
 */
final class Geometry {
    /** Ticks in a unit of time. */
    static final double TICKS = 0x1.0p32;
    static final double TICK = 0x1.0p-32;
    static final long NEVER = Long.MAX_VALUE;

    final int disks;
    final double side;
    /** Boxes of the grid along a side; each is wider than a disk. */
    final int boxes;
    final double boxWidth;
    private final double perSide;

    Geometry(final int disks, final double packing) {
        this.disks = disks;
        side = Math.sqrt(disks * StrictMath.PI / 4 / packing);
        boxes = (int) (side / 1.01);
        boxWidth = side / boxes;
        perSide = 1 / side;
    }

    /** The nearest image. */
    double wrapped(final double difference) {
        return difference - side * Math.rint(difference * perSide);
    }

    int box(final int x, final int y) {
        return Math.floorMod(x, boxes) + boxes * Math.floorMod(y, boxes);
    }

    /** Ticks until two disks touch that are now apart by (x, y) and move against each other by (u, v). */
    long collision(final double x, final double y, final double u, final double v) {
        final double approach = x * u + y * v;
        if (approach >= 0) {
            return NEVER;
        }
        final double gap = x * x + y * y - 1;
        if (gap <= 0) {
            return 0;
        }
        final double root = approach * approach - (u * u + v * v) * gap;
        return root <= 0 ? NEVER : (long) (gap / (Math.sqrt(root) - approach) * TICKS);
    }

    /** Ticks until a coordinate leaves its box. */
    long crossing(final double at, final double speed, final int box) {
        if (speed == 0) {
            return NEVER;
        }
        final double boundary = (speed > 0 ? box + 1 : box) * boxWidth;
        final double time = (boundary - at) / speed;
        return time <= 0 ? 0 : (long) (time * TICKS);
    }

    /** Where disks are at the beginning, by row and column. */
    double start(final int index) {
        final int columns = (int) Math.ceil(Math.sqrt(disks));
        return (index + 0.5) * side / columns;
    }

    int columns() {
        return (int) Math.ceil(Math.sqrt(disks));
    }
}
