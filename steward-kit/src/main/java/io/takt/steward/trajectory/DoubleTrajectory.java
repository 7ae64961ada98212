package io.takt.steward.trajectory;

import io.takt.steward.Codec;
import io.takt.steward.SaveException;
import io.takt.steward.StateInput;
import io.takt.steward.StateOutput;
import java.util.Arrays;

/**
 * A motion in doubles. With s the time since {@link #base}, the exact position in each dimension, taken as a real
 * number of these doubles, is
 *
 * <pre>  origin + velocity * s + acceleration * s^2 / 2</pre>
 *
 * <p>All of them are finite; units are up to the user. {@link #position} computes with {@code + - *} alone, so it gives
 * the same on every machine; {@link DoubleContact} asks the exact polynomial.
 *
 * <p>Immutable.
 */
public final class DoubleTrajectory {
    private final double base;
    private final byte dimensions;
    private final double x;
    private final double y;
    private final double z;
    private final double vx;
    private final double vy;
    private final double vz;
    private final double[] acceleration;

    private DoubleTrajectory(
        final double base, final int dimensions, final double x, final double y, final double z,
        final double vx, final double vy, final double vz, final double[] acceleration) {
        finite(base);
        finite(x);
        finite(y);
        finite(z);
        finite(vx);
        finite(vy);
        finite(vz);
        this.base = base;
        this.dimensions = (byte) dimensions;
        this.x = x;
        this.y = y;
        this.z = z;
        this.vx = vx;
        this.vy = vy;
        this.vz = vz;
        this.acceleration = acceleration;
    }

    /**
     * A motion in one dimension.
     *
     * @param base when it is at its origin.
     * @param x    origin.
     * @param vx   velocity.
     * @return without acceleration.
     */
    public static DoubleTrajectory line(final double base, final double x, final double vx) {
        return new DoubleTrajectory(base, 1, x, 0, 0, vx, 0, 0, null);
    }

    /**
     * A motion in two dimensions.
     *
     * @param base when it is at its origin.
     * @param x    origin.
     * @param y    origin.
     * @param vx   velocity.
     * @param vy   velocity.
     * @return without acceleration.
     */
    public static DoubleTrajectory plane(
        final double base, final double x, final double y, final double vx, final double vy) {
        return new DoubleTrajectory(base, 2, x, y, 0, vx, vy, 0, null);
    }

    /**
     * A motion in three dimensions.
     *
     * @param base when it is at its origin.
     * @param x    origin.
     * @param y    origin.
     * @param z    origin.
     * @param vx   velocity.
     * @param vy   velocity.
     * @param vz   velocity.
     * @return without acceleration.
     */
    public static DoubleTrajectory space(
        final double base, final double x, final double y, final double z, final double vx, final double vy,
        final double vz) {
        return new DoubleTrajectory(base, 3, x, y, z, vx, vy, vz, null);
    }

    /**
     * The same origin and velocity with another acceleration.
     *
     * @param perDimension one for each dimension; not changed from now on, and shared.
     * @return without acceleration if all are 0.
     */
    public DoubleTrajectory withAcceleration(final double... perDimension) {
        if (perDimension.length != dimensions) {
            throw new IllegalArgumentException(
                perDimension.length + " accelerations given for " + dimensions + " dimensions");
        }
        boolean any = false;
        for (final double one : perDimension) {
            finite(one);
            any |= one != 0;
        }
        return new DoubleTrajectory(base, dimensions, x, y, z, vx, vy, vz, any ? perDimension : null);
    }

    /**
     * The same motion from a new origin: where it is at a time, rounded as {@link #position} and {@link #velocity} do,
     * so it is for events that change the motion.
     *
     * @param time the new base.
     * @return with the same acceleration.
     */
    public DoubleTrajectory rebased(final double time) {
        return new DoubleTrajectory(
            time, dimensions, position(0, time), dimensions > 1 ? position(1, time) : 0,
            dimensions > 2 ? position(2, time) : 0, velocity(0, time), dimensions > 1 ? velocity(1, time) : 0,
            dimensions > 2 ? velocity(2, time) : 0, acceleration);
    }

    /**
     * The same origin with another velocity.
     *
     * @param nextX velocity.
     * @param nextY velocity, 0 if there is no such dimension.
     * @param nextZ velocity, 0 if there is no such dimension.
     * @return with the same acceleration.
     */
    public DoubleTrajectory withVelocity(final double nextX, final double nextY, final double nextZ) {
        if (dimensions < 2 && nextY != 0 || dimensions < 3 && nextZ != 0) {
            throw new IllegalArgumentException("a velocity is given for a dimension beyond the " + dimensions);
        }
        return new DoubleTrajectory(base, dimensions, x, y, z, nextX, nextY, nextZ, acceleration);
    }

    /**
     * The same motion elsewhere: for images in a periodic space. The new origin is rounded.
     *
     * @param byX how far.
     * @param byY how far, 0 if there is no such dimension.
     * @param byZ how far, 0 if there is no such dimension.
     * @return with the same base, velocity and acceleration.
     */
    public DoubleTrajectory shifted(final double byX, final double byY, final double byZ) {
        if (dimensions < 2 && byY != 0 || dimensions < 3 && byZ != 0) {
            throw new IllegalArgumentException("a shift is given for a dimension beyond the " + dimensions);
        }
        return new DoubleTrajectory(
            base, dimensions, x + byX, y + byY, z + byZ, vx, vy,
            vz, acceleration);
    }

