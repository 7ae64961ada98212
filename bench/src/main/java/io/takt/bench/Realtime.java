package io.takt.bench;

import io.takt.shm.clock.Clock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/**
 * T_c in realtime pace against the wall clock, seen from outside: a process that watches T_c notes when it moves.
 *
 * <p>A count-up can be late but never early, so the earliest of each tenth of a second shows the pace, and the line
 * through them the drift. How much later the others are is the jitter.
 */
final class Realtime implements Benchmark {
    private static final long STEP_NS = WallTime.MS;
    private static final int STEPS_PER_PART = 100;
    private static final double[] PERCENTILES = {50, 90, 99, 99.9, 100};
    private static final double US = 1e3;
    private static final double PPM = 1e6;

    @Override
    public String name() {
        return "realtime";
    }

    @Override
    public String title() {
        return "a core that counts up every millisecond of wall time: its drift, and how late its count-ups are";
    }

    @Override
    public List<Result> run(final Bench bench) throws IOException, InterruptedException {
        final Scenario scenario = Scenario.realtime(STEP_NS, STEP_NS, 1);
        final List<Sample> samples;
        try (LiveHub hub = LiveHub.start(bench, scenario)) {
            bench.tell(this, "settling");
            WallTime.sleep(bench.settleNs());
            bench.tell(this, "watching the core");
            samples = watch(hub.core(), bench.rounds() * bench.measuredNs());
        }
        return judge(samples);
    }

    /**
     * T_c was seen to have moved.
     *
     * @param wallNs     when.
     * @param coreTimeNs to where.
     */
    record Sample(long wallNs, long coreTimeNs) {
        long behindNs() {
            return wallNs - coreTimeNs;
        }
    }

    /**
     * Does not let the clock out of sight. When it was, because others needed the processor, the count-ups in between
     * count as seen when the last of them was: they could not have been seen earlier from here.
     */
    private static List<Sample> watch(final Clock core, final long durationNs) {
        final List<Sample> samples = new ArrayList<>();
        final long startNs = System.nanoTime();
        long seenNs = core.read();
        long nowNs = startNs;
        while (nowNs - startNs < durationNs) {
            final long timeNs = core.read();
            nowNs = System.nanoTime();
            for (; seenNs < timeNs; seenNs += STEP_NS) {
                samples.add(new Sample(nowNs, seenNs + STEP_NS));
            }
            Thread.onSpinWait();
        }
        return samples;
    }

    private List<Result> judge(final List<Sample> samples) {
        if (samples.size() < 2 * STEPS_PER_PART) { // a line needs two points
            return List.of(Result.skipped(this, "drift", null, "not measured: T_c was seen to move "
                + samples.size() + " times only"));
        }
        final List<Sample> earliest = earliest(samples);
        final double slope = slope(earliest);
        final double tookS = (samples.get(samples.size() - 1).wallNs - samples.get(0).wallNs) / 1e9;
        final double driftUs = slope * tookS * 1e9 / US;
        final List<Result> results = new ArrayList<>();
        // A pace that errs by only a ten-thousandth at every step loses a step in ten seconds.
        results.add(Result.bounded(this, String.format(Locale.ROOT, "drift in %.1f s, either way", tookS),
            Figure.of("Takt", "us", Math.abs(driftUs)), Bound.atMost(STEP_NS / US))
            .withNote(String.format(Locale.ROOT, "%+.3f us, that is %+.4f ppm", driftUs, slope * PPM)));
        final Histogram late = lateness(samples, earliest, slope);
        for (final double percentile : PERCENTILES) {
            final String what = percentile == 100 ? "latest of " + late.getTotalCount() + " count-ups"
                : String.format(Locale.ROOT, "%s %% of count-ups late by at most",
                    Figure.digits(percentile).replaceAll("\\.?0+$", ""));
            results.add(Result.reported(this, what,
                Figure.of("Takt", "us", late.getValueAtPercentile(percentile) / US)));
        }
        return results;
    }

    /** Of each part of the samples the one that is least behind the wall clock. */
    static List<Sample> earliest(final List<Sample> samples) {
        final List<Sample> earliest = new ArrayList<>();
        for (int from = 0; from + STEPS_PER_PART <= samples.size(); from += STEPS_PER_PART) {
            Sample best = samples.get(from);
            for (final Sample each : samples.subList(from, from + STEPS_PER_PART)) {
                best = each.behindNs() < best.behindNs() ? each : best;
            }
            earliest.add(best);
        }
        return earliest;
    }

    /** By how much T_c falls behind the wall clock, per unit of time. */
    static double slope(final List<Sample> earliest) {
        final LeastSquares line = new LeastSquares();
        final Sample first = earliest.get(0);
        earliest.forEach(each -> line.add(each.wallNs - first.wallNs, each.behindNs() - first.behindNs()));
        return line.slope();
    }

    /** How much later each count-up was seen than the pace has it. */
    private static Histogram lateness(final List<Sample> samples, final List<Sample> earliest, final double slope) {
        final Sample first = samples.get(0);
        double paceNs = Double.MAX_VALUE;
        for (final Sample each : earliest) {
            paceNs = Math.min(paceNs, each.behindNs() - slope * (each.wallNs - first.wallNs));
        }
        final Histogram late = new Histogram(3);
        late.setAutoResize(true);
        for (final Sample each : samples) {
            late.recordValue(Math.max(0, (long) (each.behindNs() - slope * (each.wallNs - first.wallNs) - paceNs)));
        }
        return late;
    }
}
