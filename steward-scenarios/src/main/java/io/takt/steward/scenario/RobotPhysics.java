package io.takt.steward.scenario;

import io.takt.steward.Asking;
import io.takt.steward.Cell;
import io.takt.steward.CellType;
import io.takt.steward.Cells;
import io.takt.steward.Codec;
import io.takt.steward.Event;
import io.takt.steward.EventType;
import io.takt.steward.Forecast;
import io.takt.steward.Physics;
import io.takt.steward.Predictor;
import io.takt.steward.Transaction;
import io.takt.steward.collection.Keys;
import io.takt.steward.collection.OrderedSet;
import io.takt.steward.neighbour.IntegerSpace;
import io.takt.steward.neighbour.Neighbourhood;
import io.takt.steward.trajectory.IntegerContact;
import io.takt.steward.trajectory.IntegerTrajectory;
import java.util.ArrayList;
import java.util.List;

/**
 * How robots with radios behave. The robots in range are kept in a cell for each robot and radio, written only when one
 * comes or goes, which both predict. So a radio that sends reads that cell, and not where all robots around it are:
 * when one of those turns, it need not look again.
 */
final class RobotPhysics {
    static final CellType<Robot> ROBOT = CellType.of(0xb3c95d17e08a6f24L, "robot", Codec.of(Robot::write, Robot::read));
    static final CellType<RobotRadio> RADIO =
        CellType.of(0x4a7e0f63b9d1825cL, "radio", Codec.of(RobotRadio::write, RobotRadio::read));
    static final CellType<RobotEar> EAR = CellType.of(0x5ac24b162c456727L, "ear", RobotEar.CODEC);
    static final CellType<RobotTally> TALLY = CellType.of(0xc7728c56c13d0b7eL, "tally", RobotTally.CODEC);

    /** The robots in range of a radio. */
    static final CellType<OrderedSet<Long>> REACH =
        CellType.of(0x7d0f19848c755ec4L, "reach", OrderedSet.codec(Keys.longs()));

    private static final EventType<Start> START = EventType.of(0x62fd09b84e7c3a15L, "start", Start.class, Codec.of(
        (event, out) -> out.writeInt(event.robots), in -> new Start(in.readInt())));
    private static final EventType<Turn> TURN = EventType.of(0x0c5b8e92d7f1a346L, "turn", Turn.class, Codec.of(
        (event, out) -> out.writeLong(event.robot), in -> new Turn(in.readLong())));
    private static final EventType<Switch> SWITCH = EventType.of(
        0xf17a4c3e85d09b62L, "switch", Switch.class, Codec.of(
            (event, out) -> {
                out.writeLong(event.robot);
                out.writeInt(event.kind);
            },
            in -> {
                final long robot = in.readLong();
                return new Switch(robot, in.readInt());
            }));
    private static final EventType<Range> RANGE = EventType.of(0xb4d96e3694a5b5a9L, "range", Range.class, Codec.of(
        (event, out) -> {
            out.writeLong(event.one);
            out.writeLong(event.other);
            out.writeInt(event.kind);
        },
        in -> {
            final long one = in.readLong();
            final long other = in.readLong();
            return new Range(one, other, in.readInt());
        }));

    private static final Predictor<Robot> ARRIVES = new Arrives();
    private static final Predictor<RobotRadio> SWITCHES = new Switches();
    private static final Predictor<Robot> RANGES = new Ranges();

    /** Two that are in range of the farthest radio share a grid cell, a while before and after. */
    private static final long EXTENT = RobotRadio.range(0) / 2 + Robots.METRE;
    private static final int GRID = 5;
    private static final Neighbourhood<Robot> NEAR = Neighbourhood.of(0x2e84b6f05d93c71aL, "robots", ROBOT,
        IntegerSpace.bounded(
            new long[] {0, 0}, new long[] {Robots.ARENA / GRID, Robots.ARENA / GRID}, new int[] {GRID, GRID},
            Robot::path, robot -> EXTENT),
        (tx, robot) -> tx.predict(RANGES, robot));

    private RobotPhysics() {
    }

    /** The types, and the chance of a seed. */
    static Physics of(final long seed) {
        return NEAR.addTo(Physics.builder().cells(ROBOT, RADIO, EAR, TALLY, REACH))
            .events(START, TURN, SWITCH, RANGE).predictors(ARRIVES, SWITCHES, RANGES).salt(seed).build();
    }

    /** All robots appear somewhere and set out. */
    static Event start(final int robots) {
        return new Start(robots);
    }

    /** A robot changes its mind about where to go. */
    static Event turn(final long robot) {
        return new Turn(robot);
    }

    static Cell<RobotRadio> radio(final Cells cells, final long robot, final int kind) {
        return cells.cell(RADIO, robot * RobotRadio.KINDS + kind);
    }

