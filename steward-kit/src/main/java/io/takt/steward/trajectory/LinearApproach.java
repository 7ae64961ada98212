package io.takt.steward.trajectory;

/**
 * When a point that moves on a straight line at constant speed is at a distance from 0, in whole ticks, without
 * allocation: a guess in doubles, accepted only if the exact numbers before and after it say that it is right. The
 * squared distance is convex, so two of them suffice. Coordinates and distances are below 2^{@link #BITS} in size.
 */
final class LinearApproach {
    static final long NONE = -1;
    /** It could not be decided here. */
    static final long UNSURE = -2;
    static final int BITS = 61;

    private static final int TRIES = 6;
    /** The greatest error of the discriminant in doubles, as a part of its two terms' greatest size: above 2^-48. */
    private static final double DISCRIMINANT_LOSS = 0x1p-45;
    private static final double DOT_LOSS = 0x1p-48;

    private LinearApproach() {
    }

    /** The first tick from 0 to last at which it is at most r from 0 and coming nearer. */
    static long touch(
        final long x, final long y, final long z, final long vx, final long vy, final long vz, final long r,
        final long last) {
        if (signOfDot(x, y, z, vx, vy, vz) >= 0) {
            return NONE;
        }
        final long tick = within(x, y, z, vx, vy, vz, r, last);
        if (tick <= 0) {
            return tick;
        }
        return signOfDot(x + vx * tick, y + vy * tick, z + vz * tick, vx, vy, vz) < 0 ? tick : NONE;
    }

    /** The first tick from 0 to last at which it is at most r from 0. */
    static long within(
        final long x, final long y, final long z, final long vx, final long vy, final long vz, final long r,
        final long last) {
        if (!beyond(x, y, z, r)) {
            return 0;
        }
        final double b = (double) x * vx + (double) y * vy + (double) z * vz;
        final double a = (double) vx * vx + (double) vy * vy + (double) vz * vz;
        final double far = (double) x * x + (double) y * y + (double) z * z;
        if (a == 0 || b > DOT_LOSS * (far + a)) {
            return NONE;
        }
        final double c = far - (double) r * r;
        final double discriminant = b * b - a * c;
        final double loss = DISCRIMINANT_LOSS * a * far;
        if (discriminant <= loss) {
            return discriminant < -loss ? NONE : UNSURE;
        }
        if (b >= 0) {
            return UNSURE;
        }
        final double root = c / (Math.sqrt(discriminant) - b);
        if (!reaches(vx, vy, vz, Math.min(last, root + TRIES))) {
            return UNSURE;
        }
        if (root > last) {
            final long xl = x + vx * last;
            final long yl = y + vy * last;
            final long zl = z + vz * last;
            return beyond(xl, yl, zl, r) && signOfDot(xl, yl, zl, vx, vy, vz) < 0 ? NONE : UNSURE;
        }
        long tick = Math.max(1, (long) Math.ceil(root));
        for (int i = 0; i < TRIES; i++) {
            if (tick > last || tick < 1) {
                return UNSURE;
            }
            if (beyond(x + vx * tick, y + vy * tick, z + vz * tick, r)) {
                tick++;
            } else if (beyond(x + vx * (tick - 1), y + vy * (tick - 1), z + vz * (tick - 1), r)) {
                return tick;
            } else {
                tick--;
            }
        }
        return UNSURE;
    }

    /** The first tick from 0 to last at which it is more than r from 0. */
    static long beyond(
        final long x, final long y, final long z, final long vx, final long vy, final long vz, final long r,
        final long last) {
        if (beyond(x, y, z, r)) {
            return 0;
        }
        final double a = (double) vx * vx + (double) vy * vy + (double) vz * vz;
        if (a == 0) {
            return NONE;
        }
        final double b = (double) x * vx + (double) y * vy + (double) z * vz;
        final double c = (double) x * x + (double) y * y + (double) z * z - (double) r * r;
        final double discriminant = b * b - a * c;
        final double root = discriminant < 0 ? 0 : (Math.sqrt(discriminant) - b) / a;
        if (!reaches(vx, vy, vz, Math.min(last, root + TRIES))) {
            return UNSURE;
        }
        if (root > last) {
            return beyond(x + vx * last, y + vy * last, z + vz * last, r) ? UNSURE : NONE;
        }
        long tick = Math.max(1, (long) Math.floor(root));
        for (int i = 0; i < TRIES; i++) {
            if (tick > last || tick < 1) {
                return UNSURE;
            }
            if (!beyond(x + vx * tick, y + vy * tick, z + vz * tick, r)) {
                tick++;
            } else if (!beyond(x + vx * (tick - 1), y + vy * (tick - 1), z + vz * (tick - 1), r)) {
                return tick;
            } else {
                tick--;
            }
        }
        return UNSURE;
    }

    /** The first tick from 0 to last at which x + v * tick is at most 0. */
    static long atMostZero(final long x, final long v, final long last) {
        if (x <= 0) {
            return 0;
        }
        if (v >= 0) {
            return NONE;
        }
        final long tick = -Math.floorDiv(x, v);
        return tick <= last ? tick : NONE;
    }

    /** Whether x^2 + y^2 + z^2 is more than r^2, exactly. */
    static boolean beyond(final long x, final long y, final long z, final long r) {
        final long xx = x * x;
        final long yy = y * y;
        final long zz = z * z;
        final long rr = r * r;
        final long xy = xx + yy;
        final long xyz = xy + zz;
        final long high = Math.multiplyHigh(x, x) + Math.multiplyHigh(y, y) + Math.multiplyHigh(z, z)
            + carry(xx, xy) + carry(zz, xyz);
        final long limit = Math.multiplyHigh(r, r);
        return high != limit ? high > limit : Long.compareUnsigned(xyz, rr) > 0;
    }

    /** The sign of x * u + y * v + z * w, exactly. */
    static int signOfDot(final long x, final long y, final long z, final long u, final long v, final long w) {
        final long xu = x * u;
        final long zw = z * w;
        final long two = xu + y * v;
        final long three = two + zw;
        final long high = Math.multiplyHigh(x, u) + Math.multiplyHigh(y, v) + Math.multiplyHigh(z, w)
            + carry(xu, two) + carry(zw, three);
        return high != 0 ? Long.signum(high) : three == 0 ? 0 : 1;
    }

    private static long carry(final long summand, final long sum) {
        return Long.compareUnsigned(sum, summand) < 0 ? 1 : 0;
    }

    /** Whether it stays where coordinates are small enough for so many ticks. */
    private static boolean reaches(final long vx, final long vy, final long vz, final double ticks) {
        final double greatest = Math.max(Math.max(Math.abs((double) vx), Math.abs((double) vy)), Math.abs((double) vz));
        return greatest * ticks < 0x1p60;
    }
}
