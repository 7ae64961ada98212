package io.takt.proofs.memory;

import io.takt.shm.waiting.Doorbell;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;

/**
 * The hub and a receiver both go to sleep for a sender, whose step ends at that moment and has one fence for both.
 * First: the hub saw the time; second: it was rung; third: the receiver saw the frontier; fourth: it was rung.
 */
@JCStressTest
@Outcome(id = "0, 0, ., .", expect = Expect.FORBIDDEN, desc = "The hub's wake-up is lost.")
@Outcome(id = "., ., 0, 0", expect = Expect.FORBIDDEN, desc = "The receiver's wake-up is lost.")
@Outcome(id = "., ., ., .", expect = Expect.ACCEPTABLE, desc = "Each saw it, or was rung, or both.")
@State
public class StepWakesAllStress {
    private static final int ASSET = 7;
    private static final long WANTED_NS = 10;

    private final SharedClocks shared = SharedClocks.next();
    private final LogPair pair = LogPair.next();

    /** On one thread, so that two processors do; the hub's announcement has a fence of its own. */
    @Actor
    public void hubAndReceiver(final IIII_Result result) {
        pair.receiver.opens(pair.timeNs + 1, pair.timeNs + 2);
        pair.receiver.announce();
        shared.coreDoorbell.announce(ASSET, WANTED_NS);
        result.r1 = shared.asset.read() >= WANTED_NS ? 1 : 0;
        result.r3 = pair.receiver.opens(pair.timeNs + 1, pair.timeNs + 2) ? 1 : 0;
    }

    @Actor
    public void sender() {
        pair.senderBegins();
        pair.sender.publish(pair.timeNs, pair.timeNs + 1);
        shared.asset.publish(WANTED_NS);
        pair.sender.advance(pair.timeNs, pair.timeNs + 1);
        Doorbell.fence();
        shared.coreDoorbell.ringIfSeen(ASSET, WANTED_NS);
        pair.sender.wake();
    }

    @Arbiter
    public void afterwards(final IIII_Result result) {
        result.r2 = shared.coreSleepsFor() == Doorbell.AWAKE ? 1 : 0;
        result.r4 = pair.isRung() ? 1 : 0;
        pair.receiver.withdraw();
        pair.timeNs++;
    }
}
