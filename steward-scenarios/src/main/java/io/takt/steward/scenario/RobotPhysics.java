package io.takt.steward.scenario;

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
import io.takt.steward.View;
import io.takt.steward.neighbour.IntegerSpace;
import io.takt.steward.neighbour.Neighbourhood;
import io.takt.steward.trajectory.IntegerContact;
import java.util.function.LongConsumer;

/**
 * How robots with radios behave. While a radio sends, its prediction is of who comes into its range or leaves it next;
 * whoever turns, or comes to another grid cell, has the predictions of those who send nearby made anew.
 */
final class RobotPhysics {
    static final CellType<Robot> ROBOT = CellType.of(0xb3c95d17e08a6f24L, "robot", Codec.of(Robot::write, Robot::read));
    static final CellType<RobotRadio> RADIO =
        CellType.of(0x4a7e0f63b9d1825cL, "radio", Codec.of(RobotRadio::write, RobotRadio::read));
    static final CellType<RobotEar> EAR = CellType.of(0xd86b21f70c5ea943L, "ear", RobotEar.CODEC);

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
    private static final EventType<Range> RANGE = EventType.of(0x95e3d1086a7bcf42L, "range", Range.class, Codec.of(
        (event, out) -> {
            out.writeLong(event.sender);
            out.writeInt(event.kind);
            out.writeLong(event.other);
        },
        in -> {
            final long sender = in.readLong();
            final int kind = in.readInt();
            return new Range(sender, kind, in.readLong());
        }));

    private static final Predictor<Robot> ARRIVES = new Arrives();
    private static final Predictor<RobotRadio> SWITCHES = new Switches();
    private static final Predictor<RobotRadio> RANGES = new Ranges();

    /** Two that are in range of the farthest radio share a grid cell, a while before and after. */
    private static final long EXTENT = RobotRadio.range(0) / 2 + Robots.METRE;
    private static final int GRID = 5;
    private static final Neighbourhood<Robot> NEAR = Neighbourhood.of(0x2e84b6f05d93c71aL, "robots", ROBOT,
        IntegerSpace.bounded(
            new long[] {0, 0}, new long[] {Robots.ARENA / GRID, Robots.ARENA / GRID}, new int[] {GRID, GRID},
            Robot::path, robot -> EXTENT),
        RobotPhysics::ranges);

    private RobotPhysics() {
    }

