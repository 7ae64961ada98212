package io.takt.proofs.memory;

import io.takt.shm.waiting.Doorbell;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.J_Result;

/** Wake-ups are lost if the shipped classes leave something out: shows that the harness finds such a fault here. */
public class DoorbellMutantStress {
    private static final long FIRST_NS = 10;
    private static final long SECOND_NS = 20;

    /** {@link AssetSleepsStress} with an announcement that has no fence behind it. */
    @JCStressTest
    @Outcome(id = {"1, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE)
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "The wake-up is lost.")
    @State
    public static class NoFenceAtTheSleeper {
        private final SharedClocks shared = SharedClocks.next();

        @Actor
        public void sleeper(final II_Result result) {
            shared.threadSleep.publish(FIRST_NS);
            result.r1 = shared.core.read() >= FIRST_NS ? 1 : 0;
        }

        @Actor
        public void hub(final II_Result result) {
            shared.core.publish(FIRST_NS);
            Doorbell.fence();
            result.r2 = shared.threadSleep.read() == FIRST_NS ? 1 : 0;
        }
    }

    /** {@link AssetSleepsStress} with a hub that does not fence. */
    @JCStressTest
    @Outcome(id = {"1, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE)
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "The wake-up is lost.")
    @State
    public static class NoFenceAtTheRinger {
        private final SharedClocks shared = SharedClocks.next();
        private final Doorbell sleepers = shared.threadSleep.doorbell();

        @Actor
        public void sleeper(final II_Result result) {
            sleepers.announce(FIRST_NS);
            result.r1 = shared.core.read() >= FIRST_NS ? 1 : 0;
        }

        @Actor
        public void hub(final II_Result result) {
            shared.core.publish(FIRST_NS);
            result.r2 = shared.threadSleep.read() == FIRST_NS ? 1 : 0;
        }
    }

    /** {@link LateRingStress} with a ring that writes what it has not compared. */
    @JCStressTest
    @Outcome(id = "20", expect = Expect.ACCEPTABLE)
    @Outcome(id = "-1", expect = Expect.ACCEPTABLE_INTERESTING, desc = "The announcement is gone.")
    @State
    public static class NoCompareAndSwap {
        private final SharedClocks shared = SharedClocks.next();
        private final Doorbell sleepers = shared.threadSleep.doorbell();

        @Actor
        public void sleeper() {
            sleepers.announce(FIRST_NS);
            sleepers.withdraw();
            sleepers.announce(SECOND_NS);
        }

        @Actor
        public void hub() {
            shared.core.publish(FIRST_NS);
            Doorbell.fence();
            if (shared.threadSleep.read() == FIRST_NS) {
                shared.threadSleep.publish(Doorbell.AWAKE);
            }
        }

        @Arbiter
        public void afterwards(final J_Result result) {
            result.r1 = shared.threadSleep.read();
        }
    }
}
