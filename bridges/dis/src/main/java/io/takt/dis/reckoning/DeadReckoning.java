package io.takt.dis.reckoning;

import java.util.Arrays;

/**
 * The models of IEEE 1278.1, by their numbers: 0 other, of which the standard has no formula, and 1 static, which both
 * stay; then, of the form D(rotation, rate, axes), 2 FPW, 3 RPW, 4 RVW, 5 FVW, 6 FPB, 7 RPB, 8 RVB, 9 FVB. F is fixed
 * and R rotating; P goes on with the velocity, V with the acceleration as well; W and B are the axes of the world
 * and of the body. Greater numbers are of no model, and stay. Pure, without allocation; for one thread.
 *
 * <p>Where a body rotates, R1 and R2 are the integrals over the time of its turning back, without and with the time as
 * factor. With w for the angular velocity and x = |w| t, they map v to
 * t (A v + B t w × v + C t² w (w·v)), and a to t² (D a + E t w × a + F t² w (w·a)).
 */
public final class DeadReckoning {
    /** Below it, series are more exact than differences. */
    private static final double SMALL = 0.01;

    private static final double[] STILL = new double[3];

    private final double[][] rotation = new double[3][3];
    private final double[][] turned = new double[3][3];
    private final double[] moved = new double[3];

    /** One for each thread. */
    public DeadReckoning() {
        // Nothing else to set up.
    }

    /**
     * Goes on from a state.
     *
     * @param motion  is changed: location, velocity and orientation.
     * @param seconds from the state on, 0 or more.
     */
    public void advance(final Motion motion, final double seconds) {
        final int model = motion.algorithm;
        if (model < 2 || model > 9) {
            return;
        }
        final boolean isRotating = model == 3 || model == 4 || model == 7 || model == 8;
        final boolean isAccelerated = model == 4 || model == 5 || model == 8 || model == 9;
        if (model >= 6) {
            final double[] w = isRotating ? motion.angularVelocity : STILL;
            final double x = length(w) * seconds;
            final boolean isSmall = x < SMALL;
            final double sin = Math.sin(x);
            final double cos = Math.cos(x);
            Arrays.fill(moved, 0);
            add(motion.velocity, w, seconds, seconds, isSmall ? 1 - x * x / 6 : sin / x,
                isSmall ? 0.5 - x * x / 24 : (1 - cos) / (x * x),
                isSmall ? 1 / 6.0 - x * x / 120 : (x - sin) / (x * x * x));
            if (isAccelerated) {
                add(motion.acceleration, w, seconds, seconds * seconds,
                    isSmall ? 0.5 - x * x / 8 : (cos + x * sin - 1) / (x * x),
                    isSmall ? 1 / 3.0 - x * x / 30 : (sin - x * cos) / (x * x * x),
                    isSmall ? 1 / 8.0 - x * x / 144 : (x * x / 2 - cos - x * sin + 1) / (x * x * x * x));
            }
            matrix(motion.orientation, rotation);
            for (int i = 0; i < 3; i++) {
                motion.location[i] +=
                    rotation[0][i] * moved[0] + rotation[1][i] * moved[1] + rotation[2][i] * moved[2];
            }
        }
        for (int i = 0; i < 3; i++) {
            final double gained = isAccelerated ? motion.acceleration[i] * seconds : 0;
            if (model < 6) {
                motion.location[i] += (motion.velocity[i] + gained / 2) * seconds;
            }
            motion.velocity[i] += gained;
        }
        if (isRotating) {
            turn(motion, seconds);
        }
    }

    /** Adds scale (a u + b t w × u + c t² w (w·u)) to the way. */
    private void add(final double[] u, final double[] w, final double t, final double scale, final double a,
        final double b, final double c) {
        final double along = w[0] * u[0] + w[1] * u[1] + w[2] * u[2];
        for (int i = 0; i < 3; i++) {
            final int j = (i + 1) % 3;
            final int k = (i + 2) % 3;
            moved[i] += scale * (a * u[i] + b * t * (w[j] * u[k] - w[k] * u[j]) + c * t * t * w[i] * along);
        }
    }

    /** The body's axes turn by the angular velocity: the new matrix is exp(-t [w]×) times the old one. */
    private void turn(final Motion motion, final double t) {
        final double[] w = motion.angularVelocity;
        final double x = length(w) * t;
        if (x == 0) {
            return;
        }
        matrix(motion.orientation, rotation);
        final double a = Math.cos(x);
        final double b = (x < SMALL ? 1 - x * x / 6 : Math.sin(x) / x) * t;
        final double c = (x < SMALL ? 0.5 - x * x / 24 : (1 - a) / (x * x)) * t * t;
        for (int column = 0; column < 3; column++) {
            final double along =
                w[0] * rotation[0][column] + w[1] * rotation[1][column] + w[2] * rotation[2][column];
            for (int i = 0; i < 3; i++) {
                final int j = (i + 1) % 3;
                final int k = (i + 2) % 3;
                turned[i][column] = a * rotation[i][column] + c * w[i] * along
                    - b * (w[j] * rotation[k][column] - w[k] * rotation[j][column]);
            }
        }
        motion.orientation[0] = Math.atan2(turned[0][1], turned[0][0]);
        motion.orientation[1] = Math.asin(Math.max(-1, Math.min(1, -turned[0][2])));
        motion.orientation[2] = Math.atan2(turned[1][2], turned[2][2]);
    }

    /** From the axes of the world into those of the body. */
    static void matrix(final double[] angles, final double[][] into) {
        final double cosPsi = Math.cos(angles[0]);
        final double sinPsi = Math.sin(angles[0]);
        final double cosTheta = Math.cos(angles[1]);
        final double sinTheta = Math.sin(angles[1]);
        final double cosPhi = Math.cos(angles[2]);
        final double sinPhi = Math.sin(angles[2]);
        into[0][0] = cosTheta * cosPsi;
        into[0][1] = cosTheta * sinPsi;
        into[0][2] = -sinTheta;
        into[1][0] = sinPhi * sinTheta * cosPsi - cosPhi * sinPsi;
        into[1][1] = sinPhi * sinTheta * sinPsi + cosPhi * cosPsi;
        into[1][2] = sinPhi * cosTheta;
        into[2][0] = cosPhi * sinTheta * cosPsi + sinPhi * sinPsi;
        into[2][1] = cosPhi * sinTheta * sinPsi - sinPhi * cosPsi;
        into[2][2] = cosPhi * cosTheta;
    }

    private static double length(final double[] vector) {
        return Math.sqrt(vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2]);
    }
}
