package io.takt.steward.trajectory;

/**
 * Contacts of things at constant speeds, in doubles and without allocation: a guess, accepted only if the signs at it
 * and at the double before it are certain. They come from sums of two doubles, whose error is bounded by a part in 2^96
 * of all that was added up; a result that a plain double can rule out for certain is ruled out first.
 */
final class DoubleApproach {
    /** There is none. */
    static final double NONE = Double.POSITIVE_INFINITY;
    /** It could not be decided here. */
    static final double UNSURE = Double.NaN;

    private static final int TRIES = 8;
    /** Above what plain doubles lose in these expressions, at most some 20 roundings each, as a part of all terms. */
    private static final double PLAIN_LOSS = 0x1p-46;
    /** Above what pairs of doubles lose, at most some 30 roundings of parts that are below 2^-53 of all terms. */
    private static final double PAIR_LOSS = 0x1p-96;
    /** Within these bounds nothing that matters under- or overflows. */
    private static final double SMALLEST = 0x1p-400;
    private static final double LARGEST = 0x1p400;

    private DoubleApproach() {
    }

    /**
     * As {@link DoubleContact#touch} and {@link DoubleContact#within}; in whole ticks the tick at that time or the next
     * one, from a tick on, or the time itself.
     */
    static double nearer(
        final DoubleTrajectory one, final DoubleTrajectory other, final double shiftX, final double shiftY,
        final double shiftZ, final double r, final double from, final double until, final boolean approaching,
        final boolean ticks) {
        final double s = from - one.base();
        final double w = from - other.base();
        // Without a loop, as this is asked of all neighbours; what a dimension lacks is 0 and adds nothing.
        final double movedX = one.velocity(0) * s;
        final double movedY = one.velocity(1) * s;
        final double movedZ = one.velocity(2) * s;
        final double otherX = other.velocity(0) * w;
        final double otherY = other.velocity(1) * w;
        final double otherZ = other.velocity(2) * w;
        final double x = one.origin(0) - other.origin(0) - shiftX + (movedX - otherX);
        final double y = one.origin(1) - other.origin(1) - shiftY + (movedY - otherY);
        final double z = one.origin(2) - other.origin(2) - shiftZ + (movedZ - otherZ);
        final double u = one.velocity(0) - other.velocity(0);
        final double v = one.velocity(1) - other.velocity(1);
        final double t = one.velocity(2) - other.velocity(2);
        final double sizeX = Math.abs(one.origin(0)) + Math.abs(other.origin(0)) + Math.abs(shiftX)
            + Math.abs(movedX) + Math.abs(otherX);
        final double sizeY = Math.abs(one.origin(1)) + Math.abs(other.origin(1)) + Math.abs(shiftY)
            + Math.abs(movedY) + Math.abs(otherY);
        final double sizeZ = Math.abs(one.origin(2)) + Math.abs(other.origin(2)) + Math.abs(shiftZ)
            + Math.abs(movedZ) + Math.abs(otherZ);
        final boolean moves = u != 0 || v != 0 || t != 0;
        final double a = u * u + v * v + t * t;
        final double b = x * u + y * v + z * t;
        final double far = x * x + y * y + z * z;
        final double sizes = sizeX * sizeX + sizeY * sizeY + sizeZ * sizeZ;
        final double speeds = sizeX * Math.abs(u) + sizeY * Math.abs(v) + sizeZ * Math.abs(t);
        final double all = sizes + r * r;
        final double bLoss = PLAIN_LOSS * speeds;
        if (!(all > SMALLEST && all < LARGEST && (!moves || a > SMALLEST && a < LARGEST && speeds > SMALLEST))) {
            return UNSURE;
        }
        if (approaching && (!moves || b > bLoss)) {
            return NONE;
        }
        final double c = far - r * r;
        final double cLoss = PLAIN_LOSS * all;
        if (c <= cLoss) {
            return c < -cLoss && (!approaching || b < -bLoss) ? from : UNSURE;
        }
        if (!moves || b > bLoss) {
            return NONE;
        }
        final double discriminant = b * b - a * c;
        final double loss = PLAIN_LOSS * 4 * (speeds * speeds + a * all);
        if (discriminant <= loss) {
            return discriminant < -loss ? NONE : UNSURE;
        }
        if (b >= 0) {
            return UNSURE;
        }
        final double root = c / (Math.sqrt(discriminant) - b);
        if (from + root > until) {
            final double least = (c - cLoss) / (Math.sqrt(discriminant + loss) - b + bLoss);
            return from + least * (1 - PLAIN_LOSS) > until ? NONE : UNSURE;
        }
        if (ticks && b < -bLoss) {
            final double early = (c - cLoss) / (Math.sqrt(discriminant + loss) - b + bLoss) * (1 - PLAIN_LOSS);
            final double depth = Math.sqrt(discriminant - loss);
            final double late = (c + cLoss) / (depth - b - bLoss) * (1 + PLAIN_LOSS);
            final double tick = Math.ceil(late);
            // They come nearer for so long that a double is in it, and the sum is exact.
            if (early > tick - 1 && depth > a * Math.ulp(Math.abs(from) + late) && from + tick < 0x1p53) {
                return from + tick > until ? NONE : from + tick;
            }
        }
        final double time = settle(
            one, other, shiftX, shiftY, shiftZ, r, from, until, from + root, 2 * (b + a * root), 1);
        return !approaching || b + a * (time - from) < -bLoss - PLAIN_LOSS * a * (time - from) ? time : UNSURE;
    }

