package io.takt.steward.scenario;

import io.takt.steward.Cell;
import io.takt.steward.Id;
import io.takt.steward.Physics;
import io.takt.steward.Snapshot;
import io.takt.steward.Steward;
import java.util.List;

/** Hard disks of different sizes in a periodic square, with nothing but the parts of the kit. */
final class Marbles implements World {
    private final int bodies;
    private final long seed;
    private final MarblePhysics physics;

    Marbles(final long seed, final int bodies) {
        this.seed = seed;
        this.bodies = bodies;
        physics = new MarblePhysics(bodies, seed);
    }

    @Override
    public Physics physics() {
        return physics.physics();
    }

    @Override
    public long second() {
        return (long) MarblePhysics.SECOND;
    }

    @Override
    public List<Input> inputs() {
        return List.of(new Input(0, Id.hash(seed), physics.start(bodies)));
    }

    @Override
    public List<Input> lateInputs() {
        return List.of();
    }

    @Override
    public Input change(final long time, final int body, final int number) {
        return new Input(time, Id.hash(seed, body, number), physics.kick(body));
    }

    @Override
    public int bodies() {
        return bodies;
    }

    @Override
    public int bodyOf(final Cell<?> cell) {
        return cell.type() == MarblePhysics.MARBLE ? (int) cell.number() : -1;
    }

    @Override
    public Arena arena() {
        return new Arena(0, 0, physics.side, true);
    }

    @Override
    public Spot spot(final Steward steward, final Snapshot snapshot, final int body) {
        final MarblePhysics.Marble marble = snapshot.get(steward.cell(MarblePhysics.MARBLE, body));
        final double x = marble.path().position(0, snapshot.time());
        final double y = marble.path().position(1, snapshot.time());
        return new Spot(inside(x), inside(y), marble.radius(), 0, 0.5);
    }

    private double inside(final double position) {
        return Math.min(physics.side, position - physics.side * Math.floor(position / physics.side));
    }
}
