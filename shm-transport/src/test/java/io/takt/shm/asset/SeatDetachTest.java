package io.takt.shm.asset;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.PolledAsset.Turn;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A seat whose hub dies, and which is given the clocks of another. */
class SeatDetachTest {
    private final SeatLab first = new SeatLab(0);
    private final Seat seat = first.seat();

    private void stepTo(final SeatLab hub, final long toNs) {
        assertThat(seat.poll(0)).isEqualTo(Turn.STEP);
        assertThat(seat.nextNs()).isEqualTo(toNs);
        seat.commitStep(0);
        assertThat(hub.own.time().read()).isEqualTo(toNs);
    }

    @Test
    void restsWhereItStandsAndGoesOnWithTheClocksOfAnother() {
        first.core.publish(100);
        stepTo(first, 10);
        seat.orders().detach();
        assertThat(seat.rests()).as("not before it is polled").isFalse();
        assertThat(seat.poll(0)).isEqualTo(Turn.WAIT);
        assertThat(seat.rests()).isTrue();
        assertThat(seat.restsAtNs()).isEqualTo(10);
        assertThat(seat.wantedNs()).isEqualTo(AssetThread.NO_TIME);
        final long[] before = first.values();

        final SeatLab second = new SeatLab(10);
        second.core.publish(20);
        seat.orders().giveClocks(second.clocks());
        stepTo(second, 20);
        assertThat(seat.rests()).isFalse();
        assertThat(seat.poll(0)).as("T_c of the second hub counts").isEqualTo(Turn.WAIT);
        assertThat(first.values()).as("the dead hub's").isEqualTo(before);
    }

    @Test
    void aStepUnderWayIsFinishedFirstAndWritesNothing() {
        first.core.publish(100);
        assertThat(seat.poll(0)).isEqualTo(Turn.STEP);
        final long[] before = first.values();
        seat.orders().detach();
        assertThat(seat.poll(0)).as("the same turn again").isEqualTo(Turn.STEP);
        assertThat(seat.rests()).isFalse();
        seat.commitStep(0);
        seat.retain(0);
        assertThat(seat.timeNs()).isEqualTo(10);
        assertThat(first.values()).isEqualTo(before);
        assertThat(seat.poll(0)).isEqualTo(Turn.WAIT);
        assertThat(seat.restsAtNs()).isEqualTo(10);
    }

    @Test
    void aResetUnderWayIsFinishedFirstThenItRestsAtItsStart() {
        first.core.publish(100);
        stepTo(first, 10);
        seat.orders().orderReset();
        assertThat(seat.poll(0)).isEqualTo(Turn.RESET);
        seat.orders().detach();
        assertThat(seat.poll(0)).as("the same turn again").isEqualTo(Turn.RESET);
        assertThat(seat.rests()).isFalse();
        seat.commitReset();
        assertThat(seat.poll(0)).isEqualTo(Turn.WAIT);
        assertThat(seat.restsAtNs()).isZero();
        assertThat(seat.timeNs()).isZero();
    }

    @Test
    void aHubThatDiesInTheMiddleOfAResetLeavesItAtItsStart() {
        first.core.publish(100);
        stepTo(first, 10);
        seat.orders().orderReset();
        seat.poll(0);
        seat.commitReset();
        seat.poll(0);
        seat.orders().detach();
        assertThat(seat.poll(0)).isEqualTo(Turn.WAIT);
        assertThat(seat.rests()).isTrue();
        assertThat(seat.restsAtNs()).isZero();
        final SeatLab second = new SeatLab(0);
        second.core.publish(10);
        seat.orders().giveClocks(second.clocks());
        stepTo(second, 10);
    }

    /** The second hub lets it stand at T_c until it orders the reset anew, and does not live that long. */
    @Test
    void itIsAtItsStartHoweverManyHubsDieBeforeOneOrdersTheResetAnew() {
        first.core.publish(100);
        stepTo(first, 10);
        seat.orders().orderReset();
        seat.poll(0);
        seat.commitReset();
        seat.orders().detach();
        seat.poll(0);
        for (int i = 0; i < 3; i++) {
            final SeatLab next = new SeatLab(100);
            next.core.publish(100);
            seat.orders().attach(next.clocks());
            assertThat(seat.poll(0)).isEqualTo(Turn.WAIT);
            if (i == 1) {
                seat.orders().orderReset();
            }
            seat.orders().detach();
            assertThat(seat.poll(0)).isEqualTo(Turn.WAIT);
            assertThat(seat.rests()).isTrue();
            assertThat(seat.restsAtNs()).isZero();
        }
    }

    @Test
    void onceItHasSteppedAfterAResetItRestsWhereItStands() {
        seat.orders().orderReset();
        seat.poll(0);
        seat.commitReset();
        seat.orders().giveClocks(first.clocksOfNewEpoch());
        first.core.publish(100);
        stepTo(first, 10);
        seat.orders().detach();
        assertThat(seat.poll(0)).isEqualTo(Turn.WAIT);
        assertThat(seat.restsAtNs()).isEqualTo(10);
    }

