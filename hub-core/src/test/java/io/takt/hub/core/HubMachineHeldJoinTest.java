package io.takt.hub.core;

import static io.takt.asset.HubState.FAILED;
import static io.takt.asset.HubState.PAUSED;
import static io.takt.asset.HubState.RESETTING;
import static io.takt.asset.HubState.RUNNING;
import static io.takt.asset.HubState.WAITING;
import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.AssetState;
import io.takt.asset.RefusalCode;
import io.takt.hub.core.HubLab.LabAsset;
import io.takt.hub.core.HubLab.Plan;
import io.takt.hub.core.event.HubCommand;
import io.takt.hub.core.status.HubStatus;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import org.junit.jupiter.api.Test;

/** Programs that come while a hub is being reset. */
class HubMachineHeldJoinTest {
    private static final int ASKER = 90;
    private static final int NEW = 7;

    private final HubLab lab = Plan.of(10, 20).asset("a", 10).asset("b", 5).open();
    private long nextId = 1_000_000;

    /** Gives the id of the join, which is not answered yet. */
    private long joinHeld(final int connection, final String asset) {
        final long join = lab.beginJoin(connection, asset, 5);
        assertThat(lab.replies(connection, join)).isEmpty();
        return join;
    }

    private long tell(final int connection, final Request request) {
        lab.on(new HubCommand.Ask(connection, request, 0));
        return request.id();
    }

    private Reply reply(final int connection, final long id) {
        assertThat(lab.replies(connection, id)).hasSize(1);
        return lab.replies(connection, id).get(0);
    }

    @Test
    void aJoinIsAnsweredWhenTheResetIsDone() {
        final LabAsset a = lab.join(1, "a", 10);
        lab.reset(ASKER);
        final long join = joinHeld(NEW, "b");
        assertThat(lab.state()).isEqualTo(RESETTING);
        a.resetDone();
        assertThat(lab.state()).isEqualTo(WAITING);
        final LabAsset b = lab.enter(NEW, reply(NEW, join));
        assertThat(b.timeNs()).isZero();
        a.ready();
        b.ready();
        assertThat(lab.state()).isEqualTo(RUNNING);
        lab.run(10);
        lab.assertSafe();
        assertThat(b.timeNs()).isPositive();
    }

    /** The run begins anew with all assets that have come, also with those that it would not wait for. */
    @Test
    void anAssetThatHasComeMeanwhileTakesPartFromTheStart() {
        final LabAsset a = lab.member("a", 10);
        final LabAsset b = lab.member("b", 5);
        lab.run(5);
        lab.reset(ASKER);
        final long join = joinHeld(NEW, "late");
        final long ready = tell(NEW, new Request.Ready(nextId++, "late"));
        assertThat(lab.replies(NEW, ready)).isEmpty();
        a.resetDone();
        b.resetDone();
        final LabAsset late = lab.enter(NEW, reply(NEW, join));
        assertThat(reply(NEW, ready).ok()).isTrue();
        assertThat(lab.state()).isEqualTo(RUNNING);
        assertThat(late.state()).isEqualTo(AssetState.RUNNING);
        assertThat(late.timeNs()).isZero();
    }

    @Test
    void aPausedHubLetsThemInPaused() {
        final LabAsset a = lab.member("a", 10);
        final LabAsset b = lab.member("b", 5);
        lab.pause();
        lab.reset(ASKER);
        final long join = joinHeld(NEW, "late");
        a.resetDone();
        b.resetDone();
        assertThat(lab.state()).isEqualTo(PAUSED);
        assertThat(reply(NEW, join).ok()).isTrue();
    }

