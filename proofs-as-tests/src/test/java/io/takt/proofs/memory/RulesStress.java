package io.takt.proofs.memory;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IJ_Result;

/**
 * A core and an asset keep the rules while an observer reads their clocks: no order of events looks like a violation.
 * First: violations; second: T_c as it was seen in the end.
 */
public class RulesStress {
    private static final int COUNT_UPS = 6;

    /** One thread drives both, for there may be no more processors; events in between are seen. */
    @JCStressTest
    @Outcome(id = "0, \\d+", expect = Expect.ACCEPTABLE)
    @Outcome(expect = Expect.FORBIDDEN, desc = "A violation that none was.")
    @State
    public static class SeenByAnother {
        private final ObservedHub hub = ObservedHub.next(0);

        @Actor
        public void federate() {
            for (int i = 0; i < COUNT_UPS; i++) {
                hub.coreCountsUp();
                hub.assetCountsUp();
            }
        }

        @Actor
        public void observer(final IJ_Result result) {
            hub.observer.observe();
            hub.observer.observe();
            result.r1 = hub.violations();
            result.r2 = hub.observer.coreTimeNs();
        }
    }

    /** Core and asset run at the same time, and the asset looks around between its steps. */
    @JCStressTest
    @Outcome(id = "0, \\d+", expect = Expect.ACCEPTABLE)
    @Outcome(expect = Expect.FORBIDDEN, desc = "A violation that none was.")
    @State
    public static class SeenByTheAsset {
        private final ObservedHub hub = ObservedHub.next(0);

        @Actor
        public void hub() {
            for (int i = 0; i < COUNT_UPS; i++) {
                hub.coreCountsUp();
            }
        }

        @Actor
        public void asset(final IJ_Result result) {
            for (int i = 0; i < COUNT_UPS; i++) {
                hub.assetCountsUp();
                hub.observer.observe();
            }
            result.r1 = hub.violations();
            result.r2 = hub.observer.coreTimeNs();
        }
    }
}
