package io.takt.hub.core;

import static io.takt.asset.HubState.FAILED;
import static io.takt.asset.HubState.PAUSED;
import static io.takt.asset.HubState.RESETTING;
import static io.takt.asset.HubState.RUNNING;
import static io.takt.asset.HubState.WAITING;
import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.AssetState;
import io.takt.asset.SimTime;
import io.takt.asset.message.OutputSpec;
import io.takt.hub.core.HubLab.LabAsset;
import io.takt.hub.core.HubLab.Plan;
import io.takt.hub.core.HubLab.Sent;
import io.takt.hub.core.event.HubCommand;
import io.takt.hub.core.plan.HubPlan.OnLost;
import io.takt.hub.core.plan.MessagePlan;
import io.takt.hub.core.status.End;
import io.takt.hub.core.status.HubStatus;
import io.takt.shm.clock.LeftClocks;
import io.takt.shm.clock.LeftClocks.LeftAsset;
import io.takt.shm.control.Event;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import io.takt.shm.message.MessageLog;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A hub that goes on where another one was killed. */
class HubMachineTakeoverTest {
    private static final AtomicLong IDS = new AtomicLong(1_000_000);

    private static Plan plan() {
        return Plan.of(10, 30).asset("a", 10).asset("b", 5, false, OnLost.DROP).restarted("c", 15, 2);
    }

    private static LeftClocks left(final LeftAsset... assets) {
        return new LeftClocks(7, 1, true, 100, 30, List.of(assets));
    }

    private static LeftAsset left(final String name, final int pid, final long stepNs, final long timeNs) {
        return new LeftAsset(name, pid, 5, stepNs, 0, false, timeNs);
    }

    private static HubLab taken() {
        return plan().open(left(left("a", 11, 10, 90), left("b", 12, 5, 95), left("c", 13, 15, 75)));
    }

    private static Reply attach(final HubLab lab, final int connection, final String name, final Long timeNs) {
        return lab.ask(connection, Request.Join.of(IDS.getAndIncrement(), name).timeNs(timeNs));
    }

    private static LabAsset attached(final HubLab lab, final int connection, final String name, final Long timeNs) {
        final Reply reply = attach(lab, connection, name, timeNs);
        assertThat(reply.error()).isNull();
        final LabAsset asset = lab.new LabAsset(connection, reply.joined());
        lab.assets.put(name, asset);
        return asset;
    }

    @Test
    void allClocksStandWhereTheyDidBeforeAnyAssetComes() {
        final HubLab lab = taken();
        lab.assertSafe();
        assertThat(lab.state()).isEqualTo(WAITING);
        assertThat(lab.coreNs()).isEqualTo(100);
        final HubStatus status = lab.machine.status();
        assertThat(status.missing()).containsExactly("a", "c", "b");
        assertThat(status.assets()).extracting(HubStatus.AssetStatus::timeNs).containsExactly(90L, 95L, 75L);
        assertThat(status.assets()).allMatch(each -> each.state() == AssetState.LOST);
        lab.run(10);
        assertThat(lab.coreNs()).isEqualTo(100);
    }

    @Test
    void goesOnWhenAllRequiredAssetsAreThere() {
        final HubLab lab = taken();
        final LabAsset a = attached(lab, 1, "a", 90L);
        a.ready();
        assertThat(lab.state()).isEqualTo(WAITING);
        final LabAsset c = attached(lab, 2, "c", 90L);
        assertThat(c.timeNs()).as("it had finished a step meanwhile").isEqualTo(90);
        c.ready();
        assertThat(lab.state()).isEqualTo(RUNNING);
        lab.nowNs += 10;
        assertThat(lab.machine.status().speedRatio()).as("its own").isZero();
        lab.run(50);
        assertThat(lab.coreNs()).as("b bounds it").isEqualTo(120);
        lab.assertSafe();
        final LabAsset b = attached(lab, 3, "b", null);
        assertThat(b.clocks.timeNs()).isEqualTo(95);
        b.ready();
        lab.run(50);
        assertThat(lab.coreNs()).isGreaterThan(200);
        lab.assertSafe();
        assertThat(lab.machine.status().missing()).isEmpty();
    }

