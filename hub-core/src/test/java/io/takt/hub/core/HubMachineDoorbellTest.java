package io.takt.hub.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.message.InputSpec;
import io.takt.asset.message.OutputSpec;
import io.takt.hub.core.HubLab.LabAsset;
import io.takt.hub.core.HubLab.Plan;
import io.takt.hub.core.event.HubCommand;
import io.takt.hub.core.status.End;
import io.takt.shm.clock.ClockLayout;
import io.takt.shm.clock.CoreDoorbell;
import io.takt.shm.control.Reply;
import io.takt.shm.control.Request;
import io.takt.shm.message.MessageEndpoint;
import io.takt.shm.waiting.Doorbell;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.agrona.concurrent.status.CountersReader;
import org.junit.jupiter.api.Test;

class HubMachineDoorbellTest {
    private static final long LONGEST_SLEEP_NS = 100_000_000L;
    private static final long LONGEST_REST_NS = 1_000_000_000L;
    private static final long LOOK_AFTER_NS = 1_000_000L;
    private static final int COUNTERS_OF_A_THREAD = 2;

    private static final long FAR = 1_000_000_000_000L;

    private long nextId = 10_000;

    @Test
    void aThreadIsGivenCountersThatSayItIsAwakeAndDoesNoStep() {
        final HubLab lab = Plan.of(10, 20).open();
        final Reply.Doorbell given = doorbell(lab, 1);
        assertThat(lab.counters.getCounterTypeId(given.sleepCounter())).isEqualTo(ClockLayout.DOORBELL_TYPE_ID);
        assertThat(lab.counters.getCounterValue(given.sleepCounter())).isEqualTo(Doorbell.AWAKE);
        assertThat(lab.counters.getCounterTypeId(given.activityCounter())).isEqualTo(ClockLayout.ACTIVITY_TYPE_ID);
        assertThat(lab.counters.getCounterValue(given.activityCounter())).isEqualTo(ClockLayout.NO_STEP);
        assertThat(new int[] {given.coreSleepCounter(), given.coreSleepForCounter()})
            .containsExactly(lab.machine.sleeping().doorbell().counterIds());
        assertThat(lab.counters.getCounterLabel(given.coreSleepForCounter()))
            .isEqualTo("takt doorbell hub=lab core-for");
    }

    @Test
    void theCountersOfItsThreadsAreFreedWhenAConnectionEnds() {
        final HubLab lab = Plan.of(10, 20).open();
        doorbell(lab, 1);
        doorbell(lab, 2);
        doorbell(lab, 1);
        assertThat(lab.allocated()).isEqualTo(HubLab.CORE_COUNTERS + 3 * COUNTERS_OF_A_THREAD);
        lab.close(1);
        assertThat(lab.allocated()).isEqualTo(HubLab.CORE_COUNTERS + COUNTERS_OF_A_THREAD);
        lab.close(1);
        lab.close(2);
        assertThat(lab.allocated()).isEqualTo(HubLab.CORE_COUNTERS);
    }

    @Test
    void theThreadsOfOtherConnectionsAreWokenWhenSomeHaveEnded() {
        final HubLab lab = Plan.of(10, 50).open();
        final List<Reply.Doorbell> staying = new ArrayList<>();
        for (final int connection : new int[] {1, 2, 3, 2, 1, 3, 4, 1}) {
            final Reply.Doorbell given = doorbell(lab, connection);
            if (connection == 1) {
                staying.add(given);
            }
        }
        for (final int connection : new int[] {2, 4, 3, 5}) {
            lab.close(connection);
        }
        staying.add(doorbell(lab, 6));
        staying.forEach(each -> bell(lab, each).announce(10));
        lab.member("a", 10);
        workUntilIdle(lab);
        assertThat(staying).hasSize(4).allSatisfy(each ->
            assertThat(bell(lab, each).read()).isEqualTo(Doorbell.AWAKE));
    }

    @Test
    void aFullFileGivesNoDoorbellAndLeaksNothing() {
        final HubLab lab = Plan.of(10, 20).records(HubLab.CORE_COUNTERS + COUNTERS_OF_A_THREAD + 1).open();
        doorbell(lab, 1);
        for (int i = 0; i < 3; i++) {
            final Reply refused = lab.ask(1, new Request.Doorbell(nextId++));
            assertThat(refused.ok()).isFalse();
            assertThat(refused.error()).contains("full");
            assertThat(lab.allocated()).isEqualTo(HubLab.CORE_COUNTERS + COUNTERS_OF_A_THREAD);
        }
        lab.close(1);
        doorbell(lab, 2);
    }

