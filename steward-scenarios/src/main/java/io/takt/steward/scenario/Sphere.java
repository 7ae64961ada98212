package io.takt.steward.scenario;

import io.takt.steward.StateInput;
import io.takt.steward.StateOutput;

/**
 * A hard disk or sphere since its last collision, and the sums over its collisions. Immutable.
 *
 * @param number     its number.
 * @param x          where it was then; not wrapped.
 * @param y          where it was then.
 * @param z          where it was then; 0 for a disk.
 * @param u          velocity along x.
 * @param v          velocity along y.
 * @param w          velocity along z.
 * @param since      the tick of its last collision.
 * @param virial     sum of distance . change of momentum over those collisions that are counted with this sphere.
 * @param collisions how many those are: each collision is counted with one of the two.
 */
record Sphere(
    int number, double x, double y, double z, double u, double v, double w, long since, double virial, int collisions) {
    double xAt(final long time) {
        return x + u * ((time - since) * SphereBox.TICK);
    }

    double yAt(final long time) {
        return y + v * ((time - since) * SphereBox.TICK);
    }

    double zAt(final long time) {
        return z + w * ((time - since) * SphereBox.TICK);
    }

    /** With another velocity from a time on, after a collision with this much virial; 0 if it is not counted. */
    Sphere turned(
        final long time, final double nextU, final double nextV, final double nextW, final double moreVirial) {
        return new Sphere(number, xAt(time), yAt(time), zAt(time), nextU, nextV, nextW, time, virial + moreVirial,
            moreVirial == 0 ? collisions : collisions + 1);
    }

    double energy() {
        return (u * u + v * v + w * w) / 2;
    }

    void write(final StateOutput out) {
        out.writeInt(number);
        for (final double value : new double[] {x, y, z, u, v, w, virial}) {
            out.writeDouble(value);
        }
        out.writeLong(since);
        out.writeInt(collisions);
    }

    static Sphere read(final StateInput in) {
        final int number = in.readInt();
        final double[] values = new double[7];
        for (int i = 0; i < values.length; i++) {
            values[i] = in.readDouble();
        }
        final long since = in.readLong();
        return new Sphere(number, values[0], values[1], values[2], values[3], values[4], values[5], since, values[6],
            in.readInt());
    }
}
