package io.takt.steward.neighbour;

import io.takt.steward.trajectory.IntegerContact;
import io.takt.steward.trajectory.IntegerTrajectory;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * A space of bodies on integer trajectories. Two bodies whose closed boxes overlap at a tick have a cell in common at
 * that tick, exactly.
 *
 * <p>Immutable.
 *
 * @param <B> of the bodies.
 */
public final class IntegerSpace<B> extends Space<B> {
    private final long[] low;
    private final long[] size;
    private final Function<? super B, IntegerTrajectory> trajectory;
    private final ToLongFunction<? super B> extent;

    private IntegerSpace(
        final long[] low, final long[] size, final int[] cells, final boolean periodic,
        final Function<? super B, IntegerTrajectory> trajectory, final ToLongFunction<? super B> extent) {
        super(cells, periodic);
        if (low.length != cells.length || size.length != cells.length) {
            throw new IllegalArgumentException("lower ends, cell sizes and cells must be given for each dimension");
        }
        for (int d = 0; d < cells.length; d++) {
            if (size[d] < 1) {
                throw new IllegalArgumentException("cells must have a size, not " + size[d]);
            }
            Math.addExact(low[d], Math.multiplyExact(size[d], cells[d]));
        }
        this.low = low.clone();
        this.size = size.clone();
        this.trajectory = trajectory;
        this.extent = extent;
    }

    /**
     * A space with ends.
     *
     * @param <B>        of the bodies.
     * @param low        the lower end, for each dimension.
     * @param size       of a cell, at least 1, for each dimension.
     * @param cells      how many, for each dimension, 1 to 3 of them.
     * @param trajectory of a body.
     * @param extent     of a body to each side of its position, at least 0: its radius, for instance, or half of a
     *                   distance that is to be noticed.
     * @return never null.
     */
    public static <B> IntegerSpace<B> bounded(
        final long[] low, final long[] size, final int[] cells,
        final Function<? super B, IntegerTrajectory> trajectory, final ToLongFunction<? super B> extent) {
        return new IntegerSpace<>(low, size, cells, false, trajectory, extent);
    }

    /**
     * A space whose ends are joined.
     *
     * @param <B>        of the bodies.
     * @param low        the lower end, for each dimension.
     * @param size       of a cell, at least 1, for each dimension.
     * @param cells      how many, for each dimension, 1 to 3 of them.
     * @param trajectory of a body; positions must stay within 2^31 laps around the space.
     * @param extent     of a body to each side of its position, at least 0.
     * @return never null.
     */
    public static <B> IntegerSpace<B> periodic(
        final long[] low, final long[] size, final int[] cells,
        final Function<? super B, IntegerTrajectory> trajectory, final ToLongFunction<? super B> extent) {
        return new IntegerSpace<>(low, size, cells, true, trajectory, extent);
    }

    /**
     * How far it is around.
     *
     * @param dimension from 0.
     * @return from the lower end to the upper one.
     */
    public long length(final int dimension) {
        return size[dimension] * cells(dimension);
    }

    @Override
    protected boolean hasExtent(final B body) {
        return extent.applyAsLong(body) != 0;
    }

    @Override
    protected long index(final B body, final int dimension, final long time, final int side) {
        final long end = Math.addExact(
            trajectory.apply(body).position(dimension, time), side * extent.applyAsLong(body));
        return Math.floorDiv(Math.subtractExact(end, low[dimension]), size[dimension]);
    }

    @Override
    protected long leaves(
        final B body, final int dimension, final int side, final long index, final long from, final long until) {
        final IntegerTrajectory path = trajectory.apply(body);
        final long border = Math.subtractExact(
            Math.addExact(low[dimension], Math.multiplyExact(index, size[dimension])),
            side * extent.applyAsLong(body));
        final long below = outermost(index, dimension, -1) ? Long.MAX_VALUE
            : IntegerContact.below(path, dimension, border, from, until);
        final long above = outermost(index, dimension, 1) ? Long.MAX_VALUE
            : IntegerContact.atLeast(
                path, dimension, Math.addExact(border, size[dimension]), from, Math.min(below, until));
        return Math.min(below, above);
    }
}