    static Cell<RobotEar> ear(final Cells cells, final long robot, final int kind) {
        return cells.cell(EAR, robot * RobotRadio.KINDS + kind);
    }

    static Cell<RobotTally> tally(final Cells cells, final long robot, final int kind) {
        return cells.cell(TALLY, robot * RobotRadio.KINDS + kind);
    }

    private static Cell<OrderedSet<Long>> reach(final Cells cells, final long robot, final int kind) {
        return cells.cell(REACH, robot * RobotRadio.KINDS + kind);
    }

    private static void setOut(final Transaction tx, final long robot, final long x, final long y) {
        final Cell<Robot> cell = tx.cell(ROBOT, robot);
        tx.set(cell, Robot.towardsAnywhere(tx.time(), x, y, tx.random()));
        NEAR.place(tx, cell);
        tx.predict(ARRIVES, cell);
        tx.predict(RANGES, cell);
    }

    private static void pause(final Transaction tx, final long robot, final int kind) {
        final Cell<RobotRadio> cell = radio(tx, robot, kind);
        final long pause = 1 + (long) (2 * RobotRadio.pause(kind) * tx.random().nextDouble());
        tx.set(cell, new RobotRadio(false, tx.time() + pause));
        tx.predict(SWITCHES, cell);
    }

    private static void begin(
        final Transaction tx, final long sender, final long hearer, final int kind, final boolean whole) {
        final Cell<RobotEar> ear = ear(tx, hearer, kind);
        tx.set(ear, tx.get(ear).begin(tx.time(), sender, whole, tx.get(radio(tx, hearer, kind)).sends()));
    }

    private static void end(
        final Transaction tx, final long sender, final long hearer, final int kind, final boolean atItsEnd) {
        final Cell<RobotEar> ear = ear(tx, hearer, kind);
        final Cell<RobotTally> tally = tally(tx, hearer, kind);
        tx.set(tally, tx.get(tally).end(tx.get(ear), tx.time(), sender, atItsEnd));
        tx.set(ear, tx.get(ear).end(sender));
    }

    private record Start(int robots) implements Event {
        @Override
        public EventType<?> type() {
            return START;
        }

        @Override
        public void execute(final Transaction tx) {
            for (int robot = 0; robot < robots; robot++) {
                setOut(tx, robot, tx.random().nextInt((int) Robots.ARENA), tx.random().nextInt((int) Robots.ARENA));
                for (int kind = 0; kind < RobotRadio.KINDS; kind++) {
                    tx.set(ear(tx, robot, kind), RobotEar.SILENT);
                    tx.set(tally(tx, robot, kind), RobotTally.NOTHING);
                    pause(tx, robot, kind);
                }
            }
            for (int robot = 0; robot < robots; robot++) {
                final Cell<Robot> cell = tx.cell(ROBOT, robot);
                for (int kind = 0; kind < RobotRadio.KINDS; kind++) {
                    tx.set(reach(tx, robot, kind), inRange(tx, cell, RobotRadio.range(kind)));
                }
            }
        }

        private static OrderedSet<Long> inRange(final Transaction tx, final Cell<Robot> robot, final long range) {
            final long now = tx.time();
            final List<Long> found = new ArrayList<>();
            NEAR.near(tx, robot, (other, x, y, z) -> {
                if (IntegerContact.within(tx.get(robot).path(), tx.get(ROBOT, other).path(), range, now, now) == now) {
                    found.add(other);
                }
            });
            OrderedSet<Long> all = OrderedSet.empty(Keys.longs());
            for (final Long number : found) {
                all = all.with(number);
            }
            return all;
        }
    }

    /** A robot sets out for another goal: because it has arrived, or from outside. */
    private record Turn(long robot) implements Event {
        @Override
        public EventType<?> type() {
            return TURN;
        }

        @Override
        public void execute(final Transaction tx) {
            final Cell<Robot> cell = tx.cell(ROBOT, robot);
            final Robot before = tx.get(cell);
            setOut(tx, robot, before.path().position(0, tx.time()), before.path().position(1, tx.time()));
        }
    }

    /** A radio begins to send, unless it hears that it is in use; or ends. */
    private record Switch(long robot, int kind) implements Event {
        @Override
        public EventType<?> type() {
            return SWITCH;
        }

        @Override
        public void execute(final Transaction tx) {
            final Cell<RobotRadio> cell = radio(tx, robot, kind);
            if (tx.get(cell).sends()) {
                for (final Long hearer : tx.get(reach(tx, robot, kind))) {
                    end(tx, robot, hearer, kind, true);
                }
                pause(tx, robot, kind);
            } else if (tx.get(ear(tx, robot, kind)).isSilent()) {
                tx.set(cell, new RobotRadio(true, tx.time() + RobotRadio.packet(kind)));
                for (final Long hearer : tx.get(reach(tx, robot, kind))) {
                    begin(tx, robot, hearer, kind, true);
                }
                tx.predict(SWITCHES, cell);
            } else {
                pause(tx, robot, kind);
            }
        }
    }

