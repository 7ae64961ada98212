package io.takt.steward.trajectory;

import io.takt.steward.trajectory.Relative.Question;

/**
 * When things that move on {@linkplain IntegerTrajectory integer trajectories} meet, part and cross borders. Each
 * answer is the first tick, from one given tick to another, both included, at which a statement about the exact
 * positions holds: the tick that one would find by trying every tick with unlimited precision. Statements are about
 * ticks only; a contact that begins and ends between two ticks does not count. So a graze that is shorter than a tick
 * is no touch.
 *
 * <p>How it is known to be the first: between its turns a polynomial on whole numbers rises or falls, and its turns are
 * where the polynomial of its differences, of a degree less, changes sign; so all turns are found by halving, down to
 * the constant, and the sign of no number in between needs to be believed. All signs are exact: in 128 bits on the fast
 * path, which pairs of constant or of like acceleration take while coordinates are below 2^61 in the finest unit
 * (2^-timeBits of a unit of length, or 2^-(2 timeBits + 1) with acceleration), and in numbers as long as it takes
 * elsewhere. Nothing overflows, whatever the trajectories. The fast path does not allocate.
 *
 * <p>Things at rest, parallel or of like acceleration need no special care; neither do things that overlap already:
 * see each method.
 */
public final class IntegerContact {
    /** No tick at which it holds; the greatest long, which is no time for a steward either. */
    public static final long NEVER = Long.MAX_VALUE;

    /** On which side of a border. */
    private enum Side { BELOW, AT_MOST, AT_LEAST }

    private IntegerContact() {
    }

    /**
     * When two come to a distance: the first tick at which they are at most so far apart <em>and coming nearer</em>.
     * Two that overlap and part do not touch; two that overlap and approach touch at once; two that move alike never
     * do.
     *
     * @param one      in as many dimensions as the other, with the same time bits.
     * @param other    another one.
     * @param distance between their positions, at least 0: the sum of their radii, for instance.
     * @param from     the first tick that counts.
     * @param until    the last tick that counts; a small one makes for a quick answer.
     * @return {@link #NEVER} if there is none.
     */
    public static long touch(
        final IntegerTrajectory one, final IntegerTrajectory other, final long distance, final long from,
        final long until) {
        return first(one, other, distance, from, until, Question.TOUCH);
    }

    /**
     * When two are near: the first tick at which they are at most so far apart, be it the very first.
     *
     * @param one      in as many dimensions as the other, with the same time bits.
     * @param other    another one.
     * @param distance between their positions, at least 0.
     * @param from     the first tick that counts.
     * @param until    the last tick that counts.
     * @return {@link #NEVER} if there is none.
     */
    public static long within(
        final IntegerTrajectory one, final IntegerTrajectory other, final long distance, final long from,
        final long until) {
        return first(one, other, distance, from, until, Question.WITHIN);
    }

    /**
     * When two part: the first tick at which they are more than so far apart, be it the very first.
     *
     * @param one      in as many dimensions as the other, with the same time bits.
     * @param other    another one.
     * @param distance between their positions, at least 0.
     * @param from     the first tick that counts.
     * @param until    the last tick that counts.
     * @return {@link #NEVER} if there is none.
     */
    public static long beyond(
        final IntegerTrajectory one, final IntegerTrajectory other, final long distance, final long from,
        final long until) {
        return first(one, other, distance, from, until, Question.BEYOND);
    }

    /**
     * When one is below a border: the first tick at which its exact position in a dimension is less than the border.
     *
     * @param one       any.
     * @param dimension 0 to 2.
     * @param border    a position.
     * @param from      the first tick that counts.
     * @param until     the last tick that counts.
     * @return {@link #NEVER} if there is none.
     */
    public static long below(
        final IntegerTrajectory one, final int dimension, final long border, final long from, final long until) {
        return side(one, dimension, border, from, until, Side.BELOW);
    }

    /**
     * When one has reached a border from below: the first tick at which its exact position in a dimension is at least
     * the border.
     *
     * @param one       any.
     * @param dimension 0 to 2.
     * @param border    a position.
     * @param from      the first tick that counts.
     * @param until     the last tick that counts.
     * @return {@link #NEVER} if there is none.
     */
    public static long atLeast(
        final IntegerTrajectory one, final int dimension, final long border, final long from, final long until) {
        return side(one, dimension, border, from, until, Side.AT_LEAST);
    }

    /**
     * When one leaves an interval: the first tick at which its exact position in a dimension is less than the lower
     * end or not less than the upper one. The first of all dimensions is when it leaves a box.
     *
     * @param one       any.
     * @param dimension 0 to 2.
     * @param low       belongs to the interval.
     * @param high      does not belong to it.
     * @param from      the first tick that counts.
     * @param until     the last tick that counts.
     * @return {@link #NEVER} if there is none.
     */
    public static long leaves(
        final IntegerTrajectory one, final int dimension, final long low, final long high, final long from,
        final long until) {
        final long below = below(one, dimension, low, from, until);
        final long above = atLeast(one, dimension, high, from, below == NEVER ? until : below);
        return Math.min(below, above);
    }

