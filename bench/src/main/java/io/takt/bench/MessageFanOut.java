package io.takt.bench;

import java.io.IOException;
import java.util.List;

/**
 * One asset whose messages go to a hundred others. The others are callback assets of one process, and their
 * counterparts subscriptions of one process: with more processes than processors it would be the scheduler that is
 * measured.
 */
final class MessageFanOut implements Benchmark {
    private static final int RECEIVERS = 100;
    private static final int BYTES = 64;
    private static final int BATCH = 10;

    @Override
    public String name() {
        return "message-fan-out";
    }

    @Override
    public String title() {
        return "gated messages of one asset to a hundred in another process, each delivery, against Aeron IPC alone";
    }

    @Override
    public List<Result> run(final Bench bench) throws IOException, InterruptedException {
        final MessageSetup setup = MessageSetup.flow(BATCH, BYTES, RECEIVERS);
        return new MessageMatch(bench, this, Bound.atMost(2)).play(
            RECEIVERS + " receivers, " + BYTES + " bytes, " + BATCH + " a step", () -> LiveHub.start(bench, setup),
            (double) setup.assetSteps() * BATCH * RECEIVERS,
            () -> LiveAeron.flow(bench, BATCH, BYTES, RECEIVERS), RECEIVERS);
    }
}
