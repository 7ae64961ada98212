package io.takt.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A message that goes to and fro between two assets without delay. The gates keep the two in lock-step: each step of
 * one waits for the step before of the other.
 */
final class MessageEcho implements Benchmark {
    private static final int BYTES = 64;
    private static final int STEPS_AHEAD = 1_000;
    private static final int STEPS_OF_A_ROUND_TRIP = 2;

    @Override
    public String name() {
        return "message-echo";
    }

    @Override
    public String title() {
        return "round trips of a message between two assets without delay, against Aeron IPC alone";
    }

    @Override
    public List<Result> run(final Bench bench) throws IOException, InterruptedException {
        final List<Result> results = new ArrayList<>();
        results.addAll(measure(bench, "in lock-step with each other", STEPS_AHEAD));
        results.addAll(measure(bench, "and with the core", 1));
        return results;
    }

    private List<Result> measure(final Bench bench, final String what, final int stepsAhead)
        throws IOException, InterruptedException {
        final MessageSetup setup = MessageSetup.echo(BYTES, stepsAhead);
        return new MessageMatch(bench, this, null).play(what, () -> LiveHub.start(bench, setup),
            (double) setup.assetSteps() / STEPS_OF_A_ROUND_TRIP, () -> LiveAeron.echo(bench, BYTES), 1);
    }
}
