package io.takt.bench;

import java.io.IOException;
import java.util.List;

/**
 * The cost of the live page: lock-steps with one page open and a scrape each second, against none; and how much a page
 * of many assets is sent. The reader is in this process, and draws nothing.
 */
final class Page implements Benchmark {
    private static final int MANY = 1_000;
    private static final Bound AT_LEAST = Bound.atLeast(0.95);
    private static final Bound AT_MOST_KB = Bound.atMost(100);

    @Override
    public String name() {
        return "page";
    }

    @Override
    public String title() {
        return "lock-steps with the live page open and a scrape each second, and the bytes that a page is sent";
    }

    @Override
    public List<Result> run(final Bench bench) throws IOException, InterruptedException {
        return List.of(speed(bench), bytes(bench));
    }

    private Result speed(final Bench bench) throws IOException, InterruptedException {
        final Samples without = new Samples();
        final Samples with = new Samples();
        for (int round = 1; round <= bench.rounds(); round++) {
            bench.tell(this, round, "without a page");
            try (LiveHub hub = LiveHub.start(bench, Scenario.lockStep(1))) {
                without.add(hub.warmCountUpsPerSecond());
            }
            bench.tell(this, round, "with a page");
            try (LiveHub hub = LiveHub.start(bench, Scenario.lockStep(1), LiveHub.Company.PAGE);
                PageReader page = new PageReader(hub.page())) {
                with.add(hub.warmCountUpsPerSecond());
                page.requireRead();
            }
        }
        return Result.compared(this, "1 asset, lock-step", Figure.of("with a page", Figure.PER_SECOND, with),
            Figure.of("without", Figure.PER_SECOND, without), Figure.ratio("with / without", with.dividedBy(without)),
            AT_LEAST);
    }

    private Result bytes(final Bench bench) throws IOException, InterruptedException {
        bench.tell(this, MANY + " assets");
        try (LiveHub hub = LiveHub.start(bench, Scenario.lockStep(MANY).inOneProcess(), LiveHub.Company.PAGE);
            PageReader page = new PageReader(hub.page())) {
            WallTime.sleep(bench.settleNs());
            final long fromNs = System.nanoTime();
            final long from = page.bytes();
            WallTime.sleep(bench.rounds() * bench.measuredNs());
            final double seconds = (System.nanoTime() - fromNs) / (double) WallTime.SECOND;
            final Figure perSecond = Figure.of("Takt", "KB/s", (page.bytes() - from) / seconds / 1e3);
            page.requireRead();
            return Result.bounded(this, MANY + " assets, to one page", perSecond, AT_MOST_KB);
        }
    }
}
