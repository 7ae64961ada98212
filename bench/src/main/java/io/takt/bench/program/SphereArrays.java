package io.takt.bench.program;

import io.takt.steward.scenario.HardSpheres;
import java.util.Arrays;

/**
 * Hard disks and spheres in arrays: where they are and how fast, in which boxes of the grid, and the outcome of a
 * collision of two. To the last bit as in {@link HardSpheres}. Other classes find the next event. For one thread.
 */
final class SphereArrays {
    static final long NEVER = Long.MAX_VALUE;
    private static final double TICKS = 0x1.0p32;
    private static final double TICK = 0x1.0p-32;

    final int bodies;
    final int dimensions;
    /** How many boxes a side of the grid has. */
    final int boxes;
    /** When each collided last, or began. */
    final long[] since;
    /** How often each has collided. */
    final int[] count;
    /** In which box each is along each axis, as unwrapped as its position. */
    final int[] place;
    /** The same, wrapped. */
    final int[] column;
    /** Members of the boxes, in chains; -1 ends one. */
    final int[] first;
    final int[] following;

    private final int[] preceding;
    /** Of {@link #state}: position, then velocity. */
    private final int row;
    private final double[] state;
    private final double side;
    private final double perSide;
    private final double boxWidth;
    private double virial;

    /** As they are at the beginning. */
    SphereArrays(final HardSpheres world) {
        bodies = world.bodies();
        dimensions = world.dimensions();
        row = 2 * dimensions;
        side = world.arena().side();
        perSide = 1 / side;
        boxes = world.boxes();
        boxWidth = side / boxes;
        state = new double[row * bodies];
        since = new long[bodies];
        count = new int[bodies];
        place = new int[dimensions * bodies];
        column = new int[dimensions * bodies];
        first = new int[dimensions == 2 ? boxes * boxes : boxes * boxes * boxes];
        following = new int[bodies];
        preceding = new int[bodies];
        Arrays.fill(first, -1);
        final double[] positions = world.positions();
        final double[] velocities = world.velocities();
        for (int i = 0; i < bodies; i++) {
            System.arraycopy(positions, dimensions * i, state, row * i, dimensions);
            System.arraycopy(velocities, dimensions * i, state, row * i + dimensions, dimensions);
            for (int d = 0; d < dimensions; d++) {
                place[dimensions * i + d] = (int) Math.floor(state[row * i + d] / boxWidth);
                column[dimensions * i + d] = place[dimensions * i + d];
            }
            enter(i);
        }
    }

    /** Sum of distance . change of momentum over all collisions. */
    double virial() {
        return virial;
    }

    /** It goes to the next box along an axis. */
    void cross(final int one, final int axis) {
        leave(one);
        final int at = dimensions * one + axis;
        if (state[row * one + dimensions + axis] > 0) {
            place[at]++;
            column[at] = column[at] + 1 == boxes ? 0 : column[at] + 1;
        } else {
            place[at]--;
            column[at] = column[at] == 0 ? boxes - 1 : column[at] - 1;
        }
        enter(one);
    }

    /** Two that touch at a time exchange what they have of velocity along the line between them. */
    void collide(final int one, final int other, final long now) {
        final int a = row * one;
        final int b = row * other;
        move(one, a, now);
        move(other, b, now);
        final int u = a + dimensions;
        final int v = b + dimensions;
        final double x = wrapped(state[b] - state[a]);
        final double y = wrapped(state[b + 1] - state[a + 1]);
        double approach = x * (state[v] - state[u]) + y * (state[v + 1] - state[u + 1]);
        double distance = x * x + y * y;
        double z = 0;
        if (dimensions == 3) {
            z = wrapped(state[b + 2] - state[a + 2]);
            approach += z * (state[v + 2] - state[u + 2]);
            distance += z * z;
        }
        final double push = approach / distance;
        state[u] += push * x;
        state[u + 1] += push * y;
        state[v] -= push * x;
        state[v + 1] -= push * y;
        if (dimensions == 3) {
            state[u + 2] += push * z;
            state[v + 2] -= push * z;
        }
        virial -= approach;
        count[one]++;
        count[other]++;
    }

    private void move(final int one, final int at, final long now) {
        final double time = (now - since[one]) * TICK;
        for (int d = at; d < at + dimensions; d++) {
            state[d] += state[d + dimensions] * time;
        }
        since[one] = now;
    }

    private double wrapped(final double difference) {
        return difference - side * Math.rint(difference * perSide);
    }

    /** Where one is along an axis at a time; not wrapped. */
    double position(final int one, final int axis, final long at) {
        final int a = row * one + axis;
        return state[a] + state[a + dimensions] * ((at - since[one]) * TICK);
    }

    double velocity(final int one, final int axis) {
        return state[row * one + dimensions + axis];
    }

    /** Ticks from a time on until a sphere that is there then, with that velocity, touches another. */
    long ticksToTouch(final int other, final long at, final double x, final double y, final double z,
        final double u, final double v, final double w) {
        final int b = row * other;
        final double time = (at - since[other]) * TICK;
        final double itsU = state[b + dimensions];
        final double itsV = state[b + dimensions + 1];
        final double dx = wrapped(state[b] + itsU * time - x);
        final double dy = wrapped(state[b + 1] + itsV * time - y);
        final double du = itsU - u;
        final double dv = itsV - v;
        double approach = dx * du + dy * dv;
        double distance = dx * dx + dy * dy;
        double speed = du * du + dv * dv;
        if (dimensions == 3) {
            final double itsW = state[b + 5];
            final double dz = wrapped(state[b + 2] + itsW * time - z);
            final double dw = itsW - w;
            approach += dz * dw;
            distance += dz * dz;
            speed += dw * dw;
        }
        if (approach >= 0) {
            return NEVER;
        }
        final double gap = distance - 1;
        if (gap <= 0) {
            return 0;
        }
        final double root = approach * approach - speed * gap;
        return root <= 0 ? NEVER : (long) (gap / (Math.sqrt(root) - approach) * TICKS);
    }

    /** Ticks until one that is there along an axis, with that velocity, leaves its box. */
    long ticksToCross(final int one, final int axis, final double position, final double speed) {
        if (speed == 0) {
            return NEVER;
        }
        final int box = place[dimensions * one + axis];
        final double time = ((speed > 0 ? box + 1 : box) * boxWidth - position) / speed;
        return time <= 0 ? 0 : (long) (time * TICKS);
    }

    /** An index of a box along a side, one beyond the sides wrapped. */
    int inside(final int index) {
        return index < 0 ? boxes - 1 : index == boxes ? 0 : index;
    }

    private int box(final int one) {
        final int at = dimensions * one;
        final int plane = dimensions == 3 ? boxes * column[at + 2] : 0;
        return column[at] + boxes * (plane + column[at + 1]);
    }

    private void leave(final int one) {
        if (preceding[one] >= 0) {
            following[preceding[one]] = following[one];
        } else {
            first[box(one)] = following[one];
        }
        if (following[one] >= 0) {
            preceding[following[one]] = preceding[one];
        }
    }

    private void enter(final int one) {
        final int box = box(one);
        following[one] = first[box];
        preceding[one] = -1;
        if (first[box] >= 0) {
            preceding[first[box]] = one;
        }
        first[box] = one;
    }
}
