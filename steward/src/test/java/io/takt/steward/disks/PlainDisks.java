package io.takt.steward.disks;

import io.takt.steward.DeterministicRandom;
import io.takt.steward.ExtendedTime;
import io.takt.steward.Id;
import java.util.Arrays;

/**
 * The same disks as a program would be written that knows nothing of a steward: arrays, one loop, no past. A disk's
 * prediction is stale when its partner's count of collisions is not what it was.
 */
final class PlainDisks {
    static final int CROSS_X = -1;
    static final int CROSS_Y = -2;
    private static final int CHILDREN = 4;
    private static final int ROW = 4;

    long collisions;
    long crossings;
    long stale;
    long now;

    private final Geometry geometry;
    private final long predictor;
    private final long type;
    /** x, y, u, v of each disk. */
    private final double[] state;
    private final long[] since;
    private final int[] placeX;
    private final int[] placeY;
    private final int[] first;
    private final int[] following;
    private final int[] preceding;
    private final long[] due;
    private final int[] iteration;
    private final int[] partner;
    private final int[] partnerCount;
    private final int[] count;
    private final int[] heap;
    private final int[] place;
    private int size;
    /** Of the running event; needed when something is predicted for the very same tick. */
    private int runningIteration;
    private int running;
    private final Recorder recorder;

    /** Is told of every event. */
    interface Recorder {
        void event(long time, int one, int other);
    }

    PlainDisks(
        final int disks, final double packing, final long seed, final long predictor, final long type,
        final Recorder recorder) {
        geometry = new Geometry(disks, packing);
        this.predictor = predictor;
        this.type = type;
        this.recorder = recorder;
        state = new double[ROW * disks];
        since = new long[disks];
        placeX = new int[disks];
        placeY = new int[disks];
        first = new int[geometry.boxes * geometry.boxes];
        following = new int[disks];
        preceding = new int[disks];
        due = new long[disks];
        iteration = new int[disks];
        partner = new int[disks];
        partnerCount = new int[disks];
        count = new int[disks];
        heap = new int[disks];
        place = new int[disks];
        Arrays.fill(first, -1);
        Arrays.fill(place, -1);
        final DeterministicRandom random = HardDisks.random(seed);
        for (int i = 0; i < disks; i++) {
            state[ROW * i] = geometry.start(i % geometry.columns());
            state[ROW * i + 1] = geometry.start(i / geometry.columns());
            state[ROW * i + 2] = 2 * random.nextDouble() - 1;
            state[ROW * i + 3] = 2 * random.nextDouble() - 1;
            placeX[i] = (int) (state[ROW * i] / geometry.boxWidth);
            placeY[i] = (int) (state[ROW * i + 1] / geometry.boxWidth);
            enter(i);
        }
        running = -1;
        for (int i = 0; i < disks; i++) {
            predict(i);
        }
    }

    /** Runs all events up to a time. */
    void advanceTo(final long until) {
        while (size > 0 && due[heap[0]] <= until) {
            step();
        }
        now = until;
    }

    /** Runs until there were so many collisions. */
    void collide(final long wanted) {
        while (collisions < wanted) {
            step();
        }
    }

    private void step() {
        final int one = heap[0];
        now = due[one];
        running = one;
        runningIteration = iteration[one];
        final int other = partner[one];
        if (other == CROSS_X || other == CROSS_Y) {
            crossings++;
            if (recorder != null) {
                recorder.event(now, one, other);
            }
            leave(one);
            if (other == CROSS_X) {
                placeX[one] += state[ROW * one + 2] > 0 ? 1 : -1;
            } else {
                placeY[one] += state[ROW * one + 3] > 0 ? 1 : -1;
            }
            enter(one);
            predict(one);
        } else if (count[other] != partnerCount[one]) {
            stale++;
            predict(one);
        } else {
            collisions++;
            if (recorder != null) {
                recorder.event(now, one, other);
            }
            collide(one, other);
            predict(one);
            predict(other);
        }
    }