    /** Each costs two of the records of the file that all assets share. */
    @Test
    void aConnectionHasABoundedNumberOfDoorbellsWithWhichNoAssetHasJoined() {
        final HubLab lab = Plan.of(10, 20).open();
        final Reply.Doorbell first = doorbell(lab, 1);
        for (int i = 1; i < 256; i++) {
            doorbell(lab, 1);
        }
        assertThat(lab.ask(1, new Request.Doorbell(nextId++))).returns(false, Reply::ok)
            .returns("NO_ROOM", Reply::code).returns("this connection has 256 doorbells with which no asset has joined;"
                + " join with one of them before you ask for more", Reply::error);
        doorbell(lab, 2);
        assertThat(lab.ask(1, Request.Join.of(nextId++, "a").stepNs(10).doorbell(first.sleepCounter())).ok()).isTrue();
        doorbell(lab, 1);
        assertThat(lab.ask(1, Request.Join.of(nextId++, "b").stepNs(10).doorbell(first.sleepCounter())).ok()).isTrue();
        assertThat(lab.ask(1, new Request.Doorbell(nextId++)).ok()).as("the same doorbell once more").isFalse();
        lab.close(1);
        doorbell(lab, 1);
    }

    @Test
    void aRingWakesExactlyTheThreadsThatSleepForATimeThatTheCoreHasReached() {
        final HubLab lab = Plan.of(10, 50).open();
        final Reply.Doorbell early = doorbell(lab, 1);
        final Reply.Doorbell exact = doorbell(lab, 2);
        final Reply.Doorbell late = doorbell(lab, 2);
        final Reply.Doorbell awake = doorbell(lab, 3);
        final LabAsset asset = lab.member("a", 10);
        bell(lab, early).announce(10);
        bell(lab, exact).announce(50);
        bell(lab, late).announce(52);
        workUntilIdle(lab);
        assertThat(lab.coreNs()).isEqualTo(50);
        assertThat(bell(lab, early).read()).isEqualTo(Doorbell.AWAKE);
        assertThat(bell(lab, exact).read()).isEqualTo(Doorbell.AWAKE);
        assertThat(bell(lab, late).read()).isEqualTo(52);
        assertThat(bell(lab, awake).read()).isEqualTo(Doorbell.AWAKE);
        asset.step();
        workUntilIdle(lab);
        assertThat(bell(lab, late).read()).isEqualTo(Doorbell.AWAKE);
    }

    @Test
    void countUpsThatFollowEachOtherRingAfterAFew() {
        final HubLab lab = Plan.of(10, 1_000_000).open();
        final Reply.Doorbell thread = doorbell(lab, 1);
        lab.member("a", 10);
        bell(lab, thread).announce(10);
        int countUps = 0;
        while (bell(lab, thread).read() != Doorbell.AWAKE) {
            assertThat(lab.machine.doWork()).isEqualTo(1);
            countUps++;
        }
        assertThat(countUps).isBetween(2, 100);
    }

    /** Or a hub with many commands, of which each takes its time, would wake no asset for 32 count-ups. */
    @Test
    void assetsAreWokenBeforeACommandIsCarriedOut() {
        final HubLab lab = Plan.of(10, 1_000_000).open();
        final Reply.Doorbell thread = doorbell(lab, 1);
        lab.member("a", 10);
        bell(lab, thread).announce(10);
        lab.machine.doWork();
        assertThat(bell(lab, thread).read()).isEqualTo(10);
        lab.machine.on(new HubCommand.WantReports(1));
        assertThat(bell(lab, thread).read()).isEqualTo(Doorbell.AWAKE);
    }

    @Test
    void aPauseBetweenCountUpAndRingLosesNoRing() {
        final HubLab lab = Plan.of(10, 1_000_000).open();
        final Reply.Doorbell thread = doorbell(lab, 1);
        lab.member("a", 10);
        bell(lab, thread).announce(10);
        lab.machine.doWork();
        lab.pause();
        lab.machine.doWork();
        assertThat(lab.coreNs()).isEqualTo(10);
        assertThat(bell(lab, thread).read()).isEqualTo(Doorbell.AWAKE);
    }

    @Test
    void aSenderThatComesOrGoesWakesItsReadersAlone() {
        final HubLab lab = Plan.of(10, 1_000_000).open();
        final Reply.Doorbell reader = doorbell(lab, 1);
        final Reply.Doorbell other = doorbell(lab, 2);
        final LabAsset radar = lab.enter(1, lab.ask(1, Request.Join.of(nextId++, "radar").stepNs(10)
            .inputs(List.of(InputSpec.gated("pose", "drone"))).doorbell(reader.sleepCounter())));
        final MessageEndpoint endpoint = new LabMessages(lab, radar).sleepsOn(reader.sleepCounter(), () -> { })
            .endpoint();
        for (final Runnable change : List.<Runnable>of(
            () -> lab.enter(3, lab.ask(3, Request.Join.of(nextId++, "drone").stepNs(10)
                .outputs(List.of(OutputSpec.named("pose"))))),
            () -> lab.ask(3, new Request.Leave(nextId++, "drone")))) {
            bell(lab, reader).announce(FAR);
            bell(lab, other).announce(FAR);
            endpoint.announce();
            change.run();
            assertThat(bell(lab, reader).read()).isEqualTo(Doorbell.AWAKE);
            assertThat(bell(lab, other).read()).isEqualTo(FAR);
        }
    }

