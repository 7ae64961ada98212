package io.takt.proofs.memory;

import io.takt.shm.waiting.Doorbell;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.J_Result;

/** A ring for an earlier announcement does not take away the present one: the sleeper is still to be rung for that. */
@JCStressTest
@Outcome(id = "20", expect = Expect.ACCEPTABLE, desc = "The announcement stands.")
@Outcome(id = "-1", expect = Expect.FORBIDDEN, desc = "The announcement is gone, and a later ring finds no sleeper.")
@State
public class LateRingStress {
    private static final long FIRST_NS = 10;
    private static final long SECOND_NS = 20;

    private final SharedClocks shared = SharedClocks.next();
    private final Doorbell sleepers = shared.threadSleep.doorbell();
    private final Doorbell[] rungByTheHub = {shared.threadSleep.doorbell()};

    @Actor
    public void sleeper() {
        sleepers.announce(FIRST_NS);
        sleepers.withdraw();
        sleepers.announce(SECOND_NS);
    }

    @Actor
    public void hub() {
        shared.core.publish(FIRST_NS);
        Doorbell.ringReached(rungByTheHub, FIRST_NS);
    }

    @Arbiter
    public void afterwards(final J_Result result) {
        result.r1 = sleepers.read();
    }
}
