package io.takt.steward.trajectory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import io.takt.steward.trajectory.Relative.Question;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DoubleContactTest {
    private static final double NEVER = DoubleContact.NEVER;

    @Test
    void the_answer_holds_exactly_and_the_double_before_does_not() {
        final SplittableRandom random = new SplittableRandom(1);
        int found = 0;
        for (int i = 0; i < 1000; i++) {
            final int dimensions = 1 + random.nextInt(3);
            final boolean bent = i % 8 == 0;
            final DoubleTrajectory one = some(random, dimensions, bent);
            final DoubleTrajectory other = some(random, dimensions, bent && random.nextBoolean());
            final double distance = random.nextDouble() * Math.scalb(1.0, random.nextInt(-6, 4));
            final double from = random.nextDouble() * 4 - 2;
            final double until = random.nextBoolean() ? NEVER : from + random.nextDouble() * 20;
            for (final Question question : Question.values()) {
                found += check(random, one, other, distance, from, until, question);
            }
        }
        assertThat(found).isGreaterThan(250);
    }

    @Test
    void finds_the_same_on_the_fast_path_as_without_it() {
        final SplittableRandom random = new SplittableRandom(2);
        int found = 0;
        for (int i = 0; i < 3000; i++) {
            final double size = Math.scalb(1.0, random.nextInt(-60, 60));
            final DoubleTrajectory one = sized(random, size);
            final DoubleTrajectory other = sized(random, size);
            final double distance = size * random.nextDouble() * Math.scalb(1.0, -random.nextInt(6));
            final double from = random.nextDouble();
            final double until = i % 3 == 0 ? NEVER : from + Math.scalb(random.nextDouble(), random.nextInt(-3, 8));
            for (final Question question : Question.values()) {
                final double expected = DoubleContact.exactly(one, other, 0, 0, 0, distance, from, until, question);
                assertThat(ask(one, other, distance, from, until, question))
                    .as("%s of %s and %s at %s, from %s to %s", question, one, other, distance, from, until)
                    .isEqualTo(expected);
                found += expected == NEVER || expected == from ? 0 : 1;
            }
        }
        assertThat(found).isGreaterThan(300);
    }

    @Test
    void touches_images_at_the_same_time_from_either_side() {
        final SplittableRandom random = new SplittableRandom(7);
        int found = 0;
        for (int i = 0; i < 4000; i++) {
            final DoubleTrajectory one = sized(random, 1);
            final DoubleTrajectory other = sized(random, 1);
            final double x = random.nextInt(-2, 3) * 0.7;
            final double y = random.nextInt(-2, 3) * 0.3;
            final double r = random.nextDouble() / 4;
            final double time = DoubleContact.touch(one, other, x, y, 0, r, 1, NEVER);
            assertThat(DoubleContact.touch(other, one, -x, -y, 0, r, 1, NEVER)).isEqualTo(time);
            assertThat(DoubleContact.exactly(one, other, x, y, 0, r, 1, NEVER, Question.TOUCH)).isEqualTo(time);
            found += time == NEVER ? 0 : 1;
        }
        assertThat(found).isGreaterThan(60);
    }

    @Test
    void two_that_fall_alike_meet_as_if_nothing_fell() {
        final SplittableRandom random = new SplittableRandom(8);
        for (int i = 0; i < 500; i++) {
            final double[] v = random.doubles(8, -1, 1).toArray();
            final DoubleTrajectory one = DoubleTrajectory.plane(v[0], v[1], v[2], v[3], v[4]);
            final DoubleTrajectory other = DoubleTrajectory.plane(v[0], v[5], v[6], v[7], v[1]);
            final double later = random.nextInt(2) * v[7];
            for (final Question question : Question.values()) {
                final double time = ask(one, other, 0.25, 1, NEVER, question);
                assertThat(ask(
                    one.withAcceleration(v[3], -9.81), other.withAcceleration(v[3], -9.81), 0.25, 1, NEVER, question))
                    .isEqualTo(time);
                final DoubleTrajectory bent = DoubleTrajectory.plane(later, v[5], v[6], v[7], v[1])
                    .withAcceleration(v[3], -9.81);
                assertThat(ask(one.withAcceleration(v[3], -9.81), bent, 0.25, 1, 9, question)).isEqualTo(
                    DoubleContact.exactly(
                        one.withAcceleration(v[3], -9.81), bent, 0, 0, 0, 0.25, 1, 9, question));
            }
        }
    }

    @Test
    void finds_what_trying_every_double_finds() {
        final SplittableRandom random = new SplittableRandom(3);
        int found = 0;
        for (int i = 0; i < 600; i++) {
            final boolean bent = i % 3 == 0;
            final double from = 1 - random.nextInt(3) * 0x1p-53;
            double until = from;
            for (int j = random.nextInt(60); j >= 0; j--) {
                until = Math.nextUp(until);
            }
            final DoubleTrajectory one = swift(random, bent);
            final DoubleTrajectory other = swift(random, false);
            final double distance = random.nextInt(1, 8);
            for (final Question question : Question.values()) {
                double expected = NEVER;
                for (double time = from; time <= until && expected == NEVER; time = Math.nextUp(time)) {
                    expected = holds(one, other, distance, time, question) ? time : NEVER;
                }
                assertThat(ask(one, other, distance, from, until, question))
                    .as("%s of %s and %s at %s, from %s to %s", question, one, other, distance, from, until)
                    .isEqualTo(expected);
                found += expected == NEVER || expected == from ? 0 : 1;
            }
        }
        assertThat(found).isGreaterThan(200);
    }

    @Test
    void finds_grazes_as_without_the_fast_path() {
        final SplittableRandom random = new SplittableRandom(4);
        int touched = 0;
        for (int i = 0; i < 3000; i++) {
            final double r = random.nextDouble();
            final double y = i % 3 == 0 ? r : i % 3 == 1 ? Math.nextUp(r) : Math.nextDown(r);
            final DoubleTrajectory one = DoubleTrajectory.plane(0, -random.nextInt(1, 50), y, random.nextDouble(), 0);
            final DoubleTrajectory other = DoubleTrajectory.plane(random.nextDouble(), 0, 0, 0, 0);
            for (final Question question : Question.values()) {
                final double expected = DoubleContact.exactly(one, other, 0, 0, 0, r, 0, NEVER, question);
                assertThat(ask(one, other, r, 0, NEVER, question)).isEqualTo(expected);
                touched += question == Question.TOUCH && expected != NEVER ? 1 : 0;
            }
        }
        assertThat(touched).isBetween(900, 1100);
    }

    @Test
    void the_tick_of_a_touch_is_its_time_rounded_up() {
        final SplittableRandom random = new SplittableRandom(9);
        int touched = 0;
        for (int i = 0; i < 6000; i++) {
            final double slower = Math.scalb(1, -random.nextInt(20));
            final double r = random.nextInt(1, 64) / 64.0;
            // Of these the first touches at a whole tick, or a little earlier or later.
            final double far = -r - random.nextInt(1, 50) * slower;
            final double x = i % 3 == 0 ? far : i % 3 == 1 ? Math.nextUp(far) : Math.nextDown(far);
            final boolean straight = i % 2 == 0;
            final DoubleTrajectory one = !straight ? sized(random, 1).withVelocity(
                slower * (2 * random.nextDouble() - 1), slower * (2 * random.nextDouble() - 1), 0)
                : DoubleTrajectory.plane(0, x, 0, slower, 0);
            final DoubleTrajectory other = DoubleTrajectory.plane(
                random.nextInt(4), 0, straight ? 0 : random.nextDouble(), 0, 0);
            final long until = random.nextBoolean() ? Long.MAX_VALUE : random.nextInt(2, 100);
            final double time = DoubleContact.exactly(one, other, 0, 0, 0, r, 1, until, Question.TOUCH);
            assertThat(DoubleContact.touchTick(one, other, 0, 0, 0, r, 1, until))
                .isEqualTo(time == NEVER ? Long.MAX_VALUE : (long) Math.ceil(time));
            touched += time == NEVER || time == 1 ? 0 : 1;
        }
        assertThat(touched).isGreaterThan(2000);
    }

    @Test
    void the_tick_of_a_touch_is_its_time_rounded_up_where_doubles_are_far_apart() {
        final SplittableRandom random = new SplittableRandom(10);
        int touched = 0;
        for (int i = 0; i < 20_000; i++) {
            final long from = i % 4 == 0 ? (1L << 53) - random.nextInt(1, 60)
                : (1L << random.nextInt(30, 51)) - random.nextInt(2) * (1L << random.nextInt(25));
            // Slow ones meet between two ticks; fast ones are near for less than the distance of two doubles.
            final double speed = Math.scalb(1 + random.nextDouble(), random.nextInt(-4, 8));
            final double r = Math.scalb(1 + random.nextDouble(), random.nextInt(-6, 3));
            final double meeting = random.nextInt(40) + (random.nextBoolean() ? random.nextDouble() : 0x1p-20);
            final DoubleTrajectory one = DoubleTrajectory.plane(
                from, -r - meeting * speed, r * random.nextDouble(), speed, 0);
            final DoubleTrajectory other = DoubleTrajectory.plane(from, 0, 0, 0, 0);
            final long until = random.nextInt(3) == 0 ? Long.MAX_VALUE : from + random.nextInt(1, 60);
            final double time = DoubleContact.touch(one, other, r, from, until);
            assertThat(DoubleContact.touchTick(one, other, 0, 0, 0, r, from, until))
                .as("%s and %s at %s, from %s to %s", one, other, r, from, until)
                .isEqualTo(time == NEVER ? Long.MAX_VALUE : (long) Math.ceil(time));
            touched += time == NEVER || time == from ? 0 : 1;
        }
        assertThat(touched).isGreaterThan(5000);
    }

    @Test
    void the_fast_path_decides_all_but_grazes() {
        final SplittableRandom random = new SplittableRandom(5);
        int unsure = 0;
        for (int i = 0; i < 20_000; i++) {
            final double time = DoubleApproach.nearer(
                sized(random, 1), sized(random, 1), 0, 0, 0, random.nextDouble() / 16, 0.5, NEVER, true, false);
            unsure += time == time ? 0 : 1;
        }
        assertThat(unsure).isLessThan(5);
    }

    @Test
    void finds_borders_exactly() {
        final SplittableRandom random = new SplittableRandom(6);
        int found = 0;
        for (int i = 0; i < 4000; i++) {
            final DoubleTrajectory one = some(random, 2, i % 8 == 0);
            final double border = random.nextDouble() * 10 - 5;
            final double from = random.nextDouble() * 4 - 2;
            final double until = random.nextBoolean() ? NEVER : from + random.nextDouble() * 20;
            final BigDecimal exactBorder = new BigDecimal(border);
            final double below = DoubleContact.below(one, 1, border, from, until);
            final double above = DoubleContact.atLeast(one, 1, border, from, until);
            assertThat(Math.min(below, above)).isEqualTo(from);
            final double later = Math.max(below, above);
            final int side = below > above ? -1 : 1;
            if (later != NEVER) {
                found++;
                assertThat(later).isBetween(from, until);
                assertThat(exact(one, 1, later).compareTo(exactBorder) * side).isNotNegative();
                assertThat(exact(one, 1, Math.nextDown(later)).compareTo(exactBorder) * side).isNegative();
            } else {
                final double end = Math.min(until, 1e300);
                assertThat(exact(one, 1, end).compareTo(exactBorder) * side).isNegative();
            }
            assertThat(DoubleContact.leaves(one, 1, border - 1, border + 1, from, until)).isEqualTo(Math.min(
                DoubleContact.below(one, 1, border - 1, from, until),
                DoubleContact.atLeast(one, 1, border + 1, from, until)));
        }
        assertThat(found).isGreaterThan(1000);
    }

    @Test
    void the_fast_path_does_not_allocate() {
        final DoubleTrajectory one = DoubleTrajectory.plane(0.2, 0.1, 0, 0.7, 0.1);
        final DoubleTrajectory other = DoubleTrajectory.plane(0.3, 10, 0.7, -0.5, -0.7);
        final com.sun.management.ThreadMXBean threads =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        double sum = 0;
        long before = 0;
        for (int i = -100; i < 10_000; i++) {
            before = i == 0 ? threads.getCurrentThreadAllocatedBytes() : before;
            sum += DoubleContact.touch(one, other, 5 + (i & 7) / 8.0, 0.1, NEVER);
            sum += DoubleContact.atLeast(one, 0, 3 + (i & 7) / 8.0, 0.1, NEVER);
            sum += DoubleContact.hits(one, -1, 0, 0, -5, 0.1, NEVER);
        }
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(10_000);
        assertThat(sum).isPositive();
    }

    @Test
    void hits_a_wall_when_it_comes_nearer() {
        final DoubleTrajectory ball = DoubleTrajectory.plane(0, 0, 5, 1, 0).withAcceleration(0, -10);
        final double time = DoubleContact.hits(ball, 0, 1, 0, 0, 0, NEVER);
        assertThat(time).isEqualTo(1.0);
        final DoubleTrajectory thrown = DoubleTrajectory.plane(0, 0, -1, 0, 3).withAcceleration(0, -2);
        assertThat(DoubleContact.hits(thrown, 0, 1, 0, 0, 0, 9)).isCloseTo(1.5 + Math.sqrt(1.25), offset(1e-15));
        final DoubleTrajectory straight = DoubleTrajectory.plane(0, 0, 5, 1, -2);
        assertThat(DoubleContact.hits(straight, 0, 1, 0, 1, 0, NEVER)).isEqualTo(2.0);
        assertThat(DoubleContact.hits(straight, 0, 1, 0, 5, 0, NEVER)).isEqualTo(0.0);
        assertThat(DoubleContact.hits(straight, 0, 1, 0, 1, 0, Math.nextDown(2.0))).isEqualTo(NEVER);
        assertThat(DoubleContact.hits(straight, 0, -1, 0, 1, 0, NEVER)).isEqualTo(NEVER);
        assertThat(DoubleContact.hits(straight, -1, 0, 0, -3, 0, NEVER)).isEqualTo(3.0);
        assertThat(DoubleContact.hits(straight, -0.5, 0, 0, -1.5, 0, NEVER)).isEqualTo(3.0);
        assertThat(DoubleContact.hits(DoubleTrajectory.plane(0, 0, -1, 1, 0), 0, 1, 0, 0, 0, NEVER)).isEqualTo(NEVER);
    }

    @Test
    void times_near_the_ends_of_the_range_are_found() {
        final DoubleTrajectory still = DoubleTrajectory.line(0, 0, 0);
        final DoubleTrajectory slow = DoubleTrajectory.line(0, 2, -0x1p-1022);
        final double time = DoubleContact.touch(slow, still, 1, 0, NEVER);
        assertThat(time).isEqualTo(0x1p1022);
        final DoubleTrajectory fast = DoubleTrajectory.line(-1, Double.MAX_VALUE, -Double.MAX_VALUE);
        assertThat(DoubleContact.within(fast, still, Double.MIN_VALUE, -1, NEVER)).isEqualTo(0.0);
        assertThat(DoubleContact.within(DoubleTrajectory.line(-0x1p1000, 1, 0), still, 0.5, -0x1p1010, 0x1p1010))
            .isEqualTo(NEVER);
    }

    @Test
    void refuses_what_is_no_number() {
        final DoubleTrajectory line = DoubleTrajectory.line(0, 0, 0);
        assertThatThrownBy(() -> DoubleContact.touch(line, line, Double.NaN, 0, 1))
            .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> DoubleContact.touch(line, line, -1, 0, 1))
            .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> DoubleContact.touch(line, line, 1, 0, Double.NaN))
            .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> DoubleTrajectory.line(0, NEVER, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThat(DoubleContact.within(line, line, 1, 1, 0)).isEqualTo(NEVER);
    }

    private static int check(
        final SplittableRandom random, final DoubleTrajectory one, final DoubleTrajectory other,
        final double distance, final double from, final double until, final Question question) {
        final double time = ask(one, other, distance, from, until, question);
        if (time == NEVER || time > from) {
            final double end = time == NEVER ? Math.min(until, 1e6) : Math.nextDown(time);
            assertThat(holds(one, other, distance, from, question)).isFalse();
            assertThat(holds(one, other, distance, end, question))
                .as("%s of %s and %s at %s, from %s to %s", question, one, other, distance, from, until).isFalse();
            for (int i = 0; i < 8; i++) {
                final double earlier = from + random.nextDouble() * (end - from);
                assertThat(holds(one, other, distance, earlier, question)).isFalse();
            }
        }
        if (time != NEVER) {
            assertThat(time).isBetween(from, until);
            assertThat(holds(one, other, distance, time, question)).isTrue();
        }
        return time == NEVER || time == from ? 0 : 1;
    }

    private static double ask(
        final DoubleTrajectory one, final DoubleTrajectory other, final double distance, final double from,
        final double until, final Question question) {
        switch (question) {
            case TOUCH:
                return DoubleContact.touch(one, other, distance, from, until);
            case WITHIN:
                return DoubleContact.within(one, other, distance, from, until);
            default:
                return DoubleContact.beyond(one, other, distance, from, until);
        }
    }

    private static boolean holds(
        final DoubleTrajectory one, final DoubleTrajectory other, final double distance, final double time,
        final Question question) {
        BigDecimal far = BigDecimal.ZERO;
        BigDecimal nearing = BigDecimal.ZERO;
        for (int d = 0; d < one.dimensions(); d++) {
            final BigDecimal gap = exact(one, d, time).subtract(exact(other, d, time));
            far = far.add(gap.multiply(gap));
            nearing = nearing.add(gap.multiply(speed(one, d, time).subtract(speed(other, d, time))));
        }
        final boolean near = far.compareTo(new BigDecimal(distance).pow(2)) <= 0;
        return question == Question.BEYOND ? !near : near && (question == Question.WITHIN || nearing.signum() < 0);
    }

    private static BigDecimal exact(final DoubleTrajectory one, final int d, final double time) {
        final BigDecimal s = new BigDecimal(time).subtract(new BigDecimal(one.base()));
        return new BigDecimal(one.origin(d)).add(new BigDecimal(one.velocity(d)).multiply(s))
            .add(new BigDecimal(one.acceleration(d)).multiply(s).multiply(s).multiply(new BigDecimal("0.5")));
    }

    private static BigDecimal speed(final DoubleTrajectory one, final int d, final double time) {
        final BigDecimal s = new BigDecimal(time).subtract(new BigDecimal(one.base()));
        return new BigDecimal(one.velocity(d)).add(new BigDecimal(one.acceleration(d)).multiply(s));
    }

    private static DoubleTrajectory some(final SplittableRandom random, final int dimensions, final boolean bent) {
        final double[] v = random.doubles(9, -1, 1).toArray();
        final double base = v[8];
        final DoubleTrajectory straight = dimensions == 1 ? DoubleTrajectory.line(base, v[0] * 8, v[1])
            : dimensions == 2 ? DoubleTrajectory.plane(base, v[0] * 8, v[1] * 8, v[2], v[3])
            : DoubleTrajectory.space(base, v[0] * 8, v[1] * 8, v[2] * 8, v[3], v[4], v[5]);
        return bent ? straight.withAcceleration(Arrays.copyOfRange(v, 5, 5 + dimensions)) : straight;
    }

    private static DoubleTrajectory sized(final SplittableRandom random, final double size) {
        final double[] v = random.doubles(5, -1, 1).toArray();
        final double aim = random.nextInt(3);
        return DoubleTrajectory.plane(
            v[4], v[0] * size, v[1] * size, (v[2] - aim * v[0]) * size, (v[3] - aim * v[1]) * size);
    }

    /** So fast that it moves visibly from one double to the next at the time 1. */
    private static DoubleTrajectory swift(final SplittableRandom random, final boolean bent) {
        final double speed = 0x1p51;
        final DoubleTrajectory straight = DoubleTrajectory.plane(
            1, random.nextInt(-9, 9), random.nextInt(-9, 9), random.nextInt(-3, 4) * speed,
            random.nextInt(-3, 4) * speed);
        return bent ? straight.withAcceleration(random.nextInt(-3, 4) * 0x1p100, random.nextInt(-3, 4) * 0x1p100)
            : straight;
    }
}
