package io.takt.proofs.memory;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** Publish before you advance: a reader of a T_i sees the asset's write in that step. First: T_i; second: the write. */
@JCStressTest
@Outcome(id = {"0, 0", "0, 10", "10, 10"}, expect = Expect.ACCEPTABLE)
@Outcome(id = "10, 0", expect = Expect.FORBIDDEN, desc = "The time is there before the values that belong to it.")
@State
public class PublishStress {
    private final ObservedHub hub = hubWhoseAssetMayStep();

    private static ObservedHub hubWhoseAssetMayStep() {
        final ObservedHub hub = ObservedHub.next(0);
        hub.coreCountsUp();
        return hub;
    }

    @Actor
    public void asset() {
        hub.assetCountsUp();
    }

    @Actor
    public void reader(final JJ_Result result) {
        result.r1 = hub.asset.time().read();
        result.r2 = hub.payload.getLong(0);
    }
}