    /** Two robots come into each other's range, or leave it. */
    private record Range(long one, long other, int kind) implements Event {
        @Override
        public EventType<?> type() {
            return RANGE;
        }

        @Override
        public void execute(final Transaction tx) {
            final boolean comes = !tx.get(reach(tx, one, kind)).contains(other);
            meet(tx, one, other, comes);
            meet(tx, other, one, comes);
            tx.predict(RANGES, tx.cell(ROBOT, one));
            tx.predict(RANGES, tx.cell(ROBOT, other));
        }

        private void meet(final Transaction tx, final long sender, final long hearer, final boolean comes) {
            final Cell<OrderedSet<Long>> reach = reach(tx, sender, kind);
            tx.set(reach, comes ? tx.get(reach).with(hearer) : tx.get(reach).without(hearer));
            if (!tx.get(radio(tx, sender, kind)).sends()) {
                return;
            }
            if (comes) {
                begin(tx, sender, hearer, kind, false);
            } else {
                end(tx, sender, hearer, kind, false);
            }
        }
    }

    private static final class Arrives implements Predictor<Robot> {
        @Override
        public long id() {
            return 0x7d20c8f6e3915ba4L;
        }

        @Override
        public CellType<Robot> subject() {
            return ROBOT;
        }

        @Override
        public Asking asking() {
            return Asking.BY_EVENTS;
        }

        @Override
        public void predict(final Cell<Robot> subject, final Forecast forecast) {
            forecast.predict(forecast.get(subject).arrives(), new Turn(subject.number()), subject);
        }
    }

    private static final class Switches implements Predictor<RobotRadio> {
        @Override
        public long id() {
            return 0x18f3b5a7c06d9e42L;
        }

        @Override
        public CellType<RobotRadio> subject() {
            return RADIO;
        }

        @Override
        public Asking asking() {
            return Asking.BY_EVENTS;
        }

        @Override
        public void predict(final Cell<RobotRadio> subject, final Forecast forecast) {
            forecast.predict(forecast.get(subject).until(), new Switch(
                subject.number() / RobotRadio.KINDS, (int) (subject.number() % RobotRadio.KINDS)), subject);
        }
    }

    /** Predicts the next robot to come into a range of a robot, or to leave it. */
    private static final class Ranges implements Predictor<Robot> {
        @Override
        public long id() {
            return 0xb34b7ef78045be8eL;
        }

        @Override
        public CellType<Robot> subject() {
            return ROBOT;
        }

        @Override
        public Asking asking() {
            return Asking.ON_REQUEST;
        }

        @Override
        public void predict(final Cell<Robot> subject, final Forecast forecast) {
            final Robot robot = forecast.get(subject);
            final List<OrderedSet<Long>> inRange = new ArrayList<>();
            for (int kind = 0; kind < RobotRadio.KINDS; kind++) {
                inRange.add(forecast.get(reach(forecast, subject.number(), kind)));
            }
            // When it arrives it turns, and is asked again.
            final Soonest leaves = new Soonest(robot.arrives());
            final Soonest comes = new Soonest(robot.arrives());
            NEAR.near(forecast, subject, (near, x, y, z) -> {
                final IntegerTrajectory path = forecast.get(ROBOT, near).path();
                final int kinds = kinds(inRange, near);
                final long now = forecast.time();
                if (kinds > 0) {
                    leaves.offer(IntegerContact.beyond(
                        robot.path(), path, RobotRadio.range(kinds - 1), now, leaves.until()), near);
                }
                if (kinds < RobotRadio.KINDS) {
                    comes.offer(IntegerContact.within(
                        robot.path(), path, RobotRadio.range(kinds), now, comes.until()), near);
                }
            });
            final boolean first = leaves.time() <= comes.time();
            final long other = (first ? leaves : comes).partner();
            if (other != Soonest.NONE) {
                final int kinds = kinds(inRange, other);
                forecast.predict(Math.min(leaves.time(), comes.time()),
                    new Range(subject.number(), other, first ? kinds - 1 : kinds), subject,
                    forecast.cell(ROBOT, other));
            }
        }

        /** How many radios reach another robot: a robot in a range is in all that are longer. */
        private static int kinds(final List<OrderedSet<Long>> inRange, final long other) {
            int kinds = 0;
            while (kinds < RobotRadio.KINDS && inRange.get(kinds).contains(other)) {
                kinds++;
            }
            return kinds;
        }
    }
}
