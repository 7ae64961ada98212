package io.takt.steward.scenario;

import io.takt.steward.Asking;
import io.takt.steward.Cell;
import io.takt.steward.CellType;
import io.takt.steward.Codec;
import io.takt.steward.DeterministicRandom;
import io.takt.steward.Event;
import io.takt.steward.EventType;
import io.takt.steward.ExtendedTime;
import io.takt.steward.Forecast;
import io.takt.steward.Id;
import io.takt.steward.Physics;
import io.takt.steward.Predictor;
import io.takt.steward.StateInput;
import io.takt.steward.StateOutput;
import io.takt.steward.Transaction;

/**
 * How hard disks and spheres collide. Each has one prediction, of its next collision or of its leaving its box of the
 * grid, whichever is first. Immutable.
 */
final class SpherePhysics {
    static final CellType<Sphere> SPHERE =
        CellType.of(0x4d1e8b6a2c9f7036L, "sphere", Codec.of(Sphere::write, Sphere::read));

    private static final CellType<Place> PLACE =
        CellType.of(0xe75a0c3b8d2f4962L, "place", Codec.of(Place::write, Place::read));
    /** Those in it, as they are: a search for a sphere's next touch reads boxes, not spheres one by one. */
    private static final CellType<Object> BOX =
        CellType.of(0x29c6f4d8b1a0e574L, "box", Members.CODEC).withEquality(Members::same);
    private static final long NEXT = 0xd4907c5e1b3fa269L;

    final SphereBox box;

    private final EventType<Start> starts = EventType.of(0x7b3f9e0d5c8a1265L, "start", Start.class, Codec.of(
        (event, out) -> {
            out.writeInt(event.count);
            out.writeLong(event.seed);
        },
        in -> {
            final int count = in.readInt();
            return new Start(this, count, in.readLong());
        }));
    private final EventType<Collision> collisions = EventType.of(
        0x05d2a8c7f6b4391fL, "collision", Collision.class, Codec.of(
            (event, out) -> {
                out.writeInt(event.one);
                out.writeInt(event.other);
            },
            in -> {
                final int one = in.readInt();
                return new Collision(this, one, in.readInt());
            }));
    private final EventType<Crossing> crossings = EventType.of(
        0xb86e1f4a90c3d72cL, "crossing", Crossing.class, Codec.of(
            (event, out) -> {
                out.writeInt(event.one);
                event.to.write(out);
            },
            in -> {
                final int one = in.readInt();
                return new Crossing(this, one, Place.read(in));
            }));
    private final EventType<Kick> kicks = EventType.of(0x3fa60b7e2d91c855L, "kick", Kick.class, Codec.of(
        (event, out) -> {
            out.writeInt(event.one);
            out.writeDouble(event.u);
            out.writeDouble(event.v);
        },
        in -> {
            final int one = in.readInt();
            final double u = in.readDouble();
            return new Kick(this, one, u, in.readDouble());
        }));
    private final Predictor<Sphere> next = new Next();
    private final Physics physics = Physics.builder()
        .cells(SPHERE, PLACE, BOX).events(starts, collisions, crossings, kicks).predictors(next).build();

    SpherePhysics(final SphereBox box) {
        this.box = box;
    }

    Physics physics() {
        return physics;
    }

    /** All appear on a lattice, with velocities by chance whose sum is 0. */
    Event start(final int count, final long seed) {
        return new Start(this, count, seed);
    }

    /** The part that a prediction about a sphere adds to the id of its event. */
    static Id prediction(final int sphere) {
        return Id.hash(NEXT, SPHERE.id(), 0, sphere);
    }

    /** One is given another velocity, along x and y, from outside. */
    Event kick(final int one, final double u, final double v) {
        return new Kick(this, one, u, v);
    }

    /** All components of the velocities at the beginning: by chance, with a sum of 0 in each direction. */
    static double[] velocities(final int count, final int dimensions, final long seed) {
        final double[] velocities = new double[count * dimensions];
        final DeterministicRandom random = new DeterministicRandom(ExtendedTime.of(0, 0, Id.hash(seed)));
        for (int i = 0; i < velocities.length; i++) {
            velocities[i] = 2 * random.nextDouble() - 1;
        }
        for (int d = 0; d < dimensions; d++) {
            double sum = 0;
            for (int i = d; i < velocities.length; i += dimensions) {
                sum += velocities[i];
            }
            for (int i = d; i < velocities.length; i += dimensions) {
                velocities[i] -= sum / count;
            }
        }
        return velocities;
    }

