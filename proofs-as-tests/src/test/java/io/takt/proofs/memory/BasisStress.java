package io.takt.proofs.memory;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/**
 * A reader of a T_c also sees the T_i that let the core come so far, and the asset's writes before it: T_c = 30 with
 * D_max = 20 needs T_i = 10. First: T_c; second: T_i; third: the value that the asset wrote.
 */
@JCStressTest
@Outcome(id = {"20, 0, 0", "20, 0, 10", "20, 10, 10", "30, 10, 10"}, expect = Expect.ACCEPTABLE)
@Outcome(expect = Expect.FORBIDDEN, desc = "The core's time is there before the times that it rests on.")
@State
public class BasisStress {
    private final ObservedHub hub = hubThatWaits();

    private static ObservedHub hubThatWaits() {
        final ObservedHub hub = ObservedHub.next(0);
        hub.coreCountsUp();
        hub.coreCountsUp();
        return hub;
    }

    /** One thread drives both, for there may be no more processors. */
    @Actor
    public void federate() {
        hub.assetCountsUp();
        hub.coreCountsUp();
    }

    @Actor
    public void reader(final JJJ_Result result) {
        result.r1 = hub.core.read();
        result.r2 = hub.asset.time().read();
        result.r3 = hub.payload.getLong(0);
    }
}
