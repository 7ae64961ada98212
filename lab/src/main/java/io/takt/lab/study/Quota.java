package io.takt.lab.study;

import io.takt.lab.report.Axis;
import io.takt.lab.report.Picture;
import io.takt.lab.report.Plots;
import io.takt.lab.report.Report;
import io.takt.lab.report.Series;
import io.takt.lab.report.Sheet;
import io.takt.lab.sim.Bounds;
import io.takt.lab.sim.Machine;
import io.takt.lab.sim.Machine.Waiting;
import io.takt.lab.sim.MachineSimulation;
import io.takt.lab.sim.Settings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** More simulators than processors, or processors that are given out by quota; and three ways to wait. */
public final class Quota {
    private static final long US = 1_000;
    private static final long MS = 1_000_000;
    private static final double SECOND = 1e9;
    private static final int PROCESSORS = 2;
    private static final int ASSETS = 4;
    private static final long WORK_NS = 10 * US;
    private static final double WORK_JITTER = 0.5;
    /** The scheduler's tick at 250 Hz, at which Linux looks whether a process has had the processor for long enough. */
    private static final long QUANTUM_NS = 4 * MS;
    /** From docs/laboratory/bench.md: on one processor a round of lock-step is two switches and takes 5.6 us. */
    private static final long SWITCH_NS = 2_500;
    private static final long WAKE_NS = 5 * US;
    private static final long LOOK_NS = 100;
    private static final long PERIOD_NS = 100 * MS;
    private static final long QUOTA_NS = 25 * MS;
    private static final int[] CROWDS = {1, 2, 3, 4, 6, 8, 12, 16, 24, 32};
    private static final int[] WINDOWS = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, 2_048, 4_096};
    private static final int[] FEW_WINDOWS = {1, 4, 16, 64, 256, 1_024, 2_048, 4_096};
    private static final long[] QUANTA_NS = {MS / 2, MS, 2 * MS, 4 * MS, 8 * MS, 16 * MS};
    private static final int[] BENCHED = {2, 4, 8, 16};
    private static final int[] BENCHED_ALONE = {1, 4};
    private static final long[] SMALL_QUOTAS_NS = {2 * MS, 5 * MS, 10 * MS, 20 * MS, 40 * MS};
    private static final long STEPS_A_PERIOD = 150;
    private static final long WINDOWS_A_RUN = 4;
    private static final long WARM_PERIODS = 2;
    private static final long USUAL_PERIODS = 12;
    private static final long LONGEST_NS = 20_000 * MS;
    private static final int WIDTH = 860;
    private static final int HEIGHT = 520;

    private final long seed;
    private final long periods;

    private Quota(final long seed, final long periods) {
        this.seed = seed;
        this.periods = periods;
    }

    /** Which numbers are varied. */
    enum Sweep { ASSETS, MAX_DELAY, QUANTUM, NO_WORK, QUOTA_TOGETHER, QUOTA_SPREAD, ONE_SMALL_QUOTA }

    /**
     * One run.
     *
     * @param sweep      what it belongs to.
     * @param machine    what it ran on.
     * @param assets     how many.
     * @param window     D_max in steps.
     * @param x          the number that the sweep varies.
     * @param speed      steps of the core per second.
     * @param work       part of all processor time that went into steps.
     * @param spun       part that went into spinning.
     * @param overhead   part that went into looks, switching and waking.
     * @param idle       part that was not used.
     * @param violations that an observer saw.
     */
    record Point(Sweep sweep, Machine machine, int assets, int window, double x, double speed, double work, double spun,
        double overhead, double idle, long violations) {
        Waiting waiting() {
            return machine.waiting();
        }
    }

    /**
     * All runs.
     *
     * @param seed    of how long the steps take.
     * @param periods how long a run is at least.
     * @param tracker is told how far it has come.
     * @return a run for each combination.
     */
    static List<Point> run(final long seed, final long periods, final Tracker tracker) {
        return Runs.all(new Quota(seed, periods).all(), tracker);
    }

    private List<Supplier<Point>> all() {
        final List<Supplier<Point>> runs = new ArrayList<>();
        for (final Waiting waiting : Waiting.values()) {
            final Machine usual = machine(PROCESSORS, QUANTUM_NS, waiting);
            for (final int assets : CROWDS) {
                runs.add(() -> one(Sweep.ASSETS, usual, assets, 1, assets, WORK_NS));
            }
            for (final int window : WINDOWS) {
                runs.add(() -> one(Sweep.MAX_DELAY, usual, ASSETS, window, window, WORK_NS));
            }
            for (final long quantumNs : QUANTA_NS) {
                runs.add(() -> one(Sweep.QUANTUM, machine(PROCESSORS, quantumNs, waiting), ASSETS, 1,
                    (double) quantumNs / MS, WORK_NS));
            }
            for (final int assets : BENCHED) {
                runs.add(() -> one(Sweep.NO_WORK, usual, assets, 1, assets, 1));
            }
            for (final int assets : BENCHED_ALONE) {
                runs.add(() -> one(Sweep.NO_WORK, machine(1, QUANTUM_NS, waiting), assets, 1, assets, 1));
            }
            // With a processor for every party, yielding is spinning.
            if (waiting != Waiting.YIELD) {
                limited(runs, waiting);
            }
        }
        return runs;
    }

    /** Quotas, with a processor for every party. */
    private void limited(final List<Supplier<Point>> runs, final Waiting waiting) {
        final Machine enough = machine(ASSETS + 1, QUANTUM_NS, waiting);
        final List<Long> quotas = quotas(QUOTA_NS);
        final List<Long> phases = new ArrayList<>();
        for (int party = 0; party <= ASSETS; party++) {
            phases.add(party * PERIOD_NS / (ASSETS + 1));
        }
        for (final int window : FEW_WINDOWS) {
            runs.add(() -> one(Sweep.QUOTA_TOGETHER, enough.withQuota(PERIOD_NS, QUOTA_NS, ASSETS + 1), ASSETS, window,
                window, WORK_NS));
            runs.add(() -> one(Sweep.QUOTA_SPREAD, enough.withQuotas(PERIOD_NS, quotas, phases), ASSETS, window, window,
                WORK_NS));
        }
        for (final long quotaNs : SMALL_QUOTAS_NS) {
            final List<Long> unequal = quotas(0);
            unequal.set(0, quotaNs);
            runs.add(() -> one(Sweep.ONE_SMALL_QUOTA, enough.withQuotas(PERIOD_NS, unequal,
                Collections.nCopies(ASSETS + 1, 0L)), ASSETS, 1, (double) quotaNs / PERIOD_NS, WORK_NS));
        }
    }

    private static List<Long> quotas(final long quotaNs) {
        return new ArrayList<>(Collections.nCopies(ASSETS + 1, quotaNs));
    }

    private static Machine machine(final int processors, final long quantumNs, final Waiting waiting) {
        return new Machine(processors, quantumNs, SWITCH_NS, WAKE_NS, LOOK_NS, waiting);
    }

    private Point one(final Sweep sweep, final Machine machine, final int assets, final int window, final double x,
        final long workNs) {
        final SplittableRandom random = new SplittableRandom(seed);
        final MachineSimulation simulation = new MachineSimulation(Settings.alike(1, window, 1, assets), machine,
            asset -> Math.max(1, Math.round(workNs * (1 + WORK_JITTER * (2 * random.nextDouble() - 1)))));
        final Bounds bounds = new Bounds(assets, window);
        final boolean limited = !machine.quotasNs().isEmpty();
        final long warmNs = limited ? WARM_PERIODS * PERIOD_NS : 0;
        simulation.runTo(warmNs, bounds);
        while (simulation.coreTime() < WINDOWS_A_RUN * window) {
            // The start, when the core gets ahead by D_max, does not count.
            simulation.runTo(simulation.wallNs() + MS, bounds);
        }
        final Tally before = new Tally(simulation);
        final long steps = Math.max(limited ? 0 : periods * STEPS_A_PERIOD, WINDOWS_A_RUN * window);
        final long leastNs = limited ? periods * PERIOD_NS : 0;
        while (simulation.wallNs() - before.wallNs < leastNs || simulation.coreTime() - before.coreTime < steps
            && simulation.wallNs() < LONGEST_NS) {
            // Whole periods, lest a run end in the middle of what a quota allows.
            simulation.runTo(simulation.wallNs() + PERIOD_NS, bounds);
        }
        return before.point(simulation, sweep, machine, assets, window, x, bounds.violations());
    }

    /** Where a simulation was when the measuring began. */
    private static final class Tally {
        private final long wallNs;
        private final long coreTime;
        private final long workedNs;
        private final long waitedNs;
        private final long overheadNs;
        private final long idleNs;

        private Tally(final MachineSimulation simulation) {
            wallNs = simulation.wallNs();
            coreTime = simulation.coreTime();
            workedNs = simulation.workedNs();
            waitedNs = simulation.waitedNs();
            overheadNs = simulation.overheadNs();
            idleNs = simulation.idleNs();
        }

        private Point point(final MachineSimulation now, final Sweep sweep, final Machine machine, final int assets,
            final int window, final double x, final long violations) {
            final double passedNs = now.wallNs() - wallNs;
            final double allNs = passedNs * machine.processors();
            return new Point(sweep, machine, assets, window, x, (now.coreTime() - coreTime) * SECOND / passedNs,
                (now.workedNs() - workedNs) / allNs, (now.waitedNs() - waitedNs) / allNs,
                (now.overheadNs() - overheadNs) / allNs, (now.idleNs() - idleNs) / allNs, violations);
        }
    }

    /** The number of steps if nothing but steps took processor time. */
    static double mostSpeed(final int assets, final int processors) {
        return Math.min(processors, assets) * SECOND / assets / WORK_NS;
    }

    /** In a turn of the queue every party spins for a quantum, and all advance by a window. */
    static double spinningSpeed(final int assets, final int processors, final long quantumNs, final int window) {
        return assets < processors ? mostSpeed(assets, processors)
            : Math.min(mostSpeed(assets, processors), window * processors * SECOND / ((assets + 1) * quantumNs));
    }

    /** With quotas whose periods are spread, a spinning party runs for a burst only: a window in a period. */
    static double spreadSpeed(final int window) {
        return Math.min(window * SECOND / PERIOD_NS, (double) QUOTA_NS / PERIOD_NS * SECOND / WORK_NS);
    }

    /**
     * The experiment as a report.
     *
     * @param seed    of how long the steps take.
     * @param tracker is told how far it has come.
     * @return tables and plots.
     */
    public static Report report(final long seed, final Tracker tracker) {
        return report(seed, USUAL_PERIODS, tracker);
    }

    static Report report(final long seed, final long periods, final Tracker tracker) {
        final List<Point> points = run(seed, periods, tracker);
        final Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("command", "takt lab quota --seed " + seed);
        parameters.put("seed", seed);
        parameters.put("processors", PROCESSORS + "; " + (ASSETS + 1) + " where there are quotas");
        parameters.put("assets", ASSETS + " where they are not varied");
        parameters.put("a step", "10 us of processor time, ±50 %; 1 ns in the sweep NO_WORK");
        parameters.put("quantum", "4 ms where it is not varied");
        parameters.put("a switch, a sleep, a look", "2.5 us, 5 us, 0.1 us");
        parameters.put("quotas",
            "25 ms of each 100 ms for each party, the core too; in the sweep ONE_SMALL_QUOTA one asset's alone");
        return new Report("quota", "More simulators than processors", findings(points), parameters,
            List.of(crowds(points), shares(points), windows(points), quotas(points)), List.of(sheet(points)),
            results(points));
    }

    private static List<Point> of(final List<Point> points, final Sweep sweep, final Predicate<Point> which) {
        return Runs.of(points, which.and(point -> point.sweep() == sweep));
    }

    private static Point at(final List<Point> points, final Sweep sweep, final Waiting waiting, final double x) {
        return of(points, sweep, point -> point.waiting() == waiting && point.x() == x).get(0);
    }

    private static Map<String, Object> results(final List<Point> points) {
        final Map<String, Object> results = new LinkedHashMap<>();
        results.put("runs", points.size());
        results.put("violations", Runs.violations(points, Point::violations));
        for (final Waiting waiting : Waiting.values()) {
            for (final int assets : new int[] {1, 4, 16}) {
                results.put("speedOf" + assets + "_" + waiting, at(points, Sweep.ASSETS, waiting, assets).speed());
            }
        }
        return results;
    }

    private static List<String> findings(final List<Point> points) {
        final Point spin = at(points, Sweep.ASSETS, Waiting.SPIN, ASSETS);
        final Point sleep = at(points, Sweep.ASSETS, Waiting.SLEEP, ASSETS);
        final Point yields = at(points, Sweep.ASSETS, Waiting.YIELD, ASSETS);
        final Point alone = at(points, Sweep.ASSETS, Waiting.SPIN, 1);
        final Point ahead = at(points, Sweep.MAX_DELAY, Waiting.SPIN, 1_024);
        final Point sleepAhead = at(points, Sweep.MAX_DELAY, Waiting.SLEEP, 1_024);
        return List.of(Runs.violations(points, Point::violations) + " violations in " + points.size() + " runs.",
            "Lock-step of one asset and a core on two processors: " + Rounded.about(alone.speed())
                + " steps/s spinning, " + Rounded.about(at(points, Sweep.ASSETS, Waiting.SLEEP, 1).speed())
                + " sleeping. With four assets " + Rounded.about(spin.speed()) + " and " + Rounded.about(sleep.speed())
                + " (" + Rounded.about(yields.speed()) + " yielding): who spins keeps its processor for a quantum of"
                + " 4 ms from those that it waits for, and " + Rounded.percent(spin.spun())
                + " of all processor time goes into that.",
            "A greater D_max mends spinning, as a turn of all parties then gets on by D_max and not by a step: "
                + Rounded.about(ahead.speed()) + " steps/s with D_max of 1024 steps, where sleeping reaches "
                + Rounded.about(sleepAhead.speed()) + " (" + Rounded.percent(sleepAhead.work())
                + " of processor time is work; in lock-step " + Rounded.percent(sleep.work()) + ").",
            "With quotas of a quarter of a processor each, periods spread, and D_max of a step: sleeping "
                + Rounded.about(at(points, Sweep.QUOTA_SPREAD, Waiting.SLEEP, 1).speed()) + " steps/s, spinning "
                + Rounded.about(at(points, Sweep.QUOTA_SPREAD, Waiting.SPIN, 1).speed())
                + ", for who spins uses up its quota on waiting and is gone when the others are there: all get on by"
                + " D_max in a period of 100 ms. With D_max of 4096 steps "
                + Rounded.about(at(points, Sweep.QUOTA_SPREAD, Waiting.SLEEP, 4_096).speed()) + " and "
                + Rounded.about(at(points, Sweep.QUOTA_SPREAD, Waiting.SPIN, 4_096).speed()) + ".",
            "The smallest quota sets the pace of all: one asset that gets 5 % of a processor, sleeping, "
                + Rounded.about(at(points, Sweep.ONE_SMALL_QUOTA, Waiting.SLEEP, 0.05).speed())
                + " steps/s, where its quota has room for " + Rounded.about(0.05 * SECOND / WORK_NS) + ".");
    }

    private static List<Series> byWaiting(final List<Point> points, final Sweep sweep,
        final ToDoubleFunction<Point> y) {
        final List<Series> series = new ArrayList<>();
        for (final Waiting waiting : Waiting.values()) {
            series.add(Series.of(name(waiting), of(points, sweep, point -> point.waiting() == waiting), Point::x, y));
        }
        return series;
    }

    /** Keeps a colour for points that have no line. */
    private static Series noLine(final Waiting waiting) {
        return new Series("nothing of " + name(waiting), new double[0], new double[0]);
    }

    private static String name(final Waiting waiting) {
        return waiting.name().toLowerCase(Locale.ROOT);
    }

    private static Picture crowds(final List<Point> points) {
        final List<Point> some = of(points, Sweep.ASSETS, point -> point.waiting() == Waiting.SPIN);
        return new Picture("assets", "Two processors, steps of 10 us, D_max of one step. The line over all is what the"
            + " processors could do if nothing but steps took time; the lower one is a step in a turn of all quanta.",
            Plots.against("Lock-step with more and more assets", Axis.log("assets"), Axis.log("steps/s"),
                byWaiting(points, Sweep.ASSETS, Point::speed), List.of(
                    Series.of("spin, predicted: a step in a turn of all quanta", some, Point::x,
                        point -> spinningSpeed(point.assets(), PROCESSORS, QUANTUM_NS, 1)),
                    noLine(Waiting.YIELD), noLine(Waiting.SLEEP),
                    Series.of("if nothing but steps took time", some, Point::x,
                        point -> mostSpeed(point.assets(), PROCESSORS)))), WIDTH, HEIGHT);
    }

    private static Picture shares(final List<Point> points) {
        final List<Series> series = new ArrayList<>();
        for (final Waiting waiting : List.of(Waiting.SPIN, Waiting.SLEEP)) {
            final List<Point> some = of(points, Sweep.ASSETS, point -> point.waiting() == waiting);
            series.add(Series.of(name(waiting) + ": steps", some, Point::x, point -> 100 * point.work()));
            series.add(Series.of(name(waiting) + ": looks, switches, wake-ups", some, Point::x,
                point -> 100 * point.overhead()));
            if (waiting == Waiting.SPIN) {
                series.add(Series.of(name(waiting) + ": waiting", some, Point::x, point -> 100 * point.spun()));
            }
        }
        return new Picture("shares", "Of all time of both processors; the rest to 100 % is idle.",
            Plots.lines("Where the processors' time goes, in lock-step", Axis.log("assets"),
                Axis.of("percent of processor time"), series), WIDTH, HEIGHT);
    }

    private static Picture windows(final List<Point> points) {
        final List<Point> some = of(points, Sweep.MAX_DELAY, point -> point.waiting() == Waiting.SPIN);
        return new Picture("maxdelay", "Four assets on two processors. The rising line is D_max in a turn of all"
            + " quanta.", Plots.against("A greater D_max needs fewer switches", Axis.log("D_max in steps"),
                Axis.log("steps/s"), byWaiting(points, Sweep.MAX_DELAY, Point::speed),
                List.of(Series.of("spin, predicted: D_max in a turn of all quanta", some, Point::x,
                    point -> spinningSpeed(ASSETS, PROCESSORS, QUANTUM_NS, point.window())))), WIDTH, HEIGHT);
    }

    private static Picture quotas(final List<Point> points) {
        final List<Series> series = new ArrayList<>();
        for (final Waiting waiting : List.of(Waiting.SPIN, Waiting.SLEEP)) {
            for (final Sweep sweep : List.of(Sweep.QUOTA_TOGETHER, Sweep.QUOTA_SPREAD)) {
                series.add(Series.of(name(waiting) + ", periods "
                    + (sweep == Sweep.QUOTA_SPREAD ? "spread" : "together"),
                    of(points, sweep, point -> point.waiting() == waiting), Point::x, Point::speed));
            }
        }
        return new Picture("quota", "A processor for each of four assets and the core, of which each may use a quarter,"
            + " in periods of 100 ms that begin together or one after the other. The line is D_max in a period, as far"
            + " as the quota has room for steps.", Plots.against("A quarter of a processor each",
                Axis.log("D_max in steps"), Axis.log("steps/s"), series, List.of(noLine(Waiting.SPIN),
                    Series.of("spin, periods spread, predicted: D_max in a period",
                        of(points, Sweep.QUOTA_SPREAD, point -> point.waiting() == Waiting.SPIN),
                        Point::x, point -> spreadSpeed(point.window())))), WIDTH, HEIGHT);
    }

    private static Sheet sheet(final List<Point> points) {
        return new Sheet("quota", "All runs; parts of the time of all processors", List.of("sweep", "waiting",
            "processors", "assets", "maxDelaySteps", "x", "stepsPerSecond", "work", "waiting spinning", "overhead",
            "idle", "violations"), points.stream().map(point -> Sheet.row(
                point.sweep().name().toLowerCase(Locale.ROOT), name(point.waiting()), point.machine().processors(),
                point.assets(), point.window(), Rounded.of(point.x()), Rounded.of(point.speed()),
                Rounded.of(point.work()), Rounded.of(point.spun()), Rounded.of(point.overhead()),
                Rounded.of(point.idle()), point.violations()))
                .toList());
    }
}