    @Test
    void anAssetThatHasNotComeBackInTheEndIsLostUnlessItsProcessLives() {
        for (final boolean lives : new boolean[] {false, true}) {
            final HubLab lab = taken();
            attached(lab, 1, "a", 90L).ready();
            attached(lab, 2, "c", 90L).ready();
            if (lives) {
                lab.on(new HubCommand.ProcessSurvives("b"));
            }
            lab.run(50);
            lab.on(new HubCommand.Stop("ran for 1s"));
            assertThat(lab.machine.end()).isEqualTo(lives ? End.ASKED : End.ASSET_LOST);
            assertThat(lab.reason()).isEqualTo(lives ? "ran for 1s"
                : "ran for 1s, but asset 'b' was lost with the hub before this one, and has not come back");
        }
    }

    @Test
    void theHubDoesNotWaitForAnAssetThatHadLeftBefore() {
        final HubLab lab = plan().open(left(left("a", 11, 10, 90)));
        attached(lab, 1, "a", 90L).ready();
        assertThat(lab.state()).isEqualTo(RUNNING);
    }

    @Test
    void aResetThatTheKilledHubHadBegunIsBegunAnewWhenAllAreThere() {
        final HubLab lab = plan().open(left(left("a", 11, 10, 90), left("c", 13, 15, 75)));
        final LabAsset a = attached(lab, 1, "a", 0L);
        assertThat(a.timeNs()).as("so that it can do no step").isEqualTo(100);
        a.ready();
        final LabAsset c = attached(lab, 2, "c", 75L);
        lab.assertSafe();
        assertThat(lab.state()).isEqualTo(WAITING);
        c.ready();
        assertThat(lab.state()).isEqualTo(RESETTING);
        assertThat(lab.sent).contains(new Sent(1, new Event.Reset(null)), new Sent(2, new Event.Reset(null)));
        a.resetDone();
        assertThat(lab.state()).isEqualTo(RESETTING);
        c.resetDone();
        assertThat(lab.state()).isEqualTo(RUNNING);
        assertThat(lab.coreNs()).isZero();
        assertThat(lab.machine.status().assets()).extracting(HubStatus.AssetStatus::progress).containsOnly(0L);
        lab.run(50);
        lab.assertSafe();
        assertThat(lab.coreNs()).isGreaterThan(100);
    }

    @Test
    void anAssetBackFromAnUnfinishedResetWhenTheOthersRunMakesThemBeginAnew() {
        final HubLab lab = plan().open(left(left("a", 11, 10, 90), left("b", 12, 5, 95)));
        attached(lab, 1, "a", 90L).ready();
        assertThat(lab.state()).isEqualTo(RUNNING);
        lab.run(3);
        final long coreNs = lab.coreNs();
        final LabAsset b = attached(lab, 2, "b", 0L);
        lab.assertSafe();
        assertThat(lab.state()).as("at once, or it would step before it is ready").isEqualTo(RESETTING);
        b.resetting = false;
        lab.run(5);
        assertThat(b.timeNs()).as("even if it does not heed the reset").isEqualTo(coreNs);
        b.ready();
        lab.assets.values().forEach(LabAsset::resetDone);
        assertThat(lab.state()).isEqualTo(RUNNING);
        assertThat(lab.coreNs()).isZero();
        lab.assertSafe();
    }

    @Test
    void anAssetBackFromAnUnfinishedResetWhileTheOthersArePausedMakesThemBeginAnew() {
        final HubLab lab = plan().open(left(left("a", 11, 10, 90), left("b", 12, 5, 95)));
        attached(lab, 1, "a", 90L).ready();
        lab.pause();
        attached(lab, 2, "b", 0L);
        assertThat(lab.state()).isEqualTo(RESETTING);
        lab.assets.values().forEach(LabAsset::resetDone);
        assertThat(lab.state()).isEqualTo(PAUSED);
        lab.resume();
        assertThat(lab.state()).isEqualTo(RUNNING);
        assertThat(lab.coreNs()).isZero();
    }

