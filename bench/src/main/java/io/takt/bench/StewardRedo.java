package io.takt.bench;

import io.takt.bench.program.PastProgram;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What an event costs that a change a second ago has brought about, against one that happens at the front. */
final class StewardRedo implements Benchmark {
    private static final int[] BODIES = {1_000, 10_000};
    private static final double NS_PER_US = 1e3;
    private static final double NS_PER_MS = 1e6;
    private static final double MOST = 3;

    @Override
    public String name() {
        return "steward-redo";
    }

    @Override
    public String title() {
        return "processor time of events that a change of the past brings about, against events at the front";
    }

    @Override
    public List<Result> run(final Bench bench) throws IOException, InterruptedException {
        final List<Result> results = new ArrayList<>();
        for (final int bodies : BODIES) {
            final Samples redoneUs = new Samples();
            final Samples forwardUs = new Samples();
            final Samples changeMs = new Samples();
            final Samples secondMs = new Samples();
            final Samples share = new Samples();
            for (int round = 1; round <= bench.rounds(); round++) {
                bench.tell(this, round, bodies + " spheres");
                // Seconds, events and nanoseconds at the front; changes, events and nanoseconds of changes.
                final double[] of = Arrays.stream(StewardRun.print(bench, PastProgram.class, bodies).trim().split(" "))
                    .mapToDouble(Double::parseDouble).toArray();
                forwardUs.add(of[2] / of[1] / NS_PER_US);
                redoneUs.add(of[5] / of[4] / NS_PER_US);
                secondMs.add(of[2] / of[0] / NS_PER_MS);
                changeMs.add(of[5] / of[3] / NS_PER_MS);
                share.add(of[4] / of[3] / (of[1] / of[0]));
            }
            results.add(Result.compared(this, bodies + " spheres, an event redone", Figure.of("Takt", "us", redoneUs),
                Figure.of("at the front", "us", forwardUs),
                Figure.ratio("redone / at the front", redoneUs.dividedBy(forwardUs)), Bound.atMost(MOST)));
            results.add(Result.compared(this, bodies + " spheres, a kick 1 s ago", Figure.of("Takt", "ms", changeMs),
                Figure.of("that second anew", "ms", secondMs),
                Figure.ratio("kick / second", changeMs.dividedBy(secondMs)), null)
                .withNote("redone are " + Figure.digits(share.median()) + " times as many events as that second has"));
        }
        return results;
    }
}