    /**
     * When it is at its origin.
     *
     * @return finite.
     */
    public double base() {
        return base;
    }

    /**
     * In how many dimensions it moves.
     *
     * @return 1 to 3.
     */
    public int dimensions() {
        return dimensions;
    }

    /**
     * Where it is at its base.
     *
     * @param dimension 0 to 2.
     * @return 0 for a dimension that it does not have.
     */
    public double origin(final int dimension) {
        return dimension == 0 ? x : dimension == 1 ? y : z;
    }

    /**
     * How fast it is at its base.
     *
     * @param dimension 0 to 2.
     * @return 0 for a dimension that it does not have.
     */
    public double velocity(final int dimension) {
        return dimension == 0 ? vx : dimension == 1 ? vy : vz;
    }

    /**
     * How its velocity changes.
     *
     * @param dimension 0 to 2.
     * @return 0 for a dimension that it does not have.
     */
    public double acceleration(final int dimension) {
        return acceleration == null || dimension >= dimensions ? 0 : acceleration[dimension];
    }

    /**
     * Whether the velocity changes.
     *
     * @return false if all accelerations are 0.
     */
    public boolean accelerates() {
        return acceleration != null;
    }

    /**
     * Where it is.
     *
     * @param dimension 0 to 2.
     * @param time      before the base or after it.
     * @return origin + s * (velocity + s * (acceleration / 2)), each step rounded.
     */
    public double position(final int dimension, final double time) {
        final double elapsed = time - base;
        return origin(dimension) + elapsed * (velocity(dimension) + elapsed * (acceleration(dimension) / 2));
    }

    /**
     * How fast it is.
     *
     * @param dimension 0 to 2.
     * @param time      before the base or after it.
     * @return velocity + s * acceleration, each step rounded.
     */
    public double velocity(final int dimension, final double time) {
        return velocity(dimension) + (time - base) * acceleration(dimension);
    }

    /**
     * How trajectories are written.
     *
     * @return for cells and events.
     */
    public static Codec<DoubleTrajectory> codec() {
        return Codec.of(DoubleTrajectory::write, DoubleTrajectory::read);
    }

    private void write(final StateOutput out) {
        out.writeByte(dimensions);
        out.writeBoolean(acceleration != null);
        out.writeDouble(base);
        for (int d = 0; d < dimensions; d++) {
            out.writeDouble(origin(d));
            out.writeDouble(velocity(d));
            if (acceleration != null) {
                out.writeDouble(acceleration[d]);
            }
        }
    }

    private static DoubleTrajectory read(final StateInput in) {
        final int dimensions = in.readByte();
        if (dimensions < 1 || dimensions > 3) {
            throw new SaveException("a trajectory of " + dimensions + " dimensions is none");
        }
        final boolean accelerates = in.readBoolean();
        final double base = in.readDouble();
        final double[] origin = new double[3];
        final double[] velocity = new double[3];
        final double[] acceleration = accelerates ? new double[dimensions] : null;
        for (int d = 0; d < dimensions; d++) {
            origin[d] = in.readDouble();
            velocity[d] = in.readDouble();
            if (accelerates) {
                acceleration[d] = in.readDouble();
            }
        }
        try {
            return new DoubleTrajectory(
                base, dimensions, origin[0], origin[1], origin[2], velocity[0], velocity[1], velocity[2],
                acceleration);
        } catch (final IllegalArgumentException e) {
            throw new SaveException("a trajectory in the file is none: " + e.getMessage(), e);
        }
    }

    /** Whether the way from one to the other is a straight line, exactly. */
    static boolean alike(final DoubleTrajectory one, final DoubleTrajectory other) {
        return one.acceleration == null ? other.acceleration == null
            : one.base == other.base && Arrays.equals(one.acceleration, other.acceleration);
    }

    private static void finite(final double value) {
        if (!(Math.abs(value) <= Double.MAX_VALUE)) {
            throw new IllegalArgumentException("a trajectory must be finite, this is not: " + value);
        }
    }

    @Override
    public boolean equals(final Object other) {
        return this == other || other instanceof DoubleTrajectory && same((DoubleTrajectory) other);
    }

    /** Zeros of different signs differ: results that follow from them may, too. */
    private boolean same(final DoubleTrajectory other) {
        if (dimensions != other.dimensions || Double.compare(base, other.base) != 0) {
            return false;
        }
        for (int d = 0; d < dimensions; d++) {
            if (Double.compare(origin(d), other.origin(d)) != 0
                || Double.compare(velocity(d), other.velocity(d)) != 0) {
                return false;
            }
        }
        return Arrays.equals(acceleration, other.acceleration);
    }

    @Override
    public int hashCode() {
        return Double.hashCode(base) + 31 * (Double.hashCode(x) + 31 * (Double.hashCode(y) + 31 * Double.hashCode(z)))
            + 37 * (Double.hashCode(vx) + 31 * (Double.hashCode(vy) + 31 * Double.hashCode(vz)));
    }

    /** Base, origin, velocity and acceleration. */
    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder("from ").append(base).append(':');
        for (int d = 0; d < dimensions; d++) {
            text.append(d == 0 ? " " : ", ").append(origin(d)).append(" + ").append(velocity(d)).append(" s");
            if (acceleration != null) {
                text.append(" + ").append(acceleration[d]).append(" s^2/2");
            }
        }
        return text.toString();
    }
}
