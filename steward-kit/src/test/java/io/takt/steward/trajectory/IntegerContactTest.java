package io.takt.steward.trajectory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.steward.trajectory.Relative.Question;
import java.lang.management.ManagementFactory;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class IntegerContactTest {
    private static final long NEVER = IntegerContact.NEVER;

    @Test
    void finds_what_trying_every_tick_finds() {
        final SplittableRandom random = new SplittableRandom(1);
        int found = 0;
        for (int i = 0; i < 2500; i++) {
            final int dimensions = 1 + random.nextInt(3);
            final int timeBits = random.nextInt(5);
            final boolean bent = random.nextBoolean();
            final IntegerTrajectory one = some(random, dimensions, timeBits, bent);
            final IntegerTrajectory other = some(random, dimensions, timeBits, bent && random.nextBoolean());
            final long distance = random.nextInt(30);
            final long from = random.nextInt(-20, 20);
            final long until = from + random.nextInt(120);
            for (final Question question : Question.values()) {
                final long expected = tried(one, other, distance, from, until, question);
                assertThat(ask(one, other, distance, from, until, question))
                    .as("%s of %s and %s at %d, from %d to %d", question, one, other, distance, from, until)
                    .isEqualTo(expected);
                assertThat(IntegerContact.exactly(one, other, distance, from, until, question)).isEqualTo(expected);
                found += expected == NEVER || expected == from ? 0 : 1;
            }
        }
        assertThat(found).isGreaterThan(600);
    }

    @Test
    void finds_the_same_on_the_fast_path_as_without_it_at_any_size() {
        final SplittableRandom random = new SplittableRandom(2);
        int found = 0;
        for (int i = 0; i < 10_000; i++) {
            final int timeBits = random.nextInt(21);
            final int size = i % 2 == 0 ? 62 - timeBits - random.nextInt(9) : 1 + random.nextInt(62 - timeBits);
            final IntegerTrajectory one = sized(random, timeBits, size);
            final IntegerTrajectory other = sized(random, timeBits, size);
            final long distance = random.nextLong(1L << random.nextInt(size + 1));
            final long from = random.nextLong() >> (i % 4 < 2 ? 40 + random.nextInt(24) : random.nextInt(64));
            final long until = from + (random.nextLong() >>> 1 + random.nextInt(60));
            if (until >= from) {
                for (final Question question : Question.values()) {
                    final long expected = IntegerContact.exactly(one, other, distance, from, until, question);
                    assertThat(ask(one, other, distance, from, until, question)).isEqualTo(expected);
                    found += expected == NEVER || expected == from ? 0 : 1;
                }
            }
        }
        assertThat(found).isGreaterThan(250);
    }

    @Test
    void finds_grazes_on_the_fast_path_as_without_it() {
        final SplittableRandom random = new SplittableRandom(3);
        int touched = 0;
        int missed = 0;
        for (int i = 0; i < 10_000; i++) {
            final int timeBits = random.nextInt(10);
            final long far = 1L << 10 + random.nextInt(30);
            final long r = 1 + random.nextLong(far / 8);
            final IntegerTrajectory one = IntegerTrajectory.plane(
                random.nextInt(1000), timeBits, -far, r + random.nextInt(-1, 2), 1 + random.nextInt(1 << 20), 0);
            final IntegerTrajectory other = IntegerTrajectory.plane(
                random.nextInt(1000), timeBits, random.nextInt(2), 0, 0, random.nextInt(10) == 0 ? 1 : 0);
            for (final Question question : Question.values()) {
                final long expected = IntegerContact.exactly(one, other, r, 0, NEVER >> 2, question);
                assertThat(ask(one, other, r, 0, NEVER >> 2, question)).isEqualTo(expected);
                touched += question == Question.WITHIN && expected != NEVER ? 1 : 0;
                missed += question == Question.WITHIN && expected == NEVER ? 1 : 0;
            }
        }
        assertThat(touched).isGreaterThan(1400);
        assertThat(missed).isGreaterThan(1400);
    }

    @Test
    void the_answer_holds_and_the_tick_before_does_not_when_both_are_accelerated() {
        final SplittableRandom random = new SplittableRandom(4);
        int found = 0;
        for (int i = 0; i < 1200; i++) {
            final int timeBits = 10 + random.nextInt(11);
            final IntegerTrajectory one = sized(random, timeBits, 30).withAcceleration(
                random.longs(3, -1 << 20, 1 << 20).toArray());
            final IntegerTrajectory other = sized(random, timeBits, 30).withAcceleration(
                random.longs(3, -1 << 20, 1 << 20).toArray());
            final long distance = random.nextLong(1L << 29);
            for (final Question question : Question.values()) {
                final long tick = ask(one, other, distance, 0, 1L << 50, question);
                if (tick != NEVER && tick != 0) {
                    found++;
                    assertThat(holds(one, other, distance, tick, question)).isTrue();
                    assertThat(holds(one, other, distance, tick - 1, question)).isFalse();
                    for (int j = 0; j < 20; j++) {
                        assertThat(holds(one, other, distance, random.nextLong(tick), question)).isFalse();
                    }
                } else if (tick == NEVER) {
                    for (int j = 0; j < 20; j++) {
                        assertThat(holds(one, other, distance, random.nextLong(1L << 50), question)).isFalse();
                    }
                }
            }
        }
        assertThat(found).isGreaterThan(400);
    }

    @Test
    void finds_borders_as_trying_every_tick_does() {
        final SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < 2500; i++) {
            final int timeBits = random.nextInt(5);
            final IntegerTrajectory one = some(random, 2, timeBits, random.nextBoolean());
            final long border = random.nextInt(-40, 40);
            final long from = random.nextInt(-20, 20);
            final long until = from + random.nextInt(100);
            long below = NEVER;
            long atLeast = NEVER;
            long hits = NEVER;
            for (long tick = until; tick >= from; tick--) {
                final BigInteger over = exact(one, 1, tick).subtract(scaled(border, one));
                below = over.signum() < 0 ? tick : below;
                atLeast = over.signum() >= 0 ? tick : atLeast;
                final BigInteger along = exact(one, 0, tick).multiply(BigInteger.TWO)
                    .subtract(exact(one, 1, tick).multiply(BigInteger.valueOf(3))).subtract(scaled(border, one));
                final BigInteger speed = speed(one, 0, tick).multiply(BigInteger.TWO)
                    .subtract(speed(one, 1, tick).multiply(BigInteger.valueOf(3)));
                hits = along.signum() <= 0 && speed.signum() < 0 ? tick : hits;
            }
            assertThat(IntegerContact.below(one, 1, border, from, until)).isEqualTo(below);
            assertThat(IntegerContact.atLeast(one, 1, border, from, until)).isEqualTo(atLeast);
            assertThat(IntegerContact.hits(one, 2, -3, 0, border, from, until)).isEqualTo(hits);
            final int normal = random.nextBoolean() ? 1 : -1;
            assertThat(IntegerContact.hits(one, 0, normal, 0, border, from, until))
                .isEqualTo(walled(one, normal, border, from, until));
            final long other = IntegerContact.atLeast(one, 1, border + 9, from, until);
            assertThat(IntegerContact.leaves(one, 1, border, border + 9, from, until))
                .isEqualTo(Math.min(below, other));
        }
    }

    @Test
    void the_fast_path_does_not_allocate() {
        final IntegerTrajectory one = IntegerTrajectory.plane(0, 20, 0, 0, 1 << 20, 5);
        final IntegerTrajectory other = IntegerTrajectory.plane(3, 20, 1 << 10, 7, -5, -7);
        final com.sun.management.ThreadMXBean threads =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long sum = 0;
        long before = 0;
        for (int i = -100; i < 10_000; i++) {
            before = i == 0 ? threads.getCurrentThreadAllocatedBytes() : before;
            sum += IntegerContact.touch(one, other, 50 + (i & 7), 10, NEVER - 1);
            sum += IntegerContact.atLeast(one, 0, 100 + (i & 7), 10, NEVER - 1);
            sum += IntegerContact.hits(one, -1, 0, 0, -100, 10, NEVER - 1);
        }
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(10_000);
        assertThat(sum).isPositive();
    }

    @Test
    void two_that_overlap_touch_when_they_come_nearer() {
        final IntegerTrajectory still = IntegerTrajectory.line(0, 0, 0, 0);
        assertThat(IntegerContact.touch(IntegerTrajectory.line(0, 0, 3, 1), still, 5, 0, 100)).isEqualTo(NEVER);
        assertThat(IntegerContact.touch(IntegerTrajectory.line(0, 0, 3, -1), still, 5, 0, 100)).isZero();
        assertThat(IntegerContact.touch(IntegerTrajectory.line(0, 0, 3, 0), still, 5, 0, 100)).isEqualTo(NEVER);
        assertThat(IntegerContact.within(IntegerTrajectory.line(0, 0, 3, 1), still, 5, 0, 100)).isZero();
        assertThat(IntegerContact.beyond(IntegerTrajectory.line(0, 0, 3, 1), still, 5, 0, 100)).isEqualTo(3);
        assertThat(IntegerContact.touch(IntegerTrajectory.line(0, 0, 3, 4).withAcceleration(-2), still, 5, 0, 100))
            .isEqualTo(4);
    }

    @Test
    void nothing_overflows_at_the_ends_of_the_range() {
        final IntegerTrajectory left = IntegerTrajectory.line(Long.MIN_VALUE, 48, Long.MIN_VALUE, Long.MAX_VALUE);
        final IntegerTrajectory right = IntegerTrajectory.line(Long.MAX_VALUE, 48, Long.MAX_VALUE, Long.MIN_VALUE);
        for (final Question question : Question.values()) {
            final long tick = ask(left, right, Long.MAX_VALUE, Long.MIN_VALUE, NEVER - 1, question);
            if (tick != NEVER && tick != Long.MIN_VALUE) {
                assertThat(holds(left, right, Long.MAX_VALUE, tick, question)).isTrue();
                assertThat(holds(left, right, Long.MAX_VALUE, tick - 1, question)).isFalse();
            }
        }
        assertThat(IntegerContact.within(
            IntegerTrajectory.line(Long.MIN_VALUE, 0, -10, 0), IntegerTrajectory.line(NEVER - 1, 0, 0, -1), 10,
            Long.MIN_VALUE, NEVER - 1)).isEqualTo(NEVER - 1);
        assertThat(IntegerContact.within(
            IntegerTrajectory.line(Long.MIN_VALUE, 0, 0, 1), IntegerTrajectory.line(NEVER - 1, 0, 0, 0), 200,
            NEVER - 100, NEVER - 1)).isEqualTo(NEVER);
        final long far = (1L << 61) - 1;
        assertThat(IntegerContact.within(
            IntegerTrajectory.space(0, 0, far, far, far, far, far, far),
            IntegerTrajectory.space(0, 0, -far, -far, -far, -far, -far, -far), 1, 1, 1L << 40)).isEqualTo(NEVER);
        assertThat(IntegerContact.below(IntegerTrajectory.line(NEVER - 1, 0, 0, -1), 0, 1, Long.MIN_VALUE, NEVER - 1))
            .isEqualTo(NEVER - 1);
        assertThat(IntegerContact.atLeast(
            IntegerTrajectory.line(Long.MIN_VALUE, 0, Long.MIN_VALUE, 1), 0, NEVER - 1, Long.MIN_VALUE, NEVER - 1))
            .isEqualTo(NEVER - 1);
    }

    @Test
    void refuses_what_does_not_fit_together() {
        final IntegerTrajectory line = IntegerTrajectory.line(0, 4, 0, 0);
        assertThatThrownBy(() -> IntegerContact.touch(line, IntegerTrajectory.line(0, 5, 0, 0), 1, 0, 1))
            .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("time bits");
        assertThatThrownBy(() -> IntegerContact.touch(line, IntegerTrajectory.plane(0, 4, 0, 0, 0, 0), 1, 0, 1))
            .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> IntegerContact.touch(line, line, -1, 0, 1))
            .isInstanceOf(IllegalArgumentException.class);
        assertThat(IntegerContact.within(line, line, 1, 1, 0)).isEqualTo(NEVER);
        assertThat(IntegerContact.below(line, 0, 1, 1, 0)).isEqualTo(NEVER);
    }

    private static long walled(
        final IntegerTrajectory one, final int normal, final long offset, final long from, final long until) {
        for (long tick = from; tick <= until; tick++) {
            final int over = exact(one, 1, tick).multiply(BigInteger.valueOf(normal)).compareTo(scaled(offset, one));
            if (over <= 0 && speed(one, 1, tick).signum() * normal < 0) {
                return tick;
            }
        }
        return NEVER;
    }

    private static long ask(
        final IntegerTrajectory one, final IntegerTrajectory other, final long distance, final long from,
        final long until, final Question question) {
        switch (question) {
            case TOUCH:
                return IntegerContact.touch(one, other, distance, from, until);
            case WITHIN:
                return IntegerContact.within(one, other, distance, from, until);
            default:
                return IntegerContact.beyond(one, other, distance, from, until);
        }
    }

    private static long tried(
        final IntegerTrajectory one, final IntegerTrajectory other, final long distance, final long from,
        final long until, final Question question) {
        for (long tick = from; tick <= until; tick++) {
            if (holds(one, other, distance, tick, question)) {
                return tick;
            }
        }
        return NEVER;
    }

    private static boolean holds(
        final IntegerTrajectory one, final IntegerTrajectory other, final long distance, final long tick,
        final Question question) {
        BigInteger far = BigInteger.ZERO;
        BigInteger nearing = BigInteger.ZERO;
        for (int d = 0; d < one.dimensions(); d++) {
            final BigInteger gap = exact(one, d, tick).subtract(exact(other, d, tick));
            far = far.add(gap.multiply(gap));
            nearing = nearing.add(gap.multiply(speed(one, d, tick).subtract(speed(other, d, tick))));
        }
        final boolean near = far.compareTo(scaled(distance, one).pow(2)) <= 0;
        return question == Question.BEYOND ? !near : near && (question == Question.WITHIN || nearing.signum() < 0);
    }

    /** Times 2^(2 timeBits + 1), as the class comment of trajectories has it. */
    private static BigInteger exact(final IntegerTrajectory one, final int d, final long tick) {
        final BigInteger s = BigInteger.valueOf(tick).subtract(BigInteger.valueOf(one.base()));
        return scaled(one.origin(d), one)
            .add(BigInteger.valueOf(one.velocity(d)).multiply(s).shiftLeft(one.timeBits() + 1))
            .add(BigInteger.valueOf(one.acceleration(d)).multiply(s).multiply(s));
    }

    private static BigInteger speed(final IntegerTrajectory one, final int d, final long tick) {
        final BigInteger s = BigInteger.valueOf(tick).subtract(BigInteger.valueOf(one.base()));
        return BigInteger.valueOf(one.velocity(d)).shiftLeft(one.timeBits())
            .add(BigInteger.valueOf(one.acceleration(d)).multiply(s));
    }

    private static BigInteger scaled(final long position, final IntegerTrajectory one) {
        return BigInteger.valueOf(position).shiftLeft(2 * one.timeBits() + 1);
    }

    private static IntegerTrajectory sized(final SplittableRandom random, final int timeBits, final int size) {
        final long x = random.nextLong() >> 64 - size;
        final long y = random.nextLong() >> 64 - size;
        final long z = random.nextLong() >> 64 - size;
        final int slow = random.nextInt(size + 1);
        final long[] v = random.longs(3).map(one -> one >> 64 - size / 2 - 1).toArray();
        return IntegerTrajectory.space(
            random.nextInt(1000), timeBits, x, y, z, -(x >> slow) + v[0], -(y >> slow) + v[1], -(z >> slow) + v[2]);
    }

    private static IntegerTrajectory some(
        final SplittableRandom random, final int dimensions, final int timeBits, final boolean bent) {
        final long base = random.nextInt(-30, 30);
        final int speed = 1 + random.nextInt(1 << timeBits + 2);
        final long[] v = random.longs(6, -speed, speed + 1).toArray();
        final long[] x = random.longs(3, -60, 60).toArray();
        final IntegerTrajectory straight = dimensions == 1 ? IntegerTrajectory.line(base, timeBits, x[0], v[0])
            : dimensions == 2 ? IntegerTrajectory.plane(base, timeBits, x[0], x[1], v[0], v[1])
            : IntegerTrajectory.space(base, timeBits, x[0], x[1], x[2], v[0], v[1], v[2]);
        return bent ? straight.withAcceleration(Arrays.copyOfRange(v, 3, 3 + dimensions)) : straight;
    }
}
