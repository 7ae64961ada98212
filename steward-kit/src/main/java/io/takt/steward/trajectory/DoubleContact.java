package io.takt.steward.trajectory;

import io.takt.steward.trajectory.Relative.Question;

/**
 * When things that move on {@linkplain DoubleTrajectory double trajectories} meet, part and cross borders. A statement
 * is about the exact polynomials that the doubles of a trajectory stand for. Each answer t is a double from one given
 * time to another, both included, and
 *
 * <ul>
 * <li>the statement holds at t, exactly, and t is the first time that counts, or it does not hold, exactly, at the
 *     double before t: so t is never early, and late by less than one unit in its last place;
 * <li>no earlier double was passed over at which the statement holds, unless it lies in a stretch on which a polynomial
 * or one of its slopes turns twice between neighbouring doubles;
 * <li>a contact that begins and ends between neighbouring doubles does not count: a graze so short is no touch.
 * </ul>
 *
 * <p>The signs come from plain doubles where their error bound decides, else from sums of two doubles, else from exact
 * numbers of any length. Two things at constant speed are decided without allocation, unless they graze or are at the
 * very distance at the first time that counts; so are two of like acceleration and the same base. With other
 * accelerations, which make the squared distance a quartic, it costs some ten microseconds. {@code + - * / sqrt} alone
 * are used: the answer is the same on every machine.
 */
public final class DoubleContact {
    /** No time at which it holds. */
    public static final double NEVER = Double.POSITIVE_INFINITY;

    /** On which side of a border. */
    private enum Side { BELOW, AT_MOST, AT_LEAST }

    private DoubleContact() {
    }

    /**
     * When two come to a distance: the first time at which they are at most so far apart <em>and coming nearer</em>.
     * Two that overlap and part do not touch; two that overlap and approach touch at once; two that move alike never
     * do.
     *
     * @param one      in as many dimensions as the other.
     * @param other    another one.
     * @param distance between their positions, at least 0: the sum of their radii, for instance.
     * @param from     the first time that counts, finite.
     * @param until    the last time that counts, may be infinite; a small one makes for a quick answer.
     * @return {@link #NEVER} if there is none.
     */
    public static double touch(
        final DoubleTrajectory one, final DoubleTrajectory other, final double distance, final double from,
        final double until) {
        return first(one, other, 0, 0, 0, distance, from, until, Question.TOUCH, false);
    }

    /**
     * When one touches an image of another, as {@link #touch(DoubleTrajectory, DoubleTrajectory, double, double,
     * double)}: the image is the other one shifted, exactly, without rounding. So in a periodic space it is the same
     * time whichever of the two is asked about.
     *
     * @param one      in as many dimensions as the other.
     * @param other    another one.
     * @param shiftX   from the other one to its image, finite.
     * @param shiftY   0 if there is no such dimension.
     * @param shiftZ   0 if there is no such dimension.
     * @param distance between their positions, at least 0.
     * @param from     the first time that counts, finite.
     * @param until    the last time that counts, may be infinite.
     * @return {@link #NEVER} if there is none.
     */
    public static double touch(
        final DoubleTrajectory one, final DoubleTrajectory other, final double shiftX, final double shiftY,
        final double shiftZ, final double distance, final double from, final double until) {
        require(shiftX, shiftY, shiftZ);
        return first(one, other, shiftX, shiftY, shiftZ, distance, from, until, Question.TOUCH, false);
    }

    /**
     * The tick at which one touches an image of another, or the first one after it, where times are ticks: as {@link
     * #touch(DoubleTrajectory, DoubleTrajectory, double, double, double, double, double, double)}, rounded up, and
     * quicker, since the time itself need not be known.
     *
     * @param one      in as many dimensions as the other.
     * @param other    another one.
     * @param shiftX   from the other one to its image, finite.
     * @param shiftY   0 if there is no such dimension.
     * @param shiftZ   0 if there is no such dimension.
     * @param distance between their positions, at least 0.
     * @param from     the first tick that counts, less than 2^53 in size.
     * @param until    the last tick that counts; a small one makes for a quick answer.
     * @return the greatest long if there is none.
     */
    public static long touchTick(
        final DoubleTrajectory one, final DoubleTrajectory other, final double shiftX, final double shiftY,
        final double shiftZ, final double distance, final long from, final long until) {
        require(shiftX, shiftY, shiftZ);
        final double time = first(
            one, other, shiftX, shiftY, shiftZ, distance, from, until, Question.TOUCH, true);
        return time == NEVER ? Long.MAX_VALUE : (long) Math.ceil(time);
    }