    /**
     * When one hits a line or plane: the first tick at which normal . position is at most the offset <em>and
     * falling</em>. For a disk of radius r and a wall whose normal, which points to the disk's side, has the length l,
     * the offset is that of the wall plus r * l.
     *
     * @param one     any.
     * @param normalX of the line or plane.
     * @param normalY 0 if there is no such dimension.
     * @param normalZ 0 if there is no such dimension.
     * @param offset  normal . position on the line or plane.
     * @param from    the first tick that counts.
     * @param until   the last tick that counts.
     * @return {@link #NEVER} if there is none.
     */
    public static long hits(
        final IntegerTrajectory one, final long normalX, final long normalY, final long normalZ, final long offset,
        final long from, final long until) {
        if (from > until) {
            return NEVER;
        }
        final int axis = axis(normalX, normalY, normalZ);
        if (axis >= 0 && one.acceleration(axis) == 0 && offset != Long.MIN_VALUE) {
            final long normal = normalX + normalY + normalZ;
            return normal * Long.signum(one.velocity(axis)) >= 0 ? NEVER
                : side(one, axis, normal * offset, from, until, normal > 0 ? Side.AT_MOST : Side.AT_LEAST);
        }
        final Dyadic[] along = {Dyadic.of(offset).scaled(2 * one.timeBits() + 1).negated(), Dyadic.ZERO, Dyadic.ZERO};
        final long[] normal = {normalX, normalY, normalZ};
        for (int d = 0; d < one.dimensions(); d++) {
            final Dyadic[] coordinate = coordinate(one, d, from);
            for (int i = 0; i < along.length; i++) {
                along[i] = along[i].plus(coordinate[i].times(Dyadic.of(normal[d])));
            }
        }
        return search(new ExactPolynomial(along), Question.TOUCH, from, until);
    }

    private static long first(
        final IntegerTrajectory one, final IntegerTrajectory other, final long distance, final long from,
        final long until, final Question question) {
        if (one.dimensions() != other.dimensions() || one.timeBits() != other.timeBits() || distance < 0) {
            throw new IllegalArgumentException(
                "two trajectories must have the same dimensions and time bits, and their distance be at least 0: "
                    + one + "; " + other + "; " + distance);
        }
        if (from > until) {
            return NEVER;
        }
        final long last = until - from;
        if (last >= 0 && IntegerTrajectory.alike(one, other)) {
            final long ticks = quick(one, other, distance, from, last, question);
            if (ticks != LinearApproach.UNSURE) {
                return ticks == LinearApproach.NONE ? NEVER : from + ticks;
            }
        }
        return exactly(one, other, distance, from, until, question);
    }

    /** Without the fast path. */
    static long exactly(
        final IntegerTrajectory one, final IntegerTrajectory other, final long distance, final long from,
        final long until, final Question question) {
        final Dyadic[][] coordinates = new Dyadic[one.dimensions()][];
        for (int d = 0; d < coordinates.length; d++) {
            final Dyadic[] first = coordinate(one, d, from);
            final Dyadic[] second = coordinate(other, d, from);
            coordinates[d] = new Dyadic[] {
                first[0].minus(second[0]), first[1].minus(second[1]), first[2].minus(second[2])};
        }
        final Dyadic r = Dyadic.of(distance).scaled(2 * one.timeBits() + 1);
        return search(Relative.distance(coordinates, r), question, from, until);
    }

    /** Ticks after from, {@link LinearApproach#NONE}, or {@link LinearApproach#UNSURE}. */
    private static long quick(
        final IntegerTrajectory one, final IntegerTrajectory other, final long distance, final long from,
        final long last, final Question question) {
        final int bits = one.accelerates() ? 2 * one.timeBits() + 1 : one.timeBits();
        if (IntegerTrajectory.bits(distance) + bits >= LinearApproach.BITS
            || !near(one, other, from, 0, bits) || !near(one, other, from, 1, bits)
            || !near(one, other, from, 2, bits)) {
            return LinearApproach.UNSURE;
        }
        final long x = gap(one, other, from, 0, bits);
        final long y = gap(one, other, from, 1, bits);
        final long z = gap(one, other, from, 2, bits);
        final long vx = change(one, other, 0, bits);
        final long vy = change(one, other, 1, bits);
        final long vz = change(one, other, 2, bits);
        final long r = distance << bits;
        switch (question) {
            case TOUCH:
                return LinearApproach.touch(x, y, z, vx, vy, vz, r, last);
            case WITHIN:
                return LinearApproach.within(x, y, z, vx, vy, vz, r, last);
            default:
                return LinearApproach.beyond(x, y, z, vx, vy, vz, r, last);
        }
    }