    /** Only the hub that had ordered its reset may be gone: here no other asset is to go back. */
    @Test
    void noAssetIsBackAtItsStartWhereNoHubWasKilled() {
        final HubLab lab = Plan.of(10, 20).restarted("a", 10, 9).asset("b", 10).open();
        final LabAsset a = lab.member("a", 10);
        lab.member("b", 10);
        lab.run(50);
        lab.close(a.connection);
        final long coreNs = lab.coreNs();
        assertThat(attach(lab, 7, "a", 0L).error()).isEqualTo("it cannot go on at 0s: its clock stands at "
            + SimTime.format(a.timeNs()) + ", and the core's at " + SimTime.format(coreNs) + "; start it anew");
        attached(lab, 7, "a", null).ready();
        lab.run(5);
        assertThat(lab.state()).isEqualTo(RUNNING);
        assertThat(lab.coreNs()).isGreaterThan(coreNs);
    }

    @Test
    void anAssetThatHasAttachedOnceIsNotBackAtItsStartAfterThat() {
        final HubLab lab = taken();
        final LabAsset c = attached(lab, 1, "c", 75L);
        lab.close(c.connection);
        assertThat(attach(lab, 2, "c", 0L).ok()).isFalse();
        assertThat(attached(lab, 2, "c", null).timeNs()).isEqualTo(75);

        final HubLab another = taken();
        another.on(new HubCommand.SurvivorEnded("c", 13));
        assertThat(attach(another, 2, "c", 0L).ok()).as("nor is a new process").isFalse();
    }

    @Test
    void anAssetThatGoesOnHasToFitIn() {
        final HubLab lab = taken();
        assertThat(attach(lab, 1, "a", 80L).error()).isEqualTo(
            "it cannot go on at 80ns: its clock stands at 90ns, and the core's at 100ns; start it anew");
        assertThat(attach(lab, 1, "a", 110L).ok()).isFalse();
        assertThat(attach(lab, 1, "a", 10L).ok()).isFalse();
        assertThat(lab.ask(1, Request.Join.of(5, "other").stepNs(5).timeNs(90L)).error())
            .isEqualTo("this hub has given it up, or has begun anew: it cannot go on at 90ns; start it anew, too");
        assertThat(attached(lab, 1, "a", 100L).timeNs()).isEqualTo(100);
        assertThat(attach(lab, 2, "a", 100L).error()).contains("has joined already");
        lab.assertSafe();
    }

    @Test
    void aProcessThatEndsBeforeItAttachesIsLost() {
        final HubLab halted = taken();
        halted.on(new HubCommand.SurvivorEnded("a", 11));
        assertThat(halted.state()).isEqualTo(FAILED);
        assertThat(halted.reason())
            .isEqualTo("asset 'a' was lost at 90ns: its process 11 ended before it had attached again");

        final HubLab dropped = taken();
        dropped.on(new HubCommand.SurvivorEnded("b", 12));
        assertThat(dropped.machine.status().missing()).containsExactly("a", "c");

        final HubLab restarted = taken();
        restarted.on(new HubCommand.SurvivorEnded("c", 13));
        restarted.on(new HubCommand.SurvivorEnded("c", 13));
        assertThat(restarted.restarts).containsExactly("c 1 after 7");
        assertThat(restarted.machine.status().assets()).filteredOn(each -> each.name().equals("c"))
            .allMatch(each -> each.away() && !each.attaching());
        restarted.on(new HubCommand.ProgramStarted("c"));
        assertThat(attached(restarted, 4, "c", null).timeNs()).isEqualTo(75);

        final HubLab attached = taken();
        attached(attached, 1, "a", 90L);
        attached.on(new HubCommand.SurvivorEnded("a", 11));
        attached.on(new HubCommand.SurvivorEnded("ghost", 11));
        attached.on(new HubCommand.SurvivorEnded("b", 11));
        assertThat(attached.state()).isEqualTo(WAITING);
        assertThat(attached.losses).isEmpty();
    }

