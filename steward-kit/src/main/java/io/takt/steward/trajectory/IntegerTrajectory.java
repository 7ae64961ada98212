package io.takt.steward.trajectory;

import io.takt.steward.Codec;
import io.takt.steward.SaveException;
import io.takt.steward.StateInput;
import io.takt.steward.StateOutput;
import java.math.BigInteger;
import java.util.Arrays;

/**
 * A motion in whole numbers. With s the ticks since {@link #base} and u = 2^{@link #timeBits} ticks, the unit of time
 * of velocities and accelerations, the exact position in each dimension is
 *
 * <pre>  origin + velocity * s / u + acceleration * s^2 / (2 * u^2)</pre>
 *
 * <p>Origins, velocities and accelerations may be any longs; the unit of length is up to the user. Exact
 * positions are fractions: {@link #position} rounds them, {@link IntegerContact} does not. A result that does not fit
 * into a long, of a result or of how far it moved, is an {@link ArithmeticException}, never a wrong number.
 *
 * <p>Immutable.
 */
public final class IntegerTrajectory {
    /** The greatest {@link #timeBits}. */
    public static final int MAX_TIME_BITS = 48;

    private static final int SAFE_BITS = 62;

    private final long base;
    private final byte timeBits;
    private final byte dimensions;
    private final long x;
    private final long y;
    private final long z;
    private final long vx;
    private final long vy;
    private final long vz;
    private final long[] acceleration;

