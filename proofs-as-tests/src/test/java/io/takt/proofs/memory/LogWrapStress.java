package io.takt.proofs.memory;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * While a receiver is handed the messages of one step, and gives their room back, the sender writes those of the next,
 * over the end of the ring and from its beginning, and waits for room where it has to. Results: the messages of both
 * steps.
 */
@JCStressTest
@Outcome(id = "5", expect = Expect.ACCEPTABLE, desc = "All, whole.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Something is missing, or was written over.")
@State
public class LogWrapStress {
    private final LogPair pair = pairWithMessages();

    private static LogPair pairWithMessages() {
        final LogPair pair = LogPair.next();
        pair.senderSteps(2);
        pair.timeNs++;
        pair.receiver.opens(pair.timeNs, pair.timeNs + 1);
        return pair;
    }

    @Actor
    public void sender() {
        pair.senderSteps(3);
    }

    @Actor
    public void receiver(final I_Result result) {
        result.r1 = pair.receiverSteps(pair.timeNs);
    }

    @Arbiter
    public void afterwards(final I_Result result) {
        pair.timeNs++;
        if (pair.receiver.opens(pair.timeNs, pair.timeNs + 1)) {
            result.r1 += pair.receiverSteps(pair.timeNs);
        }
    }
}