    /** The looks at processes tell it, by the number of the process and by when it started. */
    @Test
    void theEndOfAProcessThatIsToAttachAgainIsALoss() {
        final HubLab lab = taken();
        lab.on(new HubCommand.ProcessEnded(11, 5));
        assertThat(lab.losses).as("it was not known to live").isEmpty();
        lab.on(new HubCommand.ProcessSurvives("a"));
        lab.on(new HubCommand.ProcessEnded(11, 6));
        assertThat(lab.losses).as("another process of that number").isEmpty();
        lab.on(new HubCommand.ProcessEnded(11, 5));
        assertThat(lab.reason())
            .isEqualTo("asset 'a' was lost at 90ns: its process 11 ended before it had attached again");
    }

    /** An asset outside the configuration declares its step, and may declare another one when it starts anew. */
    @Test
    void anotherStepHasToFitAsThatOfANewAssetHas() {
        final HubLab lab = plan().open(left(left("a", 11, 10, 90), left("other", 17, 5, 95)));
        assertThat(lab.ask(4, Request.Join.of(1, "other").stepNs(70).atCoreTime(true)).error())
            .startsWith("with a step of 70ns the simulation would stop for good");
        assertThat(lab.ask(4, Request.Join.of(2, "other").stepNs(10).timeNs(95L).atCoreTime(true)).error())
            .contains("its clock goes on in a step of 5ns");
        assertThat(lab.ask(4, Request.Join.of(3, "other").stepNs(10)).ok()).isFalse();
        assertThat(lab.ask(4, Request.Join.of(4, "other").stepNs(10).atCoreTime(true)).ok()).isTrue();
        lab.assertSafe();
    }

    /** The machine does not ask when a process started: the join says so. */
    @Test
    void theClockNamesTheProcessThatWasToldWithTheJoin() {
        final HubLab lab = taken();
        assertThat(startedAs(lab, HubLab.START_TIME)).isZero();
        attached(lab, 1, "a", 90L);
        lab.ask(2, Request.Join.of(1, "b").atCoreTime(true));
        assertThat(startedAs(lab, HubLab.START_TIME)).isEqualTo(2);
    }

    private static int startedAs(final HubLab lab, final long startTime) {
        final int[] count = new int[1];
        lab.counters.forEach((id, typeId, key, label) -> {
            for (int at = 0; typeId == 7002 && at + Long.BYTES <= key.capacity(); at += Integer.BYTES) {
                count[0] += key.getLong(at) == startTime ? 1 : 0;
            }
        });
        return count[0];
    }

    @Test
    void tellsWhoseProcessIsToAttach() {
        final HubLab lab = taken();
        lab.on(new HubCommand.ProcessSurvives("a"));
        lab.on(new HubCommand.ProcessSurvives("c"));
        lab.on(new HubCommand.ProcessSurvives("ghost"));
        assertThat(lab.machine.status().assets()).allMatch(HubStatus.AssetStatus::away)
            .filteredOn(HubStatus.AssetStatus::attaching).extracting(HubStatus.AssetStatus::name)
            .containsExactly("a", "c");
        lab.on(new HubCommand.SurvivorEnded("c", 13));
        attached(lab, 1, "a", 90L);
        assertThat(lab.machine.status().assets()).noneMatch(HubStatus.AssetStatus::attaching);
        assertThat(lab.machine.status().assets()).extracting(HubStatus.AssetStatus::away)
            .containsExactly(false, true, true);
        lab.on(new HubCommand.SurvivorEnded("b", 12));
        lab.on(new HubCommand.ProcessSurvives("b"));
        assertThat(lab.machine.status().assets()).noneMatch(each -> each.name().equals("b") && each.away());
    }

