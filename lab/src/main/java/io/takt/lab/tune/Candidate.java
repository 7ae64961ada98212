package io.takt.lab.tune;

import io.takt.lab.sim.Settings;
import io.takt.lab.sim.Trial;

/**
 * Settings, and how they did.
 *
 * @param settings that are live.
 * @param trial    what came of them.
 */
public record Candidate(Settings settings, Trial trial) {
    /**
     * Simulated time per wall time.
     *
     * @return as tried.
     */
    public double speed() {
        return trial.speed();
    }
}
