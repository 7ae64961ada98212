package io.takt.steward.trajectory;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.SplittableRandom;

/**
 * Prints how much processor time one question takes: the exact profiles, and the usual solution in plain doubles
 * without any guarantee. Of the pairs, some touch and most do not, as among neighbours in a fluid. A program, not a
 * test.
 */
public final class ContactSpeed {
    private static final int PAIRS = 1 << 12;
    private static final int ROUNDS = 200;
    private static final double FINE = 0x1p20;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final IntegerTrajectory[] integers = new IntegerTrajectory[2 * PAIRS];
    private final DoubleTrajectory[] doubles = new DoubleTrajectory[2 * PAIRS];
    private final IntegerTrajectory[] bentIntegers = new IntegerTrajectory[2 * PAIRS];
    private final DoubleTrajectory[] bentDoubles = new DoubleTrajectory[2 * PAIRS];

    private ContactSpeed(final int dimensions) {
        final SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 2 * PAIRS; i++) {
            final double[] v = random.doubles(8, -1, 1).toArray();
            final double[] x = {v[0] * 2.5, v[1] * 2.5, dimensions < 3 ? 0 : v[2] * 2.5};
            final long base = random.nextInt(1 << 20);
            doubles[i] = dimensions == 2 ? DoubleTrajectory.plane(base / FINE, x[0], x[1], v[3], v[4])
                : DoubleTrajectory.space(base / FINE, x[0], x[1], x[2], v[3], v[4], v[5]);
            integers[i] = dimensions == 2
                ? IntegerTrajectory.plane(base, 20, whole(x[0]), whole(x[1]), whole(v[3]), whole(v[4]))
                : IntegerTrajectory.space(
                    base, 20, whole(x[0]), whole(x[1]), whole(x[2]), whole(v[3]), whole(v[4]), whole(v[5]));
            final long[] a = random.longs(dimensions, -1 << 18, 1 << 18).toArray();
            bentIntegers[i] = integers[i].withAcceleration(a);
            final double[] b = new double[dimensions];
            for (int d = 0; d < dimensions; d++) {
                b[d] = a[d] / FINE;
            }
            bentDoubles[i] = doubles[i].withAcceleration(b);
        }
    }

    private static long whole(final double value) {
        return (long) (value * FINE);
    }

    /**
     * Prints nanoseconds for each question.
     *
     * @param args none.
     */
    public static void main(final String[] args) {
        for (int dimensions = 2; dimensions <= 3; dimensions++) {
            final ContactSpeed speed = new ContactSpeed(dimensions);
            for (int warm = 0; warm < 3; warm++) {
                final boolean print = warm == 2;
                speed.time(print, dimensions + " dimensions, plain doubles", 1, speed::plain);
                speed.time(print, dimensions + " dimensions, double profile", 1, i -> DoubleContact.touch(
                    speed.doubles[i], speed.doubles[i + 1], 1, 1, DoubleContact.NEVER));
                speed.time(print, dimensions + " dimensions, double profile, with an early end", 1,
                    i -> DoubleContact.touch(speed.doubles[i], speed.doubles[i + 1], 1, 1, 1.2));
                speed.time(print, dimensions + " dimensions, integer profile", 1, i -> IntegerContact.touch(
                    speed.integers[i], speed.integers[i + 1], 1 << 20, 1 << 20, Long.MAX_VALUE - 1));
                speed.time(print, dimensions + " dimensions, double profile, quartic", 20, i -> DoubleContact.touch(
                    speed.bentDoubles[i], speed.bentDoubles[i + 1], 1, 1, DoubleContact.NEVER));
                speed.time(print, dimensions + " dimensions, integer profile, quartic", 20, i -> IntegerContact.touch(
                    speed.bentIntegers[i], speed.bentIntegers[i + 1], 1 << 20, 1 << 20, Long.MAX_VALUE - 1));
            }
        }
    }

    /** As simulations do it that go without a guarantee. */
    private double plain(final int i) {
        final DoubleTrajectory one = doubles[i];
        final DoubleTrajectory other = doubles[i + 1];
        double b = 0;
        double a = 0;
        double c = -1;
        for (int d = 0; d < one.dimensions(); d++) {
            final double v = one.velocity(d) - other.velocity(d);
            final double x = one.origin(d) + one.velocity(d) * (1 - one.base()) - other.origin(d)
                - other.velocity(d) * (1 - other.base());
            a += v * v;
            b += x * v;
            c += x * x;
        }
        final double discriminant = b * b - a * c;
        return b >= 0 || discriminant < 0 ? Double.POSITIVE_INFINITY : 1 + c / (Math.sqrt(discriminant) - b);
    }

    private void time(final boolean print, final String what, final int slower, final Question question) {
        double sum = 0;
        int touches = 0;
        final int rounds = ROUNDS / slower;
        final long start = THREADS.getCurrentThreadCpuTime();
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < 2 * PAIRS; i += 2) {
                final double time = question.ask(i);
                if (time < 1e18) {
                    touches++;
                    sum += time;
                }
            }
        }
        final double nanos = (THREADS.getCurrentThreadCpuTime() - start) / ((double) rounds * PAIRS);
        if (print) {
            System.out.printf("%-55s %8.1f ns   (%d %% touch, %s)%n", what, nanos, touches * 100L / rounds / PAIRS,
                sum > 0 ? "used" : "unused");
        }
    }

    /** When the pair that begins at an index touches. */
    private interface Question {
        double ask(int index);
    }
}
