package io.takt.proofs.memory;

import io.takt.shm.waiting.Doorbell;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * The hub sleeps for one T_i of an asset, then for a later one, while the asset reaches both. Its two announcements are
 * of the same asset, and differ in the second counter alone. First: it saw the later one; second: it was rung.
 */
@JCStressTest
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "It looked again, and saw the time.")
@Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "It did not see the time, and is woken.")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "Both.")
@Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "The wake-up is lost.")
@State
public class HubSleepsAgainStress {
    private static final int ASSET = 7;
    private static final long FIRST_NS = 10;
    private static final long SECOND_NS = 20;

    private final SharedClocks shared = SharedClocks.next();

    @Actor
    public void hub(final II_Result result) {
        shared.coreDoorbell.announce(ASSET, FIRST_NS);
        shared.coreDoorbell.withdraw();
        shared.coreDoorbell.announce(ASSET, SECOND_NS);
        result.r1 = shared.asset.read() >= SECOND_NS ? 1 : 0;
    }

    @Actor
    public void asset() {
        shared.asset.publish(FIRST_NS);
        Doorbell.fence();
        shared.coreDoorbell.ringIfSeen(ASSET, FIRST_NS);
        shared.asset.publish(SECOND_NS);
        Doorbell.fence();
        shared.coreDoorbell.ringIfSeen(ASSET, SECOND_NS);
    }

    @Arbiter
    public void afterwards(final II_Result result) {
        result.r2 = shared.coreSleepsFor() == Doorbell.AWAKE ? 1 : 0;
    }
}
