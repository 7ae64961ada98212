package io.takt.bench;

import io.takt.steward.EventRecord;
import io.takt.steward.log.LogSteward;
import io.takt.steward.scenario.HardSpheres;
import io.takt.steward.scenario.Phold;
import io.takt.steward.scenario.World;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The gain, in wall time, when a second thread runs events before their turn; and the possible gain at
 * most, were there processors without end.
 */
final class StewardParallel implements Benchmark {
    private static final int SPHERES = 10_000;
    private static final double PACKING = 0.4;
    private static final int PROCESSES = 8_192;

    /** Random numbers that a job of PHOLD draws, each in about a nanosecond. */
    private static final int[] WORK = {0, 1_000, 10_000};

    @Override
    public String name() {
        return "steward-parallel";
    }

    @Override
    public String title() {
        return "events per second of wall time with two threads, against one; without a history";
    }

    @Override
    public List<Result> run(final Bench bench) throws IOException, InterruptedException {
        final List<Result> results = new ArrayList<>();
        results.addAll(measure(bench, SPHERES + " spheres", new StewardRun.Of("spheres", SPHERES, "bare", 0, 0)));
        results.add(mostOf(bench, SPHERES + " spheres", new HardSpheres(1, SPHERES, 3, PACKING)));
        for (final int work : WORK) {
            results.addAll(measure(bench, PROCESSES + " processes of PHOLD, " + work / 1_000 + " us of work",
                new StewardRun.Of("phold", PROCESSES, "bare", 0, work)));
        }
        results.add(mostOf(bench, PROCESSES + " processes of PHOLD", new Phold(1, PROCESSES)));
        return results;
    }

    private List<Result> measure(final Bench bench, final String what, final StewardRun.Of of)
        throws IOException, InterruptedException {
        final Samples two = new Samples();
        final Samples alone = new Samples();
        final Samples twoProcessor = new Samples();
        final Samples aloneProcessor = new Samples();
        for (int round = 1; round <= bench.rounds(); round++) {
            bench.tell(this, round, what + ", one thread");
            final StewardRun one = StewardRun.measure(bench, of);
            bench.tell(this, round, what + ", two threads");
            final StewardRun both = StewardRun.measure(bench, of.withThreads(2));
            alone.add(one.eventsPerSecond());
            two.add(both.eventsPerSecond());
            aloneProcessor.add(one.eventsPerProcessorSecond());
            twoProcessor.add(both.eventsPerProcessorSecond());
        }
        return List.of(
            Result.compared(this, what, Figure.of("Takt", Figure.PER_SECOND, two),
                Figure.of("one thread", Figure.PER_SECOND, alone),
                Figure.ratio("two threads / one thread", two.dividedBy(alone)), null),
            Result.compared(this, what + ", processor time", Figure.of("Takt", Figure.PER_SECOND, twoProcessor),
                Figure.of("one thread", Figure.PER_SECOND, aloneProcessor),
                Figure.ratio("two threads / one thread", twoProcessor.dividedBy(aloneProcessor)), null));
    }

    /** Over a second, once it is no longer as it began. */
    private Result mostOf(final Bench bench, final String what, final World world) {
        bench.tell(this, what + ", critical path");
        final LogSteward steward = LogSteward.withHistory(world.physics());
        world.inputs().forEach(input -> input.insertInto(steward));
        steward.advanceTo(world.second());
        steward.forgetBefore(world.second());
        final List<EventRecord> events = steward.history(world.second(), 2 * world.second());
        final int longest = CriticalPath.of(events);
        return Result.reported(this, what + ", at most by the critical path",
                Figure.of("Takt", "times", (double) events.size() / longest))
            .withNote(events.size() + " events in a second, of which " + longest
                + " wait for one another at least");
    }
}