    private Cell<Object> box(final Transaction tx, final Place at) {
        return tx.cell(BOX, box.box(at.x, at.y, at.z));
    }

    private void enter(final Transaction tx, final Place at, final Sphere sphere) {
        final Cell<Object> cell = box(tx, at);
        tx.set(cell, Members.with(tx.get(cell), sphere));
    }

    /** Writes a sphere that goes on otherwise from now on, in its box, and asks for what happens to it next. */
    private void turn(final Transaction tx, final Cell<Sphere> cell, final Place at, final Sphere now) {
        tx.set(cell, now);
        final Cell<Object> in = box(tx, at);
        tx.set(in, Members.turned(tx.get(in), now));
        tx.predict(next, cell);
    }

    /** In which box of the grid a sphere is, as unwrapped as its position. */
    record Place(int x, int y, int z) {
        void write(final StateOutput out) {
            out.writeInt(x);
            out.writeInt(y);
            out.writeInt(z);
        }

        static Place read(final StateInput in) {
            final int x = in.readInt();
            final int y = in.readInt();
            return new Place(x, y, in.readInt());
        }
    }

    /** See {@link SpherePhysics#start}. */
    private record Start(SpherePhysics in, int count, long seed) implements Event {
        @Override
        public EventType<?> type() {
            return in.starts;
        }

        @Override
        public void execute(final Transaction tx) {
            final int dimensions = in.box.dimensions;
            final double[] velocities = velocities(count, dimensions, seed);
            final SphereBox box = in.box;
            for (int i = 0; i < count; i++) {
                final int at = i * dimensions;
                final boolean deep = dimensions == 3;
                final Sphere sphere = new Sphere(i, box.start(i, 0), box.start(i, 1), deep ? box.start(i, 2) : 0,
                    velocities[at], velocities[at + 1], deep ? velocities[at + 2] : 0, tx.time(), 0, 0);
                final Cell<Sphere> cell = tx.cell(SPHERE, i);
                tx.set(cell, sphere);
                final Place place = new Place(box.place(sphere.x()), box.place(sphere.y()), box.place(sphere.z()));
                tx.set(tx.cell(PLACE, i), place);
                in.enter(tx, place, sphere);
                tx.predict(in.next, cell);
            }
        }

        @Override
        public String toString() {
            return "start of " + count;
        }
    }

    /** Two touch: they exchange what they have of velocity along the line between them. */
    private record Collision(SpherePhysics in, int one, int other) implements Event {
        @Override
        public EventType<?> type() {
            return in.collisions;
        }

        @Override
        public void execute(final Transaction tx) {
            final Cell<Sphere> first = tx.cell(SPHERE, one);
            final Cell<Sphere> second = tx.cell(SPHERE, other);
            final Sphere a = tx.get(first);
            final Sphere b = tx.get(second);
            final Place atA = tx.get(PLACE, one);
            final Place atB = tx.get(PLACE, other);
            final long now = tx.time();
            final double x = in.box.wrapped(b.xAt(now) - a.xAt(now));
            final double y = in.box.wrapped(b.yAt(now) - a.yAt(now));
            final double z = in.box.wrapped(b.zAt(now) - a.zAt(now));
            final double approach = x * (b.u() - a.u()) + y * (b.v() - a.v()) + z * (b.w() - a.w());
            final double push = approach / (x * x + y * y + z * z);
            in.turn(tx, first, atA, a.turned(now, a.u() + push * x, a.v() + push * y, a.w() + push * z, -approach));
            in.turn(tx, second, atB, b.turned(now, b.u() - push * x, b.v() - push * y, b.w() - push * z, 0));
        }

        @Override
        public String toString() {
            return "collision " + one + " " + other;
        }
    }

    /** A sphere goes to another box of the grid. */
    private record Crossing(SpherePhysics in, int one, Place to) implements Event {
        @Override
        public EventType<?> type() {
            return in.crossings;
        }

        @Override
        public void execute(final Transaction tx) {
            final Cell<Sphere> sphere = tx.cell(SPHERE, one);
            final Cell<Place> places = tx.cell(PLACE, one);
            final Place from = tx.get(places);
            final Cell<Object> left = in.box(tx, from);
            tx.set(left, Members.without(tx.get(left), one));
            tx.set(places, to);
            in.enter(tx, to, tx.get(sphere));
            tx.predict(in.next, sphere);
        }