    @Test
    void aReaderThatGoesWakesTheSenderThatWaitsForItsRoom() throws Exception {
        assertWakesTheSender(Request.Join.of(nextId++, "radar").stepNs(10)
            .inputs(List.of(InputSpec.gated("pose", "drone"))),
            lab -> lab.ask(2, new Request.Leave(nextId++, "radar")));
    }

    @Test
    void aListenerThatGoesWakesTheSenderThatWaitsForItsRoom() throws Exception {
        assertWakesTheSender(new Request.Tap(nextId++, true), lab -> lab.close(2));
    }

    private void assertWakesTheSender(final Request ofReader, final Consumer<HubLab> goes) throws Exception {
        final HubLab lab = Plan.of(10, 1_000_000).open();
        final Reply.Doorbell sleep = doorbell(lab, 1);
        final LabAsset drone = lab.enter(1, lab.ask(1, Request.Join.of(nextId++, "drone").stepNs(10)
            .outputs(List.of(OutputSpec.named("pose").maxBytes(LabMessages.LARGE))).doorbell(sleep.sleepCounter())));
        lab.ask(2, ofReader);
        final List<Long> rung = new ArrayList<>();
        final LabMessages messages = new LabMessages(lab, drone).sleepsOn(sleep.sleepCounter(), () -> {
            bell(lab, sleep).announce(FAR);
            goes.accept(lab);
            rung.add(bell(lab, sleep).read());
        });
        for (long fromNs = 0; rung.isEmpty(); fromNs += 10) {
            messages.step("pose", fromNs, fromNs + 10, 1);
        }
        assertThat(rung).containsExactly(Doorbell.AWAKE);
    }

    @Test
    void waitsForTheBlockerAndTheTimeThatItHasToReach() {
        final HubLab lab = Plan.of(10, 20).open();
        lab.member("a", 10);
        final LabAsset b = lab.member("b", 5);
        b.frozen = true;
        assertThat(lab.machine.sleeping().awaitedAsset()).isEqualTo(CoreDoorbell.NO_ASSET);
        lab.run(5);
        assertThat(lab.machine.sleeping().awaitedAsset()).isEqualTo(b.clocks.number());
        assertThat(lab.machine.sleeping().awaitedNs()).isEqualTo(10);
        b.frozen = false;
        assertThat(b.step()).isTrue();
        assertThat(lab.machine.doWork()).as("5 is not enough").isZero();
        assertThat(b.step()).isTrue();
        assertThat(lab.machine.doWork()).as("10 is").isPositive();
    }

    @Test
    void waitsForAssetsThatCanStillStepWhileItSettles() {
        final HubLab lab = Plan.of(10, 20).until(20).open();
        final LabAsset a = lab.member("a", 10);
        final LabAsset b = lab.member("b", 10);
        workUntilIdle(lab);
        assertThat(lab.machine.sleeping().awaitedAsset()).isEqualTo(a.clocks.number());
        assertThat(lab.machine.sleeping().awaitedNs()).isEqualTo(10);
        a.step();
        a.step();
        workUntilIdle(lab);
        assertThat(lab.machine.sleeping().awaitedAsset()).isEqualTo(b.clocks.number());
        lab.pause();
        assertThat(lab.machine.sleeping().awaitedAsset()).as("paused").isEqualTo(CoreDoorbell.NO_ASSET);
        lab.resume();
        b.step();
        b.step();
        workUntilIdle(lab);
        assertThat(lab.machine.end()).isEqualTo(End.REACHED);
        assertThat(lab.machine.sleeping().awaitedAsset()).isEqualTo(CoreDoorbell.NO_ASSET);
    }

    @Test
    void waitsForNoAssetWhilePaused() {
        final HubLab lab = Plan.of(10, 20).open();
        lab.member("a", 10);
        workUntilIdle(lab);
        assertThat(lab.machine.sleeping().awaitedAsset()).isNotEqualTo(CoreDoorbell.NO_ASSET);
        lab.pause();
        assertThat(lab.machine.sleeping().awaitedAsset()).isEqualTo(CoreDoorbell.NO_ASSET);
        assertThat(lab.machine.sleeping().awaitedNs()).isZero();
        assertThat(lab.machine.sleeping().dueInNs()).isZero();
        assertThat(lab.machine.sleeping().longestNs()).isEqualTo(LONGEST_REST_NS);
        assertThat(lab.machine.sleeping().pausesPerLook()).isEqualTo(1);
    }

