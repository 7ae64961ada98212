package io.takt.hub.core;

import static io.takt.asset.HubState.FAILED;
import static io.takt.asset.HubState.PAUSED;
import static io.takt.asset.HubState.RESETTING;
import static io.takt.asset.HubState.RUNNING;
import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.AssetState;
import io.takt.hub.core.HubLab.LabAsset;
import io.takt.hub.core.HubLab.Plan;
import io.takt.hub.core.event.HubCommand;
import io.takt.hub.core.plan.HubPlan.OnLost;
import io.takt.hub.core.status.End;
import io.takt.hub.core.status.HubStatus;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Processes that end while a connection of theirs stays open, and programs that never join. */
class HubMachineDeathTest {
    private static final int A = 1;
    private static final int OTHER = 2;
    private static final int COUNTERS_OF_AN_ASSET = 3;
    private static final long PID = 480;

    /** Asset b, of another process, is there as well; a and second are of one process and one connection. */
    private static HubLab running(final Plan plan) {
        final HubLab lab = plan.asset("b", 10).asset("second", 10, false, OnLost.DROP).open();
        join(lab, A, "a", PID);
        join(lab, A, "second", PID);
        join(lab, OTHER, "b", PID + 1);
        lab.run(5);
        assertThat(lab.state()).isEqualTo(RUNNING);
        return lab;
    }

    private static void join(final HubLab lab, final int connection, final String asset, final long pid) {
        lab.ask(connection, Request.Join.of(1_000 * pid + asset.length(), asset).stepNs(10).process(pid, 0));
        lab.ask(connection, new Request.Ready(2_000 * pid + asset.length(), asset));
    }

    @Test
    void theEndOfAProcessIsThatOfItsConnection() {
        final HubLab lab = running(Plan.of(10, 20).asset("a", 10, true, OnLost.DROP));
        lab.on(new HubCommand.ProcessEnded(PID, HubLab.START_TIME));
        assertThat(lab.losses).hasSize(2).allMatch(each ->
            each.endsWith("at 0s: its process 480 has ended -> the others go on without it"));
        assertThat(lab.state()).isEqualTo(RUNNING);
        lab.close(A);
        lab.on(new HubCommand.ProcessEnded(PID, HubLab.START_TIME));
        assertThat(lab.losses).as("one death is one loss").hasSize(2);
    }

    @Test
    void aProcessThatHoldsItsConnectionIsToldSo() {
        final HubLab lab = running(Plan.of(10, 20).asset("a", 10, true, OnLost.DROP));
        lab.on(new HubCommand.ProcessEnded(PID + 7, HubLab.START_TIME));
        assertThat(lab.hungUp).isEmpty();
        lab.on(new HubCommand.ProcessEnded(PID, HubLab.START_TIME));
        assertThat(lab.hungUp).containsExactly(A);
    }

    /** A process that has inherited the connection may be in the middle of a step of any length. */
    @Test
    void itsCountersAreNotGivenToAnother() {
        final HubLab lab = Plan.of(10, 20).asset("a", 10, true, OnLost.DROP).asset("b", 10).open();
        final Reply.Doorbell thread = lab.ask(A, new Request.Doorbell(1)).doorbell();
        final Reply.AssetCounters clocks = lab.ask(A,
            Request.Join.of(2, "a").stepNs(10).process(PID, 0).doorbell(thread.sleepCounter())).joined().clocks();
        lab.ask(A, new Request.Ready(3, "a"));
        join(lab, OTHER, "b", PID + 1);
        final int before = lab.allocated();
        lab.on(new HubCommand.ProcessEnded(PID, HubLab.START_TIME));
        assertThat(lab.allocated()).as("all are given back").isEqualTo(before - 5);
        final Set<Integer> used = new TreeSet<>();
        for (int i = 0; i < 10; i++) {
            lab.ask(7, new Request.Doorbell(10 + i));
            lab.join(7, "x" + i, 10);
        }
        lab.reset(90);
        lab.assets.values().forEach(LabAsset::resetDone);
        lab.ask(OTHER, new Request.ResetDone(99, "b"));
        assertThat(lab.coreNs()).isZero();
        lab.counters.forEach((id, label) -> used.add(id));
        assertThat(used).doesNotContain(clocks.timeCounter(), clocks.retainCounter(), thread.sleepCounter(),
            thread.activityCounter()).as("only the hub writes it").contains(clocks.stateCounter());
    }

