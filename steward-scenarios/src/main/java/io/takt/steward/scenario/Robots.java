package io.takt.steward.scenario;

import io.takt.steward.Cell;
import io.takt.steward.Id;
import io.takt.steward.Physics;
import io.takt.steward.Snapshot;
import io.takt.steward.Steward;
import java.util.List;

/**
 * Robots with radios, after the problem for which the Tentative Event Strategy was made (Karan, ARL-TN-1106, 2022):
 * robots drive between goals by chance; each has three radios, from a slow one that reaches far to a fast one that does
 * not. A packet is received by the robots that are in range from its start to its end, if they hear nothing else on
 * that radio meanwhile. A robot that hears that a radio is in use does not send on it, but a third may hear two that do
 * not hear each other. A change makes a robot turn to another goal.
 */
final class Robots implements World {
    static final int TIME_BITS = 20;
    static final long SECOND = 1L << TIME_BITS;

    /** Units of length. */
    static final long METRE = 1000;
    static final long ARENA = 1000 * METRE;
    private static final double SIZE = 8 * METRE;

    private final long seed;
    private final int bodies;
    private final Physics physics;

    Robots(final long seed, final int bodies) {
        this.seed = seed;
        this.bodies = bodies;
        physics = RobotPhysics.of(seed);
    }

    @Override
    public Physics physics() {
        return physics;
    }

    @Override
    public long second() {
        return SECOND;
    }

    @Override
    public List<Input> inputs() {
        return List.of(new Input(0, Id.hash(seed), RobotPhysics.start(bodies)));
    }

    @Override
    public List<Input> lateInputs() {
        return List.of();
    }

    @Override
    public Input change(final long time, final int body, final int number) {
        return new Input(time, Id.hash(seed, body, number), RobotPhysics.turn(body));
    }

    @Override
    public int bodies() {
        return bodies;
    }

    @Override
    public int bodyOf(final Cell<?> cell) {
        return cell.type() == RobotPhysics.ROBOT ? (int) cell.number()
            : cell.type() == RobotPhysics.RADIO || cell.type() == RobotPhysics.EAR
            || cell.type() == RobotPhysics.TALLY || cell.type() == RobotPhysics.REACH
            ? (int) (cell.number() / RobotRadio.KINDS) : -1;
    }

    @Override
    public Arena arena() {
        return new Arena(0, 0, ARENA, false);
    }

    /** With the range of a radio that sends; dark when it hears a packet. */
    @Override
    public Spot spot(final Steward steward, final Snapshot snapshot, final int body) {
        final Robot robot = snapshot.get(steward.cell(RobotPhysics.ROBOT, body));
        long ring = 0;
        boolean hears = false;
        for (int kind = RobotRadio.KINDS - 1; kind >= 0; kind--) {
            if (snapshot.get(RobotPhysics.radio(steward, body, kind)).sends()) {
                ring = RobotRadio.range(kind);
            }
            hears |= !snapshot.get(RobotPhysics.ear(steward, body, kind)).isSilent();
        }
        return new Spot(robot.path().position(0, snapshot.time()), robot.path().position(1, snapshot.time()), SIZE,
            ring, hears ? 1 : 0);
    }
}
