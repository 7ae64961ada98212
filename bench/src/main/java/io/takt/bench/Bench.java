package io.takt.bench;

import io.takt.hub.command.StatusLine;
import io.takt.hub.command.Terminal;
import java.util.List;

/**
 * The means that a benchmark is given.
 *
 * @param rounds     how often each measurement is taken, in turn with its peer's.
 * @param measuredNs wall time of one measurement.
 * @param waiting    how Takt is to wait, written into configurations; null to leave that to Takt.
 * @param workplace  where to start processes.
 * @param terminal   on which results are told.
 * @param progress   in which it is told what goes on.
 */
record Bench(int rounds, long measuredNs, String waiting, Workplace workplace, Terminal terminal,
    StatusLine progress) {
    /** Warms up until the rate is steady, but not for longer than this. */
    long warmUpAtMostNs() {
        return Math.min(10 * WallTime.SECOND, 4 * measuredNs);
    }

    /** How long something that has no rate is left alone before it is measured. */
    long settleNs() {
        return Math.min(5 * WallTime.SECOND, 2 * measuredNs);
    }

    /** Tells a person what goes on, in a line that is written over. */
    void tell(final Benchmark benchmark, final String doing) {
        progress.show(benchmark.name() + ": " + doing);
    }

    /** Tells what goes on with a peer. */
    void tell(final String peer, final String doing) {
        progress.show(peer + ": " + doing);
    }

    /** Likewise, in a round. */
    void tell(final Benchmark benchmark, final int round, final String doing) {
        tell(benchmark, "round " + round + " of " + rounds + ", " + doing);
    }

    /** All benchmarks, in the order in which they are run. */
    static List<Benchmark> all() {
        return List.of(
            new LockStep(), new ManyProcesses(), new OneProcessor(), new RunAhead(), new ManyAssets(), new Joins(),
            new StuckAsset(), new Scrape(), new Page(), new Messages(), new MessageEcho(), new MessageFanOut(),
            new MessageGarbage(), new MessageCompany(), new CAssets(), new PythonSteps(), new FmuSteps(),
            new FmuPair(), new MosaikPair(), new SumoSteps(), new Tree(), new TreeDistance(), new TreeHelics(),
            new TreeSize(), new Ring(), new Phold(), new StewardSpheres(), new StewardKit(), new StewardPast(),
            new StewardRedo(), new StewardSnapshot(), new StewardParallel(), new StewardPhold(), new StewardBound(),
            new Idle(), new Realtime(), new AssetStart(), new Start());
    }
}
