package io.takt.shm.asset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.takt.asset.AssetSpec;
import io.takt.asset.AssetState;
import io.takt.asset.OnHubLost;
import io.takt.asset.PolledAsset.Turn;
import io.takt.shm.clock.AssetClocks;
import io.takt.shm.clock.Clock;
import io.takt.shm.clock.CoreDoorbell;
import io.takt.shm.clock.HubClocks;
import io.takt.shm.clock.ThreadClocks;
import io.takt.shm.control.Request;
import java.nio.ByteBuffer;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.CountersManager;
import org.agrona.concurrent.status.CountersReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AssetSessionTest {
    private static final int RECORDS = 64;

    private final HubClocks hub = new HubClocks(new CountersManager(
        new UnsafeBuffer(ByteBuffer.allocateDirect(RECORDS * CountersReader.METADATA_LENGTH)),
        new UnsafeBuffer(ByteBuffer.allocateDirect(RECORDS * CountersReader.COUNTER_LENGTH))), "h");
    private Clock core = hub.allocateCore(1);
    private AssetClocks own = hub.allocateAsset(1, 0, "a", 0, AssetState.JOINED);
    private final ThreadClocks thread = hub.allocateThread(1, 1);
    private final CoreDoorbell coreDoorbell = hub.allocateCoreDoorbell(1);
    private final AssetThread.Counters counters = counters(thread, coreDoorbell);
    private final AssetSession session = session(10, 0, 0);

    @Test
    void stepsUpToTheCoreAndNotBeyond() throws Exception {
        assertThat(session.poll(0)).isEqualTo(Turn.WAIT);
        core.publish(9);
        assertThat(session.poll(0)).isEqualTo(Turn.WAIT);
        core.publish(25);
        step(10);
        step(20);
        assertThat(session.poll(0)).isEqualTo(Turn.WAIT);
        assertThat(session.timeNs()).isEqualTo(20);
        assertThat(session.nextNs()).isEqualTo(30);
    }

    @Test
    void stepsAreTimedFromTheFirstQuestionOn() throws Exception {
        final long[] nowNs = {1_000};
        core.publish(100);
        step(10);
        assertThat(session.poll(0)).isEqualTo(Turn.STEP);
        assertThat(session.reportSteps(() -> nowNs[0])).isEqualTo(new Request.StepReport("a", 0, List.of()));
        session.commitStep(0);
        assertThat(session.reportSteps(() -> nowNs[0]).steps()).as("the step that was under way").isEmpty();
        for (final long tookNs : new long[] {40_000, 50_000, 70_000}) {
            assertThat(session.poll(0)).isEqualTo(Turn.STEP);
            assertThat(session.poll(0)).as("the same step").isEqualTo(Turn.STEP);
            nowNs[0] += tookNs;
            session.commitStep(0);
            assertThat(session.poll(0)).isEqualTo(Turn.STEP);
            session.commitStep(0);
        }
        assertThat(session.reportSteps(() -> nowNs[0])).isEqualTo(new Request.StepReport("a", 160_000,
            List.of(List.of(0L, 3L), List.of(15L, 2L), List.of(16L, 1L))));
    }

    @Test
    void theTimeIsPublishedByTheCommitAlone() throws Exception {
        core.publish(10);
        assertThat(session.poll(0)).isEqualTo(Turn.STEP);
        assertThat(session.poll(0)).as("the same turn again").isEqualTo(Turn.STEP);
        assertThat(own.time().read()).isZero();
        assertThat(session.timeNs()).isZero();
        session.commitStep(0);
        assertThat(own.time().read()).isEqualTo(10);
    }

    @Test
    void thereIsNothingToCommitWithoutATurn() throws Exception {
        assertThatIllegalStateException().isThrownBy(() -> session.commitStep(0)).withMessageContaining("'a'");
        assertThat(session.poll(0)).isEqualTo(Turn.WAIT);
        assertThatIllegalStateException().isThrownBy(() -> session.commitStep(0));
        assertThatIllegalStateException().isThrownBy(session.life()::commitReset).withMessageContaining("'a'");
        core.publish(10);
        step(10);
        assertThatIllegalStateException().isThrownBy(() -> session.commitStep(0));
        assertThat(own.time().read()).isEqualTo(10);
        SessionLab.post(session, new SessionCommand.Reset());
        assertThatIllegalStateException().isThrownBy(session.life()::commitReset);
    }

    @Test
    void aWholeWaitCountsAsOneRetainWithoutInterval() throws Exception {
        session.poll(0);
        session.poll(0);
        assertThat(own.retain().read()).isEqualTo(1);
        core.publish(10);
        step(10);
        assertThat(own.retain().read()).isEqualTo(1);
        session.poll(0);
        session.poll(0);
        assertThat(own.retain().read()).isEqualTo(2);
    }

    @Test
    void triesAtItsIntervalAndCountsEveryTry() throws Exception {
        final AssetSession paced = session(10, 100, 1_000);
        assertThat(paced.hasInterval()).isTrue();
        core.publish(10);
        assertThat(paced.poll(1_099)).isEqualTo(Turn.WAIT);
        assertThat(own.retain().read()).as("not tried yet").isZero();
        assertThat(paced.poll(1_100)).isEqualTo(Turn.STEP);
        assertThat(paced.poll(1_101)).as("given, due or not").isEqualTo(Turn.STEP);
        paced.commitStep(1_110);
        assertThat(paced.poll(1_190)).isEqualTo(Turn.WAIT);
        assertThat(paced.poll(1_200)).isEqualTo(Turn.WAIT);
        assertThat(paced.poll(1_299)).isEqualTo(Turn.WAIT);
        assertThat(own.retain().read()).isEqualTo(1);
        assertThat(paced.poll(1_300)).isEqualTo(Turn.WAIT);
        assertThat(own.retain().read()).isEqualTo(2);
    }

    @Test
    void aLateJoinerStartsWhereTheCoreStands() throws Exception {
        core.publish(1_000);
        own = hub.allocateAsset(1, 1, "late", 1_000, AssetState.JOINED);
        final AssetSession late = new AssetSession(AssetSpec.named("late").stepNs(10).onHubLost(OnHubLost.EXIT),
            new AssetThread(counters), null, clocks(1_000), 0);
        assertThat(late.poll(0)).isEqualTo(Turn.WAIT);
        core.publish(1_010);
        assertThat(late.poll(0)).isEqualTo(Turn.STEP);
        assertThat(late.timeNs()).isEqualTo(1_000);
        late.commitStep(0);
        assertThat(own.time().read()).isEqualTo(1_010);
    }

    @Test
    void aResetIsATurnThenClocksAreWaitedFor() throws Exception {
        core.publish(20);
        step(10);
        SessionLab.post(session, new SessionCommand.Reset());
        assertThat(session.status().state() == SessionState.RESETTING).as("not before it is polled").isFalse();
        assertThat(session.poll(0)).isEqualTo(Turn.RESET);
        assertThat(session.poll(0)).as("the same turn again").isEqualTo(Turn.RESET);
        assertThat(session.status().state() == SessionState.RESETTING).isTrue();
        assertThatIllegalStateException().as("no step to commit").isThrownBy(() -> session.commitStep(0));
        session.life().commitReset();
        assertThat(session.status().state() == SessionState.RESETTING).isFalse();
        core.publish(1_000);
        assertThat(session.poll(0)).isEqualTo(Turn.WAIT);
        assertThat(session.poll(0)).isEqualTo(Turn.WAIT);
        assertThat(own.time().read()).as("nothing happens in the old epoch any more").isEqualTo(10);

        newEpoch(2);
        assertThat(session.poll(0)).isEqualTo(Turn.WAIT);
        assertThat(session.timeNs()).isZero();
        core.publish(10);
        step(10);
    }

    @Test
    void aResetBeforeTheFirstPollComesFirst() throws Exception {
        core.publish(100);
        SessionLab.post(session, new SessionCommand.Reset());
        assertThat(session.poll(0)).isEqualTo(Turn.RESET);
        session.life().commitReset();
        newEpoch(2);
        assertThat(session.poll(0)).isEqualTo(Turn.WAIT);
        assertThat(own.time().read()).isZero();
    }

    @Test
    void aResetInTheMiddleOfAStepWaitsForItsCommit() throws Exception {
        core.publish(100);
        assertThat(session.poll(0)).isEqualTo(Turn.STEP);
        SessionLab.post(session, new SessionCommand.Reset());
        session.commitStep(0);
        assertThat(own.time().read()).as("still the old epoch").isEqualTo(10);
        assertThat(session.poll(0)).isEqualTo(Turn.RESET);
        session.life().commitReset();
        final AssetClocks old = own;
        newEpoch(2);
        core.publish(10);
        step(10);
        assertThat(old.time().read()).isEqualTo(10);
    }

    @Test
    void oldReadingsOfTheCoreDoNotLeakIntoTheNewEpoch() throws Exception {
        core.publish(1_000_000);
        step(10);
        SessionLab.post(session, new SessionCommand.Reset());
        assertThat(session.poll(0)).isEqualTo(Turn.RESET);
        session.life().commitReset();
        newEpoch(2);
        assertThat(session.poll(0)).isEqualTo(Turn.WAIT);
        core.publish(9);
        assertThat(session.poll(0)).isEqualTo(Turn.WAIT);
        assertThat(own.time().read()).isZero();
        assertThat(own.retain().read()).as("counts start anew").isEqualTo(1);
    }

    @Test
    void newClocksThatCameBeforeTheirPollAreTakenOnce() throws Exception {
        SessionLab.post(session, new SessionCommand.Reset());
        session.poll(0);
        session.life().commitReset();
        newEpoch(2);
        core.publish(10);
        step(10);
        step10Again();
        SessionLab.post(session, new SessionCommand.Reset());
        assertThat(session.poll(0)).isEqualTo(Turn.RESET);
        session.life().commitReset();
        assertThat(session.poll(0)).as("the clocks of the epoch before do not count").isEqualTo(Turn.WAIT);
        newEpoch(3);
        assertThat(session.poll(0)).isEqualTo(Turn.WAIT);
        assertThat(session.timeNs()).isZero();
    }

    @Test
    void aSecondResetWhileTheClocksLieUnreadIsNotLost() throws Exception {
        core.publish(50);
        step(10);
        SessionLab.post(session, new SessionCommand.Reset());
        session.poll(0);
        session.life().commitReset();
        newEpoch(2);
        core.publish(50);
        SessionLab.post(session, new SessionCommand.Reset());
        assertThat(session.poll(0)).isEqualTo(Turn.RESET);
        assertThat(session.timeNs()).isZero();
        session.life().commitReset();
        newEpoch(3);
        assertThat(session.poll(0)).isEqualTo(Turn.WAIT);
        core.publish(10);
        step(10);
    }

    @Test
    void theIntervalStartsAnewInANewEpoch() throws Exception {
        final AssetSession paced = session(10, 100, 0);
        SessionLab.post(paced, new SessionCommand.Reset());
        assertThat(paced.poll(5)).isEqualTo(Turn.RESET);
        paced.life().commitReset();
        core = hub.allocateCore(2);
        own = hub.allocateAsset(2, 0, "a", 0, AssetState.RUNNING);
        core.publish(10);
        SessionLab.post(paced, new SessionCommand.Clocks(clocks(0)));
        assertThat(paced.poll(1_000)).isEqualTo(Turn.WAIT);
        assertThat(paced.poll(1_099)).isEqualTo(Turn.WAIT);
        assertThat(paced.poll(1_100)).isEqualTo(Turn.STEP);
    }

    @ParameterizedTest
    @EnumSource
    void endsFromStepping(final AssetSession.End how) throws Exception {
        core.publish(100);
        step(10);
        session.end(how);
        assertEnded(how);
    }

    @ParameterizedTest
    @EnumSource
    void endsFromResetting(final AssetSession.End how) throws Exception {
        SessionLab.post(session, new SessionCommand.Reset());
        session.poll(0);
        session.end(how);
        assertEnded(how);
    }

    @ParameterizedTest
    @EnumSource
    void endsFromAwaitingClocks(final AssetSession.End how) throws Exception {
        SessionLab.post(session, new SessionCommand.Reset());
        session.poll(0);
        session.life().commitReset();
        session.end(how);
        assertEnded(how);
        newEpoch(2);
        core.publish(100);
        assertEnded(how);
    }

    @Test
    void theFirstEndCounts() throws Exception {
        assertThat(session.status().ended()).isNull();
        session.end(AssetSession.End.LEFT);
        session.end(AssetSession.End.LOST);
        session.end(AssetSession.End.STOPPED);
        assertEnded(AssetSession.End.LEFT);
    }

    /**
     * leave() during a long step (allowed: "from within Asset.step it takes effect after that step") makes the hub free
     * the counters at once; a second later they may be another asset's, whose T_i must not be overwritten.
     */
    @Test
    void aStepThatIsCommittedAfterTheLeaveDoesNotWriteIntoAnotherAssetsClock() throws Exception {
        core.publish(100);
        assertThat(session.poll(0)).isEqualTo(Turn.STEP);
        // leave(): the session ends, the hub frees the records, and another asset joins and gets them.
        session.end(AssetSession.End.LEFT);
        hub.free(own);
        final AssetClocks others = hub.allocateAsset(1, 1, "b", 100, AssetState.JOINED);
        assertThat(others.time().counterId()).isEqualTo(own.time().counterId());
        session.commitStep(0);
        assertThat(others.time().read()).as("T_i of b, a late joiner at T_c = 100").isEqualTo(100);
    }

    /** PolledAsset.poll: "Asking again before the commit gives the same turn again." */
    @Test
    void askingAgainBeforeTheCommitGivesTheSameTurn() throws Exception {
        core.publish(100);
        assertThat(session.poll(0)).isEqualTo(Turn.STEP);
        SessionLab.post(session, new SessionCommand.Reset());
        assertThat(session.poll(0)).isEqualTo(Turn.STEP);
    }

    private static AssetThread.Counters counters(final ThreadClocks thread, final CoreDoorbell core) {
        return new AssetThread.Counters(thread.sleep().counterId(), thread.sleep().doorbell(), thread.activity(), core);
    }

    private SessionClocks clocks(final long startNs) {
        return new SessionClocks(0, core, own.time(), own.retain(), null, startNs, counters, null);
    }

    private AssetSession session(final long stepNs, final long intervalNs, final long nowNs) {
        return new AssetSession(AssetSpec.named("a").stepNs(stepNs).intervalNs(intervalNs).onHubLost(OnHubLost.ATTACH),
            new AssetThread(counters), null, clocks(0), nowNs);
    }

    private void newEpoch(final long epoch) {
        core = hub.allocateCore(epoch);
        own = hub.allocateAsset(epoch, 0, "a", 0, AssetState.RUNNING);
        SessionLab.post(session, new SessionCommand.Clocks(clocks(0)));
    }

    private void step(final long toNs) throws Exception {
        assertThat(session.poll(0)).isEqualTo(Turn.STEP);
        assertThat(session.nextNs()).isEqualTo(toNs);
        session.commitStep(0);
        assertThat(own.time().read()).isEqualTo(toNs);
    }

    private void step10Again() throws Exception {
        core.publish(20);
        step(20);
    }

    private void assertEnded(final AssetSession.End how) throws Exception {
        assertThat(session.poll(0)).isEqualTo(Turn.STOP);
        assertThat(session.poll(0)).isEqualTo(Turn.STOP);
        assertThat(session.status().ended()).isEqualTo(how);
    }
}
