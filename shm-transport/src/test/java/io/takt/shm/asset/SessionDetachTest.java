package io.takt.shm.asset;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.PolledAsset.Turn;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A session whose hub dies, and which is given the clocks of another. */
class SessionDetachTest {
    private final SessionLab first = new SessionLab(0);
    private final AssetSession session = first.session();

    private void stepTo(final SessionLab hub, final long toNs) throws Exception {
        assertThat(session.poll(0)).isEqualTo(Turn.STEP);
        assertThat(session.nextNs()).isEqualTo(toNs);
        session.commitStep(0);
        assertThat(hub.own.time().read()).isEqualTo(toNs);
    }

    @Test
    void restsWhereItStandsAndGoesOnWithTheClocksOfAnother() throws Exception {
        first.core.publish(100);
        stepTo(first, 10);
        SessionLab.post(session, new SessionCommand.Detach());
        assertThat(session.status().state() == SessionState.DETACHED).as("not before it is polled").isFalse();
        assertThat(session.poll(0)).isEqualTo(Turn.WAIT);
        assertThat(session.status().state()).isEqualTo(SessionState.DETACHED);
        assertThat(session.status().restsAtNs()).isEqualTo(10);
        assertThat(session.wantedNs()).isEqualTo(AssetThread.NO_TIME);
        final long[] before = first.values();

        final SessionLab second = new SessionLab(10);
        second.core.publish(20);
        SessionLab.post(session, new SessionCommand.Clocks(second.clocks()));
        stepTo(second, 20);
        assertThat(session.status().state()).isNotEqualTo(SessionState.DETACHED);
        assertThat(session.poll(0)).as("T_c of the second hub counts").isEqualTo(Turn.WAIT);
        assertThat(first.values()).as("the dead hub's").isEqualTo(before);
    }

    @Test
    void aStepUnderWayIsFinishedFirstAndWritesNothing() throws Exception {
        first.core.publish(100);
        assertThat(session.poll(0)).isEqualTo(Turn.STEP);
        final long[] before = first.values();
        SessionLab.post(session, new SessionCommand.Detach());
        assertThat(session.poll(0)).as("the same turn again").isEqualTo(Turn.STEP);
        assertThat(session.status().state()).isNotEqualTo(SessionState.DETACHED);
        session.commitStep(0);
        session.retain(0);
        assertThat(session.timeNs()).isEqualTo(10);
        assertThat(first.values()).isEqualTo(before);
        assertThat(session.poll(0)).isEqualTo(Turn.WAIT);
        assertThat(session.status().restsAtNs()).isEqualTo(10);
    }

    @Test
    void aResetUnderWayIsFinishedFirstThenItRestsAtItsStart() throws Exception {
        first.core.publish(100);
        stepTo(first, 10);
        SessionLab.post(session, new SessionCommand.Reset());
        assertThat(session.poll(0)).isEqualTo(Turn.RESET);
        SessionLab.post(session, new SessionCommand.Detach());
        assertThat(session.poll(0)).as("the same turn again").isEqualTo(Turn.RESET);
        assertThat(session.status().state()).isNotEqualTo(SessionState.DETACHED);
        session.life().commitReset();
        assertThat(session.poll(0)).isEqualTo(Turn.WAIT);
        assertThat(session.status().restsAtNs()).isZero();
        assertThat(session.timeNs()).isZero();
    }

    @Test
    void aHubThatDiesInTheMiddleOfAResetLeavesItAtItsStart() throws Exception {
        first.core.publish(100);
        stepTo(first, 10);
        SessionLab.post(session, new SessionCommand.Reset());
        session.poll(0);
        session.life().commitReset();
        session.poll(0);
        SessionLab.post(session, new SessionCommand.Detach());
        assertThat(session.poll(0)).isEqualTo(Turn.WAIT);
        assertThat(session.status().state()).isEqualTo(SessionState.DETACHED);
        assertThat(session.status().restsAtNs()).isZero();
        final SessionLab second = new SessionLab(0);
        second.core.publish(10);
        SessionLab.post(session, new SessionCommand.Clocks(second.clocks()));
        stepTo(second, 10);
    }

