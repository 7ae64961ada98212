package io.takt.proofs.memory;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * A sender is put back to its start and sends there, while a receiver that is back at its own reads. Result: the
 * messages of the first step afterwards.
 */
@JCStressTest
@Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "The message sent at the dawn of time.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Less, or something from before.")
@State
public class LogResetStress {
    private final LogPair pair = pairWithMessages();

    private static LogPair pairWithMessages() {
        final LogPair pair = LogPair.next();
        pair.senderSteps(1);
        pair.receiver.beginReset();
        return pair;
    }

    @Actor
    public void sender() {
        pair.senderResets(2);
    }

    @Actor
    public void receiver() {
        pair.receiver.read();
        pair.receiver.read();
    }

    @Arbiter
    public void afterwards(final I_Result result) {
        pair.log().allAreReset();
        pair.sender.resume();
        pair.receiver.resume();
        pair.timeNs = 0;
        result.r1 = pair.receiver.opens(0, 1) ? pair.receiverSteps(0) : -1;
    }
}