    /**
     * When two are near: the first time at which they are at most so far apart, be it the very first.
     *
     * @param one      in as many dimensions as the other.
     * @param other    another one.
     * @param distance between their positions, at least 0.
     * @param from     the first time that counts, finite.
     * @param until    the last time that counts, may be infinite.
     * @return {@link #NEVER} if there is none.
     */
    public static double within(
        final DoubleTrajectory one, final DoubleTrajectory other, final double distance, final double from,
        final double until) {
        return first(one, other, 0, 0, 0, distance, from, until, Question.WITHIN, false);
    }

    /**
     * When two part: the first time at which they are more than so far apart, be it the very first.
     *
     * @param one      in as many dimensions as the other.
     * @param other    another one.
     * @param distance between their positions, at least 0.
     * @param from     the first time that counts, finite.
     * @param until    the last time that counts, may be infinite.
     * @return {@link #NEVER} if there is none.
     */
    public static double beyond(
        final DoubleTrajectory one, final DoubleTrajectory other, final double distance, final double from,
        final double until) {
        return first(one, other, 0, 0, 0, distance, from, until, Question.BEYOND, false);
    }

    /**
     * When one is below a border: the first time at which its exact position in a dimension is less than the border.
     *
     * @param one       any.
     * @param dimension 0 to 2.
     * @param border    a position, finite.
     * @param from      the first time that counts, finite.
     * @param until     the last time that counts, may be infinite.
     * @return {@link #NEVER} if there is none.
     */
    public static double below(
        final DoubleTrajectory one, final int dimension, final double border, final double from, final double until) {
        return side(one, dimension, border, from, until, Side.BELOW);
    }

    /**
     * When one has reached a border from below: the first time at which its exact position in a dimension is at least
     * the border.
     *
     * @param one       any.
     * @param dimension 0 to 2.
     * @param border    a position, finite.
     * @param from      the first time that counts, finite.
     * @param until     the last time that counts, may be infinite.
     * @return {@link #NEVER} if there is none.
     */
    public static double atLeast(
        final DoubleTrajectory one, final int dimension, final double border, final double from, final double until) {
        return side(one, dimension, border, from, until, Side.AT_LEAST);
    }

    /**
     * When one leaves an interval: the first time at which its exact position in a dimension is less than the lower
     * end or not less than the upper one. The first of all dimensions is when it leaves a box.
     *
     * @param one       any.
     * @param dimension 0 to 2.
     * @param low       belongs to the interval.
     * @param high      does not belong to it.
     * @param from      the first time that counts, finite.
     * @param until     the last time that counts, may be infinite.
     * @return {@link #NEVER} if there is none.
     */
    public static double leaves(
        final DoubleTrajectory one, final int dimension, final double low, final double high, final double from,
        final double until) {
        final double below = below(one, dimension, low, from, until);
        return Math.min(below, atLeast(one, dimension, high, from, Math.min(below, until)));
    }

    /**
     * When one hits a line or plane: the first time at which normal . position is at most the offset <em>and
     * falling</em>. For a disk of radius r and a wall whose normal, which points to the disk's side, has the length 1,
     * the offset is that of the wall plus r.
     *
     * @param one     any.
     * @param normalX of the line or plane.
     * @param normalY 0 if there is no such dimension.
     * @param normalZ 0 if there is no such dimension.
     * @param offset  normal . position on the line or plane.
     * @param from    the first time that counts, finite.
     * @param until   the last time that counts, may be infinite.
     * @return {@link #NEVER} if there is none.
     */
    public static double hits(
        final DoubleTrajectory one, final double normalX, final double normalY, final double normalZ,
        final double offset, final double from, final double until) {
        require(from, until, offset);
        require(normalX, normalY, normalZ);
        if (from > until) {
            return NEVER;
        }
        final int axis = axis(normalX, normalY, normalZ);
        if (axis >= 0 && one.acceleration(axis) == 0) {
            final double normal = normalX + normalY + normalZ;
            return normal * one.velocity(axis) >= 0 ? NEVER
                : side(one, axis, normal * offset, from, until, normal > 0 ? Side.AT_MOST : Side.AT_LEAST);
        }
        final Dyadic[] along = {Dyadic.of(offset).negated(), Dyadic.ZERO, Dyadic.ZERO};
        final double[] normal = {normalX, normalY, normalZ};
        for (int d = 0; d < one.dimensions(); d++) {
            final Dyadic[] coordinate = coordinate(one, d, from);
            for (int i = 0; i < along.length; i++) {
                along[i] = along[i].plus(coordinate[i].times(Dyadic.of(normal[d])));
            }
        }
        return search(new ExactPolynomial(along), Question.TOUCH, from, until);
    }