    @Test
    void anAssetRestartedInAResetTakesItsPlaceAfterIt() {
        final HubLab restarting = Plan.of(10, 20).asset("a", 10).restarted("b", 5, 1).open();
        final LabAsset a = restarting.member("a", 10);
        final LabAsset b = restarting.member("b", 5);
        restarting.run(5);
        restarting.reset(ASKER);
        restarting.close(b.connection);
        restarting.on(new HubCommand.ProgramEnded("b", "ended with exit status 1"));
        assertThat(restarting.restarts).containsExactly("b 1 after 7");
        restarting.on(new HubCommand.ProgramStarted("b"));
        final long join = restarting.beginJoin(NEW, "b", 5);
        assertThat(restarting.replies(NEW, join)).isEmpty();
        a.resetDone();
        final LabAsset again = restarting.enter(NEW, restarting.replies(NEW, join).get(0));
        again.ready();
        assertThat(again.timeNs()).isZero();
        assertThat(restarting.state()).isEqualTo(RUNNING);
        assertThat(restarting.restarts).hasSize(1);
    }

    @Test
    void ofTwoOfOneNameTheFirstIsLetIn() {
        final LabAsset a = lab.join(1, "a", 10);
        lab.reset(ASKER);
        assertThat(lab.tryJoin(NEW, "a", 10).error()).isEqualTo("an asset named 'a' has joined already");
        final long first = joinHeld(NEW, "b");
        final long second = joinHeld(8, "b");
        a.resetDone();
        assertThat(reply(NEW, first).ok()).isTrue();
        assertThat(reply(8, second).error()).isEqualTo("an asset named 'b' has joined already");
    }

    @Test
    void whenTheRunEndsMeanwhileTheyAreToldSo() {
        final LabAsset a = lab.member("a", 10);
        lab.member("b", 5);
        lab.reset(ASKER);
        final long join = joinHeld(NEW, "late");
        final long ready = tell(NEW, new Request.Ready(nextId++, "late"));
        lab.close(a.connection);
        assertThat(lab.state()).isEqualTo(FAILED);
        assertThat(reply(NEW, join).error()).isEqualTo("the hub is FAILED");
        assertThat(reply(NEW, ready).ok()).isFalse();
    }

    @Test
    void anAssetThatGoesBeforeTheAnswerNeverJoins() {
        final LabAsset a = lab.join(1, "a", 10);
        lab.reset(ASKER);
        final long closed = joinHeld(NEW, "b");
        final long left = joinHeld(8, "c");
        final long leave = tell(8, new Request.Leave(nextId++, "c"));
        lab.close(NEW);
        a.resetDone();
        assertThat(lab.replies(NEW, closed)).isEmpty();
        assertThat(reply(8, left).ok()).isTrue();
        assertThat(reply(8, leave).ok()).isTrue();
        assertThat(lab.machine.status().assets()).extracting(HubStatus.AssetStatus::name).containsExactly("a");
        assertThat(lab.machine.status().missing()).contains("b");
    }

    /** It may have one thread, which waits for the answer and would put no asset back meanwhile. */
    @Test
    void aJoinerForWhichTheResetWaitsIsAnsweredAtOnce() {
        final LabAsset a = lab.join(1, "a", 10);
        lab.reset(ASKER);
        assertThat(lab.tryJoin(1, "b", 5)).extracting(Reply::refusal, Reply::error).containsExactly(
            RefusalCode.RESETTING, "the hub is RESETTING; join again when it is done");
        a.resetDone();
        assertThat(lab.tryJoin(1, "b", 5).ok()).isTrue();
    }

    @Test
    void norIsItsProcessOverAnotherConnection() {
        final Request.Join first = Request.Join.of(nextId++, "a").stepNs(10).process(4711, 0);
        final LabAsset a = lab.enter(1, lab.ask(1, first));
        lab.reset(ASKER);
        final Request.Join other = Request.Join.of(nextId++, "b").stepNs(5).process(4711, 0);
        assertThat(lab.ask(NEW, other).refusal()).isEqualTo(RefusalCode.RESETTING);
        a.resetDone();
        assertThat(lab.tryJoin(NEW, "b", 5).ok()).isTrue();
    }
}
