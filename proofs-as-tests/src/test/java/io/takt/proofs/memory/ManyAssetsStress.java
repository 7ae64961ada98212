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
 * {@link HubSleepsStress} with a thread of many assets, which rings without a fence after each step, and makes sure at
 * the end of its cycle. First: the hub saw the time; second: it was rung.
 */
@JCStressTest
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "It looked again, and saw the time.")
@Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "It did not see the time, and is woken.")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "Both.")
@Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "The wake-up is lost.")
@State
public class ManyAssetsStress {
    private static final int ASSET = 7;
    private static final long WANTED_NS = 10;

    private final SharedClocks shared = SharedClocks.next();

    @Actor
    public void hub(final II_Result result) {
        shared.coreDoorbell.announce(ASSET, WANTED_NS);
        result.r1 = shared.asset.read() >= WANTED_NS ? 1 : 0;
    }

    @Actor
    public void assets() {
        shared.asset.publish(WANTED_NS);
        shared.coreDoorbell.ringIfSeen(ASSET, WANTED_NS);
        if (shared.coreDoorbell.awaited() == ASSET) {
            shared.coreDoorbell.ringIfSeen(ASSET, WANTED_NS);
        }
    }

    @Arbiter
    public void afterwards(final II_Result result) {
        result.r2 = shared.coreSleepsFor() == Doorbell.AWAKE ? 1 : 0;
    }
}
