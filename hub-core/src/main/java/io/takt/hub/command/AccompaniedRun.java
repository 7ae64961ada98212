package io.takt.hub.command;

import io.takt.hub.config.HubConfig;
import java.io.IOException;

/** A run as of {@code takt run}, accompanied by another module's {@link Companion}. */
public final class AccompaniedRun {
    private AccompaniedRun() {
    }

    /**
     * Runs a configuration to the end, from 0, and tells the result; even of one that will stop for good.
     *
     * @param config    to run.
     * @param untilNs   simulation time at which it ends; {@link Long#MAX_VALUE} for never.
     * @param json      whether the summary is one JSON object.
     * @param terminal  where it is told.
     * @param companion goes along.
     * @return an {@link ExitCode}.
     * @throws IOException          when the hub cannot be started, or the companion wants no run; in one line.
     * @throws InterruptedException when the thread is interrupted.
     */
    public static int run(final HubConfig config, final long untilNs, final boolean json, final Terminal terminal,
        final Companion companion) throws IOException, InterruptedException {
        return new Run(config, new Run.Limits(untilNs, Long.MAX_VALUE, true, true), json, terminal,
            new MetricsOption(), new LogOption(), null, companion).run();
    }
}
