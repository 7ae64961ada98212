package io.takt.steward.scenario;

import java.util.List;

/**
 * A kind of world.
 *
 * <p>Immutable.
 *
 * @param name        by which a command calls it.
 * @param description a line for a person.
 * @param usualBodies how many, if nothing else is asked for.
 * @param leastBodies with fewer there is no such world.
 * @param mostBodies  with more there is no such world.
 * @param usualEnd    how long it runs if nothing else is asked for, in {@linkplain World#second seconds}.
 * @param maker       sets up a world.
 */
public record Scenario(
    String name, String description, int usualBodies, int leastBodies, int mostBodies, int usualEnd, Maker maker) {
    private static final int MANY = 100_000;

    /** Of hard disks and spheres. */
    private static final double PACKING = 0.3;

    /**
     * All scenarios there are.
     *
     * @return in the order in which they are told.
     */
    public static List<Scenario> all() {
        return List.of(
            new Scenario("philosophers", "philosophers shake hands; twenty changes of their past",
                7, 2, MANY, 300, Philosophers::new),
            circles("bouncy-circles", "circles bounce softly off one another", BouncyCircles.Disturbed.NEVER),
            circles("bouncy-circles-disturbed", "circles bounce softly; from 1 s to 9 s one is thrown each second",
                BouncyCircles.Disturbed.IN_TIME),
            circles("bouncy-circles-disturbed-past", "circles bounce softly; nine are thrown when the run is over",
                BouncyCircles.Disturbed.LATE),
            new Scenario("hard-disks", "hard disks collide in a periodic square", 200, 16, MANY, 10,
                (seed, bodies) -> new HardSpheres(seed, bodies, 2, PACKING)),
            new Scenario("hard-spheres", "hard spheres collide in a periodic cube", 216, 64, MANY, 10,
                (seed, bodies) -> new HardSpheres(seed, bodies, 3, PACKING)),
            new Scenario("marbles", "disks of different sizes collide, by the parts of the kit", 200, 4, MANY, 10,
                Marbles::new),
            new Scenario("phold", "jobs go from one logical process to another (PHOLD)", 64, 1, MANY, 20, Phold::new),
            new Scenario("phold-ring", "jobs go round a ring of processes, and no faster than they may",
                64, 1, MANY, 20, RingPhold::new),
            new Scenario("robots", "robots drive about, with radios of three ranges", 40, 1, 10_000, 30, Robots::new));
    }

    private static Scenario circles(final String name, final String description, final BouncyCircles.Disturbed when) {
        return new Scenario(name, description, 20, 1, 1000, 10,
            (seed, bodies) -> new BouncyCircles(seed, bodies, when, new CirclePhysics(Long.MAX_VALUE)));
    }

    /**
     * Circles that bounce, in a copy that may have a flaw: something that must be found when copies are compared.
     *
     * @param seed       any.
     * @param bodies     how many.
     * @param flawedFrom from which tick on a bounce is a little too hard; the greatest long for never.
     * @return at its beginning.
     */
    public static World circles(final long seed, final int bodies, final long flawedFrom) {
        return new BouncyCircles(seed, bodies, BouncyCircles.Disturbed.NEVER, new CirclePhysics(flawedFrom));
    }

    /**
     * Finds a scenario.
     *
     * @param name of one.
     * @return never null; a name that none has is an error that tells all names.
     */
    public static Scenario named(final String name) {
        for (final Scenario scenario : all()) {
            if (scenario.name.equals(name)) {
                return scenario;
            }
        }
        throw new IllegalArgumentException("there is no scenario '" + name + "'; there are "
            + String.join(", ", all().stream().map(Scenario::name).toList()));
    }

    /**
     * Sets up a world.
     *
     * @param seed   any; the same seed makes the same world.
     * @param bodies how many; too few or too many is an error.
     * @return at its beginning.
     */
    public World world(final long seed, final int bodies) {
        if (bodies < leastBodies || bodies > mostBodies) {
            throw new IllegalArgumentException(
                name + " needs " + leastBodies + " to " + mostBodies + " bodies, not " + bodies);
        }
        return maker.make(seed, bodies);
    }

    /** Sets up worlds. */
    @FunctionalInterface
    public interface Maker {
        /**
         * Sets up a world.
         *
         * @param seed   any.
         * @param bodies how many.
         * @return at its beginning.
         */
        World make(long seed, int bodies);
    }
}
