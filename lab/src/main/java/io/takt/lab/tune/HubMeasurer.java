package io.takt.lab.tune;

import io.takt.asset.name.Names;
import io.takt.hub.command.Terminal;
import io.takt.hub.command.TrialRun;
import io.takt.hub.config.HubConfig;
import java.io.IOException;

/**
 * Measures with a real hub and the programs that the configuration launches, at free pace, in a hub of its own name, so
 * that an earlier run of the configuration can still be taken up again.
 */
final class HubMeasurer implements Measurer {
    private static final String SUFFIX = ".tune";

    private final Terminal terminal;

    HubMeasurer(final Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Measurement measure(final HubConfig config, final long forNs) throws IOException, InterruptedException {
        final HubConfig trial = new HubConfig(config.folder(), Names.requireValid(config.hub() + SUFFIX),
            config.coreStepNs(), config.coreIntervalNs(), config.maxDelayNs(), Double.POSITIVE_INFINITY,
            config.waiting(), config.seed(), config.assets(), config.messages(),
            null);
        final TrialRun.Seen seen = TrialRun.run(trial, forNs, terminal);
        if (seen.exitCode() != 0) {
            throw new MeasurementFailed(seen.reason(), seen.exitCode());
        }
        return Measurement.of(seen.looks(), seen.maxSpreadNs());
    }

    /** The run that was to be measured went wrong. */
    static final class MeasurementFailed extends IOException {
        private static final long serialVersionUID = 1L;
        private final int exitCode;

        MeasurementFailed(final String reason, final int exitCode) {
            super(reason);
            this.exitCode = exitCode;
        }

        int exitCode() {
            return exitCode;
        }
    }
}
