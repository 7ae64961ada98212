package io.takt.bench;

import io.takt.bench.CLockStep.Mode;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Takt's lock-step against that of C, in turns: a round is one measurement of Takt and one of every way to wait in C.
 * Takt's processes are started anew for each, so that the luck of one JVM's compiler does not count for all.
 */
final class LockStepMatch {
    private final Bench bench;
    private final Benchmark benchmark;
    private final List<Mode> modes;
    private final Bound bound;

    /** Takt is measured against the best of the modes. */
    LockStepMatch(final Bench bench, final Benchmark benchmark, final List<Mode> modes, final Bound bound) {
        this.bench = bench;
        this.benchmark = benchmark;
        this.modes = modes;
        this.bound = bound;
    }

    Result play(final String what, final Scenario scenario) throws IOException, InterruptedException {
        return play(what, scenario, scenario);
    }

    /** With other programs in place of those of the scenario. */
    Result play(final String what, final Scenario scenario, final Setup setup)
        throws IOException, InterruptedException {
        final CLockStep peer = CLockStep.compiled(bench);
        final Samples takt = new Samples();
        final Map<Mode, Samples> peers = new EnumMap<>(Mode.class);
        for (int round = 1; round <= bench.rounds(); round++) {
            bench.tell(benchmark, round, what + ", Takt");
            try (LiveHub hub = LiveHub.start(bench, setup)) {
                takt.add(hub.warmCountUpsPerSecond());
            }
            for (final Mode mode : peer == null ? List.<Mode>of() : modes) {
                bench.tell(benchmark, round, what + ", C " + mode.word());
                peers.computeIfAbsent(mode, any -> new Samples()).add(peer.countUpsPerSecond(scenario.assets(), mode,
                    (int) (scenario.maxDelayNs() / scenario.stepNs()), scenario.prefix()));
            }
        }
        final Figure own = Figure.of("Takt", Figure.PER_SECOND, takt);
        if (peers.isEmpty()) {
            return Result.skipped(benchmark, what, own, CProgram.missing());
        }
        final Mode best = modes.stream().max((one, other) ->
            Double.compare(peers.get(one).median(), peers.get(other).median())).orElseThrow();
        final Figure other = Figure.of("C " + best.word(), Figure.PER_SECOND, peers.get(best));
        final Result result = Result.compared(benchmark, what, own, other,
            Figure.ratio(other.of() + " / Takt", peers.get(best).dividedBy(takt)), bound);
        final String rest = modes.stream().filter(mode -> mode != best)
            .map(mode -> Figure.of("C " + mode.word(), Figure.PER_SECOND, peers.get(mode)))
            .map(figure -> figure.of() + " " + figure.text()).reduce((one, two) -> one + ", " + two).orElse(null);
        return rest == null ? result : result.withNote("the slower: " + rest);
    }
}