    @Test
    void itEndsTheRunIfTheAssetIsToHalt() {
        final HubLab lab = running(Plan.of(10, 20).asset("a", 10));
        lab.on(new HubCommand.ProcessEnded(PID, HubLab.START_TIME));
        assertThat(lab.state()).isEqualTo(FAILED);
        assertThat(lab.reason()).isEqualTo("asset 'a' was lost at 0s: its process 480 has ended");
    }

    @Test
    void aRestartedAssetIsNotLostWithTheOldConnection() {
        final HubLab lab = running(Plan.of(10, 20).restarted("a", 10, 3));
        lab.on(new HubCommand.ProcessEnded(PID, HubLab.START_TIME));
        assertThat(lab.restarts).containsExactly("a 1 after 7");
        join(lab, 7, "a", PID + 2);
        lab.close(A);
        lab.on(new HubCommand.ProcessEnded(PID, HubLab.START_TIME));
        assertThat(lab.restarts).hasSize(1);
        assertThat(lab.machine.status().missing()).isEmpty();
    }

    /** The old one may still be written, by a process that has inherited the connection. */
    @Test
    void aRestartedAssetGoesOnWithAnotherClockAtTheSameTime() {
        final HubLab lab = Plan.of(10, 20).restarted("a", 10, 3).asset("b", 10).open();
        final LabAsset a = joined(lab, A, "a", PID);
        lab.member("b", 10);
        lab.run(5);
        a.frozen = true;
        lab.run(5);
        final long atNs = a.timeNs();
        final long progress = lab.machine.status().assets().get(0).progress();
        assertThat(progress).isPositive();
        lab.on(new HubCommand.ProcessEnded(PID, HubLab.START_TIME));
        lab.counters.setCounterValue(a.clocks.timeCounter(), atNs + 10);
        lab.counters.setCounterValue(a.clocks.retainCounter(), 1_000);
        lab.assertSafe();
        final HubStatus.AssetStatus away = lab.machine.status().assets().get(0);
        assertThat(away.timeNs()).isEqualTo(atNs);
        assertThat(away.progress()).isEqualTo(progress);
        assertThat(away.retain()).isLessThan(1_000);
        final LabAsset next = joined(lab, 7, "a", PID + 2);
        assertThat(next.clocks.timeNs()).isEqualTo(atNs);
        assertThat(next.clocks.timeCounter()).isNotEqualTo(a.clocks.timeCounter());
        final long coreNs = lab.coreNs();
        lab.run(20);
        lab.assertSafe();
        assertThat(lab.coreNs()).isGreaterThan(coreNs);
        assertThat(lab.machine.status().assets().get(0).progress()).isEqualTo(next.timeNs() / 10);
    }

    @Test
    void withoutRoomForAnotherClockTheRunEnds() {
        final HubLab lab = Plan.of(10, 20).restarted("a", 10, 3).records(HubLab.CORE_COUNTERS + 5).open();
        joined(lab, A, "a", PID);
        lab.on(new HubCommand.ProcessEnded(PID, HubLab.START_TIME));
        assertThat(lab.machine.end()).isEqualTo(End.NO_ROOM);
        assertThat(lab.reason()).startsWith("no room for another clock of asset 'a': ");
    }

    /** Two of the asset and two of its thread; docs/reference/protocol.md says for how many losses there is room. */
    @Test
    void eachDeathBeforeTheConnectionEndsTakesFourRecordsForGood() {
        final int few = deathsThatFit(100);
        assertThat(few).isPositive();
        assertThat(deathsThatFit(100 + 4 * 25)).isEqualTo(few + 25);
    }

    private static int deathsThatFit(final int records) {
        final HubLab lab = Plan.of(10, 20).restarted("a", 10, records).records(records).open();
        for (int i = 0;; i++) {
            final long pid = PID + i;
            final Reply thread = lab.ask(i, new Request.Doorbell(1_000 * pid));
            if (!thread.ok()) {
                return i;
            }
            lab.ask(i, Request.Join.of(1_000 * pid + 1, "a").stepNs(10).process(pid, 0).doorbell(thread.doorbell()
                .sleepCounter()));
            lab.on(new HubCommand.ProcessEnded(pid, HubLab.START_TIME));
            if (lab.machine.end() != null) {
                assertThat(lab.machine.end()).isEqualTo(End.NO_ROOM);
                return i;
            }
        }
    }

