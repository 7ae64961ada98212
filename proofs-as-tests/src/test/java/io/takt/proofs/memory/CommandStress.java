package io.takt.proofs.memory;

import io.takt.shm.clock.CoreDoorbell;
import io.takt.shm.waiting.Doorbell;
import org.agrona.concurrent.ManyToOneConcurrentLinkedQueue;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** The hub goes to sleep while another thread wants something of it. First: it saw a command; second: it was rung. */
@JCStressTest
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "It looked again, and saw a command.")
@Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "It saw none, and is woken.")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "Both.")
@Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "The wake-up is lost.")
@State
public class CommandStress {
    private final SharedClocks shared = SharedClocks.next();
    private final ManyToOneConcurrentLinkedQueue<String> commands = new ManyToOneConcurrentLinkedQueue<>();

    @Actor
    public void hub(final II_Result result) {
        shared.coreDoorbell.announce(CoreDoorbell.NO_ASSET, 0);
        result.r1 = commands.poll() != null ? 1 : 0;
    }

    @Actor
    public void other() {
        commands.offer("pause");
        shared.coreDoorbell.ring();
    }

    @Arbiter
    public void afterwards(final II_Result result) {
        result.r2 = shared.coreSleepsFor() == Doorbell.AWAKE ? 1 : 0;
    }
}
