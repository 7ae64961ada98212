package io.takt.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Takt's messages against those by Aeron alone, or those of one of its runtimes against those of another, in turns,
 * each in processes that are started anew: the cost of one message in wall time, and in processor time of all of them.
 */
final class MessageMatch {
    /** Starts one of the two. */
    interface Starter {
        Running start() throws IOException, InterruptedException;
    }

    private final Bench bench;
    private final Benchmark benchmark;
    private final Bound bound;
    private final String ownName;
    private final String otherName;

    /** The bound is for both costs; null for none. */
    MessageMatch(final Bench bench, final Benchmark benchmark, final Bound bound) {
        this(bench, benchmark, bound, "Takt", "Aeron");
    }

    /** The same with names for the two. */
    MessageMatch(final Bench bench, final Benchmark benchmark, final Bound bound, final String ownName,
        final String otherName) {
        this.bench = bench;
        this.benchmark = benchmark;
        this.bound = bound;
        this.ownName = ownName;
        this.otherName = otherName;
    }

    /**
     * Measures.
     *
     * @param what          is measured.
     * @param takt          starts Takt.
     * @param taktMessages  how many messages there are each time that it has done something.
     * @param aeron         starts the other.
     * @param aeronMessages likewise.
     */
    List<Result> play(final String what, final Starter takt, final double taktMessages, final Starter aeron,
        final double aeronMessages) throws IOException, InterruptedException {
        final Costs own = new Costs();
        final Costs other = new Costs();
        for (int round = 1; round <= bench.rounds(); round++) {
            bench.tell(benchmark, round, what + ", " + ownName);
            own.add(measure(takt).dividedBy(taktMessages));
            bench.tell(benchmark, round, what + ", " + otherName);
            other.add(measure(aeron).dividedBy(aeronMessages));
        }
        final List<Result> results = new ArrayList<>();
        results.add(compared(what, own.wall, other.wall));
        if (ProcessorTime.isKnown()) {
            results.add(compared(what + ", processor time", own.processor, other.processor));
        }
        return results;
    }

    private static Cost measure(final Starter starter) throws IOException, InterruptedException {
        try (Running running = starter.start()) {
            return running.warmCost();
        }
    }

    private Result compared(final String what, final Samples takt, final Samples aeron) {
        return Result.compared(benchmark, what, Figure.of(ownName, "ns", takt), Figure.of(otherName, "ns", aeron),
            Figure.ratio(ownName + " / " + otherName, takt.dividedBy(aeron)), bound);
    }

    /** Of all rounds. */
    private static final class Costs {
        private final Samples wall = new Samples();
        private final Samples processor = new Samples();

        void add(final Cost cost) {
            wall.add(cost.wallNs());
            processor.add(cost.processorNs());
        }
    }
}
