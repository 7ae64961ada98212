package io.takt.steward.neighbour;

import io.takt.steward.StewardException;
import java.util.Arrays;

/**
 * Space with a grid of equal boxes, and how bodies lie in it. A body is a box around a point that moves on a
 * trajectory: its extent to each side, and half open cells. Bodies beyond the ends of a space that is not periodic
 * belong to the outermost cells. In a periodic space positions may go on for ever: trajectories do not wrap around.
 *
 * <p>Immutable.
 *
 * @param <B> of the bodies.
 */
public abstract class Space<B> {
    /**
     * How many grid cells a body may cover at once. One that is larger than a periodic space covers a cell once for
     * each lap, and each counts.
     */
    public static final int MAX_COVERED = 1 << 16;
    static final int MAX_DIMENSIONS = 3;

    private final int dimensions;
    /** Of three dimensions: one cell where there are fewer. */
    private final int[] cells;
    private final boolean periodic;

    /**
     * For the profiles.
     *
     * @param cells    how many in each dimension, at least 1.
     * @param periodic whether what leaves at one end comes back at the other.
     */
    protected Space(final int[] cells, final boolean periodic) {
        if (cells.length < 1 || cells.length > MAX_DIMENSIONS) {
            throw new IllegalArgumentException("a space of " + cells.length + " dimensions, only 1 to 3 can be");
        }
        for (final int count : cells) {
            if (count < 1) {
                throw new IllegalArgumentException("a grid needs cells: " + Arrays.toString(cells));
            }
        }
        dimensions = cells.length;
        this.cells = Arrays.copyOf(cells, MAX_DIMENSIONS);
        Arrays.fill(this.cells, dimensions, MAX_DIMENSIONS, 1);
        this.periodic = periodic;
    }

    /**
     * In how many dimensions.
     *
     * @return 1 to 3.
     */
    public final int dimensions() {
        return dimensions;
    }

    /**
     * How many grid cells there are.
     *
     * @param dimension from 0.
     * @return at least 1.
     */
    public final int cells(final int dimension) {
        return cells[dimension];
    }

    /**
     * Whether what leaves at one end comes back at the other.
     *
     * @return the same for all dimensions.
     */
    public final boolean periodic() {
        return periodic;
    }

    /**
     * The cells that a body covers.
     *
     * @param body   any.
     * @param time   when, as stewards count it.
     * @param before what it covered before; null if that is not known.
     * @return what it covered before, if that is the same; more than {@link #MAX_COVERED} are an error, and so is a
     *         cell more than 2^31 laps around the space.
     */
    final Region region(final B body, final long time, final Region before) {
        final long firstX = end(body, 0, time, -1);
        final long lastX = end(body, 0, time, 1);
        final long firstY = end(body, 1, time, -1);
        final long lastY = end(body, 1, time, 1);
        final long firstZ = end(body, 2, time, -1);
        final long lastZ = end(body, 2, time, 1);
        if (before != null && first(before, 0) == firstX && last(before, 0) == lastX && first(before, 1) == firstY
            && last(before, 1) == lastY && first(before, 2) == firstZ && last(before, 2) == lastZ) {
            return before;
        }
        if (firstX > lastX || firstY > lastY || firstZ > lastZ) {
            throw new StewardException("a body has an extent below 0: " + body);
        }
        if ((lastX - firstX + 1.0) * (lastY - firstY + 1.0) * (lastZ - firstZ + 1.0) > MAX_COVERED) {
            throw new StewardException(
                "a body covers more than " + MAX_COVERED + " cells of the grid, which needs larger cells: " + body);
        }
        final int lapX = lap(body, firstX, lastX, 0);
        final int lapY = lap(body, firstY, lastY, 1);
        final int lapZ = lap(body, firstZ, lastZ, 2);
        return new Region(
            (int) (firstX - (long) lapX * cells[0]), lapX, (int) (lastX - firstX) + 1,
            (int) (firstY - (long) lapY * cells[1]), lapY, (int) (lastY - firstY) + 1,
            (int) (firstZ - (long) lapZ * cells[2]), lapZ, (int) (lastZ - firstZ) + 1);
    }

