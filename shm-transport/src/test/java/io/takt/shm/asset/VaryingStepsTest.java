package io.takt.shm.asset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.takt.asset.AssetSpec;
import io.takt.asset.AssetState;
import io.takt.asset.PolledAsset.Turn;
import io.takt.asset.Steps;
import io.takt.shm.clock.AssetKey;
import io.takt.shm.waiting.Doorbell;
import org.junit.jupiter.api.Test;

/** A session whose steps vary, without messages; with them, see the plays of agents in proofs-as-tests. */
class VaryingStepsTest {
    private final SessionLab lab = new SessionLab(0);

    private AssetSession session(final Steps steps) {
        return new AssetSession(AssetSpec.named("a").steps(steps), new AssetThread(lab.threadCounters), null,
            lab.clocks(), 0);
    }

    private static void begin(final AssetSession session) throws Exception {
        assertThat(session.poll(0)).isEqualTo(Turn.STEP);
    }

    @Test
    void aStepGoesAsFarAsTheCoreAllowsAndTheSimulatorWants() throws Exception {
        final AssetSession session = session(new Steps(50, 10, false));
        lab.core.publish(9);
        assertThat(session.poll(0)).isEqualTo(Turn.WAIT);
        lab.core.publish(38);
        begin(session);
        assertThat(session.nextNs()).isEqualTo(30);
        session.stepTo(20);
        assertThat(session.nextNs()).isEqualTo(20);
        assertThatIllegalArgumentException().isThrownBy(() -> session.stepTo(30));
        assertThatIllegalArgumentException().isThrownBy(() -> session.stepTo(15));
        session.commitStep(0);
        assertThat(lab.own.time().read()).isEqualTo(20);
        lab.core.publish(200);
        begin(session);
        assertThat(session.nextNs()).as("the greatest step").isEqualTo(70);
        session.commitStep(0);
        assertThatIllegalStateException().isThrownBy(() -> session.stepTo(80));
    }

    @Test
    void whileItHasNothingToDoItsClockCountsUpWithoutIt() throws Exception {
        final AssetSession session = session(new Steps(20, 10, false));
        session.wakeAt(95);
        lab.core.publish(45);
        assertThat(session.poll(0)).isEqualTo(Turn.WAIT);
        assertThat(lab.own.time().read()).isEqualTo(40);
        lab.core.publish(300);
        begin(session);
        assertThat(session.timeNs()).isEqualTo(100);
        assertThat(lab.own.time().read()).isEqualTo(100);
        session.wakeAt(111);
        assertThat(session.nextNs()).isEqualTo(120);
        session.commitStep(0);
        begin(session);
        assertThat(session.timeNs()).as("the step has ended where it is woken").isEqualTo(120);
        session.wakeAt(0);
        session.commitStep(0);
        begin(session);
        assertThat(session.timeNs()).as("as soon as may be, in every run").isEqualTo(130);
    }

    /** However far that gets: a poll is to come back. */
    @Test
    void aCoreThatCountsUpAllTheTimeDoesNotKeepTheThread() throws Exception {
        final AssetSession session = session(Steps.fixedNs(10));
        final long[] coreNs = new long[1];
        lab.beforeRead = counterId -> {
            if (counterId == lab.core.counterId()) {
                coreNs[0] += 10;
                lab.core.publish(coreNs[0]);
                assertThat(coreNs[0]).as("T_c").isLessThan(1_000);
            }
        };
        session.wakeAt(Long.MAX_VALUE);
        assertThat(session.poll(0)).isEqualTo(Turn.WAIT);
        assertThat(session.hasPassed()).as("and is told to look again").isTrue();
        final long firstNs = session.timeNs();
        assertThat(session.poll(0)).isEqualTo(Turn.WAIT);
        assertThat(session.timeNs()).isGreaterThan(firstNs);
    }

    @Test
    void aPassIsOfItsPollAlone() throws Exception {
        final AssetSession session = session(Steps.fixedNs(10));
        lab.core.publish(50);
        session.wakeAt(1_000);
        session.poll(0);
        assertThat(session.hasPassed()).isTrue();
        SessionLab.post(session, new SessionCommand.Reset());
        assertThat(session.poll(0)).isEqualTo(Turn.RESET);
        session.life().commitReset();
        assertThat(session.poll(0)).as("until there are clocks").isEqualTo(Turn.WAIT);
        assertThat(session.hasPassed()).isFalse();
        SessionLab.post(session, new SessionCommand.Clocks(lab.clocksOfNewEpoch()));
        lab.core.publish(50);
        session.poll(0);
        session.commitStep(0);
        session.wakeAt(1_000);
        session.poll(0);
        assertThat(session.hasPassed()).isTrue();
        SessionLab.post(session, new SessionCommand.Detach());
        assertThat(session.poll(0)).as("until there is a hub").isEqualTo(Turn.WAIT);
        assertThat(session.hasPassed()).isFalse();
    }

