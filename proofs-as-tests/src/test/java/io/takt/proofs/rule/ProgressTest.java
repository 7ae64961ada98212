package io.takt.proofs.rule;

import io.takt.proofs.rule.Schedules.Schedule;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.domains.Domain;

/**
 * (d.1) and (d.2): when exactly a count-up progresses, said of the lags D_i = T_c - T_i, with newest readings as in the
 * paper. Rules that are safe but too strict are caught here.
 */
@Domain(Schedules.class)
@PropertyDefaults(shrinking = ShrinkingMode.FULL)
class ProgressTest {
    private static final String SEED = "7";

    @Property(seed = SEED)
    void d1AnAssetProgressesIffItsStepIsAtMostItsLag(@ForAll final Schedule schedule) {
        schedule.each((run, turn) -> {
            final Federate federate = run.federate();
            final boolean ofAsset = turn.isCountUpOfAsset(federate);
            final boolean holds = ofAsset && federate.isAllowed(turn.asset(federate));
            final boolean progressed = run.take(turn.fresh());
            run.require(!ofAsset || progressed == holds, "(d.1) asset i progresses iff ΔT_i ≤ D_i");
        });
    }

    /** At the end of time, where T_c + ΔT_c is no time, the core retains whatever the lags are; without assets, too. */
    @Property(seed = SEED)
    void d2TheCoreProgressesIffEveryLagAndItsStepAreAtMostTheMaxDelay(@ForAll final Schedule schedule) {
        schedule.each((run, turn) -> {
            final Federate federate = run.federate();
            final boolean ofCore = turn.isCountUpOfCore(federate);
            final boolean holds = federate.isCoreAllowed();
            final boolean progressed = run.take(turn.fresh());
            run.require(!ofCore || progressed == holds, "(d.2) the core progresses iff D_i + ΔT_c ≤ D_max for every i");
        });
    }
}
