package io.takt.steward.neighbour;

import io.takt.steward.trajectory.DoubleContact;
import io.takt.steward.trajectory.DoubleTrajectory;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * A space of bodies on double trajectories, whose unit of time is a tick of the steward; ticks are less than 2^53. Two
 * bodies whose boxes overlap at a tick have a cell in common: each box is taken a little larger, by some 2^-48 of the
 * largest number in the space, than the most that rounding its borders could lose.
 *
 * <p>Immutable.
 *
 * @param <B> of the bodies.
 */
public final class DoubleSpace<B> extends Space<B> {
    private static final double MARGIN = 0x1p-48;
    /** Above what rounding loses in a guess and a border, at most some 10 roundings each, as a part of all terms. */
    private static final double LOSS = 0x1p-46;
    /** The same for the time at a border, of four roundings. */
    private static final double TIME_LOSS = 0x1p-50;
    private static final double MOST_CELLS = 0x1p40;

    private final double[] low;
    private final double[] size;
    private final double[] margin;
    private final Function<? super B, DoubleTrajectory> trajectory;
    private final ToDoubleFunction<? super B> extent;

    private DoubleSpace(
        final double[] low, final double[] size, final int[] cells, final boolean periodic,
        final Function<? super B, DoubleTrajectory> trajectory, final ToDoubleFunction<? super B> extent) {
        super(cells, periodic);
        if (low.length != cells.length || size.length != cells.length) {
            throw new IllegalArgumentException("lower ends, cell sizes and cells must be given for each dimension");
        }
        margin = new double[cells.length];
        for (int d = 0; d < cells.length; d++) {
            margin[d] = MARGIN * (Math.abs(low[d]) + size[d] * cells[d]);
            if (!(size[d] > 0 && margin[d] <= Double.MAX_VALUE * MARGIN)) {
                throw new IllegalArgumentException("cells must have a size, from " + low[d] + " on, not " + size[d]);
            }
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
     * @param size       of a cell, more than 0, for each dimension.
     * @param cells      how many, for each dimension, 1 to 3 of them.
     * @param trajectory of a body.
     * @param extent     of a body to each side of its position, at least 0: its radius, for instance, or half of a
     *                   distance that is to be noticed.
     * @return never null.
     */
    public static <B> DoubleSpace<B> bounded(
        final double[] low, final double[] size, final int[] cells,
        final Function<? super B, DoubleTrajectory> trajectory, final ToDoubleFunction<? super B> extent) {
        return new DoubleSpace<>(low, size, cells, false, trajectory, extent);
    }

    /**
     * A space whose ends are joined.
     *
     * @param <B>        of the bodies.
     * @param low        the lower end, for each dimension.
     * @param size       of a cell, more than 0, for each dimension.
     * @param cells      how many, for each dimension, 1 to 3 of them.
     * @param trajectory of a body; positions must stay within 2^40 cells and 2^31 laps around the space.
     * @param extent     of a body to each side of its position, at least 0.
     * @return never null.
     */
    public static <B> DoubleSpace<B> periodic(
        final double[] low, final double[] size, final int[] cells,
        final Function<? super B, DoubleTrajectory> trajectory, final ToDoubleFunction<? super B> extent) {
        return new DoubleSpace<>(low, size, cells, true, trajectory, extent);
    }

    /**
     * How far it is around.
     *
     * @param dimension from 0.
     * @return from the lower end to the upper one.
     */
    public double length(final int dimension) {
        return size[dimension] * cells(dimension);
    }

    @Override
    protected boolean hasExtent(final B body) {
        return true;
    }

    /**
     * A guess, corrected until the exact position is where the borders say, since a crossing asks just that; mostly it
     * is so far from both that it need not be.
     */
    @Override
    protected long index(final B body, final int dimension, final long time, final int side) {
        final DoubleTrajectory path = trajectory.apply(body);
        final double at = time;
        final double reach = reach(body, dimension);
        final double position = path.position(dimension, at);
        final double cell = (position + side * reach - low[dimension]) / size[dimension];
        final double guess = Math.floor(cell);
        final double loss = LOSS * (Math.abs(path.origin(dimension)) + Math.abs(position) + Math.abs(low[dimension])
            + reach) / size[dimension];
        if (!path.accelerates() && Math.abs(guess) < MOST_CELLS && cell - guess > loss && guess + 1 - cell > loss) {
            return (long) guess;
        }
        if (!periodic() && !(guess >= 0 && guess < cells(dimension))) {
            if (!(guess == guess)) {
                throw new ArithmeticException("at " + at + " this is nowhere: " + path);
            }
            return guess < 0 ? settled(body, path, dimension, at, side, 0)
                : settled(body, path, dimension, at, side, cells(dimension) - 1);
        }
        if (!(Math.abs(guess) < MOST_CELLS)) {
            throw new ArithmeticException("at " + at + " this is too far away for the grid: " + path);
        }
        return settled(body, path, dimension, at, side, (long) guess);
    }

    private long settled(
        final B body, final DoubleTrajectory path, final int d, final double at, final int side, final long guess) {
        long index = guess;
        while (!outermost(index, d, -1) && below(path, d, border(body, d, side, index), at)) {
            index--;
        }
        while (!outermost(index, d, 1) && !below(path, d, border(body, d, side, index + 1), at)) {
            index++;
        }
        return index;
    }

    private static boolean below(final DoubleTrajectory path, final int d, final double border, final double at) {
        return DoubleContact.below(path, d, border, at, at) == at;
    }

    /** At constant speed a body that is inside goes over one border only; plain doubles mostly say in which tick. */
    @Override
    protected long leaves(
        final B body, final int dimension, final int side, final long index, final long from, final long until) {
        final DoubleTrajectory path = trajectory.apply(body);
        final double speed = path.velocity(dimension);
        if (!path.accelerates()) {
            final int way = speed < 0 ? -1 : 1;
            if (speed == 0 || outermost(index, dimension, way)) {
                return Long.MAX_VALUE;
            }
            final double border = border(body, dimension, side, speed < 0 ? index : index + 1);
            final double time = path.base() + (border - path.origin(dimension)) / speed;
            final double loss = TIME_LOSS * (Math.abs(time) + Math.abs(path.base()));
            final double tick = Math.ceil(time);
            if (time - loss > until) {
                return Long.MAX_VALUE;
            }
            if (time - loss > from && tick - time > loss && time - tick + 1 > loss) {
                return (long) tick;
            }
        }
        final double start = from;
        final double end = until == Long.MAX_VALUE ? DoubleContact.NEVER : until;
        final double below = outermost(index, dimension, -1) ? DoubleContact.NEVER
            : DoubleContact.below(path, dimension, border(body, dimension, side, index), start, end);
        final double above = outermost(index, dimension, 1) ? DoubleContact.NEVER
            : DoubleContact.atLeast(
                path, dimension, border(body, dimension, side, index + 1), start, Math.min(below, end));
        final double first = Math.min(below, above);
        return first == DoubleContact.NEVER ? Long.MAX_VALUE : (long) Math.ceil(first);
    }

    private double border(final B body, final int dimension, final int side, final long index) {
        return low[dimension] + index * size[dimension] - side * reach(body, dimension);
    }

    private double reach(final B body, final int dimension) {
        return extent.applyAsDouble(body) + margin[dimension];
    }
}
