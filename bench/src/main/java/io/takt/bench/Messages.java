package io.takt.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Gated messages from one asset to another, in two processes: so many a step, as fast as they go. */
final class Messages implements Benchmark {
    private static final int SMALL = 64;
    private static final int LARGE = 1_024;
    private static final int[] BATCHES = {1, 10, 100, 1_000};
    private static final int[] BATCHES_OF_LARGE = {10, 1_000};

    @Override
    public String name() {
        return "messages";
    }

    @Override
    public String title() {
        return "gated messages between two assets in two processes, so many a step, against Aeron IPC alone";
    }

    @Override
    public List<Result> run(final Bench bench) throws IOException, InterruptedException {
        final List<Result> results = new ArrayList<>(stepsAlone(bench));
        for (final int batch : BATCHES) {
            results.addAll(measure(bench, SMALL, batch));
        }
        for (final int batch : BATCHES_OF_LARGE) {
            results.addAll(measure(bench, LARGE, batch));
        }
        return results;
    }

    /** The cost of a step of both in which nothing is sent: a part of the cost of the messages of a step. */
    private List<Result> stepsAlone(final Bench bench) throws IOException, InterruptedException {
        final MessageSetup setup = MessageSetup.flow(0, SMALL, 1);
        final Samples wall = new Samples();
        final Samples processor = new Samples();
        for (int round = 1; round <= bench.rounds(); round++) {
            bench.tell(this, round, "steps without messages");
            try (Running running = LiveHub.start(bench, setup)) {
                final Cost cost = running.warmCost().dividedBy(setup.assetSteps());
                wall.add(cost.wallNs());
                processor.add(cost.processorNs());
            }
        }
        final List<Result> results = new ArrayList<>();
        results.add(Result.reported(this, "a step without messages", Figure.of("Takt", "ns", wall)));
        if (ProcessorTime.isKnown()) {
            results.add(Result.reported(
                this, "a step without messages, processor time", Figure.of("Takt", "ns", processor)));
        }
        return results;
    }

    private List<Result> measure(final Bench bench, final int bytes, final int batch)
        throws IOException, InterruptedException {
        final MessageSetup setup = MessageSetup.flow(batch, bytes, 1);
        return new MessageMatch(bench, this, Bound.atMost(2)).play(bytes + " bytes, " + batch + " a step",
            () -> LiveHub.start(bench, setup), (double) setup.assetSteps() * batch,
            () -> LiveAeron.flow(bench, batch, bytes, 1), 1);
    }
}