    @Test
    void aWholeStepWaitsForAllOfIt() throws Exception {
        final AssetSession session = session(new Steps(50, 10, true));
        session.chooseStep(30);
        lab.core.publish(29);
        assertThat(session.poll(0)).isEqualTo(Turn.WAIT);
        lab.core.publish(30);
        begin(session);
        assertThat(session.nextNs()).isEqualTo(30);
        session.commitStep(0);
        session.wakeAt(70);
        lab.core.publish(75);
        assertThat(session.poll(0)).as("awake at 70, and not yet allowed 30 more").isEqualTo(Turn.WAIT);
        assertThat(lab.own.time().read()).isEqualTo(70);
        lab.core.publish(100);
        begin(session);
        assertThat(session.nextNs()).isEqualTo(100);
    }

    private AssetSession wholeStepsThatWaitAt60() throws Exception {
        final Steps steps = new Steps(100, 10, true);
        lab.own = lab.hub.allocateAsset(new AssetKey(1, 1, 0, steps, 0), "whole", 0, AssetState.JOINED);
        final AssetSession session = session(steps);
        lab.core.publish(60);
        assertThat(session.poll(0)).isEqualTo(Turn.WAIT);
        assertThat(lab.own.next().read()).isEqualTo(100);
        return session;
    }

    /** By it the hub knows whether the asset is in a step, or waits for a later T_c. */
    @Test
    void howFarAWholeStepHasToGoIsToldAfterEachNewTime() throws Exception {
        final AssetSession session = wholeStepsThatWaitAt60();
        session.chooseStep(10);
        for (long toNs = 10; toNs <= 30; toNs += 10) {
            begin(session);
            assertThat(lab.own.next().read()).isEqualTo(toNs);
            session.commitStep(0);
        }
    }

    @Test
    void aPassTellsHowFarTheNextHasToGoBeforeItAndAfterIt() throws Exception {
        final AssetSession session = wholeStepsThatWaitAt60();
        final long[] toldNs = new long[1];
        lab.beforePublish = counterId -> {
            if (counterId == lab.own.time().counterId()) {
                toldNs[0] = lab.own.next().read();
            }
        };
        session.wakeAt(1_000);
        session.poll(0);
        assertThat(lab.own.time().read()).isEqualTo(60);
        assertThat(toldNs).containsExactly(10);
        assertThat(lab.own.next().read()).isEqualTo(70);
    }

    /** The hub looks at the difference, which is right although the sum is no time any more. */
    @Test
    void aWholeStepBeyondTheEndOfTimeIsToldByItsLengthAndNoCoreTimeIsWaitedFor() throws Exception {
        final long startNs = Long.MAX_VALUE - 25;
        final Steps steps = new Steps(30, 10, true);
        lab.own = lab.hub.allocateAsset(new AssetKey(1, 1, 0, steps, 0), "late", startNs, AssetState.JOINED);
        final AssetSession session = session(steps);
        lab.core.publish(Long.MAX_VALUE);
        lab.coreDoorbell.announce(0, startNs + 10);
        assertThat(session.poll(0)).isEqualTo(Turn.WAIT);
        assertThat(lab.own.next().read() - startNs).isEqualTo(30);
        assertThat(lab.coreDoorbell.awaited()).as("rung, for it waits for a last step").isEqualTo(Doorbell.AWAKE);
        assertThat(session.nextNs()).isEqualTo(Long.MAX_VALUE);
        assertThat(session.wantedNs()).isEqualTo(AssetThread.NO_TIME);
    }

    @Test
    void aResetForgetsWhatTheAssetHasAskedFor() throws Exception {
        final AssetSession session = session(new Steps(50, 10, true));
        session.chooseStep(10);
        session.wakeAt(1_000);
        SessionLab.post(session, new SessionCommand.Reset());
        assertThat(session.poll(0)).isEqualTo(Turn.RESET);
        session.life().commitReset();
        SessionLab.post(session, new SessionCommand.Clocks(lab.clocksOfNewEpoch()));
        lab.core.publish(49);
        assertThat(session.poll(0)).isEqualTo(Turn.WAIT);
        assertThat(lab.own.time().read()).isZero();
        lab.core.publish(50);
        begin(session);
        assertThat(session.nextNs()).isEqualTo(50);
    }
}