    /** When the end is told, the dead assets are already known, on all connections. */
    @Test
    void allThatAProcessDroveAreLostBeforeTheRunEndsForWantOfRoom() {
        final HubLab lab = Plan.of(10, 20).restarted("a", 10, 3).asset("second", 10, false, OnLost.DROP)
            .asset("third", 10, false, OnLost.DROP).records(HubLab.CORE_COUNTERS + 3 * COUNTERS_OF_AN_ASSET).open();
        join(lab, A, "a", PID);
        join(lab, A, "second", PID);
        join(lab, OTHER, "third", PID);
        lab.assetEvents.clear();
        lab.on(new HubCommand.ProcessEnded(PID, HubLab.START_TIME));
        final String how = " LOST: at 0s: its process 480 has ended";
        assertThat(lab.assetEvents).containsExactly("a" + how, "second" + how, "third" + how);
        assertThat(lab.losses).containsExactly("a at 0s: its process 480 has ended -> null");
        assertThat(lab.restarts).as("there is nothing left to take part in").isEmpty();
        assertThat(lab.machine.end()).isEqualTo(End.NO_ROOM);
        assertThat(lab.machine.status().assets()).extracting(HubStatus.AssetStatus::state)
            .containsOnly(AssetState.LOST);
    }

    @Test
    void allThatAConnectionDroveAreLostBeforeTheRunEndsByTheLossOfOne() {
        final HubLab lab = running(Plan.of(10, 20).asset("a", 10));
        lab.assetEvents.clear();
        lab.close(A);
        assertThat(lab.machine.end()).isEqualTo(End.ASSET_LOST);
        assertThat(lab.assetEvents).extracting(each -> each.substring(0, each.indexOf(':')))
            .containsExactly("a LOST", "second LOST");
    }

    private static LabAsset joined(final HubLab lab, final int connection, final String asset, final long pid) {
        final Reply reply = lab.ask(connection,
            Request.Join.of(3_000 * pid, asset).stepNs(10).process(pid, 0));
        final LabAsset joined = lab.new LabAsset(connection, reply.joined());
        lab.assets.put(asset, joined);
        joined.ready();
        return joined;
    }

