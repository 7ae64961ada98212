package io.takt.steward.scenario;

import io.takt.steward.Asking;
import io.takt.steward.Cell;
import io.takt.steward.CellType;
import io.takt.steward.Codec;
import io.takt.steward.DeterministicRandom;
import io.takt.steward.Event;
import io.takt.steward.EventType;
import io.takt.steward.Forecast;
import io.takt.steward.Physics;
import io.takt.steward.Predictor;
import io.takt.steward.StateInput;
import io.takt.steward.StateOutput;
import io.takt.steward.Transaction;
import io.takt.steward.neighbour.DoubleSpace;
import io.takt.steward.neighbour.Neighbourhood;
import io.takt.steward.trajectory.DoubleContact;
import io.takt.steward.trajectory.DoubleTrajectory;

/**
 * How hard disks of any sizes collide, with nothing but the kit: trajectories in doubles whose unit of time is a tick,
 * contacts, and a neighbourhood. Immutable.
 */
final class MarblePhysics {
    static final double SECOND = 0x1p20;
    static final CellType<Marble> MARBLE =
        CellType.of(0x52b8e1d07c3f964aL, "marble", Codec.of(Marble::write, Marble::read));

    /** Radii in sides of a box of the grid; what begins on a lattice of so many a box does not overlap. */
    private static final double LEAST_RADIUS = 0.15;
    private static final double MORE_RADIUS = 0.2;
    private static final double SPACING = 0.75;
    private static final long NEXT = 0x3de94a1c8f60b725L;

    final double side;
    private final int columns;
    private final EventType<Start> starts = EventType.of(0xa64c0f8b3d17e925L, "start", Start.class, Codec.of(
        (event, out) -> out.writeInt(event.count), in -> start(in.readInt())));
    private final EventType<Touch> touches = EventType.of(0x18f5c2a96e0db734L, "touch", Touch.class, Codec.of(
        (event, out) -> {
            out.writeLong(event.one);
            out.writeLong(event.other);
        },
        in -> {
            final long one = in.readLong();
            return new Touch(this, one, in.readLong());
        }));
    private final EventType<Kick> kicks = EventType.of(0xc93e7d50b2184fa6L, "kick", Kick.class, Codec.of(
        (event, out) -> out.writeLong(event.one), in -> kick(in.readLong())));
    private final Predictor<Marble> next = new Next();
    private final Neighbourhood<Marble> near;
    private final Physics physics;

    MarblePhysics(final int count, final long seed) {
        columns = (int) Math.ceil(Math.sqrt(count));
        final int boxes = Math.max(3, (int) Math.ceil(columns * SPACING));
        side = boxes;
        near = Neighbourhood.predictedByUser(0x7f02c6d5e8194ba3L, "marbles", MARBLE,
            DoubleSpace.periodic(new double[2], new double[] {1, 1}, new int[] {boxes, boxes}, Marble::path,
                Marble::radius),
            (tx, marble) -> tx.predict(next, marble));
        physics = near.addTo(Physics.builder().cells(MARBLE)).events(starts, touches, kicks).predictors(next)
            .salt(seed).build();
    }

    Physics physics() {
        return physics;
    }

    /** All appear on a lattice, with sizes and velocities by chance. */
    Start start(final int count) {
        return new Start(this, count);
    }

    /** One goes another way, by chance. */
    Kick kick(final long one) {
        return new Kick(this, one);
    }

    private void moved(final Transaction tx, final long number, final Marble marble) {
        final Cell<Marble> cell = tx.cell(MARBLE, number);
        tx.set(cell, marble);
        near.place(tx, cell);
        tx.predict(next, cell);
    }

    /** From one to the nearest image of another. */
    private double wrapped(final double difference) {
        return difference - side * Math.rint(difference / side);
    }

    /** Up to a side of a box a second in each direction. */
    private static double speed(final DeterministicRandom random) {
        return (2 * random.nextDouble() - 1) / SECOND;
    }

    /** A disk, whose mass is its area. */
    record Marble(DoubleTrajectory path, double radius) {
        void write(final StateOutput out) {
            DoubleTrajectory.codec().write(path, out);
            out.writeDouble(radius);
        }