    private long end(final B body, final int dimension, final long time, final int side) {
        if (dimension >= dimensions) {
            return 0;
        }
        final long index = index(body, dimension, time, side);
        return periodic ? index : Math.max(0, Math.min(cells[dimension] - 1, index));
    }

    /** Of the first of some cells; that of the last one is an int, too. */
    private int lap(final B body, final long first, final long last, final int dimension) {
        final long end = (long) cells[dimension] << Integer.SIZE - 1;
        if (first < -end || last >= end) {
            throw new StewardException("a body is more than 2^31 laps around the space: " + body);
        }
        return (int) Math.floorDiv(first, (long) cells[dimension]);
    }

    /** Whether a region is one that a body of this space can have. */
    final boolean has(final Region region) {
        double covered = 1;
        for (int d = 0; d < MAX_DIMENSIONS; d++) {
            final boolean around = periodic && d < dimensions;
            if (region.index(d) < 0 || region.index(d) >= cells[d] || region.count(d) < 1
                || last(region, d) >= (around ? (long) cells[d] << Integer.SIZE - 1 : cells[d])
                || !around && region.lap(d) != 0) {
                return false;
            }
            covered *= region.count(d);
        }
        return covered <= MAX_COVERED;
    }

    /** The first index of a region, as if the grid had no ends. */
    final long first(final Region region, final int dimension) {
        return (long) region.lap(dimension) * cells[dimension] + region.index(dimension);
    }

    private long last(final Region region, final int dimension) {
        return first(region, dimension) + region.count(dimension) - 1;
    }

    /** When the cells that a body covers are others; the greatest long if never. */
    final long crossing(final B body, final Region region, final long from) {
        long until = Long.MAX_VALUE;
        for (int d = 0; d < dimensions; d++) {
            until = Math.min(until, leaves(body, d, -1, first(region, d), from, until));
            if (hasExtent(body) || region.count(d) != 1) {
                until = Math.min(until, leaves(body, d, 1, last(region, d), from, until));
            }
        }
        return until;
    }

    final boolean outermost(final long index, final int dimension, final int side) {
        return !periodic && index == (side < 0 ? 0 : cells[dimension] - 1);
    }

    /** The number of a cell, of indices that may be beyond the end, on the next lap. */
    final long number(final int x, final int y, final int z) {
        return ((long) wrapped(x, 0) * cells[1] + wrapped(y, 1)) * cells[2] + wrapped(z, 2);
    }

    private int wrapped(final int index, final int dimension) {
        return index < cells[dimension] ? index : index % cells[dimension];
    }

    /** How many laps more an index is that may be beyond the end. */
    final int laps(final int index, final int dimension) {
        return index < cells[dimension] ? 0 : index / cells[dimension];
    }

    /**
     * Whether a body is more than a point.
     *
     * @param body any.
     * @return false if both its ends are always in the same cell.
     */
    protected abstract boolean hasExtent(B body);

    /**
     * The index of the cell in which an end of a body lies.
     *
     * @param body      any.
     * @param dimension from 0.
     * @param time      as stewards count it.
     * @param side      -1 for the lower end, 1 for the upper one.
     * @return as if the grid had no ends.
     */
    protected abstract long index(B body, int dimension, long time, int side);

    /**
     * When an end of a body leaves a cell.
     *
     * @param body      any.
     * @param dimension from 0.
     * @param side      -1 for the lower end, 1 for the upper one.
     * @param index     of the cell; the outermost ones of a space that is not periodic go on for ever.
     * @param from      as stewards count time.
     * @param until     what comes later does not matter.
     * @return the greatest long if it does not.
     */
    protected abstract long leaves(B body, int dimension, int side, long index, long from, long until);
}