    @Test
    void anotherProcessOfTheSameNumberIsNotMeant() {
        final HubLab lab = running(Plan.of(10, 20).asset("a", 10));
        lab.on(new HubCommand.ProcessEnded(PID, HubLab.START_TIME - 1));
        lab.on(new HubCommand.ProcessEnded(PID + 2, HubLab.START_TIME));
        assertThat(lab.state()).isEqualTo(RUNNING);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aProgramThatNeverJoinsHaltsTheRunAlthoughItIsNotRequired(final boolean hasBegun) {
        final HubLab lab = Plan.of(10, 20).asset("a", 10).asset("extra", 10, false, OnLost.HALT).open();
        if (hasBegun) {
            lab.member("a", 10);
        }
        lab.on(new HubCommand.ProgramEnded("extra", "ended with exit status 0"));
        assertThat(lab.state()).isEqualTo(FAILED);
        assertThat(lab.machine.end()).isEqualTo(End.ASSET_LOST);
        assertThat(lab.reason())
            .isEqualTo("asset 'extra' was lost at 0s: its program ended with exit status 0 before it joined");
        assertThat(lab.losses).hasSize(1);
    }

    @Test
    void aProgramThatNeverJoinsAndIsDroppedIsTold() {
        final HubLab lab = Plan.of(10, 20).asset("a", 10).asset("extra", 10, false, OnLost.DROP)
            .asset("early", 10, false, OnLost.DROP).open();
        lab.on(new HubCommand.ProgramEnded("early", "ended with exit status 7"));
        lab.member("a", 10);
        lab.on(new HubCommand.ProgramEnded("extra", "ended with exit status 7"));
        assertThat(lab.state()).isEqualTo(RUNNING);
        assertThat(lab.losses).containsExactly(
            "early at 0s: its program ended with exit status 7 before it joined -> the run has not begun",
            "extra at 0s: its program ended with exit status 7 before it joined -> the others go on without it");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theEndOfAProgramThatHadJoinedIsNoLossOfItsOwn(final boolean endIsToldFirst) {
        final HubLab lab = Plan.of(10, 20).asset("a", 10).asset("left", 10, false, OnLost.HALT)
            .asset("lost", 10, false, OnLost.DROP).open();
        lab.member("left", 10).leave();
        lab.on(new HubCommand.ProgramEnded("left", "ended with exit status 0"));
        lab.member("a", 10);
        final int connection = lab.member("lost", 10).connection;
        if (endIsToldFirst) {
            lab.on(new HubCommand.ProgramEnded("lost", "was ended by signal 9"));
        }
        lab.close(connection);
        lab.on(new HubCommand.ProgramEnded("lost", "was ended by signal 9"));
        assertThat(lab.state()).isEqualTo(RUNNING);
        assertThat(lab.losses).hasSize(1);
    }

    /** Its program ends as well, which may be seen before or after the end of its connection. */
    private static void die(final HubLab lab, final LabAsset asset, final boolean endIsToldFirst) {
        if (endIsToldFirst) {
            lab.on(new HubCommand.ProgramEnded(asset.name, "was ended by signal 9"));
        }
        lab.close(asset.connection);
        if (!endIsToldFirst) {
            lab.on(new HubCommand.ProgramEnded(asset.name, "was ended by signal 9"));
        }
    }

    private static void assertThatItWillNotBegin(final HubLab lab, final String asset, final String how) {
        assertThat(lab.state()).isEqualTo(FAILED);
        assertThat(lab.machine.end()).isEqualTo(End.ASSET_LOST);
        assertThat(lab.reason()).isEqualTo("asset '" + asset + "': its program " + how + " before the run started");
        assertThat(lab.losses.get(lab.losses.size() - 1)).endsWith(" -> null");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aRequiredAssetThatDiesWhileAResetRunIsPausedIsNotAwaited(final boolean endIsToldFirst) {
        final HubLab lab = Plan.of(10, 20).asset("a", 10).asset("b", 10).open();
        lab.member("a", 10);
        final LabAsset b = lab.member("b", 10);
        lab.run(5);
        lab.pause();
        lab.reset(90);
        lab.assets.values().forEach(LabAsset::resetDone);
        assertThat(lab.state()).isEqualTo(PAUSED);
        die(lab, b, endIsToldFirst);
        assertThatItWillNotBegin(lab, "b", "was ended by signal 9");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aRequiredAssetThatDiesInAResetBeforeTheRunIsNotAwaited(final boolean endIsToldFirst) {
        final HubLab lab = Plan.of(10, 20).asset("a", 10).asset("b", 10).asset("late", 10).open();
        lab.member("a", 10);
        final LabAsset b = lab.member("b", 10);
        final long id = lab.reset(90);
        die(lab, b, endIsToldFirst);
        assertThatItWillNotBegin(lab, "b", "was ended by signal 9");
        assertThat(lab.replies(90, id)).hasSize(1).allMatch(reply -> reply.error().contains("cut short"));
    }

    @Test
    void aRequiredAssetThatDiesLastInAResetBeforeTheRunIsNotAwaited() {
        final HubLab lab = Plan.of(10, 20).asset("a", 10).asset("b", 10).asset("late", 10).open();
        final LabAsset a = lab.member("a", 10);
        final LabAsset b = lab.member("b", 10);
        lab.reset(90);
        a.resetDone();
        die(lab, b, true);
        assertThatItWillNotBegin(lab, "b", "was ended by signal 9");
    }

    @Test
    void aRequiredAssetThatLeavesInAResetBeforeTheRunIsNotAwaited() {
        final HubLab lab = Plan.of(10, 20).asset("a", 10).asset("b", 10).open();
        final LabAsset b = lab.join(2, "b", 10);
        lab.member("a", 10);
        lab.reset(90);
        lab.on(new HubCommand.ProgramEnded("b", "ended with exit status 0"));
        assertThat(lab.state()).as("its connection is still open").isEqualTo(RESETTING);
        b.leave();
        assertThatItWillNotBegin(lab, "b", "ended with exit status 0");
    }

    @Test
    void aRequiredProgramThatNeverJoinsAndEndsInAResetBeforeTheRunIsNotWaitedFor() {
        final HubLab lab = Plan.of(10, 20).asset("a", 10).asset("b", 10, true, OnLost.DROP).open();
        lab.member("a", 10);
        lab.reset(90);
        lab.on(new HubCommand.ProgramEnded("b", "ended with exit status 7"));
        assertThatItWillNotBegin(lab, "b", "ended with exit status 7");
    }

    /** A reset does not ask back assets that have had their part in the run before. */
    @Test
    void anAssetDroppedInAResetOfARunThatHasBegunIsNotAwaited() {
        final HubLab lab = Plan.of(10, 20).asset("a", 10).asset("b", 10, true, OnLost.DROP).open();
        final LabAsset a = lab.member("a", 10);
        final LabAsset b = lab.member("b", 10);
        lab.run(5);
        lab.reset(90);
        die(lab, b, true);
        a.resetDone();
        assertThat(lab.state()).isEqualTo(RUNNING);
        assertThat(lab.losses).hasSize(1);
    }
}
