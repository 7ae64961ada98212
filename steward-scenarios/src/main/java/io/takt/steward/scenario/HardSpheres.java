package io.takt.steward.scenario;

import io.takt.steward.Cell;
import io.takt.steward.DeterministicRandom;
import io.takt.steward.ExtendedTime;
import io.takt.steward.Id;
import io.takt.steward.Physics;
import io.takt.steward.Snapshot;
import io.takt.steward.Steward;
import java.util.List;

/**
 * Hard disks or spheres in a periodic box: the standard problem of event-driven molecular dynamics (Alder and
 * Wainwright: Studies in molecular dynamics I, J. Chem. Phys. 31, 1959). Whether they behave as a gas does, {@link Gas}
 * measures.
 */
public final class HardSpheres implements World {
    private static final double RADIUS = 0.5;
    private static final double SEEN_RADIUS = 0.2;

    /** Kinetic energy of a disk that is drawn darkest. */
    private static final double FAST = 2;

    private final long seed;
    private final int bodies;
    private final SpherePhysics physics;

    /**
     * Sets them up on a lattice.
     *
     * @param seed       of their velocities.
     * @param bodies     how many.
     * @param dimensions 2 for disks, 3 for spheres.
     * @param packing    which part of the box they fill, more than 0; one that the lattice cannot hold is an error.
     */
    public HardSpheres(final long seed, final int bodies, final int dimensions, final double packing) {
        if (!(packing > 0 && packing < 1)) {
            throw new IllegalArgumentException("a packing must be between 0 and 1, not " + packing);
        }
        this.seed = seed;
        this.bodies = bodies;
        physics = new SpherePhysics(new SphereBox(dimensions, bodies, packing));
    }

    @Override
    public Physics physics() {
        return physics.physics();
    }

    @Override
    public long second() {
        return (long) SphereBox.TICKS;
    }

    @Override
    public List<Input> inputs() {
        return List.of(new Input(0, Id.hash(seed), physics.start(bodies, seed)));
    }

    @Override
    public List<Input> lateInputs() {
        return List.of();
    }

    @Override
    public Input change(final long time, final int body, final int number) {
        final Id id = Id.hash(seed, body, number);
        final DeterministicRandom random = new DeterministicRandom(ExtendedTime.of(time, 0, id));
        final double u = 2 * random.nextDouble() - 1;
        return new Input(time, id, physics.kick(body, u, 2 * random.nextDouble() - 1));
    }

    @Override
    public int bodies() {
        return bodies;
    }

    @Override
    public int bodyOf(final Cell<?> cell) {
        return cell.type() == SpherePhysics.SPHERE ? (int) cell.number() : -1;
    }

    @Override
    public Arena arena() {
        return new Arena(0, 0, physics.box.side, true);
    }

    /** Spheres are seen along z, those that are nearer darker, and smaller than they are, to be seen at all. */
    @Override
    public Spot spot(final Steward steward, final Snapshot snapshot, final int body) {
        final Sphere sphere = sphere(steward, snapshot, body);
        final long time = snapshot.time();
        final SphereBox box = physics.box;
        final boolean deep = box.dimensions == 3;
        return new Spot(box.inside(sphere.xAt(time)), box.inside(sphere.yAt(time)), deep ? SEEN_RADIUS : RADIUS, 0,
            deep ? box.inside(sphere.zAt(time)) / box.side : Math.min(1, sphere.energy() / FAST));
    }

    /**
     * How many dimensions there are.
     *
     * @return 2 or 3.
     */
    public int dimensions() {
        return physics.box.dimensions;
    }

    /**
     * How fine the grid is in which neighbours are found: a sphere that goes to another box of it is an event.
     *
     * @return boxes along a side, 3 or more.
     */
    public int boxes() {
        return physics.box.boxes;
    }

    /**
     * Where they are at the beginning, for a program that computes the same in another way.
     *
     * @return a new array: all coordinates of the first, of the second, ...
     */
    public double[] positions() {
        final int dimensions = dimensions();
        final double[] positions = new double[bodies * dimensions];
        for (int i = 0; i < positions.length; i++) {
            positions[i] = physics.box.start(i / dimensions, i % dimensions);
        }
        return positions;
    }

    /**
     * How fast they are at the beginning, likewise.
     *
     * @return a new array, in diameters by {@link #second}: all components of the first, of the second, ...
     */
    public double[] velocities() {
        return SpherePhysics.velocities(bodies, dimensions(), seed);
    }

    /**
     * The order of two events of the same tick, likewise: {@link ExtendedTime#predict} with this.
     *
     * @param body whose next event it is: 0 to {@link #bodies} - 1.
     * @return another one for each.
     */
    public static Id prediction(final int body) {
        return SpherePhysics.prediction(body);
    }

    SphereBox box() {
        return physics.box;
    }

    static Sphere sphere(final Steward steward, final Snapshot snapshot, final int body) {
        return snapshot.get(steward.cell(SpherePhysics.SPHERE, body));
    }
}
