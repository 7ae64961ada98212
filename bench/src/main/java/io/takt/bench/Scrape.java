package io.takt.bench;

import io.takt.hub.core.status.HubStatus;
import io.takt.hub.metrics.HubMetrics;
import java.util.List;

/**
 * A scrape of a hub with many assets, all of which report their steps: the status, which the hub's own thread makes,
 * and the text that is made of it. Measured within this process, one after the other.
 */
final class Scrape implements Benchmark {
    private static final int ASSETS = 10_000;
    private static final int WARM_UP = 20;
    private static final Bound AT_MOST_MS = Bound.atMost(100);
    private static final Bound AT_MOST_MB = Bound.atMost(5);

    @Override
    public String name() {
        return "scrape";
    }

    @Override
    public String title() {
        return "wall time and size of a scrape of a hub with 10,000 assets";
    }

    @Override
    public List<Result> run(final Bench bench) {
        bench.tell(this, "joining with " + ASSETS + " assets");
        final StuckHub hub = new StuckHub(ASSETS);
        hub.report();
        final HubMetrics metrics = new HubMetrics("stuck", "0", null, 0);
        final Samples status = new Samples();
        final Samples text = new Samples();
        int bytes = 0;
        for (int i = 0; i < WARM_UP; i++) {
            bytes = metrics.scrape(hub.status()).length();
        }
        bench.tell(this, "measuring");
        final long endNs = System.nanoTime() + bench.measuredNs() * bench.rounds();
        do {
            final long startNs = System.nanoTime();
            final HubStatus now = hub.status();
            final long toldNs = System.nanoTime();
            bytes = Math.max(bytes, metrics.scrape(now).length());
            text.add((System.nanoTime() - toldNs) / 1e6);
            status.add((toldNs - startNs) / 1e6);
        } while (System.nanoTime() < endNs);
        return List.of(
            Result.bounded(this, ASSETS + " assets, by the hub's thread", Figure.of("Takt", "ms", status), AT_MOST_MS),
            Result.bounded(this, ASSETS + " assets, the text", Figure.of("Takt", "ms", text), AT_MOST_MS),
            Result.bounded(this, ASSETS + " assets, its size", Figure.of("Takt", "MB", bytes / 1e6), AT_MOST_MB));
    }
}
