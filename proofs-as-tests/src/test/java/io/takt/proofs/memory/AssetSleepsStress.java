package io.takt.proofs.memory;

import io.takt.shm.waiting.Doorbell;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A thread of assets goes to sleep for a T_c which the hub reaches at that moment. First: it saw it; second: it was
 * rung.
 */
@JCStressTest
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "It looked again, and saw the time.")
@Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "It did not see the time, and is woken.")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "Both.")
@Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "The wake-up is lost.")
@State
public class AssetSleepsStress {
    private static final long WANTED_NS = 10;

    private final SharedClocks shared = SharedClocks.next();
    private final Doorbell sleepers = shared.threadSleep.doorbell();
    private final Doorbell ringers = shared.threadSleep.doorbell();

    @Actor
    public void sleeper(final II_Result result) {
        sleepers.announce(WANTED_NS);
        result.r1 = shared.core.read() >= WANTED_NS ? 1 : 0;
    }

    @Actor
    public void hub(final II_Result result) {
        shared.core.publish(WANTED_NS);
        Doorbell.fence();
        final long sleepsFor = ringers.read();
        if (sleepsFor != Doorbell.AWAKE && sleepsFor <= WANTED_NS) {
            ringers.ring(sleepsFor);
            result.r2 = ringers.read() == Doorbell.AWAKE ? 1 : 0;
        }
    }
}