    @Test
    void aDeadAssetOutsideTheConfigurationEndsTheRunAsWell() {
        final HubLab lab = plan().open(left(left("a", 11, 10, 90), left("other", 17, 5, 95)));
        lab.on(new HubCommand.SurvivorEnded("other", 17));
        assertThat(lab.state()).isEqualTo(FAILED);
        assertThat(lab.reason()).contains("asset 'other' was lost at 95ns: its process 17 ended");
    }

    /** In a namespace of its own an asset calls itself 1. */
    @Test
    void aNumberThatCannotBeAnAssetsIsNotKnown() {
        final HubLab lab = plan().open(left(left("a", 1, 10, 90), left("c", 13, 15, 75)));
        lab.ask(4, Request.Join.of(1, "c").process(1, 0));
        lab.ask(5, Request.Join.of(2, "b").process(1L << 32 | 7, 0));
        assertThat(lab.machine.status().assets()).extracting(HubStatus.AssetStatus::pid).containsOnly(0L);
    }

    @Test
    void aProgramThatIsLaunchedInPlaceOfADeadOneAndEndsIsLostAsWell() {
        final HubLab lab = taken();
        lab.on(new HubCommand.ProgramEnded("a", "ended with exit status 1"));
        assertThat(lab.state()).isEqualTo(FAILED);
        assertThat(lab.reason()).contains("its program ended with exit status 1 before it joined");
    }

    @Test
    void aRunThatHadNotBegunBegins() {
        final HubLab lab = Plan.of(10, 20).asset("a", 10).asset("b", 10)
            .open(new LeftClocks(7, 1, false, 0, 20, List.of(left("a", 11, 10, 0))));
        attached(lab, 1, "a", 0L).ready();
        assertThat(lab.state()).as("b is still to come").isEqualTo(WAITING);
        lab.member("b", 10);
        assertThat(lab.state()).isEqualTo(RUNNING);
    }

    /** At 0 its clock does not tell that it was put back; its log does, which receivers do not read meanwhile. */
    @Test
    void aResetAtTheStartInWhichAHubWasKilledIsDoneOnceMore() {
        final Plan plan = Plan.of(10, 20).asset("a", 10).channels(new MessagePlan(7,
            Map.of("a", List.of(OutputSpec.named("pose"))), Map.of(), false));
        final MessageLog log = plan.messages.log("a", 1 << 16);
        log.reset();
        final HubLab lab = plan.open(new LeftClocks(7, 1, true, 0, 20, List.of(left("a", 11, 10, 0))));
        attached(lab, 1, "a", 0L).ready();
        assertThat(lab.state()).isEqualTo(RESETTING);
        lab.assets.get("a").resetDone();
        assertThat(lab.state()).isEqualTo(RUNNING);
        assertThat(log.isInReset()).isFalse();
    }

    /** The receiver that was put back at 0 skips what was sent before, until its sender is put back, too. */
    @Test
    void soIsOneInWhichASenderDiedBeforeItWasPutBack() {
        final HubLab lab = Plan.of(10, 20).asset("a", 10).restarted("b", 10, 1)
            .open(new LeftClocks(7, 1, true, 10, 20, List.of(left("a", 11, 10, 0), left("b", 12, 10, 10)), true));
        attached(lab, 1, "a", 0L).ready();
        assertThat(lab.state()).as("it waits for all").isEqualTo(WAITING);
        attached(lab, 2, "b", null).ready();
        assertThat(lab.state()).isEqualTo(RESETTING);
        lab.assets.values().forEach(LabAsset::resetDone);
        assertThat(lab.state()).isEqualTo(RUNNING);
        assertThat(lab.coreNs()).isZero();
        lab.run(50);
        assertThat(lab.state()).as("there is one reset").isEqualTo(RUNNING);
        lab.assertSafe();
    }

    @Test
    void aResetForgetsWhatWasTakenOver() {
        final HubLab lab = taken();
        final long id = lab.reset(90);
        assertThat(lab.replies(90, id)).hasSize(1);
        assertThat(lab.coreNs()).isZero();
        assertThat(attach(lab, 1, "a", 90L).ok()).isFalse();
        assertThat(attached(lab, 1, "a", null).timeNs()).isZero();
        lab.assertSafe();
    }