    /** The types, and the chance of a seed. */
    static Physics of(final long seed) {
        return NEAR.addTo(Physics.builder().cells(ROBOT, RADIO, EAR))
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

    private static void near(final View view, final long robot, final LongConsumer other) {
        NEAR.near(view, view.cell(ROBOT, robot), (cell, x, y, z) -> other.accept(cell.number()));
    }

    /** Has the predictions made anew of who is in range: of a robot that turns, and of those around it. */
    private static void ranges(final Transaction tx, final Cell<Robot> robot) {
        askRanges(tx, robot.number());
        near(tx, robot.number(), other -> askRanges(tx, other));
    }

    private static void askRanges(final Transaction tx, final long robot) {
        for (int kind = 0; kind < RobotRadio.KINDS; kind++) {
            final Cell<RobotRadio> radio = radio(tx, robot, kind);
            final RobotRadio state = tx.get(radio);
            if (state != null && state.sends()) {
                tx.predict(RANGES, radio);
            }
        }
    }

    private static void setOut(final Transaction tx, final long robot, final long x, final long y) {
        final Cell<Robot> cell = tx.cell(ROBOT, robot);
        tx.set(cell, Robot.towardsAnywhere(tx.time(), x, y, tx.random()));
        NEAR.place(tx, cell);
        tx.predict(ARRIVES, cell);
    }

    private static void pause(final Transaction tx, final long robot, final int kind) {
        final Cell<RobotRadio> cell = radio(tx, robot, kind);
        final long pause = 1 + (long) (2 * RobotRadio.pause(kind) * tx.random().nextDouble());
        tx.set(cell, new RobotRadio(false, tx.time() + pause));
        tx.predict(SWITCHES, cell);
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
                    pause(tx, robot, kind);
                }
            }
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
            ranges(tx, cell);
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
                near(tx, robot, other -> end(tx, other));
                tx.cancel(RANGES, cell);
                pause(tx, robot, kind);
            } else if (tx.get(ear(tx, robot, kind)).packets().isEmpty()) {
                tx.set(cell, new RobotRadio(true, tx.time() + RobotRadio.packet(kind)));
                final Robot own = tx.get(tx.cell(ROBOT, robot));
                near(tx, robot, other -> begin(tx, own, other));
                tx.predict(SWITCHES, cell);
                tx.predict(RANGES, cell);
            } else {
                pause(tx, robot, kind);
            }
        }

        private void begin(final Transaction tx, final Robot own, final long other) {
            final long now = tx.time();
            final Robot theirs = tx.get(tx.cell(ROBOT, other));
            if (IntegerContact.within(own.path(), theirs.path(), RobotRadio.range(kind), now, now) == now) {
                final Cell<RobotEar> ear = ear(tx, other, kind);
                tx.set(ear, tx.get(ear).begin(now, robot, true, tx.get(radio(tx, other, kind)).sends()));
            }
        }

        private void end(final Transaction tx, final long other) {
            final Cell<RobotEar> ear = ear(tx, other, kind);
            if (tx.get(ear).hears(robot)) {
                tx.set(ear, tx.get(ear).end(tx.time(), robot, true));
            }
        }
    }

    /** Another robot comes into the range of one that sends, or leaves it. */
    private record Range(long sender, int kind, long other) implements Event {
        @Override
        public EventType<?> type() {
            return RANGE;
        }

        @Override
        public void execute(final Transaction tx) {
            final Cell<RobotEar> ear = ear(tx, other, kind);
            final RobotEar before = tx.get(ear);
            tx.set(ear, before.hears(sender) ? before.end(tx.time(), sender, false)
                : before.begin(tx.time(), sender, false, tx.get(radio(tx, other, kind)).sends()));
            tx.predict(RANGES, radio(tx, sender, kind));
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
        public void predict(final Cell<RobotRadio> subject, final Forecast forecast) {
            forecast.predict(forecast.get(subject).until(), new Switch(
                subject.number() / RobotRadio.KINDS, (int) (subject.number() % RobotRadio.KINDS)), subject);
        }
    }

    private static final class Ranges implements Predictor<RobotRadio> {
        @Override
        public long id() {
            return 0xa6417e0d9fc85b32L;
        }

        @Override
        public CellType<RobotRadio> subject() {
            return RADIO;
        }

        @Override
        public void predict(final Cell<RobotRadio> subject, final Forecast forecast) {
            final RobotRadio radio = forecast.get(subject);
            if (!radio.sends()) {
                return;
            }
            final long sender = subject.number() / RobotRadio.KINDS;
            final int kind = (int) (subject.number() % RobotRadio.KINDS);
            final Cell<Robot> own = forecast.cell(ROBOT, sender);
            final Robot robot = forecast.get(own);
            // At the very end the packet is over.
            final Soonest<Robot> soonest = new Soonest<>(radio.until());
            near(forecast, sender, number -> {
                final Cell<Robot> cell = forecast.cell(ROBOT, number);
                final Robot other = forecast.get(cell);
                final long until = soonest.time() - 1;
                soonest.offer(forecast.get(ear(forecast, number, kind)).hears(sender)
                    ? IntegerContact.beyond(
                        robot.path(), other.path(), RobotRadio.range(kind), forecast.time(), until)
                    : IntegerContact.within(
                        robot.path(), other.path(), RobotRadio.range(kind), forecast.time(), until), cell);
            });
            if (soonest.partner() != null) {
                forecast.predict(soonest.time(), new Range(sender, kind, soonest.partner().number()), subject, own,
                    soonest.partner());
            }
        }
    }
}
