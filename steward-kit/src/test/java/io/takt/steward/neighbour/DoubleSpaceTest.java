package io.takt.steward.neighbour;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.steward.trajectory.DoubleContact;
import io.takt.steward.trajectory.DoubleTrajectory;
import java.math.BigDecimal;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DoubleSpaceTest {
    private static final double LOW = -0.7;
    private static final double SIZE = 0.3;
    private static final int CELLS = 16;
    private static final double REACH = 0.1 + 0x1p-48 * (0.7 + SIZE * CELLS);

    private final SplittableRandom random = new SplittableRandom(1);
    private final DoubleSpace<DoubleTrajectory> space = DoubleSpace.periodic(
        new double[] {LOW}, new double[] {SIZE}, new int[] {CELLS}, path -> path, path -> 0.1);

    private static double border(final long index, final int side) {
        return LOW + index * SIZE - side * REACH;
    }

    private double nearly(final double value) {
        final int way = random.nextInt(3);
        return way == 0 ? value : way == 1 ? Math.nextUp(value) : Math.nextDown(value);
    }

    @Test
    void an_end_lies_between_two_borders_exactly() {
        for (int i = 0; i < 4000; i++) {
            final long at = random.nextInt(1, CELLS);
            final int side = random.nextBoolean() ? 1 : -1;
            final double position = i % 4 > 0 ? nearly(border(at, side)) : LOW + SIZE * CELLS * random.nextDouble();
            // Half of them rest, the others have come from far away.
            final double speed = i % 8 < 4 ? 0 : 2 * random.nextDouble() - 1;
            final double base = -random.nextDouble() * Math.scalb(1, random.nextInt(30));
            final DoubleTrajectory path = DoubleTrajectory.line(base, nearly(position - speed * (1 - base)), speed);
            final long index = space.index(path, 0, 1, side);
            assertThat(new BigDecimal(speed).multiply(BigDecimal.ONE.subtract(new BigDecimal(base)))
                .add(new BigDecimal(path.origin(0)))).as("%s", path)
                .isGreaterThanOrEqualTo(new BigDecimal(border(index, side)))
                .isLessThan(new BigDecimal(border(index + 1, side)));
        }
    }

    @Test
    void an_end_leaves_at_the_first_tick_at_which_it_is_out() {
        int left = 0;
        for (int i = 0; i < 20_000; i++) {
            final long at = random.nextInt(4, CELLS);
            final int side = random.nextBoolean() ? 1 : -1;
            final double speed = (2 * random.nextDouble() - 1) * Math.scalb(1, random.nextInt(-20, 4));
            // Mostly at a border at a whole tick, or a little earlier or later.
            final double base = -random.nextDouble() * 10;
            final double origin = nearly(border(at, side) - (random.nextInt(1, 50) - base) * speed);
            final DoubleTrajectory path = DoubleTrajectory.line(base, origin, i % 8 == 0 ? 0 : speed);
            final long index = space.index(path, 0, 0, side);
            final long until = random.nextBoolean() ? Long.MAX_VALUE : random.nextInt(60);
            final double time = DoubleContact.leaves(path, 0, border(index, side), border(index + 1, side), 0, until);
            final long tick = space.leaves(path, 0, side, index, 0, until);
            assertThat(tick > until ? Long.MAX_VALUE : tick)
                .isEqualTo(time == DoubleContact.NEVER ? Long.MAX_VALUE : (long) Math.ceil(time));
            left += time == DoubleContact.NEVER ? 0 : 1;
        }
        assertThat(left).isGreaterThan(8000);
    }
}
