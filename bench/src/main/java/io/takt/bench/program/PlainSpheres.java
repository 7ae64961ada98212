package io.takt.bench.program;

import io.takt.steward.ExtendedTime;
import io.takt.steward.scenario.HardSpheres;
import java.util.Arrays;

/**
 * Hard disks and spheres as a program would be written that knows nothing of a steward: arrays, one loop, one heap in
 * place, no garbage and no past. It does what {@link HardSpheres} does, event for event and to the last bit. A
 * prediction is stale when its partner's count of collisions is not what it was. For one thread.
 */
final class PlainSpheres implements Load {
    private static final double TICKS = 0x1.0p32;
    private static final double TICK = 0x1.0p-32;
    private static final long NEVER = Long.MAX_VALUE;
    private static final int CROSSING = -1;
    private static final int CHILDREN = 4;

    private final int dimensions;
    /** Of {@link #state}: position, then velocity. */
    private final int row;
    private final double side;
    private final double perSide;
    private final int boxes;
    private final double boxWidth;

    private final double[] state;
    private final long[] since;
    /** In which box each is along each axis, as unwrapped as its position. */
    private final int[] place;
    /** The same, wrapped. */
    private final int[] column;
    /** Members of the boxes, in chains. */
    private final int[] first;
    private final int[] following;
    private final int[] preceding;

    /** With whom each collides next; or CROSSING, less the axis. */
    private final int[] partner;
    private final int[] partnerCount;
    private final int[] count;
    private final int[] iteration;
    private final int[] heap;
    /** When each of the heap is due, in the order of the heap. */
    private final long[] due;
    private final int[] position;

    private final long slice;
    private long now;
    private int running = -1;
    /** Of the running event; matters when something is predicted for the very same tick. */
    private int runningIteration;
    private int runningPartner;
    private long collisions;
    private long crossings;
    private long stale;
    private double virial;

    /**
     * Sets them up.
     *
     * @param world as this.
     * @param slice ticks by which {@link #advance} advances.
     */
    PlainSpheres(final HardSpheres world, final long slice) {
        this.slice = slice;
        final int bodies = world.bodies();
        dimensions = world.dimensions();
        row = 2 * dimensions;
        side = world.arena().side();
        perSide = 1 / side;
        boxes = world.boxes();
        boxWidth = side / boxes;
        state = new double[row * bodies];
        since = new long[bodies];
        place = new int[dimensions * bodies];
        column = new int[dimensions * bodies];
        first = new int[dimensions == 2 ? boxes * boxes : boxes * boxes * boxes];
        following = new int[bodies];
        preceding = new int[bodies];
        partner = new int[bodies];
        partnerCount = new int[bodies];
        count = new int[bodies];
        iteration = new int[bodies];
        heap = new int[bodies];
        due = new long[bodies];
        position = new int[bodies];
        Arrays.fill(first, -1);
        Arrays.fill(due, NEVER);
        final double[] positions = world.positions();
        final double[] velocities = world.velocities();
        for (int i = 0; i < bodies; i++) {
            System.arraycopy(positions, dimensions * i, state, row * i, dimensions);
            System.arraycopy(velocities, dimensions * i, state, row * i + dimensions, dimensions);
            for (int d = 0; d < dimensions; d++) {
                place[dimensions * i + d] = (int) Math.floor(state[row * i + d] / boxWidth);
                column[dimensions * i + d] = place[dimensions * i + d];
            }
            heap[i] = i;
            position[i] = i;
            enter(i);
        }
        for (int i = 0; i < bodies; i++) {
            predict(i);
        }
    }

    @Override
    public void advance() {
        final long until = now + slice;
        while (due[0] <= until) {
            step();
        }
        now = until;
    }

    @Override
    public long events() {
        return collisions + crossings;
    }

    long collisions() {
        return collisions;
    }

    @Override
    public long stale() {
        return stale;
    }

    /**
     * Does what is next, an event or a stale prediction.
     *
     * @return false if it was stale.
     */
    boolean step() {
        final int one = heap[0];
        now = due[0];
        running = one;
        runningIteration = iteration[one];
        runningPartner = partner[one];
        if (runningPartner <= CROSSING) {
            crossings++;
            cross(one, CROSSING - runningPartner);
            predict(one);
        } else if (count[runningPartner] != partnerCount[one]) {
            stale++;
            predict(one);
            return false;
        } else {
            collisions++;
            collide(one, runningPartner);
            predict(one);
            predict(runningPartner);
        }
        return true;
    }

    /** The tick of the last event, or up to which was advanced. */
    long now() {
        return now;
    }

    /** What the last event was, in the words of the steward's. */
    String lastEvent() {
        if (runningPartner > CROSSING) {
            return "collision " + running + " " + runningPartner;
        }
        final int at = dimensions * running;
        return "crossing " + running + " Place[x=" + place[at] + ", y=" + place[at + 1] + ", z="
            + (dimensions == 3 ? place[at + 2] : 0) + "]";
    }

    /** Sum of distance . change of momentum over all collisions. */
    double virial() {
        return virial;
    }

