package io.takt.steward.scenario;

import io.takt.steward.DeterministicRandom;
import io.takt.steward.StateInput;
import io.takt.steward.StateOutput;
import io.takt.steward.trajectory.IntegerTrajectory;

/**
 * A robot on its way. Immutable.
 *
 * @param path    straight towards its goal.
 * @param arrives when it is there.
 */
record Robot(IntegerTrajectory path, long arrives) {
    private static final int SLOWEST = 5;
    private static final int FASTEST = 25;

    /** To a goal by chance, with a speed by chance; rounding may make it miss the goal by a little. */
    static Robot towardsAnywhere(final long now, final long x, final long y, final DeterministicRandom random) {
        final long dx = random.nextInt((int) Robots.ARENA) - x;
        final long dy = random.nextInt((int) Robots.ARENA) - y;
        final long speed = (SLOWEST + random.nextInt(FASTEST - SLOWEST + 1)) * Robots.METRE;
        final long distance = 1 + (long) Math.sqrt((double) (dx * dx + dy * dy));
        return new Robot(
            IntegerTrajectory.plane(now, Robots.TIME_BITS, x, y, dx * speed / distance, dy * speed / distance),
            now + 1 + distance * Robots.SECOND / speed);
    }

    void write(final StateOutput out) {
        IntegerTrajectory.codec().write(path, out);
        out.writeLong(arrives);
    }

    static Robot read(final StateInput in) {
        final IntegerTrajectory path = IntegerTrajectory.codec().read(in);
        return new Robot(path, in.readLong());
    }
}
