package io.takt.dis.reckoning;

import java.nio.ByteBuffer;

/**
 * The part of an Entity State PDU that dead reckoning reads and changes. World coordinates are earth-centred, in
 * metres; the body's axes are front, right and down. Angles are in radians: psi, theta and phi turn the world's axes
 * into the body's, around z, y and x in this order. Mutable, for one thread.
 */
public final class Motion {
    private static final int VELOCITY = 36;
    private static final int LOCATION = 48;
    private static final int ORIENTATION = 72;
    private static final int ALGORITHM = 88;
    private static final int ACCELERATION = 104;
    private static final int ANGULAR_VELOCITY = 116;
    private static final int AFTER = 128;

    /** 0 to 9; see {@link DeadReckoning}. */
    int algorithm;
    /** In metres, of the world. */
    final double[] location = new double[3];
    /** In metres a second; of the body where the algorithm says so, else of the world. */
    final double[] velocity = new double[3];
    /** In metres a second squared, of the same axes. */
    final double[] acceleration = new double[3];
    /** Radians a second, around the body's axes. */
    final double[] angularVelocity = new double[3];
    /** Psi, theta, phi. */
    final double[] orientation = new double[3];

    /** One at rest in the centre of the earth. */
    public Motion() {
        // All zero.
    }

    /**
     * Reads the state of an entity.
     *
     * @param pdu   an Entity State PDU.
     * @param index of its first byte.
     */
    public void read(final ByteBuffer pdu, final int index) {
        algorithm = pdu.get(index + ALGORITHM) & 0xff;
        for (int i = 0; i < 3; i++) {
            location[i] = pdu.getDouble(index + LOCATION + 8 * i);
            velocity[i] = pdu.getFloat(index + VELOCITY + 4 * i);
            acceleration[i] = pdu.getFloat(index + ACCELERATION + 4 * i);
            angularVelocity[i] = pdu.getFloat(index + ANGULAR_VELOCITY + 4 * i);
            orientation[i] = pdu.getFloat(index + ORIENTATION + 4 * i);
        }
    }

    /**
     * Writes location, velocity and orientation, which dead reckoning changes.
     *
     * @param pdu   an Entity State PDU.
     * @param index of its first byte.
     */
    public void write(final ByteBuffer pdu, final int index) {
        for (int i = 0; i < 3; i++) {
            pdu.putDouble(index + LOCATION + 8 * i, location[i]);
            pdu.putFloat(index + VELOCITY + 4 * i, (float) velocity[i]);
            pdu.putFloat(index + ORIENTATION + 4 * i, (float) orientation[i]);
        }
    }

    /**
     * Takes over another motion.
     *
     * @param other is not changed.
     */
    void set(final Motion other) {
        algorithm = other.algorithm;
        System.arraycopy(other.location, 0, location, 0, 3);
        System.arraycopy(other.velocity, 0, velocity, 0, 3);
        System.arraycopy(other.acceleration, 0, acceleration, 0, 3);
        System.arraycopy(other.angularVelocity, 0, angularVelocity, 0, 3);
        System.arraycopy(other.orientation, 0, orientation, 0, 3);
    }

    /**
     * Whether two states of an entity say the same of all but its motion.
     *
     * @param one   an Entity State PDU, from index 0 on.
     * @param other another one.
     * @return false where their types, appearances, algorithms, records and so on differ; other parameters of dead
     *     reckoning follow the motion, and do not count.
     */
    static boolean isSameBeside(final ByteBuffer one, final ByteBuffer other) {
        return one.limit() == other.limit() && isSame(one, other, 12, VELOCITY)
            && isSame(one, other, ORIENTATION + 12, ALGORITHM + 1) && isSame(one, other, AFTER, one.limit());
    }

    private static boolean isSame(final ByteBuffer one, final ByteBuffer other, final int from, final int to) {
        return one.slice(from, to - from).equals(other.slice(from, to - from));
    }
}
