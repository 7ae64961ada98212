package io.takt.steward.scenario;

import io.takt.steward.Codec;
import io.takt.steward.StateInput;
import io.takt.steward.StateOutput;
import io.takt.steward.collection.Keys;
import io.takt.steward.collection.OrderedMap;
import io.takt.steward.trajectory.IntegerTrajectory;
import java.util.Map;

/**
 * A circle that bounces softly. Its acceleration is always the sum of its pushes. Immutable.
 *
 * @param path    of its middle.
 * @param radius  more than 0.
 * @param wall    how the wall pushes it; none while it does not overlap the wall.
 * @param touched how others push it, by their numbers, while they overlap it.
 */
record Circle(IntegerTrajectory path, long radius, Push wall, OrderedMap<Long, Push> touched) {
    static final Codec<Circle> CODEC = Codec.of(Circle::write, Circle::read);

    private static final Codec<OrderedMap<Long, Push>> TOUCHED =
        OrderedMap.codec(Keys.longs(), Codec.of(Push::write, Push::read));

    static Circle free(final IntegerTrajectory path, final long radius) {
        return new Circle(path, radius, Push.NONE, OrderedMap.empty(Keys.longs()));
    }

    long x(final long time) {
        return path.position(0, time);
    }

    long y(final long time) {
        return path.position(1, time);
    }

    /** From a time on it is pushed by another, or not any more if the push is none. */
    Circle pushed(final long time, final long by, final Push push) {
        return accelerated(time, wall, push.isNone() ? touched.without(by) : touched.with(by, push));
    }

    /** From a time on the wall pushes it, or not any more if the push is none. */
    Circle pushedByWall(final long time, final Push push) {
        return accelerated(time, push, touched);
    }

    /** Faster, from a time on. */
    Circle thrown(final long time, final long byX, final long byY) {
        final IntegerTrajectory now = path.rebased(time);
        return new Circle(
            now.withVelocity(now.velocity(0) + byX, now.velocity(1) + byY, 0), radius, wall, touched);
    }

    private Circle accelerated(final long time, final Push byWall, final OrderedMap<Long, Push> byOthers) {
        long x = byWall.x();
        long y = byWall.y();
        for (final Map.Entry<Long, Push> entry : byOthers) {
            x += entry.getValue().x();
            y += entry.getValue().y();
        }
        return new Circle(path.rebased(time).withAcceleration(x, y), radius, byWall, byOthers);
    }

    private void write(final StateOutput out) {
        IntegerTrajectory.codec().write(path, out);
        out.writeLong(radius);
        wall.write(out);
        TOUCHED.write(touched, out);
    }

    private static Circle read(final StateInput in) {
        final IntegerTrajectory path = IntegerTrajectory.codec().read(in);
        final long radius = in.readLong();
        final Push wall = Push.read(in);
        return new Circle(path, radius, wall, TOUCHED.read(in));
    }
}