    /** Whether no number that the two methods below compute is 2^61 in size, or more. */
    private static boolean near(
        final IntegerTrajectory one, final IntegerTrajectory other, final long from, final int d, final int bits) {
        final int limit = LinearApproach.BITS - 4;
        final int fine = bits - one.timeBits();
        final int elapsed = Math.max(elapsedBits(one, from), elapsedBits(other, from));
        final int speed = Math.max(
            IntegerTrajectory.bits(one.velocity(d)), IntegerTrajectory.bits(other.velocity(d)));
        final int place = Math.max(IntegerTrajectory.bits(one.origin(d)), IntegerTrajectory.bits(other.origin(d)));
        return place + bits < limit && speed + elapsed + fine < limit
            && (!one.accelerates() || IntegerTrajectory.bits(one.acceleration(d)) + 2 * elapsed + 1 < limit);
    }

    private static int elapsedBits(final IntegerTrajectory one, final long from) {
        final long elapsed = from - one.base();
        return ((from ^ one.base()) & (from ^ elapsed)) < 0 ? Long.SIZE : IntegerTrajectory.bits(elapsed);
    }

    /** How far one is from the other, times 2^bits. */
    private static long gap(
        final IntegerTrajectory one, final IntegerTrajectory other, final long from, final int d, final int bits) {
        final long s = from - one.base();
        final long t = from - other.base();
        final long moved = one.velocity(d) * s - other.velocity(d) * t;
        final long bent = one.accelerates() ? one.acceleration(d) * (s * s - t * t) : 0;
        return (one.origin(d) - other.origin(d) << bits) + (moved << bits - one.timeBits()) + bent;
    }

    /** How much that changes in a tick. */
    private static long change(
        final IntegerTrajectory one, final IntegerTrajectory other, final int d, final int bits) {
        final long bent = one.accelerates() ? 2 * one.acceleration(d) * (other.base() - one.base()) : 0;
        return (one.velocity(d) - other.velocity(d) << bits - one.timeBits()) + bent;
    }

    private static long side(
        final IntegerTrajectory one, final int dimension, final long border, final long from, final long until,
        final Side side) {
        if (from > until) {
            return NEVER;
        }
        final long last = until - from;
        final int bits = one.timeBits();
        if (one.acceleration(dimension) == 0 && last >= 0
            && Math.max(IntegerTrajectory.bits(one.origin(dimension)), IntegerTrajectory.bits(border)) + bits
                < LinearApproach.BITS - 2
            && IntegerTrajectory.bits(one.velocity(dimension)) + elapsedBits(one, from) < LinearApproach.BITS - 2) {
            final long over = (one.origin(dimension) - border << bits) + one.velocity(dimension) * (from - one.base());
            final long ticks = side == Side.AT_LEAST
                ? LinearApproach.atMostZero(-over, -one.velocity(dimension), last)
                : LinearApproach.atMostZero(side == Side.BELOW ? over + 1 : over, one.velocity(dimension), last);
            return ticks == LinearApproach.NONE ? NEVER : from + ticks;
        }
        final Dyadic[] over = coordinate(one, dimension, from);
        over[0] = over[0].minus(Dyadic.of(border).scaled(2 * bits + 1));
        final ExactPolynomial polynomial = new ExactPolynomial(over);
        return search(
            side == Side.AT_MOST ? polynomial : polynomial.negated(),
            side == Side.BELOW ? Question.BEYOND : Question.WITHIN, from, until);
    }

    /** The dimension along which a normal of length 1 points; -1 if it is another one. */
    private static int axis(final long x, final long y, final long z) {
        if (Math.max(Math.max(x, y), z) > 1 || Math.min(Math.min(x, y), z) < -1
            || Math.abs(x) + Math.abs(y) + Math.abs(z) != 1) {
            return -1;
        }
        return x != 0 ? 0 : y != 0 ? 1 : 2;
    }

    /** The exact position times 2^(2 timeBits + 1), as a polynomial of the ticks since from. */
    private static Dyadic[] coordinate(final IntegerTrajectory one, final int d, final long from) {
        final Dyadic s = Dyadic.of(from).minus(Dyadic.of(one.base()));
        final Dyadic v = Dyadic.of(one.velocity(d)).scaled(one.timeBits() + 1);
        final Dyadic a = Dyadic.of(one.acceleration(d));
        final Dyadic place = Dyadic.of(one.origin(d)).scaled(2 * one.timeBits() + 1);
        return new Dyadic[] {place.plus(v.plus(a.times(s)).times(s)), v.plus(a.times(s).scaled(1)), a};
    }

    /** Ticks are counted from from, in two parts if they are too many for a long. */
    private static long search(
        final ExactPolynomial polynomial, final Question question, final long from, final long until) {
        long start = from;
        ExactPolynomial current = polynomial;
        while (true) {
            final long last = until - start;
            final boolean whole = last >= 0 && last < Points.NONE;
            final long ticks = Relative.first(current, question, Points.TICKS, 0, whole ? last : Points.NONE - 1);
            if (ticks != Points.NONE) {
                return start + ticks;
            }
            if (whole) {
                return NEVER;
            }
            start += Points.NONE;
            current = current.shifted(Dyadic.of(Points.NONE));
        }
    }
}