        @Override
        public String toString() {
            return "crossing " + one + " " + to;
        }
    }

    /** See {@link SpherePhysics#kick}. */
    private record Kick(SpherePhysics in, int one, double u, double v) implements Event {
        @Override
        public EventType<?> type() {
            return in.kicks;
        }

        @Override
        public void execute(final Transaction tx) {
            final Cell<Sphere> cell = tx.cell(SPHERE, one);
            final Sphere before = tx.get(cell);
            in.turn(tx, cell, tx.get(PLACE, one), before.turned(tx.time(), u, v, before.w(), 0));
        }

        @Override
        public String toString() {
            return "kick " + one;
        }
    }

    /** The next event of a sphere. */
    private final class Next implements Predictor<Sphere> {
        @Override
        public long id() {
            return NEXT;
        }

        @Override
        public CellType<Sphere> subject() {
            return SPHERE;
        }

        @Override
        public Asking asking() {
            return Asking.ON_REQUEST;
        }

        /**
         * All boxes of a line are read before the first sphere is: their ways from memory take the same time as one's.
         * The result is in variables, not in an object: this is most of all work.
         */
        @Override
        public void predict(final Cell<Sphere> subject, final Forecast forecast) {
            final long now = forecast.time();
            final Sphere last = forecast.get(subject);
            final int number = last.number();
            final Place at = forecast.get(PLACE, number);
            final double x = last.xAt(now);
            final double y = last.yAt(now);
            final double z = last.zAt(now);
            long soonest = SphereBox.NEVER;
            int partner = -1;
            final int depth = box.dimensions == 3 ? 1 : 0;
            final int column = box.index(at.x);
            final int row = box.index(at.y);
            final int layer = box.index(at.z);
            for (int up = -depth; up <= depth; up++) {
                final int plane = box.boxes * box.beside(layer, up);
                for (int back = -1; back <= 1; back++) {
                    final int line = box.boxes * (plane + box.beside(row, back));
                    final Object left = forecast.get(BOX, line + box.beside(column, -1));
                    final Object middle = forecast.get(BOX, line + column);
                    final Object right = forecast.get(BOX, line + box.beside(column, 1));
                    for (int along = -1; along <= 1; along++) {
                        final Object members = along < 0 ? left : along == 0 ? middle : right;
                        final int count = Members.count(members);
                        for (int i = 0; i < count; i++) {
                            final Sphere other = Members.get(members, i);
                            final int member = other.number();
                            if (member == number) {
                                continue;
                            }
                            final long ticks = ticksToTouch(other, now, last, x, y, z);
                            if (ticks < soonest || ticks == soonest && partner >= 0 && member < partner) {
                                soonest = ticks;
                                partner = member;
                            }
                        }
                    }
                }
            }
            final long alongX = box.crossing(x, last.u(), at.x);
            final long alongY = box.crossing(y, last.v(), at.y);
            final long alongZ = depth == 0 ? SphereBox.NEVER : box.crossing(z, last.w(), at.z);
            final long crossing = Math.min(alongX, Math.min(alongY, alongZ));
            if (partner >= 0 && soonest <= crossing) {
                forecast.predict(now + soonest, new Collision(SpherePhysics.this, number, partner), subject,
                    forecast.cell(SPHERE, partner));
            } else if (crossing != SphereBox.NEVER) {
                final Place to = crossing == alongX ? new Place(at.x + sign(last.u()), at.y, at.z)
                    : crossing == alongY ? new Place(at.x, at.y + sign(last.v()), at.z)
                    : new Place(at.x, at.y, at.z + sign(last.w()));
                forecast.predict(now + crossing, new Crossing(SpherePhysics.this, number, to), subject);
            }
        }

        /** Ticks until one that is there now touches another. */
        private long ticksToTouch(
            final Sphere other, final long now, final Sphere one, final double x, final double y, final double z) {
            final double dx = box.wrapped(other.xAt(now) - x);
            final double dy = box.wrapped(other.yAt(now) - y);
            final double dz = box.wrapped(other.zAt(now) - z);
            final double du = other.u() - one.u();
            final double dv = other.v() - one.v();
            final double dw = other.w() - one.w();
            return SphereBox.collision(
                dx * du + dy * dv + dz * dw, du * du + dv * dv + dw * dw, dx * dx + dy * dy + dz * dz);
        }

        private static int sign(final double speed) {
            return speed > 0 ? 1 : -1;
        }
    }
}
