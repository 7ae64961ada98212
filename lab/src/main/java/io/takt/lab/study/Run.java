package io.takt.lab.study;

import io.takt.lab.sim.Attempts;
import io.takt.lab.sim.Bounds;
import io.takt.lab.sim.Federate;
import io.takt.lab.sim.Network;
import io.takt.lab.sim.Settings;
import io.takt.lab.sim.Simulation;
import java.util.function.BiConsumer;

/**
 * The measurements of a federate that ran for a while.
 *
 * @param speed  by how much simulation time went on per wall time, after the start had worn off.
 * @param bounds what an observer saw, of all of it.
 */
record Run(double speed, Bounds bounds) {
    private static final int WARM_UP = 5;

    /** Runs a federate up to an instant; the first fifth does not count for its speed. */
    static Run of(final Settings settings, final Attempts attempts, final Network network, final long end) {
        return of(settings, attempts, network, end, (federate, bounds) -> {
        });
    }

    /** Likewise; after the first fifth an observer looks at the federate whenever its core has progressed. */
    static Run of(final Settings settings, final Attempts attempts, final Network network, final long end,
        final BiConsumer<Federate, Bounds> sampler) {
        final Federate federate = new Federate(settings);
        final Bounds bounds = new Bounds(federate.assets(), settings.maxDelay());
        final Simulation simulation = new Simulation(federate, attempts, network);
        final long warm = end / WARM_UP;
        simulation.runTo(warm, bounds);
        final long before = federate.coreTime();
        simulation.runTo(end, (wall, party, time, progressed) -> {
            bounds.countedUp(wall, party, time, progressed);
            if (progressed && party == federate.assets()) {
                sampler.accept(federate, bounds);
            }
        });
        return new Run((double) (federate.coreTime() - before) / (end - warm), bounds);
    }
}
