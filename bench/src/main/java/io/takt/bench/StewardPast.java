package io.takt.bench;

import io.takt.steward.EventRecord;
import io.takt.steward.Statistics;
import io.takt.steward.log.LogSteward;
import io.takt.steward.scenario.HardSpheres;
import io.takt.steward.scenario.Input;
import io.takt.steward.scenario.Scenario;
import io.takt.steward.scenario.World;
import io.takt.steward.scenario.view.Difference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Something is changed in the past: how many events are redone, of how many that differ between a run that never knew
 * of the change and another one that knew of it from the start. These are counted, so one round is enough.
 */
final class StewardPast implements Benchmark {
    private static final double PACKING = 0.4;
    private static final int[] BODIES = {1_000, 10_000};
    private static final int SECONDS = 3;
    private static final double[] SECONDS_AGO = {0.5, 1, 2};

    /** Scenarios as they usually are. */
    private static final List<String> SCENARIOS =
        List.of("bouncy-circles", "philosophers", "phold", "phold-ring", "robots");
    private static final int MANY_ROBOTS = 400;
    private static final double[] PARTS_AGO = {0.2, 0.5, 0.8};

    @Override
    public String name() {
        return "steward-past";
    }

    @Override
    public String title() {
        return "events redone after the past was changed, against those that differ between two full runs";
    }

    @Override
    public List<Result> run(final Bench bench) {
        final List<Result> results = new ArrayList<>();
        for (final int dimensions : new int[] {2, 3}) {
            for (final int bodies : BODIES) {
                run(bench, bodies + (dimensions == 2 ? " disks" : " spheres"),
                    new HardSpheres(1, bodies, dimensions, PACKING), SECONDS, SECONDS_AGO, results);
            }
        }
        for (final String name : SCENARIOS) {
            final Scenario scenario = Scenario.named(name);
            run(bench, name, scenario, scenario.usualBodies(), scenario.usualEnd(), results);
        }
        run(bench, MANY_ROBOTS + " robots", Scenario.named("robots"), MANY_ROBOTS, 5, results);
        return results;
    }

    private void run(
        final Bench bench, final String what, final Scenario scenario, final int bodies, final int seconds,
        final List<Result> results) {
        run(bench, what, scenario.world(1, bodies), seconds,
            Arrays.stream(PARTS_AGO).map(part -> part * seconds).toArray(), results);
    }

    private void run(
        final Bench bench, final String what, final World world, final int seconds, final double[] secondsAgo,
        final List<Result> results) {
        bench.tell(this, what);
        final long end = seconds * world.second();
        final LogSteward steward = run(world, null, end);
        for (final double ago : secondsAgo) {
            results.add(change(what, world, steward, ago));
        }
    }

    /** A full run, with or without a change. */
    static LogSteward run(final World world, final Input change, final long end) {
        final LogSteward steward = LogSteward.withHistory(world.physics());
        world.inputs().forEach(input -> input.insertInto(steward));
        if (change != null) {
            change.insertInto(steward);
        }
        steward.advanceTo(end);
        return steward;
    }

    /** The steward has run without a change, and is left as it was. */
    Result change(final String what, final World world, final LogSteward steward, final double secondsAgo) {
        final long end = steward.now();
        final long time = end - (long) (secondsAgo * world.second());
        final Input change = world.change(time, world.bodies() / 2, 0);
        final List<EventRecord> without = steward.history(time, end);
        final Statistics before = steward.statistics();
        change.insertInto(steward);
        steward.advanceTo(end);
        final Statistics after = steward.statistics();
        final long redone = after.executed() - before.executed() + after.redone() - before.redone();
        change.removeFrom(steward);
        final Difference difference = new Difference(without, run(world, change, end).history(time, end));
        final int different = difference.added() + difference.altered();
        final Figure figure = Figure.of("Takt", "", redone);
        final Figure peer = Figure.of("different", "", different);
        return Result.compared(this, what + ", " + secondsAgo + " s ago", figure, peer,
                Figure.of("redone / different", "", (double) redone / different), Bound.atMost(1.5))
            .withNote("of " + without.size() + " events since; " + difference.gone() + " no longer happen, "
                + difference.reread() + " only read something else, which is not counted as different");
    }
}
