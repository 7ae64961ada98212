package io.takt.steward.scenario;

import io.takt.steward.Cell;
import io.takt.steward.DeterministicRandom;
import io.takt.steward.ExtendedTime;
import io.takt.steward.Id;
import io.takt.steward.Physics;
import io.takt.steward.Snapshot;
import io.takt.steward.Steward;
import io.takt.steward.trajectory.IntegerTrajectory;
import java.util.ArrayList;
import java.util.List;

/**
 * Circles that bounce softly off one another and off a round wall, with the parameters of the TimeSteward's example
 * "bouncy circles": while two overlap, each is accelerated, constantly, along the line between them at the moment when
 * they met; so is one that overlaps the wall. All in whole numbers. A disturbance throws the circle that is nearest to
 * a point across the middle.
 */
final class BouncyCircles implements World {
    static final long ARENA = 1L << 20;

    /** When in the run a world is disturbed. */
    enum Disturbed {
        /** Not at all. */
        NEVER,
        /** By inputs that are known from the start. */
        IN_TIME,
        /** By inputs that come when the run is over. */
        LATE
    }

    private static final int DISTURBANCES = 9;
    private static final double WALL_MARGIN = 1.05;

    private final long seed;
    private final int bodies;
    private final Disturbed disturbed;
    private final CirclePhysics physics;

    BouncyCircles(final long seed, final int bodies, final Disturbed disturbed, final CirclePhysics physics) {
        this.seed = seed;
        this.bodies = bodies;
        this.disturbed = disturbed;
        this.physics = physics;
    }

    @Override
    public Physics physics() {
        return physics.physics();
    }

    @Override
    public long second() {
        return CirclePhysics.SECOND;
    }

    @Override
    public List<Input> inputs() {
        final List<Input> inputs = new ArrayList<>();
        inputs.add(new Input(0, Id.hash(seed), physics.start(circles())));
        if (disturbed == Disturbed.IN_TIME) {
            inputs.addAll(disturbances());
        }
        return inputs;
    }

    @Override
    public List<Input> lateInputs() {
        return disturbed == Disturbed.LATE ? disturbances() : List.of();
    }

    private List<Input> disturbances() {
        final List<Input> inputs = new ArrayList<>();
        for (int i = 1; i <= DISTURBANCES; i++) {
            inputs.add(new Input(i * CirclePhysics.SECOND, Id.hash(seed, i), physics.disturb(ARENA / 3, ARENA / 3)));
        }
        return inputs;
    }

    private List<Circle> circles() {
        final DeterministicRandom random = new DeterministicRandom(ExtendedTime.of(0, 0, Id.hash(seed)));
        final List<Circle> circles = new ArrayList<>();
        // Twenty are as large as in the example; more are smaller, to cover as much.
        final double shrink = bodies <= 20 ? 1 : Math.sqrt(20.0 / bodies);
        final int least = (int) (ARENA / 30 * shrink);
        final int more = (int) (ARENA / 15 * shrink) - least;
        final int fastest = (int) (ARENA / 20);
        for (int i = 0; i < bodies; i++) {
            final long radius = least + random.nextInt(more);
            final long x = random.nextInt((int) ARENA);
            final long y = random.nextInt((int) ARENA);
            final long vx = random.nextInt(2 * fastest + 1) - fastest;
            final long vy = random.nextInt(2 * fastest + 1) - fastest;
            circles.add(Circle.free(
                IntegerTrajectory.plane(0, CirclePhysics.TIME_BITS, x, y, vx, vy), radius));
        }
        return circles;
    }

    @Override
    public Input change(final long time, final int body, final int number) {
        final long x = Id.hash(seed, body, 0).low() >>> 1;
        final long y = Id.hash(seed, body, 1).low() >>> 1;
        return new Input(time, Id.hash(seed, -1, body, number), physics.disturb(x % ARENA, y % ARENA));
    }

    @Override
    public int bodies() {
        return bodies;
    }

    @Override
    public int bodyOf(final Cell<?> cell) {
        return cell.type() == CirclePhysics.CIRCLE ? (int) cell.number() : -1;
    }

    /** All that is within the wall, whose radius is the example's size of the arena, and a little more. */
    @Override
    public Arena arena() {
        final double half = ARENA * WALL_MARGIN;
        return new Arena(ARENA / 2 - half, ARENA / 2 - half, 2 * half, false);
    }

    @Override
    public Spot spot(final Steward steward, final Snapshot snapshot, final int body) {
        final Circle circle = snapshot.get(steward.cell(CirclePhysics.CIRCLE, body));
        final long time = snapshot.time();
        return new Spot(circle.path().position(0, time), circle.path().position(1, time), circle.radius(), 0,
            circle.path().accelerates() ? 1 : 0);
    }
}