    private void cross(final int one, final int axis) {
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

    private void collide(final int one, final int other) {
        final int a = row * one;
        final int b = row * other;
        move(one, a);
        move(other, b);
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

    private void move(final int one, final int at) {
        final double time = (now - since[one]) * TICK;
        for (int d = at; d < at + dimensions; d++) {
            state[d] += state[d + dimensions] * time;
        }
        since[one] = now;
    }

    private double wrapped(final double difference) {
        return difference - side * Math.rint(difference * perSide);
    }

    private void predict(final int one) {
        final boolean deep = dimensions == 3;
        final int a = row * one;
        final int at = dimensions * one;
        final double ownTime = (now - since[one]) * TICK;
        final double u = state[a + dimensions];
        final double v = state[a + dimensions + 1];
        final double w = deep ? state[a + 5] : 0;
        final double x = state[a] + u * ownTime;
        final double y = state[a + 1] + v * ownTime;
        final double z = deep ? state[a + 2] + w * ownTime : 0;
        int with = -1;
        long soonest = NEVER;
        final int depth = deep ? 1 : 0;
        for (int layer = -depth; layer <= depth; layer++) {
            final int plane = deep ? boxes * inside(column[at + 2] + layer) : 0;
            for (int line = -1; line <= 1; line++) {
                final int start = boxes * (plane + inside(column[at + 1] + line));
                for (int along = -1; along <= 1; along++) {
                    for (int other = first[start + inside(column[at] + along)]; other >= 0; other = following[other]) {
                        if (other == one) {
                            continue;
                        }
                        final int b = row * other;
                        final double time = (now - since[other]) * TICK;
                        final double itsU = state[b + dimensions];
                        final double itsV = state[b + dimensions + 1];
                        final double dx = wrapped(state[b] + itsU * time - x);
                        final double dy = wrapped(state[b + 1] + itsV * time - y);
                        final double du = itsU - u;
                        final double dv = itsV - v;
                        double approach = dx * du + dy * dv;
                        double distance = dx * dx + dy * dy;
                        double speed = du * du + dv * dv;
                        if (deep) {
                            final double itsW = state[b + 5];
                            final double dz = wrapped(state[b + 2] + itsW * time - z);
                            final double dw = itsW - w;
                            approach += dz * dw;
                            distance += dz * dz;
                            speed += dw * dw;
                        }
                        final long ticks = ticksToTouch(approach, speed, distance);
                        if (ticks < soonest || ticks == soonest && with >= 0 && other < with) {
                            soonest = ticks;
                            with = other;
                        }
                    }
                }
            }
        }
        final long alongX = ticksToCross(x, u, place[at]);
        final long alongY = ticksToCross(y, v, place[at + 1]);
        final long alongZ = deep ? ticksToCross(z, w, place[at + 2]) : NEVER;
        final long crossing = Math.min(alongX, Math.min(alongY, alongZ));
        if (with >= 0 && soonest <= crossing) {
            partnerCount[one] = count[with];
            schedule(one, now + soonest, with);
        } else {
            schedule(one, crossing == NEVER ? NEVER : now + crossing,
                CROSSING - (crossing == alongX ? 0 : crossing == alongY ? 1 : 2));
        }
    }

    private int inside(final int index) {
        return index < 0 ? boxes - 1 : index == boxes ? 0 : index;
    }

    private static long ticksToTouch(final double approach, final double speed, final double distance) {
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

    private long ticksToCross(final double at, final double speed, final int box) {
        if (speed == 0) {
            return NEVER;
        }
        final double time = ((speed > 0 ? box + 1 : box) * boxWidth - at) / speed;
        return time <= 0 ? 0 : (long) (time * TICKS);
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

    private void schedule(final int one, final long time, final int with) {
        int round = 0;
        if (time == now && running >= 0) {
            round = at(one, time).compareTo(at(running, now)) > 0 ? runningIteration : runningIteration + 1;
        }
        iteration[one] = round;
        partner[one] = with;
        int hole = position[one];
        while (hole > 0 && isBefore(one, time, (hole - 1) / CHILDREN)) {
            put(hole, heap[(hole - 1) / CHILDREN], due[(hole - 1) / CHILDREN]);
            hole = (hole - 1) / CHILDREN;
        }
        for (int begin = hole * CHILDREN + 1; begin < heap.length; begin = hole * CHILDREN + 1) {
            int least = begin;
            for (int child = begin + 1; child < Math.min(begin + CHILDREN, heap.length); child++) {
                if (isBefore(heap[child], due[child], least)) {
                    least = child;
                }
            }
            if (isBefore(one, time, least)) {
                break;
            }
            put(hole, heap[least], due[least]);
            hole = least;
        }
        put(hole, one, time);
    }

    private void put(final int where, final int one, final long time) {
        heap[where] = one;
        due[where] = time;
        position[one] = where;
    }

    /** Whether one that is due at a time comes before that at a place of the heap. Ticks are seldom equal. */
    private boolean isBefore(final int one, final long time, final int where) {
        if (time != due[where]) {
            return time < due[where];
        }
        final int other = heap[where];
        if (iteration[one] != iteration[other]) {
            return iteration[one] < iteration[other];
        }
        return time != NEVER && at(one, time).compareTo(at(other, time)) < 0;
    }

    /** The instant of a prediction, but for its iteration. */
    private static ExtendedTime at(final int one, final long time) {
        return ExtendedTime.BEGINNING.predict(time, HardSpheres.prediction(one));
    }
}
