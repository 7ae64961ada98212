package io.takt.hub.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.asset.WaitStrategy;
import io.takt.hub.core.MachineLab;
import io.takt.hub.core.event.HubCommand;
import io.takt.shm.clock.CoreDoorbell;
import io.takt.shm.control.Request;
import io.takt.shm.waiting.Doorbell;
import io.takt.shm.waiting.Parker;
import io.takt.shm.waiting.Waiter;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.agrona.concurrent.AgentTerminationException;
import org.junit.jupiter.api.Test;

class HubAgentTest {
    private static final long LONGEST_REST_NS = 1_000_000_000L;

    private static HubAgent agent(final MachineLab lab) {
        return new HubAgent(lab.machine(), WaitStrategy.SLEEP, command -> { });
    }

    private static void workUntilIdle(final HubAgent agent) {
        int work = 1;
        while (work > 0) {
            work = agent.doWork();
        }
    }

    @Test
    void announcesTheAssetAndTheTimeThatItWaitsFor() {
        final MachineLab lab = MachineLab.free(10, 20);
        lab.member(1, "a", 10);
        final HubAgent agent = agent(lab);
        workUntilIdle(agent);
        agent.announce();
        assertThat(lab.hubSleepsFor()).isZero();
        assertThat(lab.counters().getCounterValue(lab.machine().sleeping().doorbell().counterIds()[1])).isEqualTo(10);
        assertThat(agent.isStillAwaited()).isTrue();
        agent.withdraw();
        assertThat(lab.hubSleepsFor()).isEqualTo(Doorbell.AWAKE);
    }

    /** The asset that is in the way now finds that the hub sleeps for another, and would not ring. */
    @Test
    void doesNotSleepForOneAssetWhenTheLookFindsAnotherInTheWay() {
        final MachineLab lab = MachineLab.free(10, 20);
        final Supplier<Boolean> first = lab.member(1, "a", 10);
        lab.member(2, "b", 10);
        final HubAgent agent = agent(lab);
        workUntilIdle(agent);
        agent.announce();
        assertThat(lab.hubSleepsFor()).as("a is in the way").isZero();
        first.get();
        assertThat(agent.doWork()).as("now b is").isZero();
        assertThat(agent.isStillAwaited()).isFalse();
        agent.sleep();
        agent.announce();
        assertThat(lab.hubSleepsFor()).isEqualTo(1);
        assertThat(agent.doWork()).isZero();
        assertThat(agent.isStillAwaited()).isTrue();
    }

    @Test
    void doesNotSleepForOneTimeWhenTheLookFindsThatItWaitsForAnother() {
        final MachineLab lab = MachineLab.atInterval(10, 20, 1_000);
        lab.member(1, "a", 10);
        final HubAgent agent = agent(lab);
        workUntilIdle(agent);
        agent.announce();
        assertThat(lab.hubSleepsFor()).as("waits for the wall clock").isEqualTo(CoreDoorbell.NO_ASSET);
        assertThat(agent.idleForNs()).isEqualTo(1_000);
        for (int i = 0; i < 3; i++) {
            lab.pass(1_000);
            agent.doWork();
        }
        assertThat(agent.isStillAwaited()).as("now for the asset").isFalse();
    }

    @Test
    void waitsForNoAssetWhilePaused() {
        final MachineLab lab = MachineLab.free(10, 20);
        lab.member(1, "a", 10);
        final HubAgent agent = agent(lab);
        workUntilIdle(agent);
        assertThat(lab.machine().sleeping().awaitedAsset()).isZero();
        agent.submit(new HubCommand.Ask(1, new Request.Pause(1), 0));
        workUntilIdle(agent);
        agent.announce();
        assertThat(lab.hubSleepsFor()).isEqualTo(CoreDoorbell.NO_ASSET);
        assertThat(lab.machine().sleeping().longestNs()).isEqualTo(LONGEST_REST_NS);
    }

    @Test
    void aCommandWakesTheHub() {
        final MachineLab lab = MachineLab.free(10, 20);
        final HubAgent agent = agent(lab);
        agent.announce();
        agent.submit(new HubCommand.Look());
        assertThat(lab.hubSleepsFor()).isEqualTo(Doorbell.AWAKE);
        assertThat(agent.doWork()).isEqualTo(1);
    }

    /** A launched program may end after its hub; its doorbell lies in memory that the hub has given back by then. */
    @Test
    void aClosedHubIsNotRung() {
        final MachineLab lab = MachineLab.free(10, 20);
        final HubAgent agent = agent(lab);
        agent.announce();
        agent.onClose();
        agent.submit(new HubCommand.Look());
        assertThat(lab.hubSleepsFor()).isEqualTo(CoreDoorbell.NO_ASSET);
    }

