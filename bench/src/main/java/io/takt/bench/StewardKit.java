package io.takt.bench;

import java.io.IOException;
import java.util.List;

/** Disks on the trajectories, contacts and neighbourhoods of the kit, against a plain program of hard disks. */
final class StewardKit implements Benchmark {
    private static final int BODIES = 10_000;

    @Override
    public String name() {
        return "steward-kit";
    }

    @Override
    public String title() {
        return "events of disks by the parts of the kit per processor second, against a plain loop of hard disks";
    }

    @Override
    public List<Result> run(final Bench bench) throws IOException, InterruptedException {
        final Samples marbles = new Samples();
        final Samples plain = new Samples();
        for (int round = 1; round <= bench.rounds(); round++) {
            plain.add(rate(bench, round, "disks", "plain"));
            marbles.add(rate(bench, round, "marbles", "bare"));
        }
        return List.of(Result.compared(this, BODIES + " marbles, no history",
            Figure.of("Takt", Figure.PER_SECOND, marbles), Figure.of("plain Java", Figure.PER_SECOND, plain),
            Figure.ratio("plain Java / Takt", plain.dividedBy(marbles)), Bound.atMost(2)));
    }

    private double rate(final Bench bench, final int round, final String world, final String way)
        throws IOException, InterruptedException {
        bench.tell(this, round, BODIES + " " + world);
        return StewardRun.measureWithoutHistory(bench, new StewardRun.Of(world, BODIES, way, 0, 0))
            .eventsPerProcessorSecond();
    }
}
