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

/** A seat whose steps vary, without messages; with them, see the plays of agents in proofs-as-tests. */
class VaryingStepsTest {
    private final SeatLab lab = new SeatLab(0);

    private Seat seat(final Steps steps) {
        return new Seat(AssetSpec.named("a").steps(steps), new AssetThread(lab.threadCounters), null, lab.clocks(), 0);
    }

    private static void begin(final Seat seat) throws Exception {
        assertThat(seat.poll(0)).isEqualTo(Turn.STEP);
        seat.beginStep();
    }

    @Test
    void aStepGoesAsFarAsTheCoreAllowsAndTheSimulatorWants() throws Exception {
        final Seat seat = seat(new Steps(50, 10, false));
        lab.core.publish(9);
        assertThat(seat.poll(0)).isEqualTo(Turn.WAIT);
        lab.core.publish(38);
        begin(seat);
        assertThat(seat.nextNs()).isEqualTo(30);
        seat.stepTo(20);
        assertThat(seat.nextNs()).isEqualTo(20);
        assertThatIllegalArgumentException().isThrownBy(() -> seat.stepTo(30));
        assertThatIllegalArgumentException().isThrownBy(() -> seat.stepTo(15));
        seat.commitStep(0);
        assertThat(lab.own.time().read()).isEqualTo(20);
        lab.core.publish(200);
        begin(seat);
        assertThat(seat.nextNs()).as("the greatest step").isEqualTo(70);
        seat.commitStep(0);
        assertThatIllegalStateException().isThrownBy(() -> seat.stepTo(80));
    }

    @Test
    void whileItHasNothingToDoItsClockCountsUpWithoutIt() throws Exception {
        final Seat seat = seat(new Steps(20, 10, false));
        seat.wakeAt(95);
        lab.core.publish(45);
        assertThat(seat.poll(0)).isEqualTo(Turn.WAIT);
        assertThat(lab.own.time().read()).isEqualTo(40);
        lab.core.publish(300);
        begin(seat);
        assertThat(seat.timeNs()).isEqualTo(100);
        assertThat(lab.own.time().read()).isEqualTo(100);
        seat.wakeAt(111);
        assertThat(seat.nextNs()).isEqualTo(120);
        seat.commitStep(0);
        begin(seat);
        assertThat(seat.timeNs()).as("the step has ended where it is woken").isEqualTo(120);
        seat.wakeAt(0);
        seat.commitStep(0);
        begin(seat);
        assertThat(seat.timeNs()).as("as soon as may be, in every run").isEqualTo(130);
    }

    /** However far that gets: who polls is to come back. */
    @Test
    void aCoreThatCountsUpAllTheTimeDoesNotKeepTheThread() {
        final Seat seat = seat(Steps.fixedNs(10));
        final long[] coreNs = new long[1];
        lab.beforeRead = counterId -> {
            if (counterId == lab.core.counterId()) {
                coreNs[0] += 10;
                lab.core.publish(coreNs[0]);
                assertThat(coreNs[0]).as("T_c").isLessThan(1_000);
            }
        };
        seat.wakeAt(Long.MAX_VALUE);
        assertThat(seat.poll(0)).isEqualTo(Turn.WAIT);
        assertThat(seat.hasPassed()).as("and is told to look again").isTrue();
        final long firstNs = seat.timeNs();
        assertThat(seat.poll(0)).isEqualTo(Turn.WAIT);
        assertThat(seat.timeNs()).isGreaterThan(firstNs);
    }

    @Test
    void aPassIsOfItsPollAlone() {
        final Seat seat = seat(Steps.fixedNs(10));
        lab.core.publish(50);
        seat.wakeAt(1_000);
        seat.poll(0);
        assertThat(seat.hasPassed()).isTrue();
        seat.orders().orderReset();
        assertThat(seat.poll(0)).isEqualTo(Turn.RESET);
        seat.commitReset();
        assertThat(seat.poll(0)).as("until there are clocks").isEqualTo(Turn.WAIT);
        assertThat(seat.hasPassed()).isFalse();
        seat.orders().giveClocks(lab.clocksOfNewEpoch());
        lab.core.publish(50);
        seat.poll(0);
        seat.commitStep(0);
        seat.wakeAt(1_000);
        seat.poll(0);
        assertThat(seat.hasPassed()).isTrue();
        seat.orders().detach();
        assertThat(seat.poll(0)).as("until there is a hub").isEqualTo(Turn.WAIT);
        assertThat(seat.hasPassed()).isFalse();
    }

    @Test
    void aWholeStepWaitsForAllOfIt() throws Exception {
        final Seat seat = seat(new Steps(50, 10, true));
        seat.chooseStep(30);
        lab.core.publish(29);
        assertThat(seat.poll(0)).isEqualTo(Turn.WAIT);
        lab.core.publish(30);
        begin(seat);
        assertThat(seat.nextNs()).isEqualTo(30);
        seat.commitStep(0);
        seat.wakeAt(70);
        lab.core.publish(75);
        assertThat(seat.poll(0)).as("awake at 70, and not yet allowed 30 more").isEqualTo(Turn.WAIT);
        assertThat(lab.own.time().read()).isEqualTo(70);
        lab.core.publish(100);
        begin(seat);
        assertThat(seat.nextNs()).isEqualTo(100);
    }

    /** The hub looks at the difference, which is right although the sum is no time any more. */
    @Test
    void aWholeStepBeyondTheEndOfTimeIsToldByItsLengthAndNoCoreTimeIsWaitedFor() {
        final long startNs = Long.MAX_VALUE - 25;
        final Steps steps = new Steps(30, 10, true);
        lab.own = lab.hub.allocateAsset(new AssetKey(1, 1, 0, steps, 0), "late", startNs, AssetState.JOINED);
        final Seat seat = seat(steps);
        lab.core.publish(Long.MAX_VALUE);
        lab.coreDoorbell.announce(0, startNs + 10);
        assertThat(seat.poll(0)).isEqualTo(Turn.WAIT);
        assertThat(lab.own.next().read() - startNs).isEqualTo(30);
        assertThat(lab.coreDoorbell.awaited()).as("rung, for it waits for a last step").isEqualTo(Doorbell.AWAKE);
        assertThat(seat.nextNs()).isEqualTo(Long.MAX_VALUE);
        assertThat(seat.wantedNs()).isEqualTo(AssetThread.NO_TIME);
    }

    @Test
    void aResetForgetsWhatTheAssetHasAskedFor() throws Exception {
        final Seat seat = seat(new Steps(50, 10, true));
        seat.chooseStep(10);
        seat.wakeAt(1_000);
        seat.orders().orderReset();
        assertThat(seat.poll(0)).isEqualTo(Turn.RESET);
        seat.commitReset();
        seat.orders().giveClocks(lab.clocksOfNewEpoch());
        lab.core.publish(49);
        assertThat(seat.poll(0)).isEqualTo(Turn.WAIT);
        assertThat(lab.own.time().read()).isZero();
        lab.core.publish(50);
        begin(seat);
        assertThat(seat.nextNs()).isEqualTo(50);
    }
}
