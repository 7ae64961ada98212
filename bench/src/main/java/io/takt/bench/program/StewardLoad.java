package io.takt.bench.program;

import io.takt.steward.PropagationDelay;
import io.takt.steward.Statistics;
import io.takt.steward.log.LogSteward;
import io.takt.steward.log.Workers;
import io.takt.steward.scenario.World;

/** A world on a steward. For one thread. */
final class StewardLoad implements Load {
    /** Seconds of the world; earlier history is forgotten, unless all is kept. */
    private static final int KEPT = 2;

    /** How often it is forgotten while this much is simulated. */
    private static final int TIMES = 16;

    private final LogSteward steward;
    private final boolean history;
    private final long slice;
    private final long kept;
    private boolean keepsAll;

    /**
     * Sets it up.
     *
     * @param world   to simulate.
     * @param history whether to keep one; of two seconds of the world until it is told to keep all.
     * @param slice   ticks by which {@link #advance} advances.
     * @param workers to run events before their turn; null for none.
     * @param delay   so that only those are run that nothing earlier can reach; null for all.
     */
    StewardLoad(final World world, final boolean history, final long slice, final Workers workers,
        final PropagationDelay delay) {
        this.history = history;
        this.slice = slice;
        kept = KEPT * world.second();
        steward = history ? LogSteward.withHistory(world.physics()) : LogSteward.withoutHistory(world.physics());
        if (delay == null) {
            steward.speculatingWith(workers);
        } else {
            steward.speculatingWith(workers, delay);
        }
        world.inputs().forEach(input -> input.insertInto(steward));
        steward.advanceTo(0);
    }

    LogSteward steward() {
        return steward;
    }

    /** Forgets everything up to now, and nothing from now on. */
    void keepAll() {
        steward.forgetBefore(steward.now() + 1);
        keepsAll = true;
    }

    @Override
    public void advance() {
        steward.advanceTo(steward.now() + slice);
        if (history && !keepsAll && steward.now() - kept - kept / TIMES > Math.max(0, steward.forgottenBefore())) {
            steward.forgetBefore(steward.now() - kept);
        }
    }

    /** But for the one that starts it. */
    @Override
    public long events() {
        return steward.statistics().executed() - 1;
    }

    @Override
    public long stale() {
        return steward.statistics().stale();
    }

    @Override
    public Details details() {
        final Statistics all = steward.statistics();
        return new Details(all.speculated(), all.takenOver(), all.rounds());
    }
}
