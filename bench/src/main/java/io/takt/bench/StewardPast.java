package io.takt.bench;

import io.takt.steward.EventRecord;
import io.takt.steward.Statistics;
import io.takt.steward.graph.GraphSteward;
import io.takt.steward.scenario.HardSpheres;
import io.takt.steward.scenario.Input;
import io.takt.steward.scenario.view.Difference;
import java.util.ArrayList;
import java.util.List;

/**
 * One sphere is kicked in the past: how many events are redone, of how many that differ between a run that never knew
 * of the kick and another one that knew of it from the start. These are counted, so one round is enough.
 */
final class StewardPast implements Benchmark {
    private static final double PACKING = 0.4;
    private static final int[] BODIES = {1_000, 10_000};
    private static final double[] SECONDS_AGO = {0.5, 1, 2};

    @Override
    public String name() {
        return "steward-past";
    }

    @Override
    public String title() {
        return "events redone after a sphere was kicked in the past, against those that differ between two full runs";
    }

    @Override
    public List<Result> run(final Bench bench) {
        final List<Result> results = new ArrayList<>();
        for (final int dimensions : new int[] {2, 3}) {
            for (final int bodies : BODIES) {
                final String what = bodies + (dimensions == 2 ? " disks" : " spheres");
                bench.tell(this, what);
                final HardSpheres world = new HardSpheres(1, bodies, dimensions, PACKING);
                final GraphSteward steward = run(world, null);
                for (final double ago : SECONDS_AGO) {
                    results.add(kick(what, world, steward, ago));
                }
            }
        }
        return results;
    }

    private static long end(final HardSpheres world) {
        return 3 * world.second();
    }

    /** A full run, with or without a kick. */
    static GraphSteward run(final HardSpheres world, final Input kick) {
        final GraphSteward steward = GraphSteward.withHistory(world.physics());
        world.inputs().forEach(input -> input.insertInto(steward));
        if (kick != null) {
            kick.insertInto(steward);
        }
        steward.advanceTo(end(world));
        return steward;
    }

    /** The steward has run without a kick, and is left as it was. */
    Result kick(final String what, final HardSpheres world, final GraphSteward steward, final double secondsAgo) {
        final long end = end(world);
        final long time = end - (long) (secondsAgo * world.second());
        final Input kick = world.change(time, world.bodies() / 2, 0);
        final List<EventRecord> without = steward.history(time, end);
        final Statistics before = steward.statistics();
        kick.insertInto(steward);
        steward.advanceTo(end);
        final Statistics after = steward.statistics();
        final long redone = after.executed() - before.executed() + after.redone() - before.redone();
        kick.removeFrom(steward);
        final Difference difference = new Difference(without, run(world, kick).history(time, end));
        final int different = difference.added() + difference.altered();
        final Figure figure = Figure.of("Takt", "", redone);
        final Figure peer = Figure.of("different", "", different);
        return Result.compared(this, what + ", " + secondsAgo + " s ago", figure, peer,
                Figure.of("redone / different", "", (double) redone / different), Bound.atMost(1.5))
            .withNote("of " + without.size() + " events since; " + difference.gone() + " no longer happen, "
                + difference.reread() + " only read something else");
    }
}
