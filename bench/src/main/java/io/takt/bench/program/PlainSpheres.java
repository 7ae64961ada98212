package io.takt.bench.program;

import io.takt.steward.ExtendedTime;
import io.takt.steward.scenario.HardSpheres;

/**
 * Hard disks and spheres as a program would be written that knows nothing of a steward: arrays, one loop, one heap in
 * place, no garbage and no past. It does what {@link HardSpheres} does, event for event and to the last bit. A
 * prediction is stale when its partner's count of collisions is not what it was. For one thread.
 */
final class PlainSpheres implements Load {
    private static final int CROSSING = -1;

    private final SphereArrays spheres;
    private final OwnerHeap heap;
    /** The sphere that each collides with next; or CROSSING, less the axis. */
    private final int[] partner;
    private final int[] partnerCount;
    private final int[] iteration;

    private final long slice;
    private long now;
    private int running = -1;
    /** Of the running event; matters when something is predicted for the very same tick. */
    private int runningIteration;
    private int runningPartner;
    private long collisions;
    private long crossings;
    private long stale;

    /**
     * Sets them up.
     *
     * @param world as this.
     * @param slice ticks by which {@link #advance} advances.
     */
    PlainSpheres(final HardSpheres world, final long slice) {
        this.slice = slice;
        spheres = new SphereArrays(world);
        heap = new OwnerHeap(spheres.bodies, this::isBeforeAtOneTick);
        partner = new int[spheres.bodies];
        partnerCount = new int[spheres.bodies];
        iteration = new int[spheres.bodies];
        for (int i = 0; i < spheres.bodies; i++) {
            predict(i);
        }
    }

    @Override
    public void advance() {
        final long until = now + slice;
        while (heap.firstDue() <= until) {
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
        final int one = heap.first();
        now = heap.firstDue();
        running = one;
        runningIteration = iteration[one];
        runningPartner = partner[one];
        if (runningPartner <= CROSSING) {
            crossings++;
            spheres.cross(one, CROSSING - runningPartner);
            predict(one);
        } else if (spheres.count[runningPartner] != partnerCount[one]) {
            stale++;
            predict(one);
            return false;
        } else {
            collisions++;
            spheres.collide(one, runningPartner, now);
            predict(one);
            predict(runningPartner);
        }
        return true;
    }

    /** The tick of the last event, or up to which was advanced. */
    long now() {
        return now;
    }

    /** The last event, in the words of the steward's. */
    String lastEvent() {
        if (runningPartner > CROSSING) {
            return "collision " + running + " " + runningPartner;
        }
        final int at = spheres.dimensions * running;
        return "crossing " + running + " Place[x=" + spheres.place[at] + ", y=" + spheres.place[at + 1] + ", z="
            + (spheres.dimensions == 3 ? spheres.place[at + 2] : 0) + "]";
    }

    /** Sum of distance . change of momentum over all collisions. */
    double virial() {
        return spheres.virial();
    }

    private void predict(final int one) {
        final SphereArrays in = spheres;
        final int at = in.dimensions * one;
        final boolean deep = in.dimensions == 3;
        final double u = in.velocity(one, 0);
        final double v = in.velocity(one, 1);
        final double w = deep ? in.velocity(one, 2) : 0;
        final double x = in.position(one, 0, now);
        final double y = in.position(one, 1, now);
        final double z = deep ? in.position(one, 2, now) : 0;
        int with = -1;
        long soonest = SphereArrays.NEVER;
        final int depth = deep ? 1 : 0;
        for (int layer = -depth; layer <= depth; layer++) {
            final int plane = deep ? in.boxes * in.inside(in.column[at + 2] + layer) : 0;
            for (int line = -1; line <= 1; line++) {
                final int start = in.boxes * (plane + in.inside(in.column[at + 1] + line));
                for (int along = -1; along <= 1; along++) {
                    int other = in.first[start + in.inside(in.column[at] + along)];
                    for (; other >= 0; other = in.following[other]) {
                        if (other == one) {
                            continue;
                        }
                        final long ticks = in.ticksToTouch(other, now, x, y, z, u, v, w);
                        if (ticks < soonest || ticks == soonest && with >= 0 && other < with) {
                            soonest = ticks;
                            with = other;
                        }
                    }
                }
            }
        }
        final long alongX = in.ticksToCross(one, 0, x, u);
        final long alongY = in.ticksToCross(one, 1, y, v);
        final long alongZ = deep ? in.ticksToCross(one, 2, z, w) : SphereArrays.NEVER;
        final long crossing = Math.min(alongX, Math.min(alongY, alongZ));
        if (with >= 0 && soonest <= crossing) {
            partnerCount[one] = in.count[with];
            schedule(one, now + soonest, with);
        } else {
            schedule(one, crossing == SphereArrays.NEVER ? SphereArrays.NEVER : now + crossing,
                CROSSING - (crossing == alongX ? 0 : crossing == alongY ? 1 : 2));
        }
    }

    private void schedule(final int one, final long time, final int with) {
        int round = 0;
        if (time == now && running >= 0) {
            round = at(one, time).compareTo(at(running, now)) > 0 ? runningIteration : runningIteration + 1;
        }
        iteration[one] = round;
        partner[one] = with;
        heap.put(one, time);
    }

    private boolean isBeforeAtOneTick(final int one, final int other, final long time) {
        if (iteration[one] != iteration[other]) {
            return iteration[one] < iteration[other];
        }
        return at(one, time).compareTo(at(other, time)) < 0;
    }

    /** The instant of a prediction, but for its iteration. */
    private static ExtendedTime at(final int one, final long time) {
        return ExtendedTime.BEGINNING.predict(time, HardSpheres.prediction(one));
    }
}
