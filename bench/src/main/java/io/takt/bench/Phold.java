package io.takt.bench;

import io.takt.bench.program.PholdAsset;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** HELICS' PHOLD: logical processes in processes of their own that make each other's events. */
final class Phold implements Benchmark {
    private static final int[] PROCESSES = {1, 2, 4, 8};

    @Override
    public String name() {
        return "phold";
    }

    @Override
    public String title() {
        return "events of PHOLD in 1 to 8 processes, from their start on, against HELICS";
    }

    @Override
    public List<Result> run(final Bench bench) throws IOException, InterruptedException {
        final HelicsPeer helics = HelicsPeer.compiled(bench);
        final List<Result> results = new ArrayList<>();
        for (final int processes : PROCESSES) {
            final Samples takt = new Samples();
            final Samples peer = new Samples();
            for (int round = 1; round <= bench.rounds(); round++) {
                bench.tell(this, round, processes + " processes, Takt");
                takt.add(eventsPerSecond(bench, processes));
                if (helics != null) {
                    bench.tell(this, round, processes + " processes, HELICS");
                    peer.add(helics.perSecond("phold", processes));
                }
            }
            final Figure own = Figure.of("Takt", Figure.PER_SECOND, takt);
            final String what = processes + (processes == 1 ? " process" : " processes");
            results.add(helics == null ? Result.skipped(this, what, own, HelicsLibrary.missing())
                : peer.least() == 0 ? Result.skipped(this, what, own, "not compared: HELICS did not come to its end")
                : Result.compared(this, what, own, Figure.of("HELICS", Figure.PER_SECOND, peer),
                    Figure.ratio("Takt / HELICS", takt.dividedBy(peer)), Bound.atLeast(5)));
        }
        return results;
    }

    private static double eventsPerSecond(final Bench bench, final int processes)
        throws IOException, InterruptedException {
        try (LiveHub hub = LiveHub.start(bench, EventSetup.phold(processes))) {
            double events = 0;
            double tookNs = 0;
            for (int i = 1; i <= processes; i++) {
                final String[] told = hub.line(i, PholdAsset.DONE).split(" ");
                events += Double.parseDouble(told[0]);
                tookNs = Math.max(tookNs, Double.parseDouble(told[1]));
            }
            return events / tookNs * WallTime.SECOND;
        }
    }
}
