package io.takt.proofs.memory;

import io.takt.shm.waiting.Doorbell;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A receiver goes to sleep at a gate that opens at that moment. First: it saw that; second: it was rung. */
@JCStressTest
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "It looked again, and the gate was open.")
@Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "The gate was closed, and it is woken.")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "Both.")
@Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "The wake-up is lost.")
@State
public class FrontierWakeStress {
    private final LogPair pair = LogPair.next();

    @Actor
    public void receiver(final II_Result result) {
        boolean isOpen = pair.receiver.opens(pair.timeNs + 1, pair.timeNs + 2);
        if (!isOpen) {
            pair.receiver.announce();
            Doorbell.fence();
            isOpen = pair.receiver.opens(pair.timeNs + 1, pair.timeNs + 2);
        }
        result.r1 = isOpen ? 1 : 0;
    }

    @Actor
    public void sender() {
        pair.senderSteps(0);
    }

    @Arbiter
    public void afterwards(final II_Result result) {
        result.r2 = pair.isRung() ? 1 : 0;
        pair.receiver.withdraw();
        pair.timeNs++;
    }
}