    /** As {@link DoubleContact#beyond}. */
    static double farther(
        final DoubleTrajectory one, final DoubleTrajectory other, final double shiftX, final double shiftY,
        final double shiftZ, final double r, final double from, final double until) {
        final double start = excess(one, other, shiftX, shiftY, shiftZ, r, from);
        if (!(start < 0)) {
            return start > 0 ? from : UNSURE;
        }
        double a = 0;
        double b = 0;
        boolean moves = false;
        for (int d = 0; d < one.dimensions(); d++) {
            final double x = one.position(d, from) - other.position(d, from)
                - (d == 0 ? shiftX : d == 1 ? shiftY : shiftZ);
            final double v = one.velocity(d) - other.velocity(d);
            moves |= v != 0;
            a += v * v;
            b += x * v;
        }
        if (!moves) {
            return NONE;
        }
        final double root = (Math.sqrt(b * b - a * start) - b) / a;
        if (from + root > until) {
            return excess(one, other, shiftX, shiftY, shiftZ, r, until) < 0 ? NONE : UNSURE;
        }
        return settle(
            one, other, shiftX, shiftY, shiftZ, r, from, until, from + root, 2 * (b + a * root), -1);
    }

    /** The first time at which side * (position - border) is at least 0. */
    static double reaches(
        final double x, final double v, final double base, final double border, final double side,
        final double from, final double until) {
        final double start = side * over(x, v, base, border, from);
        if (!(start < 0)) {
            return start > 0 ? from : UNSURE;
        }
        if (side * v <= 0) {
            return NONE;
        }
        if (until <= Double.MAX_VALUE) {
            final double end = side * over(x, v, base, border, until);
            if (!(end > 0)) {
                return end < 0 ? NONE : UNSURE;
            }
        }
        double time = base + (border - x) / v;
        for (int i = 0; i < TRIES; i++) {
            time = Math.min(until, Math.max(from, time));
            final double value = side * over(x, v, base, border, time);
            if (value > 0) {
                final double before = Math.nextDown(time);
                if (side * over(x, v, base, border, before) < 0) {
                    return time;
                }
                time = Math.min(before, time - value / (side * v));
            } else if (value < 0) {
                time = Math.max(Math.nextUp(time), time - value / (side * v));
            } else {
                return UNSURE;
            }
        }
        return UNSURE;
    }

