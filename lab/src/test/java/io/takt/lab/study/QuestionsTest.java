package io.takt.lab.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.takt.lab.report.Report;
import io.takt.lab.report.Sheet;
import io.takt.lab.sim.Draw;
import io.takt.lab.sim.Machine.Waiting;
import io.takt.lab.study.Delay.Sweep;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The three experiments on the seed's open questions, shorter than the commands make them. */
class QuestionsTest {
    private static final long SEED = 7;
    private static final boolean SLOW = Boolean.getBoolean("takt.slow");
    private static final long INTERVALS = SLOW ? 30_000 : 4_000;
    private static final int EFFORT = SLOW ? 1_000 : 150;
    private static final long PERIODS = SLOW ? 12 : 2;

    private static String csv(final Report report) {
        return report.sheets().stream().map(Sheet::csv).collect(Collectors.joining("\n"));
    }

    private static void isReproducible(final LongFunction<Report> experiment) {
        final Report report = experiment.apply(SEED);
        assertThat(csv(report)).isEqualTo(csv(experiment.apply(SEED))).isNotEqualTo(csv(experiment.apply(SEED + 1)));
        assertThat(report.parameters().get("seed")).isEqualTo(SEED);
        assertThat(report.results().get("violations")).isEqualTo(0L);
        assertThat(report.pictures()).isNotEmpty().extracting(picture -> picture.name()).doesNotHaveDuplicates();
        assertThat(report.findings()).allMatch(finding -> finding.endsWith("."));
    }

    @Test
    void theSameSeedGivesTheSameDelays() {
        isReproducible(seed -> Delay.report(seed, 100, Tracker.NONE));
    }

    @Test
    void theSameSeedGivesTheSameJitter() {
        isReproducible(seed -> Jitter.report(seed, 15, Tracker.NONE));
    }

    /** The greatest spread of each kind of interval is in spread.csv, where D_max is empty. */
    @Test
    void jitterSaysHowFarAssetsWereApartInTheSameRuns() {
        final Report report = Jitter.report(SEED, 15, Tracker.NONE);
        final Map<String, Long> greatest = new LinkedHashMap<>();
        report.sheets().get(0).rows().stream().filter(row -> row.get(2).isEmpty())
            .forEach(row -> greatest.merge(row.get(0), Long.valueOf(row.get(5)), Math::max));
        assertThat(greatest).hasSize(4);
        greatest.forEach((intervals, steps) -> assertThat(report.findings()).filteredOn(finding ->
            finding.startsWith("Spread with intervals " + intervals)).singleElement().asString()
            .contains("and never more than " + steps + "."));
    }

    @Test
    void theSameSeedGivesTheSameQuota() {
        isReproducible(seed -> Quota.report(seed, 1, Tracker.NONE));
    }

    @Test
    void tellsHowFarItHasCome() {
        final List<Long> done = new ArrayList<>();
        Delay.run(SEED, 20, (now, of) -> {
            done.add(now);
            assertThat(of).isGreaterThanOrEqualTo(now);
        });
        assertThat(done).isSorted().hasSizeGreaterThan(100).doesNotHaveDuplicates();
    }

    /** Exact in lock-step and without chance; else an upper bound. */
    @Test
    void delayedSpeedIsAWindowOverARoundTrip() {
        for (final Delay.Point point : Delay.run(SEED, INTERVALS, Tracker.NONE)) {
            assertThat(point.run().bounds().violations()).isZero();
            assertThat(point.run().bounds().greatestLag()).isLessThanOrEqualTo(point.settings().maxDelay());
            final boolean isExact = point.sweep() == Sweep.DELAY || point.sweep() == Sweep.STEPS
                || point.window() == 1 && (point.sweep() != Sweep.UNEVEN || point.delay() >= 1);
            // A run of few round trips counts a part of one too much or too little.
            final double trips = 0.8 * INTERVALS * point.predicted() / point.window();
            final boolean isRandom = point.loss() > 0 || point.variation() > 0 || point.sweep() == Sweep.UNEVEN;
            final double chance = isRandom ? 4 / Math.sqrt(trips) : 0;
            assertThat(point.ratio()).as("%s", point).isLessThan(1.001 + 1 / trips + chance);
            if (isExact) {
                assertThat(point.ratio()).as("%s", point).isEqualTo(1, within(0.01 + 2 / trips + chance));
            }
            assertThat(point.ratio()).as("%s", point).isGreaterThan(0.55);
        }
    }

    @Test
    void assetsThatVaryAreQueues() {
        final List<Jitter.Point> points = Jitter.run(SEED, EFFORT, Tracker.NONE);
        for (final Jitter.Point point : points) {
            assertThat(point.run().bounds().violations()).isZero();
            assertThat(point.run().bounds().greatestSpread()).isLessThanOrEqualTo(point.window());
            if (!point.paced() && point.assets() >= 10 && point.predicted() > 0 && point.draw() != Jitter.HEAVY) {
                final double chance = 0.08 + 0.8 / Math.sqrt(point.run().bounds().coreTime());
                assertThat(point.speed() / point.predicted()).as("%s", point).isEqualTo(1, within(chance));
            }
        }
        for (final Jitter.Point point : points) {
            if (!point.paced() && point.window() == 16 && point.assets() >= 10 && point.draw() != Jitter.HEAVY) {
                assertThat(1 - point.speed()).as("%s", point)
                    .isEqualTo(Queues.smallLoss(point.draw(), 16, point.assets()), within(0.04));
            }
        }
        final Jitter.Point ten = points.stream().filter(point -> point.isUnbounded() && point.assets() == 10
            && point.draw() == Draw.EXPONENTIAL).findFirst().orElseThrow();
        assertThat(ten.spread()).isEqualTo(ten.predicted(), within(0.25 * ten.predicted()));
        final Jitter.Point cut = points.stream().filter(point -> point.paced() && !point.isUnbounded()
            && point.assets() == 1_000).findFirst().orElseThrow();
        assertThat(cut.run().bounds().greatestLag()).as("D_max cuts it off").isEqualTo(cut.window());
    }

    @Test
    void spinningCollapsesWhereSleepingShares() {
        final List<Quota.Point> points = Quota.run(SEED, PERIODS, Tracker.NONE);
        for (final Quota.Point point : points) {
            assertThat(point.violations()).isZero();
            assertThat(point.work() + point.spun() + point.overhead() + point.idle()).isEqualTo(1, within(1e-9));
            final double most = Quota.mostSpeed(point.assets(), point.machine().processors());
            if (point.sweep() == Quota.Sweep.ASSETS || point.sweep() == Quota.Sweep.MAX_DELAY) {
                assertThat(point.speed()).as("%s", point).isLessThan(1.1 * most);
            }
            if (point.sweep() == Quota.Sweep.ASSETS && point.waiting() == Waiting.SPIN) {
                final double predicted = Quota.spinningSpeed(point.assets(), point.machine().processors(),
                    point.machine().quantumNs(), 1);
                assertThat(point.speed()).as("%s", point).isEqualTo(predicted, within(0.05 * predicted));
            }
            if (point.sweep() == Quota.Sweep.ASSETS && point.waiting() == Waiting.SLEEP && point.assets() > 1) {
                assertThat(point.speed()).as("%s", point).isGreaterThan(0.35 * most);
            }
            if (point.sweep() == Quota.Sweep.QUOTA_SPREAD && point.waiting() == Waiting.SPIN) {
                final double predicted = Quota.spreadSpeed(point.window());
                assertThat(point.speed()).as("%s", point).isEqualTo(predicted, within(0.05 * predicted));
            }
        }
    }
}
