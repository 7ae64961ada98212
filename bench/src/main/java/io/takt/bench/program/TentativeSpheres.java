package io.takt.bench.program;

import io.takt.steward.scenario.HardSpheres;

/**
 * Hard disks and spheres by the Tentative Event Strategy, with different lists of events. As it was published, each
 * collision that two will have if nothing else happens is predicted when one of them has turned, and put into the
 * list; a stale one is discarded when it comes up. With one place for each sphere, the first of them is put there, and
 * when it is stale, the first event is looked for again.
 *
 * <p>The touch of two is computed from the later of the two times at which they turned, whichever sphere asks and when,
 * so that all lists lead to the same events to the last bit. That holds as long as no sphere flies across half the box
 * without a collision. {@link PlainSpheres} computes it from the time at which it asks, as the steward's physics does,
 * so its rounding is another. For one thread.
 */
final class TentativeSpheres implements Load, AutoCloseable {
    /** The horizon at the beginning, in parts of a second; later the list chooses it. */
    private static final int PARTS = 64;

    private final SphereArrays spheres;
    private final EventList list;
    private final boolean onePlace;
    private final long slice;
    private long now;
    private long events;
    private long stale;
    private long looked;
    private long lastEvent;
    /** The next event where there is one place. */
    private long soonest;
    private long soonestEvent;

    /** The lists there are. */
    enum Way {
        /** A place for each sphere. */
        ONE_PLACE,
        /** Stale events stay until they come up. */
        PUSHED,
        /** Stale ones are cleared out when they may be half of all. */
        CLEARED,
        /** They are cleared out of what is not due yet, in between. */
        SWEPT,
        /** Likewise, by another thread. */
        SWEPT_BESIDE
    }

    /**
     * Sets them up.
     *
     * @param world as this.
     * @param slice ticks by which {@link #advance} advances.
     * @param way   which list.
     */
    TentativeSpheres(final HardSpheres world, final long slice, final Way way) {
        this.slice = slice;
        spheres = new SphereArrays(world);
        list = list(way, world, spheres.count);
        onePlace = way == Way.ONE_PLACE;
        for (int i = 0; i < spheres.bodies; i++) {
            predict(i);
        }
    }

    private static EventList list(final Way way, final HardSpheres world, final int[] count) {
        return switch (way) {
            case ONE_PLACE -> new OnePlaceList(count);
            case PUSHED -> new PushedList(count, false);
            case CLEARED -> new PushedList(count, true);
            case SWEPT -> new SweptList(count, false, world.second() / PARTS);
            case SWEPT_BESIDE -> new SweptList(count, true, world.second() / PARTS);
        };
    }

    @Override
    public void advance() {
        final long until = now + slice;
        while (list.firstDue() <= until) {
            step();
        }
        now = until;
    }

    @Override
    public long events() {
        return events;
    }

    @Override
    public long stale() {
        return stale;
    }

    @Override
    public Details details() {
        return new Details(0, 0, 0, list.cleared(), looked, list.longest());
    }

    long now() {
        return now;
    }

    /** See {@link EventList}. */
    long lastEvent() {
        return lastEvent;
    }

    @Override
    public void close() {
        list.close();
    }

    /**
     * Does what is next, an event or a stale prediction.
     *
     * @return false if it was stale.
     */
    boolean step() {
        now = list.firstDue();
        final long event = list.firstEvent();
        final boolean isStale = list.firstIsStale();
        final int owner = list.takeFirst();
        if (isStale) {
            stale++;
            if (owner >= 0) {
                predict(owner);
            }
            return false;
        }
        events++;
        lastEvent = event;
        final int one = EventList.one(event);
        if (EventList.isCrossing(event)) {
            cross(one, EventList.axis(event));
        } else {
            final int other = EventList.other(event);
            spheres.collide(one, other, now);
            predict(one);
            predict(other);
        }
        return true;
    }

    /** Only the boxes that it comes near are new to it. */
    private void cross(final int one, final int axis) {
        spheres.cross(one, axis);
        if (onePlace) {
            predict(one);
            return;
        }
        final int way = spheres.velocity(one, axis) > 0 ? 1 : -1;
        final int depth = spheres.dimensions == 3 ? 1 : 0;
        look(one, axis == 0 ? way : -1, axis == 0 ? way : 1, axis == 1 ? way : -1, axis == 1 ? way : 1,
            axis == 2 ? way : -depth, axis == 2 ? way : depth);
        lookForCrossing(one);
    }

    private void predict(final int one) {
        final int depth = spheres.dimensions == 3 ? 1 : 0;
        look(one, -1, 1, -1, 1, -depth, depth);
        lookForCrossing(one);
        if (onePlace) {
            list.put(one, soonest, soonestEvent);
        }
    }

    /** Looks for collisions with those in the boxes around, from one beside to the other in each direction. */
    private void look(final int one, final int fromX, final int toX, final int fromY, final int toY, final int fromZ,
        final int toZ) {
        final SphereArrays in = spheres;
        final int at = in.dimensions * one;
        final boolean deep = in.dimensions == 3;
        final long turned = in.since[one];
        final double u = in.velocity(one, 0);
        final double v = in.velocity(one, 1);
        final double w = deep ? in.velocity(one, 2) : 0;
        final double x = in.position(one, 0, turned);
        final double y = in.position(one, 1, turned);
        final double z = deep ? in.position(one, 2, turned) : 0;
        long first = Long.MAX_VALUE;
        long firstEvent = Long.MAX_VALUE;
        for (int layer = fromZ; layer <= toZ; layer++) {
            final int plane = deep ? in.boxes * in.inside(in.column[at + 2] + layer) : 0;
            for (int line = fromY; line <= toY; line++) {
                final int start = in.boxes * (plane + in.inside(in.column[at + 1] + line));
                for (int along = fromX; along <= toX; along++) {
                    int other = in.first[start + in.inside(in.column[at] + along)];
                    for (; other >= 0; other = in.following[other]) {
                        if (other == one) {
                            continue;
                        }
                        looked++;
                        final long both = Math.max(turned, in.since[other]);
                        final double time = SphereArrays.time(both - turned);
                        final long ticks = in.ticksToTouch(
                            other, both, x + u * time, y + v * time, z + w * time, u, v, w);
                        if (ticks == SphereArrays.NEVER) {
                            continue;
                        }
                        final long due = Math.max(now, both + ticks);
                        final long event = EventList.collision(one, other);
                        if (!onePlace) {
                            list.put(one, due, event);
                        } else if (due < first || due == first && event < firstEvent) {
                            first = due;
                            firstEvent = event;
                        }
                    }
                }
            }
        }
        soonest = first;
        soonestEvent = firstEvent;
    }

    private void lookForCrossing(final int one) {
        final SphereArrays in = spheres;
        final long turned = in.since[one];
        int axis = 0;
        long soonestTicks = SphereArrays.NEVER;
        for (int d = 0; d < in.dimensions; d++) {
            final long ticks = in.ticksToCross(one, d, in.position(one, d, turned), in.velocity(one, d));
            if (ticks < soonestTicks) {
                soonestTicks = ticks;
                axis = d;
            }
        }
        if (soonestTicks != SphereArrays.NEVER) {
            final long due = Math.max(now, turned + soonestTicks);
            final long event = EventList.crossing(one, axis);
            if (!onePlace) {
                list.put(one, due, event);
            } else if (due < soonest) {
                soonest = due;
                soonestEvent = event;
            }
        }
    }
}
