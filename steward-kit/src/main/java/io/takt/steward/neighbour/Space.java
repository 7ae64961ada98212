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
    /** How many grid cells a body may cover at once. */
    public static final int MAX_COVERED = 1 << 16;

    private final int[] cells;
    private final boolean periodic;

    /**
     * For the profiles.
     *
     * @param cells    how many in each dimension, at least 1.
     * @param periodic whether what leaves at one end comes back at the other.
     */
    protected Space(final int[] cells, final boolean periodic) {
        if (cells.length < 1 || cells.length > 3) {
            throw new IllegalArgumentException("a space of " + cells.length + " dimensions, only 1 to 3 can be");
        }
        for (final int count : cells) {
            if (count < 1) {
                throw new IllegalArgumentException("a grid needs cells: " + Arrays.toString(cells));
            }
        }
        this.cells = cells.clone();
        this.periodic = periodic;
    }

    /**
     * In how many dimensions.
     *
     * @return 1 to 3.
     */
    public final int dimensions() {
        return cells.length;
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
     * @param body any.
     * @param time when, as stewards count it.
     * @return never null; more than {@link #MAX_COVERED} are an error.
     */
    final Region region(final B body, final long time) {
        final long[] ends = new long[2 * cells.length];
        double covered = 1;
        for (int d = 0; d < cells.length; d++) {
            ends[2 * d] = clamped(index(body, d, time, -1), d);
            ends[2 * d + 1] = clamped(index(body, d, time, 1), d);
            if (ends[2 * d] > ends[2 * d + 1]) {
                throw new StewardException("a body has an extent below 0: " + body);
            }
            covered *= Math.min(cells[d], ends[2 * d + 1] - ends[2 * d] + 1);
        }
        if (covered > MAX_COVERED) {
            throw new StewardException(
                "a body covers more than " + MAX_COVERED + " cells of the grid, which needs larger cells: " + body);
        }
        return new Region(ends);
    }

    /** When the cells that a body covers are others; the greatest long if never. */
    final long crossing(final B body, final Region region, final long from) {
        long until = Long.MAX_VALUE;
        for (int d = 0; d < cells.length; d++) {
            until = Math.min(until, leaves(body, d, -1, region.first(d), from, until));
            if (hasExtent(body) || region.first(d) != region.last(d)) {
                until = Math.min(until, leaves(body, d, 1, region.last(d), from, until));
            }
        }
        return until;
    }

    final boolean outermost(final long index, final int dimension, final int side) {
        return !periodic && index == (side < 0 ? 0 : cells[dimension] - 1);
    }

    /** The number of a cell, of indices that may have to be wrapped around. */
    final long number(final long x, final long y, final long z) {
        long number = wrapped(x, cells[0]);
        if (cells.length > 1) {
            number = number * cells[1] + wrapped(y, cells[1]);
        }
        return cells.length > 2 ? number * cells[2] + wrapped(z, cells[2]) : number;
    }

    /** Mostly it is in the space, and there is no need to divide. */
    private static long wrapped(final long index, final int length) {
        return index >= 0 && index < length ? index : Math.floorMod(index, length);
    }

    /** How many cells of a range there are, each counted once. */
    final int count(final Region region, final int dimension) {
        return dimension >= cells.length ? 1
            : (int) Math.min(cells[dimension], region.last(dimension) - region.first(dimension) + 1);
    }

    private long clamped(final long index, final int dimension) {
        return periodic ? index : Math.max(0, Math.min(cells[dimension] - 1, index));
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
