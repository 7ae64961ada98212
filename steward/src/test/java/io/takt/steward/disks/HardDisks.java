package io.takt.steward.disks;

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
import io.takt.steward.Steward;
import io.takt.steward.Transaction;
import io.takt.steward.View;
import java.util.Arrays;

/**
 * Event-driven hard disks: each has one prediction, of its next collision or of its leaving its box of the grid,
 * whichever is first.
 */
final class HardDisks {
    static final long PREDICTOR = 0xd4907c5e1b3fa268L;
    static final long DISK = 0x4d1e8b6a2c9f7035L;

    final Geometry geometry;
    final Physics physics;

    private final CellType<Disk> disk = CellType.of(DISK, "disk", Codec.of(
        (value, out) -> {
            out.writeDouble(value.x);
            out.writeDouble(value.y);
            out.writeDouble(value.u);
            out.writeDouble(value.v);
            out.writeLong(value.since);
        },
        in -> {
            final double x = in.readDouble();
            final double y = in.readDouble();
            final double u = in.readDouble();
            final double v = in.readDouble();
            return new Disk(x, y, u, v, in.readLong());
        }));
    private final CellType<Place> place = CellType.of(0xe75a0c3b8d2f4961L, "place", Codec.of(
        (value, out) -> {
            out.writeInt(value.x);
            out.writeInt(value.y);
        },
        in -> {
            final int x = in.readInt();
            return new Place(x, in.readInt());
        }));
    private final CellType<int[]> box = CellType.<int[]>of(0x29c6f4d8b1a0e573L, "box", Codec.of(
        (members, out) -> {
            out.writeInt(members.length);
            for (final int member : members) {
                out.writeInt(member);
            }
        },
        in -> {
            final int[] members = new int[in.readInt()];
            for (int i = 0; i < members.length; i++) {
                members[i] = in.readInt();
            }
            return members;
        })).withEquality(Arrays::equals);
    private final EventType<Start> start = EventType.of(0x7b3f9e0d5c8a1264L, "start", Start.class, Codec.of(
        (event, out) -> out.writeLong(event.seed), in -> new Start(this, in.readLong())));
    private final EventType<Collision> collision = EventType.of(
        0x05d2a8c7f6b4391eL, "collision", Collision.class, Codec.of(
            (event, out) -> {
                out.writeInt(event.one);
                out.writeInt(event.other);
            },
            in -> {
                final int one = in.readInt();
                return new Collision(this, one, in.readInt());
            }));
    private final EventType<Crossing> crossing = EventType.of(
        0xb86e1f4a90c3d72bL, "crossing", Crossing.class, Codec.of(
            (event, out) -> {
                out.writeInt(event.one);
                out.writeInt(event.x);
                out.writeInt(event.y);
            },
            in -> {
                final int one = in.readInt();
                final int x = in.readInt();
                return new Crossing(this, one, x, in.readInt());
            }));
    private final EventType<Kick> kick = EventType.of(0x3fa60b7e2d91c854L, "kick", Kick.class, Codec.of(
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
    private final Predictor<Disk> next = new Next();

    HardDisks(final int disks, final double packing) {
        geometry = new Geometry(disks, packing);
        physics = Physics.builder()
            .cells(disk, place, box).events(start, collision, crossing, kick).predictors(next).build();
    }

    /** Puts all disks in at the time 0. */
    void start(final Steward steward, final long seed) {
        steward.insert(0, Id.of(0, 0), new Start(this, seed));
    }

    /** The seeds of both programs: which disk gets which velocity. */
    static DeterministicRandom random(final long seed) {
        return new DeterministicRandom(ExtendedTime.of(0, 0, Id.hash(seed)));
    }

    Disk disk(final View view, final int number) {
        return view.get(view.cell(disk, number));
    }

    /** A trajectory since a time. */
    record Disk(double x, double y, double u, double v, long since) {
        double xAt(final long time) {
            return x + u * ((time - since) * Geometry.TICK);
        }

        double yAt(final long time) {
            return y + v * ((time - since) * Geometry.TICK);
        }
    }

    /** In which box a disk is, as unwrapped as its position. */
    record Place(int x, int y) {
    }

    /** All disks appear. */
    record Start(HardDisks in, long seed) implements Event {
        @Override
        public EventType<?> type() {
            return in.start;
        }

        @Override
        public void execute(final Transaction tx) {
            final Geometry geometry = in.geometry;
            final DeterministicRandom random = random(seed);
            for (int i = 0; i < geometry.disks; i++) {
                final double x = geometry.start(i % geometry.columns());
                final double y = geometry.start(i / geometry.columns());
                final Cell<Disk> cell = tx.cell(in.disk, i);
                final double u = 2 * random.nextDouble() - 1;
                tx.set(cell, new Disk(x, y, u, 2 * random.nextDouble() - 1, tx.time()));
                final Place place = new Place((int) (x / geometry.boxWidth), (int) (y / geometry.boxWidth));
                tx.set(tx.cell(in.place, i), place);
                in.enter(tx, place.x, place.y, i);
                tx.predict(in.next, cell);
            }
        }

        @Override
        public String toString() {
            return "start";
        }
    }

    /** Two disks touch. */
    record Collision(HardDisks in, int one, int other) implements Event {
        @Override
        public EventType<?> type() {
            return in.collision;
        }

        @Override
        public void execute(final Transaction tx) {
            final Cell<Disk> first = tx.cell(in.disk, one);
            final Cell<Disk> second = tx.cell(in.disk, other);
            final Disk a = tx.get(first);
            final Disk b = tx.get(second);
            final long now = tx.time();
            final double ax = a.xAt(now);
            final double ay = a.yAt(now);
            final double bx = b.xAt(now);
            final double by = b.yAt(now);
            final double dx = in.geometry.wrapped(bx - ax);
            final double dy = in.geometry.wrapped(by - ay);
            final double push = (dx * (b.u - a.u) + dy * (b.v - a.v)) / (dx * dx + dy * dy);
            tx.set(first, new Disk(ax, ay, a.u + push * dx, a.v + push * dy, now));
            tx.set(second, new Disk(bx, by, b.u - push * dx, b.v - push * dy, now));
            tx.predict(in.next, first);
            tx.predict(in.next, second);
        }

        @Override
        public String toString() {
            return "collision " + one + " " + other;
        }
    }

    /** A disk goes to another box. */
    record Crossing(HardDisks in, int one, int x, int y) implements Event {
        @Override
        public EventType<?> type() {
            return in.crossing;
        }

        @Override
        public void execute(final Transaction tx) {
            final Cell<Disk> cell = tx.cell(in.disk, one);
            final Cell<Place> places = tx.cell(in.place, one);
            final Place from = tx.get(places);
            final Cell<int[]> left = tx.cell(in.box, in.geometry.box(from.x, from.y));
            final int[] before = tx.get(left);
            final int[] after = new int[before.length - 1];
            int kept = 0;
            for (final int member : before) {
                if (member != one) {
                    after[kept++] = member;
                }
            }
            tx.set(left, after);
            tx.set(places, new Place(x, y));
            in.enter(tx, x, y, one);
            tx.predict(in.next, cell);
        }

        @Override
        public String toString() {
            return "crossing " + one + " " + x + " " + y;
        }
    }

    /** A disk is given another velocity, from outside. */
    record Kick(HardDisks in, int one, double u, double v) implements Event {
        @Override
        public EventType<?> type() {
            return in.kick;
        }

        @Override
        public void execute(final Transaction tx) {
            final Cell<Disk> cell = tx.cell(in.disk, one);
            final Disk before = tx.get(cell);
            tx.set(cell, new Disk(before.xAt(tx.time()), before.yAt(tx.time()), u, v, tx.time()));
            tx.predict(in.next, cell);
        }
    }

    private void enter(final Transaction tx, final int x, final int y, final int one) {
        final Cell<int[]> entered = tx.cell(box, geometry.box(x, y));
        final int[] members = tx.get(entered);
        final int[] with = members == null ? new int[1] : Arrays.copyOf(members, members.length + 1);
        with[with.length - 1] = one;
        tx.set(entered, with);
    }

    /** What happens next to a disk. */
    private final class Next implements Predictor<Disk> {
        @Override
        public long id() {
            return PREDICTOR;
        }

        @Override
        public CellType<Disk> subject() {
            return disk;
        }

        @Override
        @SuppressWarnings("unchecked") // Boxes hold nothing but disks.
        public void predict(final Cell<Disk> subject, final Forecast forecast) {
            final long now = forecast.time();
            final Disk own = forecast.get(subject);
            final double x = own.xAt(now);
            final double y = own.yAt(now);
            final Place at = forecast.get(place, subject.number());
            final int number = (int) subject.number();
            int partner = -1;
            long soonest = Geometry.NEVER;
            for (int row = -1; row <= 1; row++) {
                for (int column = -1; column <= 1; column++) {
                    final int[] members = forecast.get(box, geometry.box(at.x + column, at.y + row));
                    if (members == null) {
                        continue;
                    }
                    for (final int member : members) {
                        if (member == number) {
                            continue;
                        }
                        final Disk other = forecast.get(disk, member);
                        final double dx = geometry.wrapped(other.xAt(now) - x);
                        final double dy = geometry.wrapped(other.yAt(now) - y);
                        final long ticks = geometry.collision(dx, dy, other.u - own.u, other.v - own.v);
                        if (ticks < soonest || ticks == soonest && partner >= 0 && member < partner) {
                            soonest = ticks;
                            partner = member;
                        }
                    }
                }
            }
            final long alongX = geometry.crossing(x, own.u, at.x);
            final long alongY = geometry.crossing(y, own.v, at.y);
            if (partner >= 0 && soonest <= Math.min(alongX, alongY)) {
                forecast.predict(
                    now + soonest, new Collision(HardDisks.this, number, partner), subject, forecast.cell(disk, partner));
            } else if (alongX <= alongY && alongX != Geometry.NEVER) {
                final int to = own.u > 0 ? at.x + 1 : at.x - 1;
                forecast.predict(now + alongX, new Crossing(HardDisks.this, number, to, at.y), subject);
            } else if (alongY != Geometry.NEVER) {
                final int to = own.v > 0 ? at.y + 1 : at.y - 1;
                forecast.predict(now + alongY, new Crossing(HardDisks.this, number, at.x, to), subject);
            }
        }
    }
}
