package io.takt.lab.study;

import io.takt.lab.report.Series;
import io.takt.lab.sim.CountUps;
import java.util.ArrayList;
import java.util.List;

/** Keeps the progress of one clock, for a plot. */
final class Staircase implements CountUps {
    private final String name;
    private final int whose;
    private final List<long[]> steps = new ArrayList<>(List.of(new long[] {0, 0}));

    Staircase(final String name, final int whose) {
        this.name = name;
        this.whose = whose;
    }

    @Override
    public void countedUp(final long wall, final int party, final long time, final boolean progressed) {
        if (party == whose && progressed) {
            steps.add(new long[] {wall, time});
        }
    }

    /** The staircase up to an instant, at which it goes on level. */
    Series series(final long end) {
        steps.add(new long[] {end, steps.get(steps.size() - 1)[1]});
        return Series.of(name, steps, step -> step[0], step -> step[1]);
    }
}
