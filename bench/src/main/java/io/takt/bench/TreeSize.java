package io.takt.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.IntFunction;

/** Trees of many hubs and assets: that they start, hold their bounds and end; and the cost of width and depth. */
final class TreeSize implements Benchmark {
    private static final int STEPS_AHEAD = 100;
    private static final List<Integer> WIDTHS = List.of(1, 2, 5, 10);
    private static final List<Integer> DEPTHS = List.of(1, 2, 3, 4);
    private static final double MIB = 1 << 20;

    /** A run that is to end is so long, at least: it must not be over before all cores have moved. */
    private static final long RUN_AT_LEAST_NS = 2 * WallTime.SECOND;
    private static final long END_WITHIN_NS = 60 * WallTime.SECOND;
    private static final int SLOWER_AT_MOST = 20;

    @Override
    public String name() {
        return "tree-size";
    }

    @Override
    public String title() {
        return "trees of 11 hubs with 10,000 assets, and of 111 hubs; the cost of width and depth";
    }

    @Override
    public List<Result> run(final Bench bench) throws IOException, InterruptedException {
        final List<Result> results = new ArrayList<>();
        results.addAll(size(bench, "1 + 10 hubs, 10,000 assets", List.of(10), List.of(0, 1_000)));
        results.addAll(size(bench, "1 + 10 + 100 hubs, 10 assets each", List.of(10, 10), List.of(10, 10, 10)));
        results.addAll(growth(bench, "a count-up, child hubs side by side", WIDTHS, List::of));
        results.addAll(growth(bench, "a count-up, child hubs one below the other", DEPTHS,
            depth -> Collections.nCopies(depth, 1)));
        return results;
    }

    private List<Result> size(final Bench bench, final String what, final List<Integer> fanOut,
        final List<Integer> assets) throws IOException, InterruptedException {
        final Samples startS = new Samples();
        final Samples perSecond = new Samples();
        final Samples memory = new Samples();
        final Samples broken = new Samples();
        long looks = 0;
        String trouble = null;
        for (int round = 1; round <= bench.rounds(); round++) {
            bench.tell(this, round, what);
            final double rate;
            try (LargeTree tree = LargeTree.start(bench, shape(bench, fanOut, assets))) {
                startS.add((double) tree.startedInNs() / WallTime.SECOND);
                rate = warmCost(tree).perSecond();
                perSecond.add(rate);
                memory.add(tree.memoryBytes() / MIB);
            }
            bench.tell(this, round, what + ", to its end");
            final TreeShape shape = shape(bench, fanOut, assets);
            final long runNs = Math.max(RUN_AT_LEAST_NS, bench.measuredNs());
            final long steps = STEPS_AHEAD + (long) (rate * runNs / WallTime.SECOND);
            try (LargeTree tree = LargeTree.start(bench, shape, steps * shape.stepNs())) {
                final TreeObserver observer = tree.observer().start();
                final String end = tree.awaitEnd(END_WITHIN_NS + SLOWER_AT_MOST * runNs);
                observer.close();
                looks += observer.looks();
                broken.add(observer.violations() + (end == null ? 0 : 1));
                trouble = trouble != null ? trouble : observer.first() != null ? observer.first() : end;
            }
        }
        final Result bounds = Result.bounded(this, what + ": broken bounds, and clocks not at the end",
            Figure.of("Takt", "", broken.most()), Bound.atMost(0));
        return List.of(
            Result.reported(this, what + ": until all cores move", Figure.of("Takt", "s", startS)),
            Result.reported(this, what + ": count-ups of the root", Figure.of("Takt", Figure.PER_SECOND, perSecond)),
            Result.reported(this, what + ": memory", Figure.of("Takt", "MiB", memory)),
            bounds.withNote(trouble != null ? trouble : "all clocks were read " + looks + " times"));
    }

    private static TreeShape shape(final Bench bench, final List<Integer> fanOut, final List<Integer> assets) {
        return TreeShape.of(bench.workplace().newHubName(), fanOut, assets, STEPS_AHEAD);
    }

    private static Cost warmCost(final LargeTree tree) throws IOException, InterruptedException {
        tree.awaitCompiled();
        return tree.warmCost();
    }

    /** Of hubs without assets, against the first of the numbers. */
    private List<Result> growth(final Bench bench, final String of, final List<Integer> numbers,
        final IntFunction<List<Integer>> fanOut) throws IOException, InterruptedException {
        final List<Samples> wallNs = numbers.stream().map(each -> new Samples()).toList();
        final List<Samples> processorNs = numbers.stream().map(each -> new Samples()).toList();
        for (int round = 1; round <= bench.rounds(); round++) {
            for (int i = 0; i < numbers.size(); i++) {
                bench.tell(this, round, of + ": " + numbers.get(i));
                final List<Integer> levels = fanOut.apply(numbers.get(i));
                try (LargeTree tree = LargeTree.start(bench,
                    shape(bench, levels, Collections.nCopies(levels.size() + 1, 0)))) {
                    final Cost cost = warmCost(tree);
                    wallNs.get(i).add(cost.wallNs());
                    processorNs.get(i).add(cost.processorNs());
                }
            }
        }
        final List<Result> results = new ArrayList<>();
        for (int i = 0; i < numbers.size(); i++) {
            results.add(Result.compared(this, of + ": " + numbers.get(i),
                Figure.of("Takt", "ns", wallNs.get(i)), Figure.of("1 child", "ns", wallNs.get(0)),
                Figure.ratio("Takt / 1 child", wallNs.get(i).dividedBy(wallNs.get(0))), null)
                .withNote("processor time of all processes: " + Figure.digits(processorNs.get(i).median()) + " ns"));
        }
        return results;
    }
}