    @Test
    void looksTheLessOftenTheMoreStepsTheBlockerHasToDo() {
        assertThat(pausesPerLook(10, 10)).as("lock-step").isEqualTo(1);
        assertThat(pausesPerLook(310, 10)).isEqualTo(1);
        assertThat(pausesPerLook(320, 10)).isEqualTo(2);
        assertThat(pausesPerLook(1_000, 10)).isEqualTo(6);
        assertThat(pausesPerLook(1_000_000, 10)).isEqualTo(16);
        assertThat(pausesPerLook(Long.MAX_VALUE / 2, Long.MAX_VALUE / 2)).isEqualTo(1);
    }

    /** While an asset that has not stepped yet holds the core. */
    private static int pausesPerLook(final long maxDelayNs, final long stepNs) {
        final HubLab lab = Plan.of(Math.min(stepNs, maxDelayNs), maxDelayNs).open();
        assertThat(lab.machine.sleeping().pausesPerLook()).as("the hub waits for no asset").isEqualTo(1);
        lab.member("a", stepNs);
        workUntilIdle(lab);
        assertThat(lab.coreNs()).isEqualTo(maxDelayNs / stepNs * stepNs);
        return lab.machine.sleeping().pausesPerLook();
    }

    @Test
    void looksOftenAtAnAssetWithoutDoorbellAndAtOneThatNamedAnothers() {
        assertThat(longestSleepNs(1, 1)).as("its own").isEqualTo(Doorbell.canWake() ? LONGEST_SLEEP_NS : LOOK_AFTER_NS);
        assertThat(longestSleepNs(1, 2)).as("of another connection").isEqualTo(LOOK_AFTER_NS);
        assertThat(longestSleepNs(1, 0)).as("none").isEqualTo(LOOK_AFTER_NS);
    }

    private long longestSleepNs(final int connection, final int ownerOfDoorbell) {
        final HubLab lab = Plan.of(10, 20).open();
        final Integer counter = ownerOfDoorbell == 0 ? null : doorbell(lab, ownerOfDoorbell).sleepCounter();
        final Reply reply = lab.ask(connection, Request.Join.of(nextId++, "a").stepNs(10).process(1L, 0)
            .doorbell(counter));
        lab.assets.put("a", lab.new LabAsset(connection, reply.joined()));
        lab.assets.get("a").ready();
        workUntilIdle(lab);
        assertThat(lab.machine.sleeping().awaitedAsset()).isEqualTo(reply.joined().clocks().number());
        return lab.machine.sleeping().longestNs();
    }

    @Test
    void sleepsUntilTheNextCountUpIsDueAndNotAtAllWhenItHasComeDueSinceTheLastLook() {
        for (final Plan plan : new Plan[] {Plan.of(10, 1_000).pace(1, 0),
            Plan.of(10, 1_000).pace(Double.POSITIVE_INFINITY, 10)}) {
            final HubLab lab = plan.open();
            lab.member("a", 10);
            workUntilIdle(lab);
            final long dueInNs = lab.machine.sleeping().dueInNs();
            assertThat(dueInNs).isBetween(1L, 10L);
            assertThat(lab.machine.sleeping().longestNs()).isEqualTo(dueInNs);
            lab.nowNs += dueInNs;
            assertThat(lab.machine.sleeping().longestNs()).isZero();
            assertThat(lab.machine.doWork()).isEqualTo(1);
        }
    }

    @Test
    void atASpeedItSleepsLongForABlockerThoughTheCountUpIsOverdue() {
        final HubLab lab = Plan.of(10, 20).pace(1, 0).open();
        lab.member("a", 10).frozen = true;
        lab.nowNs += 1_000;
        workUntilIdle(lab);
        assertThat(lab.machine.sleeping().awaitedAsset()).isZero();
        assertThat(lab.machine.sleeping().dueInNs()).isZero();
        assertThat(lab.machine.sleeping().longestNs()).as("it has no doorbell").isEqualTo(LOOK_AFTER_NS);
    }

    private Reply.Doorbell doorbell(final HubLab lab, final int connection) {
        return lab.ask(connection, new Request.Doorbell(nextId++)).doorbell();
    }

    private static Doorbell bell(final HubLab lab, final Reply.Doorbell given) {
        return new Doorbell(lab.counters.valuesBuffer(), CountersReader.counterOffset(given.sleepCounter()));
    }

    private static void workUntilIdle(final HubLab lab) {
        int work = 1;
        while (work > 0) {
            work = lab.machine.doWork();
        }
    }
}
