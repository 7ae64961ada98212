package io.takt.steward.scenario;

import io.takt.steward.Asking;
import io.takt.steward.Cell;
import io.takt.steward.CellType;
import io.takt.steward.Codec;
import io.takt.steward.Event;
import io.takt.steward.EventType;
import io.takt.steward.Forecast;
import io.takt.steward.Physics;
import io.takt.steward.Predictor;
import io.takt.steward.Transaction;
import io.takt.steward.neighbour.IntegerSpace;
import io.takt.steward.neighbour.Neighbourhood;
import io.takt.steward.trajectory.IntegerContact;
import io.takt.steward.trajectory.IntegerTrajectory;
import java.util.ArrayList;
import java.util.List;

/**
 * How circles bounce softly. Two that meet, at a little less than the sum of their radii, push each other until they
 * are a little more than that apart, so that rounding does not make them meet again at once; likewise the wall.
 *
 * <p>Immutable.
 */
final class CirclePhysics {
    static final int TIME_BITS = 20;
    static final long SECOND = 1L << TIME_BITS;

    static final CellType<Circle> CIRCLE = CellType.of(0xd711cc7240c71607L, "circle", Circle.CODEC);

    private static final long ARENA = BouncyCircles.ARENA;
    private static final long MIDDLE = ARENA / 2;
    private static final IntegerTrajectory CENTRE = IntegerTrajectory.plane(0, TIME_BITS, MIDDLE, MIDDLE, 0, 0);

    /** By how much less than the sum of radii two must be apart to meet, and by how much more to part. */
    private static final long MARGIN = 2;
    private static final long PAIR_STIFFNESS = 16;
    private static final long WALL_STIFFNESS = 1600;
    private static final long THROW = 4;

    /** Boxes must overlap a little before circles do. */
    private static final long LEEWAY = 16;
    private static final long GRID = ARENA / 4;
    private static final int GRID_CELLS = 8;