    /** The second hub lets it stand at T_c until it orders the reset anew, and does not live that long. */
    @Test
    void itIsAtItsStartHoweverManyHubsDieBeforeOneOrdersTheResetAnew() throws Exception {
        first.core.publish(100);
        stepTo(first, 10);
        SessionLab.post(session, new SessionCommand.Reset());
        session.poll(0);
        session.life().commitReset();
        SessionLab.post(session, new SessionCommand.Detach());
        session.poll(0);
        for (int i = 0; i < 3; i++) {
            final SessionLab next = new SessionLab(100);
            next.core.publish(100);
            SessionLab.post(session, new SessionCommand.Clocks(next.clocks()));
            assertThat(session.poll(0)).isEqualTo(Turn.WAIT);
            if (i == 1) {
                SessionLab.post(session, new SessionCommand.Reset());
            }
            SessionLab.post(session, new SessionCommand.Detach());
            assertThat(session.poll(0)).isEqualTo(Turn.WAIT);
            assertThat(session.status().state()).isEqualTo(SessionState.DETACHED);
            assertThat(session.status().restsAtNs()).isZero();
        }
    }

    @Test
    void onceItHasSteppedAfterAResetItRestsWhereItStands() throws Exception {
        SessionLab.post(session, new SessionCommand.Reset());
        session.poll(0);
        session.life().commitReset();
        SessionLab.post(session, new SessionCommand.Clocks(first.clocksOfNewEpoch()));
        first.core.publish(100);
        stepTo(first, 10);
        SessionLab.post(session, new SessionCommand.Detach());
        assertThat(session.poll(0)).isEqualTo(Turn.WAIT);
        assertThat(session.status().restsAtNs()).isEqualTo(10);
    }

    @Test
    void aResetThatWasNotTakenUpIsForgottenWithItsHub() throws Exception {
        first.core.publish(100);
        stepTo(first, 10);
        SessionLab.post(session, new SessionCommand.Reset());
        SessionLab.post(session, new SessionCommand.Detach());
        assertThat(session.poll(0)).isEqualTo(Turn.WAIT);
        assertThat(session.status().restsAtNs()).isEqualTo(10);
        final SessionLab second = new SessionLab(10);
        SessionLab.post(session, new SessionCommand.Clocks(second.clocks()));
        assertThat(session.poll(0)).isEqualTo(Turn.WAIT);
        assertThat(session.timeNs()).isEqualTo(10);
    }

    /** The next hub tells every asset of a connection, before it knows of this one, too. */
    @Test
    void aResetThatTheNextHubOrderedBeforeTheSessionAttachesIsForgotten() throws Exception {
        first.core.publish(100);
        stepTo(first, 10);
        SessionLab.post(session, new SessionCommand.Detach());
        assertThat(session.poll(0)).isEqualTo(Turn.WAIT);
        SessionLab.post(session, new SessionCommand.Reset());
        final SessionLab second = new SessionLab(10);
        second.core.publish(20);
        SessionLab.post(session, new SessionCommand.Clocks(second.clocks()));
        stepTo(second, 20);
    }

    /** Two hubs may order the same reset, or a user two of them in a row. */
    @Test
    void aResetThatIsOrderedInTheMiddleOfOneIsDoneWithIt() throws Exception {
        SessionLab.post(session, new SessionCommand.Reset());
        assertThat(session.poll(0)).isEqualTo(Turn.RESET);
        SessionLab.post(session, new SessionCommand.Reset());
        assertThat(session.poll(0)).isEqualTo(Turn.RESET);
        session.life().commitReset();
        SessionLab.post(session, new SessionCommand.Clocks(first.clocksOfNewEpoch()));
        first.core.publish(10);
        stepTo(first, 10);
    }

    @Test
    void aResetByTheNextHubIsNotForgotten() throws Exception {
        SessionLab.post(session, new SessionCommand.Detach());
        session.poll(0);
        final SessionLab second = new SessionLab(0);
        SessionLab.post(session, new SessionCommand.Clocks(second.clocks()));
        SessionLab.post(session, new SessionCommand.Reset());
        assertThat(session.poll(0)).isEqualTo(Turn.RESET);
        session.life().commitReset();
        SessionLab.post(session, new SessionCommand.Clocks(second.clocksOfNewEpoch()));
        second.core.publish(10);
        stepTo(second, 10);
    }

