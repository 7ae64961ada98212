package io.takt.bench;

import io.takt.bench.program.RingAsset;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** HELICS' ring: a token of 100 bytes goes around nodes in processes of their own, each woken when it comes. */
final class Ring implements Benchmark {
    private static final int[] NODES = {2, 4, 8, 16};

    @Override
    public String name() {
        return "ring";
    }

    @Override
    public String title() {
        return "hops of a token around 2 to 16 processes: the first 5,000 against HELICS, warm ones against C";
    }

    @Override
    public List<Result> run(final Bench bench) throws IOException, InterruptedException {
        final HelicsPeer helics = HelicsPeer.compiled(bench);
        final CRing c = CRing.compiled(bench);
        final List<Result> results = new ArrayList<>();
        for (final int nodes : NODES) {
            final EventSetup setup = EventSetup.ring(nodes);
            final Samples cold = new Samples();
            final Samples warm = new Samples();
            final Samples peer = new Samples();
            final Samples limit = new Samples();
            for (int round = 1; round <= bench.rounds(); round++) {
                bench.tell(this, round, nodes + " nodes, Takt");
                try (LiveHub hub = LiveHub.start(bench, setup)) {
                    cold.add((double) RingAsset.COLD_HOPS * WallTime.SECOND
                        / Long.parseLong(hub.line(1, RingAsset.COLD)));
                    hub.awaitCompiled();
                    // A hop is a nanosecond of simulation time.
                    warm.add(hub.warmCountUpsPerSecond() * setup.stepNs());
                }
                if (helics != null) {
                    bench.tell(this, round, nodes + " nodes, HELICS");
                    peer.add(helics.perSecond("ring", nodes));
                }
                if (c != null) {
                    bench.tell(this, round, nodes + " nodes, C");
                    limit.add(c.hopsPerSecond(nodes));
                }
            }
            final Figure ofCold = Figure.of("Takt", Figure.PER_SECOND, cold);
            final String what = nodes + " nodes";
            results.add(helics == null ? Result.skipped(this, what + ", cold", ofCold, HelicsLibrary.missing())
                : Result.compared(this, what + ", cold", ofCold, Figure.of("HELICS", Figure.PER_SECOND, peer),
                    Figure.ratio("Takt / HELICS", cold.dividedBy(peer)), Bound.atLeast(3)));
            final Figure ofWarm = Figure.of("Takt", Figure.PER_SECOND, warm);
            results.add(c == null ? Result.skipped(this, what + ", warm", ofWarm, CProgram.missing())
                : Result.compared(this, what + ", warm", ofWarm, Figure.of("C", Figure.PER_SECOND, limit),
                    Figure.ratio("Takt / C", warm.dividedBy(limit)), Bound.atLeast(0.5)));
        }
        return results;
    }
}