    private final EventType<Start> starts = EventType.of(0xbf7ba1ff2ab76640L, "start", Start.class, Codec.of(
        (event, out) -> {
            out.writeInt(event.circles.size());
            event.circles.forEach(circle -> Circle.CODEC.write(circle, out));
        },
        in -> {
            final List<Circle> circles = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                circles.add(Circle.CODEC.read(in));
            }
            return start(circles);
        }));
    private final EventType<Bounce> bounces = EventType.of(0xa1010b5e80c3465aL, "bounce", Bounce.class, Codec.of(
        (event, out) -> {
            out.writeLong(event.one);
            out.writeLong(event.other);
        },
        in -> {
            final long one = in.readLong();
            return new Bounce(this, one, in.readLong());
        }));
    private final EventType<Wall> walls = EventType.of(0x6e2d8f01b7ca3954L, "wall", Wall.class, Codec.of(
        (event, out) -> out.writeLong(event.one), in -> new Wall(this, in.readLong())));
    private final EventType<Disturb> disturbs = EventType.of(
        0xb8bbf65eaaf08d0eL, "disturb", Disturb.class, Codec.of(
            (event, out) -> {
                out.writeLong(event.x);
                out.writeLong(event.y);
            },
            in -> {
                final long x = in.readLong();
                return disturb(x, in.readLong());
            }));
    private final Predictor<Circle> next = new Next();
    private final Neighbourhood<Circle> near = Neighbourhood.predictedByUser(
        0x2b95e7c4d81fa063L, "circles", CIRCLE,
        IntegerSpace.bounded(
            new long[] {MIDDLE - ARENA, MIDDLE - ARENA}, new long[] {GRID, GRID}, new int[] {GRID_CELLS, GRID_CELLS},
            Circle::path, circle -> circle.radius() + LEEWAY),
        (tx, circle) -> tx.predict(next, circle));
    private final Physics physics = near.addTo(Physics.builder().cells(CIRCLE, CellTypes.COUNT))
        .events(starts, bounces, walls, disturbs).predictors(next).build();

    private final long flawedFrom;

    /** With a flaw: from a tick on, two that meet push each other a little too hard. The greatest tick for none. */
    CirclePhysics(final long flawedFrom) {
        this.flawedFrom = flawedFrom;
    }

    Physics physics() {
        return physics;
    }

    /** All circles appear. */
    Start start(final List<Circle> circles) {
        return new Start(this, List.copyOf(circles));
    }

    /** The circle nearest to a point is thrown across the middle. */
    Disturb disturb(final long x, final long y) {
        return new Disturb(this, x, y);
    }

    private void moved(final Transaction tx, final long number, final Circle circle) {
        final Cell<Circle> cell = tx.cell(CIRCLE, number);
        tx.set(cell, circle);
        near.place(tx, cell);
        tx.predict(next, cell);
    }

    /** See {@link #start}. */
    record Start(CirclePhysics in, List<Circle> circles) implements Event {
        @Override
        public EventType<?> type() {
            return in.starts;
        }

        @Override
        public void execute(final Transaction tx) {
            tx.set(tx.cell(CellTypes.COUNT, 0), circles.size());
            for (int i = 0; i < circles.size(); i++) {
                in.moved(tx, i, circles.get(i));
            }
        }

        @Override
        public String toString() {
            return "start of " + circles.size();
        }
    }

    /** Two meet or part. */
    record Bounce(CirclePhysics in, long one, long other) implements Event {
        @Override
        public EventType<?> type() {
            return in.bounces;
        }

        @Override
        public void execute(final Transaction tx) {
            final Circle first = tx.get(tx.cell(CIRCLE, one));
            final Circle second = tx.get(tx.cell(CIRCLE, other));
            final long now = tx.time();
            Push push = Push.NONE;
            if (!first.touched().contains(other)) {
                final long hard = PAIR_STIFFNESS * ARENA / (first.radius() + second.radius())
                    + (now >= in.flawedFrom ? 1 : 0);
                push = new Push((first.x(now) - second.x(now)) * hard, (first.y(now) - second.y(now)) * hard);
            }
            in.moved(tx, one, first.pushed(now, other, push));
            in.moved(tx, other, second.pushed(now, one, push.reversed()));
        }

        @Override
        public String toString() {
            return "bounce " + one + " " + other;
        }
    }

    /** One meets the wall or parts from it. */
    record Wall(CirclePhysics in, long one) implements Event {
        @Override
        public EventType<?> type() {
            return in.walls;
        }

        @Override
        public void execute(final Transaction tx) {
            final Circle circle = tx.get(tx.cell(CIRCLE, one));
            final long now = tx.time();
            Push push = Push.NONE;
            if (circle.wall().isNone()) {
                final long hard = WALL_STIFFNESS * ARENA / (ARENA - circle.radius());
                push = new Push((MIDDLE - circle.x(now)) * hard, (MIDDLE - circle.y(now)) * hard);
            }
            in.moved(tx, one, circle.pushedByWall(now, push));
        }

        @Override
        public String toString() {
            return "wall " + one;
        }
    }

    /** See {@link #disturb}. */
    record Disturb(CirclePhysics in, long x, long y) implements Event {
        @Override
        public EventType<?> type() {
            return in.disturbs;
        }

        @Override
        public void execute(final Transaction tx) {
            final long now = tx.time();
            final int count = tx.get(tx.cell(CellTypes.COUNT, 0));
            long nearest = -1;
            long least = Long.MAX_VALUE;
            for (int i = 0; i < count; i++) {
                final Circle circle = tx.get(tx.cell(CIRCLE, i));
                final long dx = circle.x(now) - x;
                final long dy = circle.y(now) - y;
                if (dx * dx + dy * dy < least) {
                    least = dx * dx + dy * dy;
                    nearest = i;
                }
            }
            final Circle circle = tx.get(tx.cell(CIRCLE, nearest));
            in.moved(tx, nearest, circle.thrown(
                now, (MIDDLE - circle.x(now)) * THROW, (MIDDLE - circle.y(now)) * THROW));
        }

        @Override
        public String toString() {
            return "disturb " + x + " " + y;
        }
    }

    /** The next event of a circle: it meets another or the wall, parts from it, or comes to other grid cells. */
    private final class Next implements Predictor<Circle> {
        @Override
        public long id() {
            return 0x7c08d3f1a96b25e4L;
        }

        @Override
        public CellType<Circle> subject() {
            return CIRCLE;
        }

        @Override
        public Asking asking() {
            return Asking.ON_REQUEST;
        }

        @Override
        public void predict(final Cell<Circle> subject, final Forecast forecast) {
            final Circle circle = forecast.get(subject);
            final Soonest soonest = new Soonest(near.crossingTime(forecast, subject));
            near.near(forecast, subject, (other, x, y, z) -> soonest.offer(
                change(circle, forecast.get(CIRCLE, other), other, forecast.time(), soonest.until()), other));
            final long before = soonest.time();
            final long wall = wallChange(circle, forecast.time(), before);
            if (wall < before) {
                forecast.predict(wall, new Wall(CirclePhysics.this, subject.number()), subject);
            } else if (soonest.partner() != Soonest.NONE) {
                forecast.predict(before,
                    new Bounce(CirclePhysics.this, subject.number(), soonest.partner()),
                    subject, forecast.cell(CIRCLE, soonest.partner()));
            } else if (before != IntegerContact.NEVER) {
                forecast.predict(before, near.crossing(subject), subject);
            }
        }

        /** When two meet or part. */
        private static long change(
            final Circle one, final Circle other, final long number, final long from, final long until) {
            final long radii = one.radius() + other.radius();
            return one.touched().contains(number)
                ? IntegerContact.beyond(one.path(), other.path(), radii + MARGIN, from, until)
                : IntegerContact.within(one.path(), other.path(), radii - MARGIN, from, until);
        }

        private static long wallChange(final Circle one, final long from, final long until) {
            final long room = ARENA - one.radius();
            return one.wall().isNone() ? IntegerContact.beyond(one.path(), CENTRE, room + MARGIN, from, until)
                : IntegerContact.within(one.path(), CENTRE, room - MARGIN, from, until);
        }
    }
}
