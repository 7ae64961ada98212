package io.takt.lab.study;

import io.takt.lab.sim.Attempts;
import io.takt.lab.sim.CountUps;
import io.takt.lab.sim.Federate;
import io.takt.lab.sim.Settings;
import io.takt.lab.sim.Simulation;
import io.takt.rule.LivenessVerdict;
import java.util.List;

/**
 * The result of a run with the intervals of Hakoniwa's published studies, judged by its count-ups alone.
 *
 * @param coreTime T_c in the end.
 * @param live     false when in the end nothing had moved for more than twice the longest interval: the studies count
 *      that as deadlocked.
 */
public record PublishedRun(long coreTime, boolean live) {
    static final String INTERVALS = "asset intervals 15 and 16 ticks, core interval 10 ticks, after the assets";
    private static final List<Long> ASSET_INTERVALS = List.of(15L, 16L);
    private static final long CORE_INTERVAL = 10;
    private static final long LONGEST_INTERVAL = 16;

    /** Runs a federate of two assets from the start. */
    static PublishedRun of(final Settings settings, final long lastTick, final CountUps observer) {
        final Federate federate = new Federate(settings);
        final long[] moved = new long[1];
        new Simulation(federate, Attempts.every(ASSET_INTERVALS, CORE_INTERVAL)).runTo(lastTick,
            (wall, party, time, progressed) -> {
                moved[0] = progressed ? wall : moved[0];
                observer.countedUp(wall, party, time, progressed);
            });
        return new PublishedRun(federate.coreTime(), lastTick - moved[0] <= 2 * LONGEST_INTERVAL);
    }

    /** Whether it goes on where L2 says so, and otherwise stands where L2 says. */
    boolean isAsJudged(final LivenessVerdict verdict) {
        return verdict.live() ? live : !live && coreTime == verdict.stopsAtNs().longValueExact();
    }
}
