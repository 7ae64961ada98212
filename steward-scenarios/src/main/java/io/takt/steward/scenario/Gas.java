package io.takt.steward.scenario;

import io.takt.steward.Snapshot;
import io.takt.steward.Steward;

/**
 * Hard disks or spheres measured as a gas between two instants, in units of the diameter, the mass and kT, and the
 * values that theory gives. D is the number of dimensions, n the number density, eta the packing.
 *
 * <p>Measured: the compressibility factor by the virial, Z = 1 + sum(r . dp) / (D N kT t) (Alder and Wainwright,
 * J. Chem. Phys. 33, 1960), with kT = 2 E / (D (N - 1)); and the rate of collisions of one body, 2 C / (N t sqrt(kT)).
 *
 * <p>Theory: in three dimensions Z = (1 + eta + eta^2 - eta^3) / (1 - eta)^3 (Carnahan and Starling, J. Chem. Phys. 51,
 * 1969), in two Z = (1 + eta^2 / 8) / (1 - eta)^2 (Henderson, Mol. Phys. 30, 1975). The rate of Enskog's theory
 * (Chapman and Cowling: The mathematical theory of non-uniform gases) is 4 sqrt(pi) n chi or 2 sqrt(pi) n chi, with the
 * contact value chi of the same equation of state: Z = 1 + 2^(D - 1) eta chi.
 *
 * @param collisions          how many there were.
 * @param temperature         kT, in units of mass times length squared by time squared.
 * @param pressure            n Z, measured.
 * @param rate                of collisions of one body, measured.
 * @param theoreticalPressure n Z by the equation of state.
 * @param theoreticalRate     by Enskog's theory.
 */
public record Gas(
    long collisions, double temperature, double pressure, double rate, double theoreticalPressure,
    double theoreticalRate) {

    /** Measures from the time at which it is told to begin. For one thread. */
    public static final class Meter {
        private final HardSpheres world;
        private final Steward steward;
        private Sums before;

        /**
         * Does not begin yet.
         *
         * @param world   whose bodies these are.
         * @param steward of the world; need not keep a history.
         */
        public Meter(final HardSpheres world, final Steward steward) {
            this.world = world;
            this.steward = steward;
        }

        /** From now on it is measured. */
        public void begin() {
            before = Sums.of(world, steward);
        }

        /**
         * Up to now it was measured.
         *
         * @return what, since the last {@link #begin}.
         */
        public Gas end() {
            final Sums after = Sums.of(world, steward);
            final SphereBox box = world.box();
            final int dimensions = box.dimensions;
            final int bodies = world.bodies();
            final double density = bodies / box.volume();
            final double packing = density * (dimensions == 2 ? StrictMath.PI / 4 : StrictMath.PI / 6);
            final double temperature = 2 * after.energy / (dimensions * (bodies - 1.0));
            final double elapsed = (after.time - before.time) * SphereBox.TICK;
            final double factor = 1 + (after.virial - before.virial) / (dimensions * bodies * temperature * elapsed);
            final long collisions = after.collisions - before.collisions;
            final double expected = compressibility(dimensions, packing);
            final double contact = (expected - 1) / ((1 << dimensions - 1) * packing);
            return new Gas(collisions, temperature, density * factor,
                2.0 * collisions / (bodies * elapsed * Math.sqrt(temperature)), density * expected,
                (1 << dimensions - 1) * Math.sqrt(StrictMath.PI) * density * contact);
        }
    }

    /** Z by theory. */
    static double compressibility(final int dimensions, final double packing) {
        final double room = 1 - packing;
        return dimensions == 2 ? (1 + packing * packing / 8) / (room * room)
            : (1 + packing + packing * packing - packing * packing * packing) / (room * room * room);
    }

    /** Sums over all spheres as they are now. */
    private record Sums(long time, double virial, long collisions, double energy) {
        static Sums of(final HardSpheres world, final Steward steward) {
            double virial = 0;
            long collisions = 0;
            double energy = 0;
            try (Snapshot snapshot = steward.snapshot(steward.now())) {
                for (int i = 0; i < world.bodies(); i++) {
                    final Sphere sphere = HardSpheres.sphere(steward, snapshot, i);
                    virial += sphere.virial();
                    collisions += sphere.collisions();
                    energy += sphere.energy();
                }
            }
            return new Sums(steward.now(), virial, collisions, energy);
        }
    }
}