    /** T_c may have come again to where an asset rests that has missed the reset. */
    @Test
    void anAssetThatHasMissedAResetDoesNotGoOn() {
        final HubLab lab = Plan.of(10, 100).asset("a", 10).asset("b", 10, false, OnLost.RESTART)
            .open(left(left("a", 11, 10, 90), left("b", 12, 10, 90)));
        attached(lab, 1, "a", 0L).ready();
        lab.assets.get("a").resetDone();
        lab.run(50);
        assertThat(lab.coreNs()).isEqualTo(100);
        assertThat(attach(lab, 2, "b", 90L).error()).isEqualTo(
            "it cannot go on at 90ns: there was a reset since; start it anew");
        assertThat(attached(lab, 2, "b", 0L).timeNs()).as("it was put back by the killed hub").isZero();
        assertThat(lab.state()).isEqualTo(RUNNING);
        lab.assertSafe();
    }

    /** Killed at any moment, with any of the assets coming back, at any time that they may have reached meanwhile. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void staysSafeHoweverOftenTheHubIsKilled(final long seed) {
        final Random random = new Random(seed);
        final long coreStep = 1 + random.nextInt(10);
        final long[] steps = {1 + random.nextInt(20), 1 + random.nextInt(20), 1 + random.nextInt(20)};
        final Plan plan = Plan.of(coreStep, coreStep + 20);
        for (int i = 0; i < steps.length; i++) {
            plan.asset("x" + i, steps[i], random.nextBoolean(), OnLost.RESTART);
        }
        HubLab lab = plan.open();
        for (int i = 0; i < steps.length; i++) {
            lab.member("x" + i, 0);
        }
        for (int life = 0; life < 20; life++) {
            walk(lab, random);
            final long coreNs = lab.coreNs();
            final Map<String, Long> reached = new HashMap<>();
            final LeftClocks left = left(lab, random, steps, reached);
            lab = plan.open(left);
            lab.assertSafe();
            assertThat(lab.coreNs()).isEqualTo(coreNs);
            for (final LeftAsset each : left.assets()) {
                // Some go on themselves, of some a new process takes the place.
                attached(lab, 1 + life * 10 + left.assets().indexOf(each), each.name(),
                    random.nextInt(3) == 0 ? null : reached.get(each.name())).ready();
                lab.assertSafe();
            }
            assertThat(lab.state()).isEqualTo(RUNNING);
        }
        final long coreNs = lab.coreNs();
        lab.run(1000);
        assertThat(lab.coreNs()).isGreaterThanOrEqualTo(coreNs);
    }

    private static void walk(final HubLab lab, final Random random) {
        for (int i = random.nextInt(200); i > 0; i--) {
            final List<LabAsset> assets = new ArrayList<>(lab.assets.values());
            if (random.nextInt(3) == 0) {
                lab.machine.doWork();
            } else if (!assets.isEmpty()) {
                assets.get(random.nextInt(assets.size())).step();
            }
            lab.assertSafe();
        }
    }

    private static LeftClocks left(final HubLab lab, final Random random, final long[] steps,
        final Map<String, Long> reached) {
        final List<LeftAsset> assets = new ArrayList<>();
        for (int i = 0; i < steps.length; i++) {
            final LabAsset asset = lab.assets.get("x" + i);
            assets.add(left(asset.name, 50 + i, steps[i], asset.timeNs()));
            while (random.nextBoolean() && asset.step()) {
                assertThat(asset.timeNs()).isLessThanOrEqualTo(lab.coreNs());
            }
            reached.put(asset.name, asset.timeNs());
        }
        return new LeftClocks(life(lab), 1, true, lab.coreNs(), 30, assets);
    }

    private static long life(final HubLab lab) {
        return lab.machine.status().epoch();
    }
}