    @Test
    void aResetThatWasNotTakenUpIsForgottenWithItsHub() {
        first.core.publish(100);
        stepTo(first, 10);
        seat.orders().orderReset();
        seat.orders().detach();
        assertThat(seat.poll(0)).isEqualTo(Turn.WAIT);
        assertThat(seat.restsAtNs()).isEqualTo(10);
        final SeatLab second = new SeatLab(10);
        seat.orders().giveClocks(second.clocks());
        assertThat(seat.poll(0)).isEqualTo(Turn.WAIT);
        assertThat(seat.timeNs()).isEqualTo(10);
    }

    /** The next hub tells every asset of a connection, before it knows of this one, too. */
    @Test
    void aResetThatTheNextHubOrderedBeforeTheSeatAttachesIsForgotten() {
        first.core.publish(100);
        stepTo(first, 10);
        seat.orders().detach();
        assertThat(seat.poll(0)).isEqualTo(Turn.WAIT);
        seat.orders().orderReset();
        final SeatLab second = new SeatLab(10);
        second.core.publish(20);
        seat.orders().attach(second.clocks());
        stepTo(second, 20);
    }

    @Test
    void aResetByTheNextHubIsNotForgotten() {
        seat.orders().detach();
        seat.poll(0);
        final SeatLab second = new SeatLab(0);
        seat.orders().giveClocks(second.clocks());
        seat.orders().orderReset();
        assertThat(seat.poll(0)).isEqualTo(Turn.RESET);
        seat.commitReset();
        seat.orders().giveClocks(second.clocksOfNewEpoch());
        second.core.publish(10);
        stepTo(second, 10);
    }

    @Test
    void aSecondDeathBeforeTheClocksAreTakenLeavesItAtRest() {
        first.core.publish(100);
        stepTo(first, 10);
        seat.orders().detach();
        seat.poll(0);
        final SeatLab second = new SeatLab(10);
        second.core.publish(100);
        seat.orders().giveClocks(second.clocks());
        final long[] before = second.values();
        seat.orders().detach();
        assertThat(seat.poll(0)).isEqualTo(Turn.WAIT);
        assertThat(seat.rests()).isTrue();
        assertThat(seat.restsAtNs()).isEqualTo(10);
        assertThat(second.values()).isEqualTo(before);
        final SeatLab third = new SeatLab(10);
        third.core.publish(20);
        seat.orders().giveClocks(third.clocks());
        stepTo(third, 20);
    }

    @Test
    void aSecondDeathWhileItRestsChangesNothing() {
        seat.orders().detach();
        seat.poll(0);
        seat.orders().detach();
        assertThat(seat.poll(0)).isEqualTo(Turn.WAIT);
        assertThat(seat.rests()).isTrue();
    }

    @Test
    void clocksOfAResetThatCameBeforeTheDeathAreNotTaken() {
        seat.orders().orderReset();
        seat.poll(0);
        seat.commitReset();
        seat.orders().giveClocks(first.clocksOfNewEpoch());
        seat.orders().detach();
        first.core.publish(100);
        assertThat(seat.poll(0)).isEqualTo(Turn.WAIT);
        assertThat(seat.rests()).isTrue();
        assertThat(seat.restsAtNs()).isZero();
    }

    @Test
    void endsAtRest() {
        seat.orders().detach();
        seat.poll(0);
        seat.end(Seat.End.LOST, "refused");
        seat.orders().giveClocks(new SeatLab(0).clocks());
        assertThat(seat.poll(0)).isEqualTo(Turn.STOP);
        assertThat(seat.endReason()).isEqualTo("refused");
    }

    /** An agent notes a retained count-up after a step without another look, and the step may have been its last. */
    @Test
    void aRetainAfterTheLeaveDoesNotWriteIntoAnotherAssetsCounter() {
        first.core.publish(10);
        assertThat(seat.poll(0)).isEqualTo(Turn.STEP);
        seat.end(Seat.End.LEFT);
        final long[] before = first.values();
        seat.commitStep(0);
        seat.retain(0);
        assertThat(first.values()).isEqualTo(before);
    }

    /** The hub dies at the very moment at which the seat takes its clocks. */
    @Test
    @Timeout(60)
    void aDeathWhileTheClocksAreTakenIsNotLost() throws InterruptedException {
        final int deaths = 50_000;
        final AtomicInteger given = new AtomicInteger();
        final AtomicInteger died = new AtomicInteger();
        final Thread link = new Thread(() -> {
            for (int i = 1; i <= deaths; i++) {
                await(given, i);
                seat.orders().detach();
                died.set(i);
            }
        });
        seat.orders().detach();
        link.start();
        for (int i = 1; i <= deaths; i++) {
            assertThat(seat.poll(0)).isEqualTo(Turn.WAIT);
            assertThat(seat.rests()).isTrue();
            seat.orders().giveClocks(first.clocks());
            given.set(i);
            seat.poll(0);
            await(died, i);
        }
        link.join();
    }

    private static void await(final AtomicInteger count, final int value) {
        for (int spins = 0; count.get() < value; spins++) {
            if (spins % 1_000 == 999) {
                Thread.yield();
            } else {
                Thread.onSpinWait();
            }
        }
    }
}