    @Test
    void theHubsThreadEndsWhenItHasCarriedOutWhatCameBefore() {
        final MachineLab lab = MachineLab.free(10, 20);
        final AtomicInteger carriedOut = new AtomicInteger();
        final HubAgent agent =
            new HubAgent(lab.machine(), WaitStrategy.SLEEP, command -> carriedOut.incrementAndGet());
        agent.announce();
        for (int i = 0; i < 20; i++) {
            agent.submit(new HubCommand.Look());
        }
        agent.announce();
        agent.terminate();
        assertThat(lab.hubSleepsFor()).isEqualTo(Doorbell.AWAKE);
        assertThat(agent.doWork()).as("a cycle carries out so many at most").isEqualTo(16);
        assertThatThrownBy(agent::doWork).isInstanceOf(AgentTerminationException.class);
        assertThat(carriedOut).hasValue(20);
    }

    /** Its sleep ends by a ring only, so a command that does not wake it would never be done. */
    @Test
    void aHubThatSleepsHearsEveryCommand() throws InterruptedException {
        final MachineLab lab = MachineLab.free(10, 20);
        final Semaphore carriedOut = new Semaphore(0);
        final HubAgent agent = new HubAgent(lab.machine(), WaitStrategy.SLEEP, command -> carriedOut.release());
        final AtomicBoolean over = new AtomicBoolean();
        final Waiter waiter = new Waiter(WaitStrategy.SLEEP, endlessParker(lab, agent, over));
        final Thread thread = new Thread(() -> {
            while (!over.get()) {
                if (agent.doWork() > 0) {
                    waiter.worked();
                } else {
                    waiter.idle();
                }
            }
        });
        thread.start();
        try {
            submitOneByOne(agent, carriedOut, 20_000);
        } finally {
            over.set(true);
            thread.join();
        }
    }

    private static void submitOneByOne(final HubAgent agent, final Semaphore carriedOut, final int commands)
        throws InterruptedException {
        for (int i = 0; i < commands; i++) {
            // They meet the hub everywhere on its way to sleep.
            for (int pause = i % 128; pause > 0; pause--) {
                Thread.onSpinWait();
            }
            agent.submit(new HubCommand.Look());
            assertThat(carriedOut.tryAcquire(30, TimeUnit.SECONDS)).as("command %d", i).isTrue();
        }
    }

    /** The agent's, which turns over in its sleep until it is rung. */
    private static Parker endlessParker(final MachineLab lab, final HubAgent agent, final AtomicBoolean over) {
        return new Parker() {
            @Override
            public long idleForNs() {
                return agent.idleForNs();
            }

            @Override
            public void announce() {
                agent.announce();
            }

            @Override
            public void sleep() {
                while (!over.get() && lab.hubSleepsFor() != Doorbell.AWAKE) {
                    agent.sleep();
                }
            }

            @Override
            public void withdraw() {
                agent.withdraw();
            }
        };
    }

    /** Notes what the hub's thread asks for. */
    private static final class Noting implements ChildLinks {
        private int tells;
        private int looks;
        private int rests;
        private int news;

        @Override
        public void tell() {
            tells++;
        }

        @Override
        public int look() {
            looks++;
            return news-- > 0 ? 1 : 0;
        }

        @Override
        public long rest() {
            rests++;
            return 0;
        }

        @Override
        public Counts counts() {
            return Counts.NONE;
        }

        @Override
        public void close() {
            // It has nothing.
        }
    }

    @Test
    void childrenOnOtherHostsAreToldNowAndThenWhileTheCoreGoes() {
        final MachineLab lab = MachineLab.free(1, 1_000);
        lab.member(1, "a", 1);
        final HubAgent agent = agent(lab);
        final Noting children = new Noting();
        agent.children(children);
        int countUps = 0;
        while (agent.doWork() > 0) {
            countUps++;
        }
        assertThat(countUps).isGreaterThanOrEqualTo(1_000);
        assertThat(children.tells).as("and of the last ones before the look").isEqualTo((countUps + 31) / 32);
        assertThat(children.looks).as("not before there is nothing else to do").isEqualTo(1);
    }

    @Test
    void aChildThatIsFurtherIsWorkAndASleepIsToldOfAndBounded() {
        final MachineLab lab = MachineLab.free(10, 20);
        lab.member(1, "a", 10);
        final HubAgent agent = agent(lab);
        final Noting children = new Noting();
        agent.children(children);
        workUntilIdle(agent);
        children.news = 1;
        assertThat(agent.doWork()).isEqualTo(1);
        assertThat(agent.doWork()).isZero();
        assertThat(children.rests).isZero();
        agent.announce();
        agent.doWork();
        agent.sleep();
        assertThat(children.rests).as("and it did not sleep, for a child was to be told at once").isEqualTo(1);
        agent.withdraw();
    }
}
