package io.takt.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Lists of events of the Tentative Event Strategy: as it was published, with stale ones cleared out of it in three
 * ways, and with one place for each sphere, as a steward has it. All in a plain program that does the same events.
 */
final class StewardStale implements Benchmark {
    private static final String ONE_PLACE = "ONE_PLACE";

    private final List<StewardRun.Of> worlds = List.of(new StewardRun.Of("disks", 1_000, ONE_PLACE, 0, 0),
        new StewardRun.Of("disks", 10_000, ONE_PLACE, 0, 0), new StewardRun.Of("disks", 100_000, ONE_PLACE, 0, 0),
        new StewardRun.Of("spheres", 10_000, ONE_PLACE, 0, 0));

    @Override
    public String name() {
        return "steward-stale";
    }

    @Override
    public String title() {
        return "stale events cleared out of the list beside the simulation, against one place for each sphere";
    }

    @Override
    public List<Result> run(final Bench bench) throws IOException, InterruptedException {
        final List<Result> results = new ArrayList<>();
        for (final StewardRun.Of world : worlds) {
            results.addAll(play(bench, world.bodies() + " " + world.world(), world));
        }
        return results;
    }

    private static Map<String, String> ways() {
        final Map<String, String> ways = new LinkedHashMap<>();
        ways.put(ONE_PLACE, "one place for each");
        ways.put("PUSHED", "all are pushed");
        ways.put("CLEARED", "cleared when half are stale");
        ways.put("SWEPT", "swept by the same thread");
        ways.put("SWEPT_BESIDE", "swept by a second thread");
        return ways;
    }

    private List<Result> play(final Bench bench, final String what, final StewardRun.Of world)
        throws IOException, InterruptedException {
        final Map<String, String> ways = ways();
        final Map<String, Samples> wall = new LinkedHashMap<>();
        final Map<String, Samples> processor = new LinkedHashMap<>();
        final Map<String, StewardRun> last = new LinkedHashMap<>();
        for (int round = 1; round <= bench.rounds(); round++) {
            for (final String way : ways.keySet()) {
                bench.tell(this, round, what + ", " + ways.get(way));
                final StewardRun run = StewardRun.measureWithoutHistory(bench, world.withWay(way));
                wall.computeIfAbsent(way, key -> new Samples()).add(run.eventsPerSecond());
                processor.computeIfAbsent(way, key -> new Samples()).add(run.eventsPerProcessorSecond());
                last.put(way, run);
            }
        }
        final List<Result> results = new ArrayList<>();
        ways.forEach((way, words) -> {
            final String row = what + ", " + words;
            final StewardRun run = last.get(way);
            if (!way.equals(ONE_PLACE)) {
                results.add(against(row, wall, way));
                results.add(against(row + ", processor time", processor, way));
            }
            results.add(Result.reported(this, row + ", longest list", Figure.of("Takt", "", run.longest()))
                .withNote("for each event " + Figure.digits(run.stale() / run.events()) + " stale ones came up, "
                    + Figure.digits(run.cleared() / run.events()) + " were cleared out before, and "
                    + Figure.digits(run.looked() / run.events()) + " pairs were looked at"));
        });
        return results;
    }

    private Result against(final String row, final Map<String, Samples> rates, final String way) {
        return Result.compared(this, row, Figure.of("Takt", Figure.PER_SECOND, rates.get(way)),
            Figure.of("one place", Figure.PER_SECOND, rates.get(ONE_PLACE)),
            Figure.ratio("it / one place", rates.get(way).dividedBy(rates.get(ONE_PLACE))), null);
    }
}
