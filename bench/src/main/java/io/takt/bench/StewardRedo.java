package io.takt.bench;

import io.takt.bench.program.PastProgram;
import io.takt.steward.log.Redoing;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The cost of an event that a change in the past has brought about, against one at the front, and of the change. */
final class StewardRedo implements Benchmark {
    private static final int[] BODIES = {1_000, 10_000};
    private static final int[] SECONDS_AGO = {1, 3};
    private static final double NS_PER_US = 1e3;
    private static final double NS_PER_MS = 1e6;
    private static final double MOST = 3;
    private static final double DIGITS = 1e3;

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
            for (final int secondsAgo : SECONDS_AGO) {
                results.addAll(run(bench, bodies, secondsAgo));
            }
        }
        return results;
    }

    private List<Result> run(final Bench bench, final int bodies, final int secondsAgo)
        throws IOException, InterruptedException {
        final Samples redoneUs = new Samples();
        final Samples forwardUs = new Samples();
        final Samples changeMs = new Samples();
        final Samples secondsMs = new Samples();
        final Samples redoing = new Samples();
        final Samples share = new Samples();
        for (int round = 1; round <= bench.rounds(); round++) {
            bench.tell(this, round, bodies + " spheres, kicked " + secondsAgo + " s ago");
            final Past redone = past(bench, bodies, secondsAgo, Redoing.SOME);
            forwardUs.add(redone.forwardNs / redone.events / NS_PER_US);
            redoneUs.add(redone.changeNs / redone.redone / NS_PER_US);
            share.add(redone.redone / redone.changes / (redone.events / redone.seconds) / secondsAgo);
            final Past usual = past(bench, bodies, secondsAgo, Redoing.BY_EXPERIENCE);
            secondsMs.add(secondsAgo * usual.forwardNs / usual.seconds / NS_PER_MS);
            changeMs.add(usual.changeNs / usual.changes / NS_PER_MS);
            redoing.add(redone.changeNs / redone.changes / (secondsAgo * redone.forwardNs / redone.seconds));
        }
        final String what = bodies + " spheres, a kick " + secondsAgo + " s ago";
        return List.of(
            Result.compared(this, what + ", an event redone", Figure.of("Takt", "us", redoneUs),
                Figure.of("at the front", "us", forwardUs),
                Figure.ratio("redone / at the front", redoneUs.dividedBy(forwardUs)), Bound.atMost(MOST)),
            Result.compared(this, what, Figure.of("Takt", "ms", changeMs),
                    Figure.of("all since then", "ms", secondsMs),
                    Figure.ratio("kick / all since then", changeMs.dividedBy(secondsMs)),
                    Bound.atMost(Math.rint(MOST * share.median() * DIGITS) / DIGITS))
                .withNote("redone are " + Figure.digits(share.median()) + " times as many events as there were since;"
                    + " if only those are undone that depend on it, the ratio is " + Figure.digits(redoing.median())));
    }

    private static Past past(final Bench bench, final int bodies, final int secondsAgo, final Redoing way)
        throws IOException, InterruptedException {
        final double[] of = Arrays.stream(StewardRun.print(bench, PastProgram.class, bodies, secondsAgo, way)
            .trim().split(" ")).mapToDouble(Double::parseDouble).toArray();
        return new Past(of[0], of[1], of[2], of[3], of[4], of[5]);
    }

    /** Seconds, events and nanoseconds at the front; changes, events and nanoseconds of changes. */
    private record Past(
        double seconds, double events, double forwardNs, double changes, double redone, double changeNs) {
    }
}
