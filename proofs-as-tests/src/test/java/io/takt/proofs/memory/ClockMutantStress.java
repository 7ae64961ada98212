package io.takt.proofs.memory;

import io.takt.asset.AssetState;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** The results of doing, or reading, things in another order: each order is part of the contract. */
public class ClockMutantStress {
    private static final String VIOLATION = "[1-9]";
    /** {@link PublishStress} with an asset that writes after it has published. */
    @JCStressTest
    @Outcome(id = "0", expect = Expect.ACCEPTABLE)
    @Outcome(id = "1", expect = Expect.ACCEPTABLE_INTERESTING, desc = "The time is there before its values.")
    @State
    public static class AdvanceBeforePublishing {
        private final ObservedHub hub = ObservedHub.next(0);

        @Actor
        public void asset() {
            hub.asset.time().publish(ObservedHub.STEP_NS);
            hub.payload.putLong(0, ObservedHub.STEP_NS);
        }

        @Actor
        public void reader(final I_Result result) {
            final long timeNs = hub.asset.time().read();
            result.r1 = hub.payload.getLong(0) < timeNs ? 1 : 0;
        }
    }

    /** {@link RulesStress} with an observer that checks T_i ≤ T_c, but reads T_c first. */
    @JCStressTest
    @Outcome(id = "0", expect = Expect.ACCEPTABLE)
    @Outcome(id = "1", expect = Expect.ACCEPTABLE_INTERESTING, desc = "The asset seems to have passed the core.")
    @State
    public static class CoreReadBeforeItsAssets {
        private final ObservedHub hub = ObservedHub.next(0);

        @Actor
        public void federate() {
            step(hub);
        }

        @Actor
        public void observer(final I_Result result) {
            final long coreNs = hub.core.read();
            result.r1 = hub.asset.time().read() > coreNs ? 1 : 0;
        }
    }

    /** {@link RulesStress} with an observer that checks T_c ≤ T_i + D_max, but reads T_i first. */
    @JCStressTest
    @Outcome(id = "0", expect = Expect.ACCEPTABLE)
    @Outcome(id = "1", expect = Expect.ACCEPTABLE_INTERESTING, desc = "The core seems to be too far ahead.")
    @State
    public static class AssetsReadBeforeTheirCore {
        private final ObservedHub hub = ObservedHub.next(0);

        @Actor
        public void federate() {
            step(hub);
        }

        @Actor
        public void observer(final I_Result result) {
            final long assetNs = hub.asset.time().read();
            result.r1 = hub.core.read() - assetNs > ObservedHub.MAX_DELAY_NS ? 1 : 0;
        }
    }

    /** {@link JoinStress} with a record that can be found before its value is in place. */
    @JCStressTest
    @Outcome(id = "0", expect = Expect.ACCEPTABLE)
    @Outcome(id = VIOLATION, expect = Expect.ACCEPTABLE_INTERESTING, desc = "The late joiner stands at 0.")
    @State
    public static class RecordBeforeItsValue {
        private static final long NOW_NS = 1_000;

        private final ObservedHub hub = JoinStress.hubThatAnAssetHasLeft();

        @Actor
        public void hub() {
            hub.clocks.allocateAsset(hub.epoch, ObservedHub.ASSET + 2, "late", 0, AssetState.JOINED)
                .time().publish(NOW_NS);
        }

        @Actor
        public void observer(final I_Result result) {
            hub.observer.resolve();
            hub.observer.observe();
            result.r1 = hub.violations();
        }
    }

    /** {@link LeaveStress} with a core that goes on before the records are freed. */
    @JCStressTest
    @Outcome(id = "0", expect = Expect.ACCEPTABLE)
    @Outcome(id = VIOLATION, expect = Expect.ACCEPTABLE_INTERESTING, desc = "An asset that left seems too far behind.")
    @State
    public static class CoreGoesOnBeforeRecordsAreFreed {
        private static final long FAR_LATER_NS = 5_000;

        private final ObservedHub hub = ObservedHub.next(0);

        @Actor
        public void hub() {
            for (long timeNs = ObservedHub.STEP_NS; timeNs <= FAR_LATER_NS; timeNs += ObservedHub.STEP_NS) {
                hub.core.publish(timeNs);
            }
            hub.clocks.free(hub.asset);
        }

        @Actor
        public void observer(final I_Result result) {
            hub.observer.observe();
            result.r1 = hub.violations();
        }
    }

    /** {@link EpochStress} with old records that are freed when there are new ones. */
    @JCStressTest
    @Outcome(id = "0", expect = Expect.ACCEPTABLE)
    @Outcome(id = "1", expect = Expect.ACCEPTABLE_INTERESTING, desc = "There are two epochs.")
    @State
    public static class NewEpochBeforeTheOldIsFreed {
        private final ObservedHub hub = ObservedHub.next(ObservedHub.STEP_NS);

        @Actor
        public void hub() {
            hub.allocateCore(hub.epoch + 1, 0);
            hub.clocks.free(hub.core);
        }

        @Actor
        public void observer(final I_Result result) {
            final int old = hub.core.counterId();
            result.r1 = hub.seesCoreOtherThan(old) && hub.seesInUse(old) ? 1 : 0;
        }
    }

    private static void step(final ObservedHub hub) {
        for (int i = 0; i < 8; i++) {
            hub.coreCountsUp();
            hub.assetCountsUp();
        }
    }
}
