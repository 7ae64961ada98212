package io.takt.proofs.memory;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IJ_Result;

/**
 * An asset leaves, and the core goes on without it: its records are freed before. A reader that sees the core beyond
 * the asset's bound also sees that the asset has left. First: violations; second: T_c as it was seen.
 */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Everything as it was, or a reading that was given up.")
@Outcome(id = "0, 500", expect = Expect.ACCEPTABLE, desc = "The core without the asset.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The clock that was left behind was taken for a slow one.")
@State
public class LeaveStress {
    private static final long LATER_NS = 500;

    private final ObservedHub hub = ObservedHub.next(0);

    @Actor
    public void hub() {
        hub.clocks.free(hub.asset);
        hub.core.publish(LATER_NS);
    }

    @Actor
    public void observer(final IJ_Result result) {
        hub.observer.observe();
        hub.observer.observe();
        result.r1 = hub.violations();
        result.r2 = hub.observer.coreTimeNs();
    }
}
