package io.takt.lab.tune;

import io.takt.hub.config.HubConfig;
import java.io.IOException;

/** Finds out by trying how much wall time a configuration's steps need. */
@FunctionalInterface
public interface Measurer {
    /**
     * Runs a configuration.
     *
     * @param config all of whose required assets it launches.
     * @param forNs  wall time.
     * @return what was measured.
     * @throws IOException          when it could not be run.
     * @throws InterruptedException when the thread is interrupted.
     */
    Measurement measure(HubConfig config, long forNs) throws IOException, InterruptedException;
}