    private IntegerTrajectory(
        final long base, final int timeBits, final int dimensions, final long x, final long y, final long z,
        final long vx, final long vy, final long vz, final long[] acceleration) {
        if (timeBits < 0 || timeBits > MAX_TIME_BITS) {
            throw new IllegalArgumentException("time bits " + timeBits + " must be from 0 to " + MAX_TIME_BITS);
        }
        this.base = base;
        this.timeBits = (byte) timeBits;
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
     * @param base     the tick at which it is at its origin.
     * @param timeBits see above, 0 to {@link #MAX_TIME_BITS}.
     * @param x        origin.
     * @param vx       velocity.
     * @return without acceleration.
     */
    public static IntegerTrajectory line(final long base, final int timeBits, final long x, final long vx) {
        return new IntegerTrajectory(base, timeBits, 1, x, 0, 0, vx, 0, 0, null);
    }

    /**
     * A motion in two dimensions.
     *
     * @param base     the tick at which it is at its origin.
     * @param timeBits see above, 0 to {@link #MAX_TIME_BITS}.
     * @param x        origin.
     * @param y        origin.
     * @param vx       velocity.
     * @param vy       velocity.
     * @return without acceleration.
     */
    public static IntegerTrajectory plane(
        final long base, final int timeBits, final long x, final long y, final long vx, final long vy) {
        return new IntegerTrajectory(base, timeBits, 2, x, y, 0, vx, vy, 0, null);
    }

    /**
     * A motion in three dimensions.
     *
     * @param base     the tick at which it is at its origin.
     * @param timeBits see above, 0 to {@link #MAX_TIME_BITS}.
     * @param x        origin.
     * @param y        origin.
     * @param z        origin.
     * @param vx       velocity.
     * @param vy       velocity.
     * @param vz       velocity.
     * @return without acceleration.
     */
    public static IntegerTrajectory space(
        final long base, final int timeBits, final long x, final long y, final long z, final long vx, final long vy,
        final long vz) {
        return new IntegerTrajectory(base, timeBits, 3, x, y, z, vx, vy, vz, null);
    }

    /**
     * The same origin and velocity with another acceleration.
     *
     * @param perDimension one for each dimension; not changed from now on, and shared.
     * @return without acceleration if all are 0.
     */
    public IntegerTrajectory withAcceleration(final long... perDimension) {
        if (perDimension.length != dimensions) {
            throw new IllegalArgumentException(
                perDimension.length + " accelerations given for " + dimensions + " dimensions");
        }
        boolean any = false;
        for (final long one : perDimension) {
            any |= one != 0;
        }
        return new IntegerTrajectory(base, timeBits, dimensions, x, y, z, vx, vy, vz, any ? perDimension : null);
    }

    /**
     * The same motion from a new origin: where it is at a time, rounded as {@link #position} and {@link #velocity} do.
     * It loses the fractions, so it is for events that change the motion.
     *
     * @param time the new base.
     * @return with the same acceleration.
     */
    public IntegerTrajectory rebased(final long time) {
        return new IntegerTrajectory(
            time, timeBits, dimensions, position(0, time), dimensions > 1 ? position(1, time) : 0,
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
    public IntegerTrajectory withVelocity(final long nextX, final long nextY, final long nextZ) {
        if (dimensions < 2 && nextY != 0 || dimensions < 3 && nextZ != 0) {
            throw new IllegalArgumentException("a velocity is given for a dimension beyond the " + dimensions);
        }
        return new IntegerTrajectory(base, timeBits, dimensions, x, y, z, nextX, nextY, nextZ, acceleration);
    }

    /**
     * The same motion elsewhere, exactly: for images in a periodic space.
     *
     * @param byX how far.
     * @param byY how far, 0 if there is no such dimension.
     * @param byZ how far, 0 if there is no such dimension.
     * @return with the same base, velocity and acceleration.
     */
    public IntegerTrajectory shifted(final long byX, final long byY, final long byZ) {
        if (dimensions < 2 && byY != 0 || dimensions < 3 && byZ != 0) {
            throw new IllegalArgumentException("a shift is given for a dimension beyond the " + dimensions);
        }
        return new IntegerTrajectory(
            base, timeBits, dimensions, Math.addExact(x, byX), Math.addExact(y, byY), Math.addExact(z, byZ), vx, vy,
            vz, acceleration);
    }

    /**
     * When it is at its origin.
     *
     * @return a tick.
     */
    public long base() {
        return base;
    }

    /**
     * The unit of time of velocities and accelerations.
     *
     * @return 2^this ticks.
     */
    public int timeBits() {
        return timeBits;
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
    public long origin(final int dimension) {
        return dimension == 0 ? x : dimension == 1 ? y : z;
    }

    /**
     * How fast it is at its base.
     *
     * @param dimension 0 to 2.
     * @return 0 for a dimension that it does not have.
     */
    public long velocity(final int dimension) {
        return dimension == 0 ? vx : dimension == 1 ? vy : vz;
    }

    /**
     * How its velocity changes.
     *
     * @param dimension 0 to 2.
     * @return 0 for a dimension that it does not have.
     */
    public long acceleration(final int dimension) {
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
     * @param time      a tick, before the base or after it.
     * @return the exact position, rounded down.
     */
    public long position(final int dimension, final long time) {
        final long elapsed = Math.subtractExact(time, base);
        final long speed = velocity(dimension);
        final long change = acceleration(dimension);
        if (change == 0) {
            return Math.addExact(origin(dimension), moved(speed, elapsed, time));
        }
        final int elapsedBits = bits(elapsed);
        if (bits(speed) + elapsedBits + timeBits + 1 < SAFE_BITS && bits(change) + 2 * elapsedBits < SAFE_BITS) {
            final long scaled = (speed * elapsed << timeBits + 1) + change * elapsed * elapsed;
            return Math.addExact(origin(dimension), scaled >> Math.min(Long.SIZE - 1, 2 * timeBits + 1));
        }
        final BigInteger ticks = BigInteger.valueOf(elapsed);
        final BigInteger scaled = BigInteger.valueOf(speed).shiftLeft(timeBits + 1)
            .add(BigInteger.valueOf(change).multiply(ticks)).multiply(ticks);
        return fitting(scaled.shiftRight(2 * timeBits + 1).add(BigInteger.valueOf(origin(dimension))), time);
    }

    /**
     * How fast it is.
     *
     * @param dimension 0 to 2.
     * @param time      a tick, before the base or after it.
     * @return the exact velocity, rounded down.
     */
    public long velocity(final int dimension, final long time) {
        final long change = acceleration(dimension);
        if (change == 0) {
            return velocity(dimension);
        }
        return Math.addExact(velocity(dimension), moved(change, Math.subtractExact(time, base), time));
    }

    /** Speed * elapsed / 2^timeBits, rounded down. */
    private long moved(final long speed, final long elapsed, final long time) {
        final long high = Math.multiplyHigh(speed, elapsed);
        final long low = speed * elapsed;
        final long upper = high >> timeBits;
        final long moved = timeBits == 0 ? low : high << (Long.SIZE - timeBits) | low >>> timeBits;
        if (upper != moved >> (Long.SIZE - 1)) {
            throw beyond(time);
        }
        return moved;
    }

    /**
     * How trajectories are written.
     *
     * @return for cells and events.
     */
    public static Codec<IntegerTrajectory> codec() {
        return Codec.of(IntegerTrajectory::write, IntegerTrajectory::read);
    }

    private void write(final StateOutput out) {
        out.writeByte(dimensions);
        out.writeByte(timeBits);
        out.writeBoolean(acceleration != null);
        out.writeLong(base);
        for (int d = 0; d < dimensions; d++) {
            out.writeLong(origin(d));
            out.writeLong(velocity(d));
            if (acceleration != null) {
                out.writeLong(acceleration[d]);
            }
        }
    }

    private static IntegerTrajectory read(final StateInput in) {
        final int dimensions = in.readByte();
        final int timeBits = in.readByte();
        if (dimensions < 1 || dimensions > 3 || timeBits < 0 || timeBits > MAX_TIME_BITS) {
            throw new SaveException(
                "a trajectory of " + dimensions + " dimensions with " + timeBits + " time bits is none");
        }
        final boolean accelerates = in.readBoolean();
        final long base = in.readLong();
        final long[] origin = new long[3];
        final long[] velocity = new long[3];
        final long[] acceleration = accelerates ? new long[dimensions] : null;
        for (int d = 0; d < dimensions; d++) {
            origin[d] = in.readLong();
            velocity[d] = in.readLong();
            if (accelerates) {
                acceleration[d] = in.readLong();
            }
        }
        return new IntegerTrajectory(
            base, timeBits, dimensions, origin[0], origin[1], origin[2], velocity[0], velocity[1], velocity[2],
            acceleration);
    }

    /** Whether two motions change their velocities alike. */
    static boolean alike(final IntegerTrajectory one, final IntegerTrajectory other) {
        return one.acceleration == other.acceleration || Arrays.equals(one.acceleration, other.acceleration);
    }

    /** Bits of the size of a number. */
    static int bits(final long value) {
        return Long.SIZE - Long.numberOfLeadingZeros(value ^ value >> (Long.SIZE - 1));
    }

    private long fitting(final BigInteger value, final long time) {
        if (value.bitLength() >= Long.SIZE) {
            throw beyond(time);
        }
        return value.longValue();
    }

    private ArithmeticException beyond(final long time) {
        return new ArithmeticException("at " + time + " this is beyond what a long holds: " + this);
    }

    @Override
    public boolean equals(final Object other) {
        return this == other || other instanceof IntegerTrajectory && same((IntegerTrajectory) other);
    }

    private boolean same(final IntegerTrajectory other) {
        return base == other.base && timeBits == other.timeBits && dimensions == other.dimensions && x == other.x
            && y == other.y && z == other.z && vx == other.vx && vy == other.vy && vz == other.vz
            && alike(this, other);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(((base * 31 + x) * 31 + y) * 31 + z) + 31 * Long.hashCode((vx * 31 + vy) * 31 + vz);
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
        return text.append(" (s in 2^").append(timeBits).append(" ticks)").toString();
    }
}
