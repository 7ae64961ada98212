package io.takt.hub.command;

import io.takt.hub.config.HubConfig;
import io.takt.hub.core.status.End;
import io.takt.hub.core.status.HubStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** Runs a configuration for a while, as {@code takt run} does, to see how it goes; for commands of other modules. */
public final class TrialRun {
    private TrialRun() {
    }

    /**
     * The findings.
     *
     * @param looks       statuses, ten a second, in their order; the last is that of the end.
     * @param maxSpreadNs greatest difference between two assets that was observed.
     * @param reason      why it ended, in one line.
     * @param exitCode    0 when it ran for as long as it was to.
     */
    public record Seen(List<HubStatus> looks, long maxSpreadNs, String reason, int exitCode) {
    }

    /**
     * Runs it, with progress on a terminal, from 0.
     *
     * @param config   all of whose required assets it launches, or the user starts.
     * @param forNs    wall time.
     * @param terminal is told what goes wrong.
     * @return what was seen.
     * @throws IOException          when the hub cannot be started, in one line.
     * @throws InterruptedException when the thread is interrupted.
     */
    public static Seen run(final HubConfig config, final long forNs, final Terminal terminal)
        throws IOException, InterruptedException {
        final List<HubStatus> looks = new ArrayList<>();
        final AtomicReference<Summary> end = new AtomicReference<>();
        new Run(config, new Run.Limits(Long.MAX_VALUE, forNs, false, true), false, terminal, new MetricsOption(),
            new LogOption(), looks::add, null).run(summary -> {
                end.set(summary);
                return ExitCode.DONE;
            });
        final Summary summary = end.get();
        looks.add(summary.status());
        final int code = summary.end() == End.ASKED && summary.status().wallNs() < forNs ? ExitCode.FAILED
            : ExitCode.of(summary.end(), false);
        return new Seen(List.copyOf(looks), summary.maxSpreadNs(), summary.reason(), code);
    }
}
