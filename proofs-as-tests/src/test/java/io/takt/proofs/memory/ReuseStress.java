package io.takt.proofs.memory;

import io.takt.asset.AssetState;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IJ_Result;

/**
 * An observer stands still between two readings for so long that the records of an asset that left are in use again.
 * First: violations; second: T_c as it was seen.
 */
public class ReuseStress {
    private static final long LATER_NS = 500;

    /** By another asset, which has joined late. */
    @JCStressTest
    @Outcome(id = "0, (0|500)", expect = Expect.ACCEPTABLE)
    @Outcome(expect = Expect.FORBIDDEN, desc = "One asset's clock was taken for the other's.")
    @State
    public static class ByAnAsset {
        private final ObservedHub hub = ObservedHub.next(0);

        @Actor
        public void hub() {
            hub.clocks.free(hub.asset);
            hub.core.publish(LATER_NS);
            hub.letFreedRecordsBeUsedAgain();
            hub.clocks.allocateAsset(hub.epoch, ObservedHub.ASSET + 1, "new", LATER_NS, AssetState.JOINED);
        }

        @Actor
        public void observer(final IJ_Result result) {
            hub.observer.observe();
            hub.observer.observe();
            result.r1 = hub.violations();
            result.r2 = hub.observer.coreTimeNs();
        }
    }

    /** A doorbell, of a thread that has the number which the asset had. */
    @JCStressTest
    @Outcome(id = "0, (0|20)", expect = Expect.ACCEPTABLE)
    @Outcome(expect = Expect.FORBIDDEN, desc = "A doorbell was taken for a clock.")
    @State
    public static class ByADoorbell {
        private final ObservedHub hub = ObservedHub.next(0);

        @Actor
        public void hub() {
            hub.clocks.free(hub.asset);
            hub.letFreedRecordsBeUsedAgain();
            hub.clocks.allocateThread(hub.epoch, ObservedHub.ASSET);
            hub.core.publish(ObservedHub.MAX_DELAY_NS);
        }

        @Actor
        public void observer(final IJ_Result result) {
            hub.observer.observe();
            hub.observer.observe();
            result.r1 = hub.violations();
            result.r2 = hub.observer.coreTimeNs();
        }
    }
}