        static Marble read(final StateInput in) {
            return new Marble(DoubleTrajectory.codec().read(in), in.readDouble());
        }

        double mass() {
            return radius * radius;
        }

        double x(final long time) {
            return path.position(0, time);
        }

        double y(final long time) {
            return path.position(1, time);
        }

        /** Goes on otherwise from where it is at a time. */
        Marble turned(final long time, final double u, final double v) {
            return new Marble(DoubleTrajectory.plane(time, x(time), y(time), u, v), radius);
        }

        Marble pushed(final long time, final double x, final double y) {
            return turned(time, path.velocity(0) + x / mass(), path.velocity(1) + y / mass());
        }
    }

    /** See {@link #start}. */
    record Start(MarblePhysics in, int count) implements Event {
        @Override
        public EventType<?> type() {
            return in.starts;
        }

        @Override
        public void execute(final Transaction tx) {
            final DeterministicRandom random = tx.random();
            for (int i = 0; i < count; i++) {
                final double radius = LEAST_RADIUS + MORE_RADIUS * random.nextDouble();
                final double u = speed(random);
                in.moved(tx, i, new Marble(DoubleTrajectory.plane(tx.time(), (i % in.columns + 0.5) * SPACING,
                    (i / in.columns + 0.5) * SPACING, u, speed(random)), radius));
            }
        }

        @Override
        public String toString() {
            return "start of " + count;
        }
    }

    /** Two touch, and exchange momentum along the line between them. */
    record Touch(MarblePhysics in, long one, long other) implements Event {
        @Override
        public EventType<?> type() {
            return in.touches;
        }

        @Override
        public void execute(final Transaction tx) {
            final Marble first = tx.get(MARBLE, one);
            final Marble second = tx.get(MARBLE, other);
            final long now = tx.time();
            final double x = in.wrapped(second.x(now) - first.x(now));
            final double y = in.wrapped(second.y(now) - first.y(now));
            final double nearing = x * (second.path.velocity(0) - first.path.velocity(0))
                + y * (second.path.velocity(1) - first.path.velocity(1));
            final double push = 2 * nearing / (x * x + y * y) / (1 / first.mass() + 1 / second.mass());
            in.moved(tx, one, first.pushed(now, push * x, push * y));
            in.moved(tx, other, second.pushed(now, -push * x, -push * y));
        }

        @Override
        public String toString() {
            return "touch " + one + " " + other;
        }
    }

    /** See {@link #kick}. */
    record Kick(MarblePhysics in, long one) implements Event {
        @Override
        public EventType<?> type() {
            return in.kicks;
        }

        @Override
        public void execute(final Transaction tx) {
            final double u = speed(tx.random());
            in.moved(tx, one, tx.get(MARBLE, one).turned(tx.time(), u, speed(tx.random())));
        }

        @Override
        public String toString() {
            return "kick " + one;
        }
    }

    /** The next event of a marble: it touches another one, or comes to other boxes of the grid. */
    private final class Next implements Predictor<Marble> {
        @Override
        public long id() {
            return NEXT;
        }

        @Override
        public CellType<Marble> subject() {
            return MARBLE;
        }

        @Override
        public Asking asking() {
            return Asking.ON_REQUEST;
        }

        @Override
        public void predict(final Cell<Marble> subject, final Forecast forecast) {
            final Marble marble = forecast.get(subject);
            final long crossing = near.crossingTime(forecast, subject);
            final Soonest soonest = new Soonest(crossing);
            near.near(forecast, subject, (other, x, y, z) -> {
                final Marble there = forecast.get(MARBLE, other);
                soonest.offer(DoubleContact.touchTick(marble.path, there.path, x * side, y * side, 0,
                    marble.radius + there.radius, forecast.time(), soonest.until()), other);
            });
            if (soonest.partner() != Soonest.NONE) {
                forecast.predict(soonest.time(), new Touch(MarblePhysics.this, subject.number(),
                    soonest.partner()), subject, forecast.cell(MARBLE, soonest.partner()));
            } else if (crossing != Long.MAX_VALUE) {
                forecast.predict(crossing, near.crossing(subject), subject);
            }
        }
    }
}
