package io.takt.steward.trajectory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.steward.Codec;
import io.takt.steward.SaveException;
import io.takt.steward.StateInput;
import io.takt.steward.StateOutput;
import java.math.BigInteger;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TrajectoryTest {
    @Test
    void positions_are_the_exact_ones_rounded_down_or_an_error() {
        final SplittableRandom random = new SplittableRandom(1);
        int beyond = 0;
        for (int i = 0; i < 30_000; i++) {
            final int timeBits = random.nextInt(49);
            final long base = random.nextLong() >> random.nextInt(64);
            final long time = base + (random.nextLong() >> 2 + random.nextInt(62));
            final long x = random.nextLong() >> random.nextInt(64);
            final long v = random.nextLong() >> random.nextInt(64);
            final long a = random.nextBoolean() ? 0 : random.nextLong() >> random.nextInt(64);
            final IntegerTrajectory one = IntegerTrajectory.line(base, timeBits, x, v).withAcceleration(a);
            final BigInteger s = BigInteger.valueOf(time).subtract(BigInteger.valueOf(base));
            final BigInteger place = BigInteger.valueOf(v).shiftLeft(timeBits + 1)
                .add(BigInteger.valueOf(a).multiply(s)).multiply(s).shiftRight(2 * timeBits + 1)
                .add(BigInteger.valueOf(x));
            final BigInteger speed = BigInteger.valueOf(a).multiply(s).shiftRight(timeBits).add(BigInteger.valueOf(v));
            if (s.bitLength() > 63 || place.bitLength() > 63) {
                beyond++;
                assertThatThrownBy(() -> one.position(0, time)).isInstanceOf(ArithmeticException.class);
            } else if (place.subtract(BigInteger.valueOf(x)).bitLength() <= 63) {
                assertThat(one.position(0, time)).isEqualTo(place.longValueExact());
            }
            if (s.bitLength() <= 63 && speed.bitLength() <= 62 && v >> 62 == v >> 63) {
                assertThat(one.velocity(0, time)).isEqualTo(speed.longValueExact());
            }
        }
        assertThat(beyond).isGreaterThan(1000);
    }

    @Test
    void a_new_origin_is_where_it_is() {
        final IntegerTrajectory one = IntegerTrajectory.space(5, 3, 10, 20, 30, 8, -8, 4).withAcceleration(0, 2, -2);
        final IntegerTrajectory later = one.rebased(21);
        assertThat(later.base()).isEqualTo(21);
        for (int d = 0; d < 3; d++) {
            assertThat(later.origin(d)).isEqualTo(one.position(d, 21));
            assertThat(later.velocity(d)).isEqualTo(one.velocity(d, 21));
            assertThat(later.acceleration(d)).isEqualTo(one.acceleration(d));
        }
        assertThat(one.rebased(5)).isEqualTo(one).hasSameHashCodeAs(one);
        final DoubleTrajectory two = DoubleTrajectory.plane(1, 10, 20, 8, -8).withAcceleration(0, 2);
        final DoubleTrajectory after = two.rebased(3);
        assertThat(after.origin(1)).isEqualTo(20 - 16 + 4.0).isEqualTo(two.position(1, 3));
        assertThat(after.velocity(1)).isEqualTo(-4.0).isEqualTo(two.velocity(1, 3));
        assertThat(after.velocity(0)).isEqualTo(8.0);
        assertThat(two.shifted(1, 2, 0).origin(1)).isEqualTo(22.0);
        assertThat(two.withVelocity(1, 2, 0)).isEqualTo(
            DoubleTrajectory.plane(1, 10, 20, 1, 2).withAcceleration(0, 2));
        assertThat(DoubleTrajectory.line(0, 0.0, 1)).isNotEqualTo(DoubleTrajectory.line(0, -0.0, 1));
    }

    @Test
    void a_trajectory_that_does_not_exist_is_refused() {
        final IntegerTrajectory line = IntegerTrajectory.line(0, 0, 0, 0);
        assertThatThrownBy(() -> line.withVelocity(0, 1, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> line.shifted(0, 0, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> line.withAcceleration(1, 2)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> IntegerTrajectory.line(0, 49, 0, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> IntegerTrajectory.line(0, 0, Long.MAX_VALUE, 0).shifted(1, 0, 0))
            .isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> DoubleTrajectory.line(Double.NaN, 0, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> DoubleTrajectory.line(0, 0, 0).withAcceleration(Double.POSITIVE_INFINITY))
            .isInstanceOf(IllegalArgumentException.class);
        assertThat(line.withAcceleration(0).accelerates()).isFalse();
    }

    @Test
    void is_read_as_it_was_written() {
        final IntegerTrajectory[] integers = {
            IntegerTrajectory.line(1, 2, 3, 4), IntegerTrajectory.plane(1, 48, -3, 4, 5, -6).withAcceleration(0, 1),
            IntegerTrajectory.space(1, 2, 3, 4, 5, 6, 7, 8).withAcceleration(9, 10, 11)};
        for (final IntegerTrajectory one : integers) {
            assertThat(copy(IntegerTrajectory.codec(), one)).isEqualTo(one).hasToString(one.toString());
        }
        final DoubleTrajectory[] doubles = {
            DoubleTrajectory.line(1, 0.1, -0.0), DoubleTrajectory.plane(1, 48, -3, 4, 5).withAcceleration(0, 1),
            DoubleTrajectory.space(1, 2, 3, 4, 5, 6, 7).withAcceleration(9, 10, 11)};
        for (final DoubleTrajectory one : doubles) {
            assertThat(copy(DoubleTrajectory.codec(), one)).isEqualTo(one).hasToString(one.toString());
        }
        final StateOutput out = new StateOutput();
        out.writeByte(4);
        out.writeLong(0);
        assertThatThrownBy(() -> IntegerTrajectory.codec().read(new StateInput(out.toByteArray(), null, null)))
            .isInstanceOf(SaveException.class).hasMessageContaining("4 dimensions");
        assertThatThrownBy(() -> DoubleTrajectory.codec().read(new StateInput(out.toByteArray(), null, null)))
            .isInstanceOf(SaveException.class);
        final StateOutput infinite = new StateOutput();
        infinite.writeByte(1);
        infinite.writeBoolean(false);
        infinite.writeDouble(Double.POSITIVE_INFINITY);
        infinite.writeDouble(0);
        infinite.writeDouble(0);
        assertThatThrownBy(() -> DoubleTrajectory.codec().read(new StateInput(infinite.toByteArray(), null, null)))
            .isInstanceOf(SaveException.class).hasMessageContaining("finite");
    }

    @Test
    void double_times_are_longs_in_the_same_order() {
        final double[] times = {
            Double.NEGATIVE_INFINITY, -Double.MAX_VALUE, -1, -Double.MIN_VALUE, 0, Double.MIN_VALUE, 1,
            Math.nextUp(1.0), Double.MAX_VALUE, Double.POSITIVE_INFINITY};
        for (int i = 0; i < times.length; i++) {
            assertThat(DoubleTime.decode(DoubleTime.encode(times[i]))).isEqualTo(times[i]);
            if (i > 0) {
                assertThat(DoubleTime.encode(times[i])).isGreaterThan(DoubleTime.encode(times[i - 1]));
            }
        }
        assertThat(DoubleTime.encode(-0.0)).isEqualTo(DoubleTime.encode(0.0));
        assertThat(DoubleTime.encode(Math.nextUp(1.0))).isEqualTo(DoubleTime.encode(1.0) + 1);
        assertThat(DoubleTime.encode(-Double.MIN_VALUE)).isEqualTo(DoubleTime.encode(0.0) - 1);
        assertThatThrownBy(() -> DoubleTime.encode(Double.NaN)).isInstanceOf(ArithmeticException.class);
    }

    private static <T> T copy(final Codec<T> codec, final T value) {
        final StateOutput out = new StateOutput();
        codec.write(value, out);
        final StateInput in = new StateInput(out.toByteArray(), null, null);
        final T read = codec.read(in);
        assertThat(in.remaining()).isZero();
        return read;
    }
}
