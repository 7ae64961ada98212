package io.takt.lab.study;

import io.takt.lab.sim.Attempts;
import io.takt.lab.sim.Bounds;
import io.takt.lab.sim.Federate;
import io.takt.lab.sim.Network;
import io.takt.lab.sim.Settings;
import io.takt.lab.sim.Simulation;

/**
 * What was measured of a federate that ran for a while.
 *
 * @param speed  by how much simulation time went on per wall time, after the start had worn off.
 * @param bounds what an observer saw, of all of it.
 */
record Run(double speed, Bounds bounds) {
    private static final int WARM_UP = 5;

    /** Runs a federate up to an instant; the first fifth does not count for its speed. */
    static Run of(final Settings settings, final Attempts attempts, final Network network, final long end) {
        final Federate federate = new Federate(settings);
        final Bounds bounds = new Bounds(federate.assets(), settings.maxDelay());
        final Simulation simulation = new Simulation(federate, attempts, network);
        final long warm = end / WARM_UP;
        simulation.runTo(warm, bounds);
        final long before = federate.coreTime();
        simulation.runTo(end, bounds);
        return new Run((double) (federate.coreTime() - before) / (end - warm), bounds);
    }
}