    private static double first(
        final DoubleTrajectory one, final DoubleTrajectory other, final double shiftX, final double shiftY,
        final double shiftZ, final double distance, final double from, final double until, final Question question,
        final boolean ticks) {
        require(from, until, distance);
        if (one.dimensions() != other.dimensions() || distance < 0) {
            throw new IllegalArgumentException(
                "two trajectories must have the same dimensions, and their distance be at least 0: " + one + "; "
                    + other + "; " + distance);
        }
        if (from > until) {
            return NEVER;
        }
        if (DoubleTrajectory.alike(one, other)) {
            final double time = question == Question.BEYOND
                ? DoubleApproach.farther(one, other, shiftX, shiftY, shiftZ, distance, from, until)
                : DoubleApproach.nearer(
                    one, other, shiftX, shiftY, shiftZ, distance, from, until, question == Question.TOUCH, ticks);
            if (time == time) {
                return time;
            }
        }
        return exactly(one, other, shiftX, shiftY, shiftZ, distance, from, until, question);
    }

    /** Without the fast path. */
    static double exactly(
        final DoubleTrajectory one, final DoubleTrajectory other, final double shiftX, final double shiftY,
        final double shiftZ, final double distance, final double from, final double until, final Question question) {
        final Dyadic[][] coordinates = new Dyadic[one.dimensions()][];
        for (int d = 0; d < coordinates.length; d++) {
            final Dyadic[] first = coordinate(one, d, from);
            final Dyadic[] second = coordinate(other, d, from);
            final Dyadic shift = Dyadic.of(d == 0 ? shiftX : d == 1 ? shiftY : shiftZ);
            coordinates[d] = new Dyadic[] {
                first[0].minus(second[0]).minus(shift), first[1].minus(second[1]), first[2].minus(second[2])};
        }
        return search(Relative.distance(coordinates, Dyadic.of(distance)), question, from, until);
    }

    private static double side(
        final DoubleTrajectory one, final int dimension, final double border, final double from, final double until,
        final Side side) {
        require(from, until, border);
        if (from > until) {
            return NEVER;
        }
        if (one.acceleration(dimension) == 0) {
            final double time = DoubleApproach.reaches(
                one.origin(dimension), one.velocity(dimension), one.base(), border,
                side == Side.AT_LEAST ? 1 : -1, from, until);
            if (time == time) {
                return time;
            }
        }
        final Dyadic[] over = coordinate(one, dimension, from);
        over[0] = over[0].minus(Dyadic.of(border));
        final ExactPolynomial polynomial = new ExactPolynomial(over);
        return search(
            side == Side.AT_MOST ? polynomial : polynomial.negated(),
            side == Side.BELOW ? Question.BEYOND : Question.WITHIN, from, until);
    }

    /** The dimension along which a normal of length 1 points; -1 if it is another one. */
    private static int axis(final double x, final double y, final double z) {
        if (Math.abs(x) + Math.abs(y) + Math.abs(z) != 1 || x * y != 0 || y * z != 0 || x * z != 0) {
            return -1;
        }
        return x != 0 ? 0 : y != 0 ? 1 : 2;
    }

    /** The exact position as a polynomial of the time since from. */
    private static Dyadic[] coordinate(final DoubleTrajectory one, final int d, final double from) {
        final Dyadic s = Dyadic.of(from).minus(Dyadic.of(one.base()));
        final Dyadic v = Dyadic.of(one.velocity(d));
        final Dyadic half = Dyadic.of(one.acceleration(d)).scaled(-1);
        return new Dyadic[] {
            Dyadic.of(one.origin(d)).plus(v.plus(half.times(s)).times(s)), v.plus(half.times(s).scaled(1)), half};
    }

    private static double search(
        final ExactPolynomial polynomial, final Question question, final double from, final double until) {
        if (from > until) {
            return NEVER;
        }
        final long index = Relative.first(
            polynomial, question, Points.doublesFrom(from), DoubleTime.encode(from),
            DoubleTime.encode(Math.min(until, Double.MAX_VALUE)));
        return index == Points.NONE ? NEVER : DoubleTime.decode(index);
    }

    private static void require(final double from, final double until, final double size) {
        if (!(Math.abs(from) <= Double.MAX_VALUE && Math.abs(size) <= Double.MAX_VALUE && until == until)) {
            throw new IllegalArgumentException(
                "times and sizes must be finite, but for the last time: " + from + ", " + until + ", " + size);
        }
    }
}