    @Test
    void aSecondDeathBeforeTheClocksAreTakenLeavesItAtRest() throws Exception {
        first.core.publish(100);
        stepTo(first, 10);
        SessionLab.post(session, new SessionCommand.Detach());
        session.poll(0);
        final SessionLab second = new SessionLab(10);
        second.core.publish(100);
        SessionLab.post(session, new SessionCommand.Clocks(second.clocks()));
        final long[] before = second.values();
        SessionLab.post(session, new SessionCommand.Detach());
        assertThat(session.poll(0)).isEqualTo(Turn.WAIT);
        assertThat(session.status().state()).isEqualTo(SessionState.DETACHED);
        assertThat(session.status().restsAtNs()).isEqualTo(10);
        assertThat(second.values()).isEqualTo(before);
        final SessionLab third = new SessionLab(10);
        third.core.publish(20);
        SessionLab.post(session, new SessionCommand.Clocks(third.clocks()));
        stepTo(third, 20);
    }

    @Test
    void aSecondDeathWhileItRestsChangesNothing() throws Exception {
        SessionLab.post(session, new SessionCommand.Detach());
        session.poll(0);
        SessionLab.post(session, new SessionCommand.Detach());
        assertThat(session.poll(0)).isEqualTo(Turn.WAIT);
        assertThat(session.status().state()).isEqualTo(SessionState.DETACHED);
    }

    @Test
    void clocksOfAResetThatCameBeforeTheDeathAreNotTaken() throws Exception {
        SessionLab.post(session, new SessionCommand.Reset());
        session.poll(0);
        session.life().commitReset();
        SessionLab.post(session, new SessionCommand.Clocks(first.clocksOfNewEpoch()));
        SessionLab.post(session, new SessionCommand.Detach());
        first.core.publish(100);
        assertThat(session.poll(0)).isEqualTo(Turn.WAIT);
        assertThat(session.status().state()).isEqualTo(SessionState.DETACHED);
        assertThat(session.status().restsAtNs()).isZero();
    }

    @Test
    void endsAtRest() throws Exception {
        SessionLab.post(session, new SessionCommand.Detach());
        session.poll(0);
        session.end(AssetSession.End.LOST, "refused");
        SessionLab.post(session, new SessionCommand.Clocks(new SessionLab(0).clocks()));
        assertThat(session.poll(0)).isEqualTo(Turn.STOP);
        assertThat(session.status().endReason()).isEqualTo("refused");
    }

    /** An agent notes a retained count-up after a step without another look, and the step may have been its last. */
    @Test
    void aRetainAfterTheLeaveDoesNotWriteIntoAnotherAssetsCounter() throws Exception {
        first.core.publish(10);
        assertThat(session.poll(0)).isEqualTo(Turn.STEP);
        session.end(AssetSession.End.LEFT);
        final long[] before = first.values();
        session.commitStep(0);
        session.retain(0);
        assertThat(first.values()).isEqualTo(before);
    }

    /** The hub dies at the very moment at which the session takes its clocks. */
    @Test
    void aDeathWhileTheClocksAreTakenIsNotLost() throws Exception {
        final int deaths = 50_000;
        final AtomicInteger given = new AtomicInteger();
        final AtomicInteger died = new AtomicInteger();
        final Thread link = new Thread(() -> {
            for (int i = 1; i <= deaths; i++) {
                await(given, i);
                SessionLab.post(session, new SessionCommand.Detach());
                died.set(i);
            }
        });
        SessionLab.post(session, new SessionCommand.Detach());
        link.start();
        for (int i = 1; i <= deaths; i++) {
            assertThat(session.poll(0)).isEqualTo(Turn.WAIT);
            assertThat(session.status().state()).isEqualTo(SessionState.DETACHED);
            SessionLab.post(session, new SessionCommand.Clocks(first.clocks()));
            given.set(i);
            session.poll(0);
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