    /** The double at which side * excess is negative and positive at the one before it, near a guess. */
    private static double settle(
        final DoubleTrajectory one, final DoubleTrajectory other, final double shiftX, final double shiftY,
        final double shiftZ, final double r, final double from, final double until, final double guess,
        final double slope, final int side) {
        double time = guess;
        for (int i = 0; i < TRIES; i++) {
            time = Math.min(until, Math.max(from, time));
            final double value = side * excess(one, other, shiftX, shiftY, shiftZ, r, time);
            if (value < 0) {
                final double before = Math.nextDown(time);
                if (side * excess(one, other, shiftX, shiftY, shiftZ, r, before) > 0) {
                    return time;
                }
                time = Math.min(before, time - value / (side * slope));
            } else if (value > 0) {
                time = Math.max(Math.nextUp(time), time - value / (side * slope));
            } else {
                return UNSURE;
            }
        }
        return UNSURE;
    }

    /** The squared distance less that of r at a time, if its sign is certain; else NaN. */
    private static double excess(
        final DoubleTrajectory one, final DoubleTrajectory other, final double shiftX, final double shiftY,
        final double shiftZ, final double r, final double time) {
        final double s = time - one.base();
        final double sRest = TwoDoubles.sumError(time, -one.base(), s);
        final double w = time - other.base();
        final double wRest = TwoDoubles.sumError(time, -other.base(), w);
        final double rr = r * r;
        double value = -rr;
        double rest = -TwoDoubles.productError(r, r, rr);
        double all = rr;
        for (int d = 0; d < one.dimensions(); d++) {
            final double v = one.velocity(d);
            final double moved = v * s;
            final double u = other.velocity(d);
            final double otherMoved = u * w;
            final double shift = d == 0 ? shiftX : d == 1 ? shiftY : shiftZ;
            final double between = one.origin(d) - other.origin(d);
            final double apart = between - shift;
            final double nearer = apart + moved;
            final double sum = nearer - otherMoved;
            final double sumRest = TwoDoubles.sumError(one.origin(d), -other.origin(d), between)
                + TwoDoubles.sumError(between, -shift, apart)
                + TwoDoubles.productError(v, s, moved) + v * sRest
                - TwoDoubles.productError(u, w, otherMoved) - u * wRest
                + TwoDoubles.sumError(apart, moved, nearer) + TwoDoubles.sumError(nearer, -otherMoved, sum);
            final double x = sum + sumRest;
            final double xRest = TwoDoubles.sumError(sum, sumRest, x);
            final double square = x * x;
            final double next = value + square;
            rest += TwoDoubles.sumError(value, square, next) + TwoDoubles.productError(x, x, square) + 2 * x * xRest;
            value = next;
            final double size = Math.abs(one.origin(d)) + Math.abs(other.origin(d)) + Math.abs(shift)
                + Math.abs(moved) + Math.abs(otherMoved);
            all += size * size;
        }
        final double result = value + rest;
        return all > SMALLEST && all < LARGEST && Math.abs(result) > PAIR_LOSS * all ? result : Double.NaN;
    }

    /** How far a position is over a border at a time, if the sign is certain; else NaN. */
    private static double over(
        final double x, final double v, final double base, final double border, final double time) {
        final double s = time - base;
        final double moved = v * s;
        final double apart = x - border;
        final double sum = apart + moved;
        final double all = Math.abs(x) + Math.abs(border) + Math.abs(moved);
        if (!(all > SMALLEST && all < LARGEST)) {
            return Double.NaN;
        }
        if (Math.abs(sum) > PLAIN_LOSS * all) {
            return sum;
        }
        final double result = sum + (TwoDoubles.sumError(x, -border, apart) + TwoDoubles.productError(v, s, moved)
            + v * TwoDoubles.sumError(time, -base, s) + TwoDoubles.sumError(apart, moved, sum));
        return Math.abs(result) > PAIR_LOSS * all ? result : Double.NaN;
    }
}
