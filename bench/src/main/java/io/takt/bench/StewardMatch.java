package io.takt.bench;

import io.takt.bench.StewardRun.Of;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A steward without a history, with some of it and with all of it, against a plain program, in turns, each in a process
 * that is started anew: events per processor second of the whole process.
 */
final class StewardMatch {
    private static final String PLAIN = "plain";
    private static final String BARE = "bare";
    private static final String ALL = "all";
    private static final double MOST_STALE = 1.1;
    private static final int PERCENT = 100;

    private final Bench bench;
    private final Benchmark benchmark;
    private final Bound without;
    private final Bound with;

    /** The bounds of stewards without and with a history; null for none. */
    StewardMatch(final Bench bench, final Benchmark benchmark, final Bound without, final Bound with) {
        this.bench = bench;
        this.benchmark = benchmark;
        this.without = without;
        this.with = with;
    }

    /** Measures; of the way of {@code of} nothing is kept. */
    List<Result> play(final String what, final Of of) throws IOException, InterruptedException {
        final Map<String, String> ways = new LinkedHashMap<>();
        ways.put(BARE, "no history");
        ways.put("recent", "the last 2 s of history");
        ways.put(ALL, "all history");
        final Map<String, Samples> rates = new LinkedHashMap<>();
        rates.put(PLAIN, new Samples());
        ways.keySet().forEach(way -> rates.put(way, new Samples()));
        final Map<String, Samples> shares = new LinkedHashMap<>();
        rates.keySet().forEach(way -> shares.put(way, new Samples()));
        final Samples stale = new Samples();
        final Samples allocated = new Samples();
        final Samples bytes = new Samples();
        final Samples estimated = new Samples();
        for (int round = 1; round <= bench.rounds(); round++) {
            for (final String way : rates.keySet()) {
                bench.tell(benchmark, round, what + ", " + ways.getOrDefault(way, "the plain program"));
                final StewardRun run = StewardRun.measure(bench, of.withWay(way));
                rates.get(way).add(run.eventsPerProcessorSecond());
                shares.get(way).add(run.othersShare() * PERCENT);
                if (way.equals(BARE)) {
                    allocated.add(run.allocatedBytes() / run.events());
                }
                if (way.equals(ALL)) {
                    stale.add(run.stale() / run.events());
                    bytes.add(run.historyBytes() / run.events());
                    estimated.add(run.estimatedBytes() / run.events());
                }
            }
        }
        final Figure plain = Figure.of("plain Java", Figure.PER_SECOND, rates.get(PLAIN));
        final List<Result> results = new ArrayList<>();
        ways.forEach((way, words) -> results.add(Result.compared(benchmark, what + ", " + words,
            Figure.of("Takt", Figure.PER_SECOND, rates.get(way)), plain,
            Figure.ratio("plain Java / Takt", rates.get(PLAIN).dividedBy(rates.get(way))),
            way.equals(BARE) ? without : with)
            .withNote(Figure.digits(shares.get(way).median()) + " % of its time by the collector and compilers")));
        results.add(Result.bounded(benchmark, what + ", stale predictions per event", Figure.of("Takt", "", stale),
            Bound.atMost(MOST_STALE)));
        results.add(Result.reported(benchmark, what + ", no history, allocated per event",
            Figure.of("Takt", "B", allocated)));
        results.add(Result.compared(benchmark, what + ", history per event", Figure.of("Takt", "B", bytes),
            Figure.of("its own estimate", "B", estimated),
            Figure.ratio("history / its estimate", bytes.dividedBy(estimated)), null));
        return results;
    }
}
