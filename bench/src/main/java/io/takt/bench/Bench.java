package io.takt.bench;

import io.takt.hub.command.Terminal;
import java.util.List;

/**
 * What a benchmark is given.
 *
 * @param rounds     how often each measurement is taken, in turn with its peer's.
 * @param measuredNs wall time of one measurement.
 * @param waiting    how Takt is to wait, written into configurations; null to leave that to Takt.
 * @param workplace  where to start processes.
 * @param terminal   on which progress is told.
 */
record Bench(int rounds, long measuredNs, String waiting, Workplace workplace, Terminal terminal) {
    private static final String ERASE_LINE = "\r\u001b[K";

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
        if (terminal.errIsTerminal()) {
            final String line = benchmark.name() + ": " + doing;
            terminal.err().print(ERASE_LINE + line.substring(0, Math.min(line.length(), terminal.columns() - 1)));
            terminal.err().flush();
        }
    }

    /** Likewise, in a round. */
    void tell(final Benchmark benchmark, final int round, final String doing) {
        tell(benchmark, "round " + round + " of " + rounds + ", " + doing);
    }

    void clearProgress() {
        if (terminal.errIsTerminal()) {
            terminal.err().print(ERASE_LINE);
            terminal.err().flush();
        }
    }

    /** All benchmarks, in the order in which they are run. */
    static List<Benchmark> all() {
        return List.of(new LockStep(), new ManyProcesses(), new OneProcessor(), new RunAhead(), new ManyAssets(),
            new StuckAsset(), new Idle(), new Realtime(), new Start());
    }
}