    private void collide(final int one, final int other) {
        final int a = ROW * one;
        final int b = ROW * other;
        final double ownTime = (now - since[one]) * Geometry.TICK;
        final double itsTime = (now - since[other]) * Geometry.TICK;
        state[a] = state[a] + state[a + 2] * ownTime;
        state[a + 1] = state[a + 1] + state[a + 3] * ownTime;
        state[b] = state[b] + state[b + 2] * itsTime;
        state[b + 1] = state[b + 1] + state[b + 3] * itsTime;
        final double dx = geometry.wrapped(state[b] - state[a]);
        final double dy = geometry.wrapped(state[b + 1] - state[a + 1]);
        final double push = (dx * (state[b + 2] - state[a + 2]) + dy * (state[b + 3] - state[a + 3]))
            / (dx * dx + dy * dy);
        state[a + 2] += push * dx;
        state[a + 3] += push * dy;
        state[b + 2] -= push * dx;
        state[b + 3] -= push * dy;
        since[one] = now;
        since[other] = now;
        count[one]++;
        count[other]++;
    }

    private void predict(final int one) {
        final int a = ROW * one;
        final double ownTime = (now - since[one]) * Geometry.TICK;
        final double u = state[a + 2];
        final double v = state[a + 3];
        final double x = state[a] + u * ownTime;
        final double y = state[a + 1] + v * ownTime;
        int with = -1;
        long soonest = Geometry.NEVER;
        for (int row = -1; row <= 1; row++) {
            for (int column = -1; column <= 1; column++) {
                int other = first[geometry.box(placeX[one] + column, placeY[one] + row)];
                while (other >= 0) {
                    if (other != one) {
                        final int b = ROW * other;
                        final double time = (now - since[other]) * Geometry.TICK;
                        final double dx = geometry.wrapped(state[b] + state[b + 2] * time - x);
                        final double dy = geometry.wrapped(state[b + 1] + state[b + 3] * time - y);
                        final long ticks = geometry.collision(dx, dy, state[b + 2] - u, state[b + 3] - v);
                        if (ticks < soonest || ticks == soonest && with >= 0 && other < with) {
                            soonest = ticks;
                            with = other;
                        }
                    }
                    other = following[other];
                }
            }
        }
        final long alongX = geometry.crossing(x, u, placeX[one]);
        final long alongY = geometry.crossing(y, v, placeY[one]);
        if (with >= 0 && soonest <= Math.min(alongX, alongY)) {
            partnerCount[one] = count[with];
            schedule(one, now + soonest, with);
        } else if (alongX <= alongY) {
            schedule(one, now + alongX, CROSS_X);
        } else {
            schedule(one, now + alongY, CROSS_Y);
        }
    }

    private void leave(final int one) {
        if (preceding[one] >= 0) {
            following[preceding[one]] = following[one];
        } else {
            first[geometry.box(placeX[one], placeY[one])] = following[one];
        }
        if (following[one] >= 0) {
            preceding[following[one]] = preceding[one];
        }
    }

    private void enter(final int one) {
        final int box = geometry.box(placeX[one], placeY[one]);
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
        due[one] = time;
        iteration[one] = round;
        partner[one] = with;
        int at = place[one];
        if (at < 0) {
            at = size++;
        }
        while (at > 0 && isBefore(one, heap[(at - 1) / CHILDREN])) {
            set(at, heap[(at - 1) / CHILDREN]);
            at = (at - 1) / CHILDREN;
        }
        set(at, one);
        while (true) {
            final int begin = at * CHILDREN + 1;
            if (begin >= size) {
                break;
            }
            int least = begin;
            for (int child = begin + 1; child < Math.min(begin + CHILDREN, size); child++) {
                if (isBefore(heap[child], heap[least])) {
                    least = child;
                }
            }
            if (isBefore(one, heap[least])) {
                break;
            }
            set(at, heap[least]);
            at = least;
        }
        set(at, one);
    }

    private boolean isBefore(final int one, final int other) {
        if (due[one] != due[other]) {
            return due[one] < due[other];
        }
        if (iteration[one] != iteration[other]) {
            return iteration[one] < iteration[other];
        }
        return at(one, due[one]).compareTo(at(other, due[other])) < 0;
    }

    /** The instant of a prediction, but for its iteration; ticks are seldom equal. */
    private ExtendedTime at(final int one, final long time) {
        return ExtendedTime.BEGINNING.predict(time, Id.hash(predictor, type, 0, one));
    }

    private void set(final int at, final int one) {
        heap[at] = one;
        place[one] = at;
    }
}
