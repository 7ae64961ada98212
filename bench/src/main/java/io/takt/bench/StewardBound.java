package io.takt.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * PHOLD on a ring, where news has a greatest speed: the gain of running only those events before their turn that no
 * earlier one can reach, against all that come up next, and against one thread.
 */
final class StewardBound implements Benchmark {
    private static final int[] PROCESSES = {16, 64, 1_024};

    /** Random numbers that a job draws, each in about a nanosecond. */
    private static final int[] WORK = {1_000, 10_000, 100_000};

    @Override
    public String name() {
        return "steward-bound";
    }

    @Override
    public String title() {
        return "events per second with two threads, by a declared greatest speed of news, and by validation alone";
    }

    @Override
    public List<Result> run(final Bench bench) throws IOException, InterruptedException {
        final List<Result> results = new ArrayList<>();
        for (final int processes : PROCESSES) {
            for (final int work : WORK) {
                results.addAll(play(bench, processes + " processes on a ring, " + work / 1_000 + " us of work",
                    new StewardRun.Of("phold-ring", processes, "bare", 0, work)));
            }
        }
        return results;
    }

    private List<Result> play(final Bench bench, final String what, final StewardRun.Of of)
        throws IOException, InterruptedException {
        final Rates alone = new Rates();
        final Rates validated = new Rates();
        final Rates bound = new Rates();
        for (int round = 1; round <= bench.rounds(); round++) {
            bench.tell(this, round, what + ", one thread");
            alone.add(StewardRun.measureWithoutHistory(bench, of));
            bench.tell(this, round, what + ", by validation");
            validated.add(StewardRun.measureWithoutHistory(bench, of.withThreads(2)));
            bench.tell(this, round, what + ", by the greatest speed");
            bound.add(StewardRun.measureWithoutHistory(bench, of.withThreads(2).withWay("bound")));
        }
        final List<Result> results = new ArrayList<>();
        results.addAll(against(what + ", by validation", validated, alone));
        results.addAll(against(what + ", by the greatest speed", bound, alone));
        return results;
    }

    private List<Result> against(final String what, final Rates rates, final Rates alone) {
        return List.of(
            Result.compared(this, what, Figure.of("Takt", Figure.PER_SECOND, rates.wall),
                    Figure.of("one thread", Figure.PER_SECOND, alone.wall),
                    Figure.ratio("two threads / one thread", rates.wall.dividedBy(alone.wall)), null)
                .withNote(rates.note()),
            Result.compared(this, what + ", processor time",
                Figure.of("Takt", Figure.PER_SECOND, rates.processor),
                Figure.of("one thread", Figure.PER_SECOND, alone.processor),
                Figure.ratio("two threads / one thread", rates.processor.dividedBy(alone.processor)), null));
    }

    /** The results of all rounds of one way; shares are those of the last, as they hardly differ. */
    private static final class Rates {
        private static final int PERCENT = 100;

        private final Samples wall = new Samples();
        private final Samples processor = new Samples();
        private StewardRun last;

        void add(final StewardRun run) {
            wall.add(run.eventsPerSecond());
            processor.add(run.eventsPerProcessorSecond());
            last = run;
        }

        /** Two threads share a round; all the rest is done by one of them. */
        String note() {
            final double longest = last.speculated() / 2 + last.inTurn();
            return Figure.digits(last.speculated() / last.events() * PERCENT) + " % of the events are run beforehand, "
                + Figure.digits(last.inARound()) + " in a round; " + Figure.digits(
                last.speculated() == 0 ? 0 : last.takenOver() / last.speculated() * PERCENT)
                + " % of those hold; at most " + Figure.digits(last.events() / longest) + " times faster so";
        }
    }
}
