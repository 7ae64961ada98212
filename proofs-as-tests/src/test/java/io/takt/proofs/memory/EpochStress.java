package io.takt.proofs.memory;

import io.takt.asset.AssetState;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.IJ_Result;

/** A reset: the old records are freed, then there are new ones, from 0. */
public class EpochStress {
    private static final long BEFORE_NS = 1_000;

    /** First: the new T_c was found; second: the old one was there still, afterwards. */
    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 0"}, expect = Expect.ACCEPTABLE)
    @Outcome(id = "1, 1", expect = Expect.FORBIDDEN, desc = "There are two epochs.")
    @State
    public static class OneAtATime {
        private final ObservedHub hub = ObservedHub.next(BEFORE_NS);
        private final int oldCore = hub.core.counterId();

        @Actor
        public void hub() {
            hub.clocks.free(hub.core);
            hub.clocks.free(hub.asset);
            beginNext(hub);
        }

        @Actor
        public void observer(final II_Result result) {
            result.r1 = hub.seesCoreOtherThan(oldCore) ? 1 : 0;
            result.r2 = hub.seesInUse(oldCore) ? 1 : 0;
        }
    }

    /** In new records, or in those of the epoch before. First: violations; second: T_c as it was seen in the end. */
    @JCStressTest
    @Outcome(id = "0, (0|10|1000)", expect = Expect.ACCEPTABLE)
    @Outcome(expect = Expect.FORBIDDEN, desc = "Clocks of two epochs were compared.")
    @State
    public static class NoClocksOfTwo {
        private final ObservedHub hub = ObservedHub.next(BEFORE_NS);
        private final boolean takesOldRecords = hub.epoch % 2 == 0;

        @Actor
        public void hub() {
            hub.clocks.free(hub.core);
            hub.clocks.free(hub.asset);
            if (takesOldRecords) {
                hub.letFreedRecordsBeUsedAgain();
            }
            beginNext(hub);
            hub.core.publish(ObservedHub.STEP_NS);
        }

        @Actor
        public void observer(final IJ_Result result) {
            hub.observer.observe();
            hub.observer.observe();
            result.r1 = hub.violations();
            result.r2 = hub.observer.coreTimeNs();
        }
    }

    private static void beginNext(final ObservedHub hub) {
        hub.core = hub.allocateCore(hub.epoch + 1, 0);
        hub.asset = hub.clocks.allocateAsset(hub.epoch + 1, ObservedHub.ASSET, "a", 0, AssetState.JOINED);
    }
}
