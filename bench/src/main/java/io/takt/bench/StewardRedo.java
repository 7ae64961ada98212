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
    /** Of points, each of which has about one event a second. */
    private static final int POINTS = 1_000;
    private static final int[] LONG_AGO = {200, 1_000};
    private static final double NS_PER_US = 1e3;
    private static final double NS_PER_MS = 1e6;
    private static final double MOST = 3;
    private static final double DIGITS = 1e5;

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
                results.addAll(run(bench, "spheres", bodies, secondsAgo));
            }
        }
        for (final int secondsAgo : LONG_AGO) {
            results.addAll(run(bench, "points", POINTS, secondsAgo));
        }
        return results;
    }

    private List<Result> run(final Bench bench, final String world, final int bodies, final int secondsAgo)
        throws IOException, InterruptedException {
        final Samples redoneUs = new Samples();
        final Samples forwardUs = new Samples();
        final Samples changeMs = new Samples();
        final Samples secondsMs = new Samples();
        final Samples share = new Samples();
        final String what = bodies + " " + world + ", a kick " + secondsAgo + " s ago";
        for (int round = 1; round <= bench.rounds(); round++) {
            bench.tell(this, round, what);
            final Past past = past(bench, world, bodies, secondsAgo);
            forwardUs.add(past.forwardNs / past.events / NS_PER_US);
            redoneUs.add(past.changeNs / past.redone / NS_PER_US);
            share.add(past.redone / past.changes / (past.events / past.seconds) / secondsAgo);
            secondsMs.add(secondsAgo * past.forwardNs / past.seconds / NS_PER_MS);
            changeMs.add(past.changeNs / past.changes / NS_PER_MS);
        }
        return List.of(
            Result.compared(this, what + ", an event that is run because of it", Figure.of("Takt", "us", redoneUs),
                Figure.of("at the front", "us", forwardUs),
                Figure.ratio("because of it / at the front", redoneUs.dividedBy(forwardUs)), Bound.atMost(MOST)),
            Result.compared(this, what, Figure.of("Takt", "ms", changeMs),
                    Figure.of("all since then", "ms", secondsMs),
                    Figure.ratio("kick / all since then", changeMs.dividedBy(secondsMs)),
                    Bound.atMost(Math.rint(MOST * share.median() * DIGITS) / DIGITS))
                .withNote("run because of it are " + Figure.digits(share.median())
                    + " times as many events as there were since"));
    }

    private static Past past(final Bench bench, final String world, final int bodies, final int secondsAgo)
        throws IOException, InterruptedException {
        final double[] of = Arrays.stream(
            StewardRun.print(bench, PastProgram.class, world, bodies, secondsAgo, Redoing.BY_EXPERIENCE)
                .trim().split(" ")).mapToDouble(Double::parseDouble).toArray();
        return new Past(of[0], of[1], of[2], of[3], of[4], of[5]);
    }

    /** Seconds, events and nanoseconds at the front; changes, events and nanoseconds of changes. */
    private record Past(
        double seconds, double events, double forwardNs, double changes, double redone, double changeNs) {
    }
}
