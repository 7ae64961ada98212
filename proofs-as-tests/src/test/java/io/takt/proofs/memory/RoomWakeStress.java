package io.takt.proofs.memory;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A sender waits for room, which a receiver gives back at that moment. First: it saw room; second: it was rung. */
@JCStressTest
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "There was room, or it looked again and there was.")
@Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "It saw none, and is woken.")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "Both.")
@Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "The wake-up is lost.")
@State
public class RoomWakeStress {
    private final LogPair pair = pairWithoutRoom();

    /** The messages that fill the log are used, but the step that has used them is not done. */
    private static LogPair pairWithoutRoom() {
        final LogPair pair = LogPair.next();
        pair.senderSteps(4);
        pair.timeNs++;
        pair.receiver.opens(pair.timeNs, pair.timeNs + 1);
        pair.receiverBegins(pair.timeNs);
        return pair;
    }

    @Actor
    public void sender(final II_Result result) {
        pair.senderBegins();
        pair.send(2);
        result.r1 = pair.hasSeenRoom() ? 1 : 0;
    }

    @Actor
    public void receiver() {
        pair.receiverEnds(pair.timeNs);
    }

    @Arbiter
    public void afterwards(final II_Result result) {
        result.r2 = pair.isRung() ? 1 : 0;
        pair.senderEnds();
        pair.timeNs++;
        if (pair.receiver.opens(pair.timeNs, pair.timeNs + 1)) {
            pair.receiverSteps(pair.timeNs);
        }
        pair.receiver.read();
    }
}
