package io.takt.proofs.memory;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A gate that opens has all messages behind it, whole. First: it was open; second: the messages of the step. */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "It is closed.")
@Outcome(id = "1, 3", expect = Expect.ACCEPTABLE, desc = "All three are there.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The frontier is there before the records that belong to it.")
@State
public class LogPublishStress {
    private final LogPair pair = LogPair.next();
    private boolean stepped;

    @Actor
    public void sender() {
        pair.senderSteps(3);
    }

    @Actor
    public void receiver(final II_Result result) {
        if (pair.receiver.opens(pair.timeNs + 1, pair.timeNs + 2)) {
            stepped = true;
            result.r1 = 1;
            result.r2 = pair.receiverSteps(pair.timeNs + 1);
        }
    }

    @Arbiter
    public void afterwards(final II_Result result) {
        pair.timeNs++;
        if (!stepped && pair.receiver.opens(pair.timeNs, pair.timeNs + 1)) {
            pair.receiverSteps(pair.timeNs);
        }
    }
}
