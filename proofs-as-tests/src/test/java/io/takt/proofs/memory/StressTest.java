package io.takt.proofs.memory;

import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * The protocol of the shared memory under jcstress: doorbells, which lose no wake-up, and clocks. An asset publishes
 * before it advances; assets join and leave, and a hub is reset, while an observer reads in the documented order and
 * sees no violation.
 *
 * <p>The shipped classes were also run with faults put in by hand (x86-64, 2 processors, 0.6 s for each test and JVM):
 *
 * <pre>
 *  Doorbell                                     forbidden results
 *  as it is                                     none
 *  announce: release store, no fence            lost wake-ups in all four tests, 72 to 3,311 each
 *  fence(), ring(): no fence                    lost wake-ups in all four tests, 44 to 769 each
 *  ringReached: no fence                        2,139 lost wake-ups in AssetSleepsStress
 *  ring(value): store instead of swap           4,096 announcements wiped out in LateRingStress
 *  ClockLayout
 *  as it is                                     none
 *  isCurrent: any type id will do               28,049 violations that none were in ReuseStress.ByADoorbell
 *  LogSnapshot
 *  as it is                                     none
 *  value, answer: looks at what was kept first  changed snapshots in SnapshotStress.WentOn, WithoutHistory, InPlace
 * </pre>
 *
 * <p>An announcement by a volatile store, without the fence behind it, cannot be told apart on x86, where such a store
 * is a fence; {@link WakeUpModelTest} is about that.
 */
@Tag("long")
@Timeout(3_600)
class StressTest {
    /**
     * Without {@code -Pslow} one for each part: sleep and be woken, either way; publish, then advance; logs; and all of
     * snapshots. The harness is started once for them, as it starts twenty processes before its first test.
     */
    @Test
    void nothingForbiddenHappens() throws IOException, InterruptedException {
        if (Boolean.getBoolean("takt.slow")) {
            Harness.assertAllPass(16, "(AssetSleeps|HubSleeps|HubSleepsAgain|ManyAssets|Command|LateRing"
                + "|Publish|Basis|Rules|Join|Leave|Reuse|Epoch)Stress");
        } else {
            Harness.assertAllPass(14, "(HubSleeps|Publish|FrontierWake|Snapshot)Stress");
        }
    }

    /** Of logs of messages: publish, read, sleep for frontier or room; end of the ring, reset. */
    @Test
    @EnabledIfSystemProperty(named = "takt.slow", matches = "true")
    void nothingForbiddenHappensInLogs() throws IOException, InterruptedException {
        Harness.assertAllPass(6, "(LogPublish|LogWrap|FrontierWake|StepWakesAll|RoomWake|LogReset)Stress");
    }

    /** Of a steward, whose snapshots are read by other threads. */
    @Test
    @EnabledIfSystemProperty(named = "takt.slow", matches = "true")
    void nothingForbiddenHappensInSnapshots() throws IOException, InterruptedException {
        Harness.assertAllPass(11, "SnapshotStress");
    }

    @Test
    @EnabledIfSystemProperty(named = "takt.slow", matches = "true")
    void theMutantsAreCaught() throws IOException, InterruptedException {
        Harness.assertCaught("(Doorbell|Clock)MutantStress",
            "NoCompareAndSwap", "NoFenceAtTheRinger", "NoFenceAtTheSleeper",
            "AdvanceBeforePublishing", "AssetsReadBeforeTheirCore", "CoreReadBeforeItsAssets",
            "CoreGoesOnBeforeRecordsAreFreed", "NewEpochBeforeTheOldIsFreed", "RecordBeforeItsValue");
    }
}
