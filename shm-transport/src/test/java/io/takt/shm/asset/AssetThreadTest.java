package io.takt.shm.asset;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.asset.Steps;
import io.takt.asset.message.InputSpec;
import io.takt.shm.waiting.Doorbell;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AssetThreadTest {
    private static final long LONGEST_SLEEP_NS = 100_000_000L;

    private final SessionLab hub = new SessionLab(0);
    private final AssetThread thread = new AssetThread(hub.threadCounters, () -> nowNs());
    private long nowNs = 1_000;
    private long wantedNs;
    private long dueAtNs;
    private long leftNs = Long.MAX_VALUE;
    private Runnable onDue = () -> { };

    private final AssetThread.Wishes wishes = new AssetThread.Wishes() {
        @Override
        public long wantedNs() {
            return wantedNs;
        }

        @Override
        public long dueInNs() {
            onDue.run();
            return Math.max(0, dueAtNs - nowNs);
        }

        @Override
        public long leftNs() {
            return leftNs;
        }
    };

    private long nowNs() {
        return nowNs;
    }

    @BeforeEach
    void wish() {
        thread.wishes(wishes);
    }

    @Test
    void announcesTheTimeThatItWaitsForNeverLaterAndNeverAsAwake() {
        for (final long wanted : new long[] {0, 1, 2, 10, 0xffff_ffffL, 0x1_ffff_ffffL, Long.MAX_VALUE - 1,
            AssetThread.NO_TIME}) {
            wantedNs = wanted;
            thread.announce();
            final long announced = hub.threadCounters.sleep().read();
            assertThat(announced).isBetween(wanted - 1, wanted).isNotEqualTo(Doorbell.AWAKE);
            assertThat((int) announced).isNotEqualTo((int) Doorbell.AWAKE);
            thread.withdraw();
            assertThat(hub.threadCounters.sleep().read()).isEqualTo(Doorbell.AWAKE);
        }
    }

    /** An asset that finds itself awaited, with a time of an earlier sleep beside it, would not ring. */
    @Test
    void theTimeForWhichTheHubSleepsIsThereBeforeTheAssetIs() {
        final int[] counterIds = hub.coreDoorbell.counterIds();
        final List<Long> timesNs = new ArrayList<>();
        hub.afterAnnounce = counterId -> {
            if (counterId == counterIds[0]) {
                timesNs.add(hub.counters.getCounterValue(counterIds[1]));
            }
        };
        hub.coreDoorbell.announce(3, 70);
        hub.coreDoorbell.announce(4, 50);
        assertThat(timesNs).containsExactly(70L, 50L);
    }

    @Test
    void sleepsUntilSomethingIsDueOrTheWaitIsToEnd() {
        thread.announce();
        assertThat(thread.longestSleepNs()).isEqualTo(LONGEST_SLEEP_NS);
        dueAtNs = nowNs + 70;
        thread.announce();
        nowNs += 20;
        assertThat(thread.longestSleepNs()).isEqualTo(50);
        leftNs = 30;
        assertThat(thread.longestSleepNs()).isEqualTo(30);
    }

    /** That nothing is due any more looks like that nothing will be. */
    @Test
    void doesNotSleepWhenItHasComeDueSinceTheAnnouncement() {
        dueAtNs = nowNs + 70;
        thread.announce();
        nowNs += 70;
        assertThat(thread.longestSleepNs()).isLessThanOrEqualTo(0);
        thread.sleep();
        nowNs += 1_000;
        assertThat(thread.longestSleepNs()).isLessThanOrEqualTo(0);
    }

    @Test
    void sleepsNoLongerThanUntilWhatHasBecomeDueNextAtTheLastLook() {
        thread.announce();
        dueAtNs = nowNs + 30;
        assertThat(thread.longestSleepNs()).isEqualTo(30);
    }

    /** Due events and awaited times are asked for in turn: one that falls due in between must not be lost. */
    @Test
    void anEventDueWhileItAnnouncesIsAmongTheWishes() {
        wantedNs = AssetThread.NO_TIME;
        dueAtNs = nowNs + 5;
        onDue = () -> {
            if (nowNs < dueAtNs) {
                wantedNs = 40;
            }
        };
        thread.announce();
        assertThat(hub.threadCounters.sleep().read()).isEqualTo(40);
    }

    @Test
    void aRetiredThreadLeavesTheDoorbellToOthers() {
        thread.announce();
        assertThat(thread.retire()).as("it may be asleep").isFalse();
        thread.withdraw();
        assertThat(thread.retire()).isTrue();
        assertThat(thread.retire()).as("once only").isFalse();
        hub.threadCounters.sleep().announce(30);
        thread.announce();
        thread.sleep();
        thread.withdraw();
        assertThat(hub.threadCounters.sleep().read()).as("announced by the next").isEqualTo(30);
    }

    /** In a step it still counts as abed when it was about to sleep before. */
    @Test
    void anAbandonedThreadLeavesTheCountersToOthersInAnyState() {
        thread.announce();
        thread.abandon();
        hub.threadCounters.sleep().withdraw();
        hub.threadCounters.sleep().announce(30);
        thread.withdraw();
        thread.ring();
        thread.announce();
        thread.sleep();
        thread.withdraw();
        assertThat(thread.retire()).isFalse();
        assertThat(hub.threadCounters.sleep().read()).as("announced by another").isEqualTo(30);
    }

    @Test
    void aThreadAbandonedAsItWithdrawsStaysSo() {
        final AtomicReference<AssetThread> withdrawing = new AtomicReference<>();
        final Doorbell doorbell = new Doorbell(new UnsafeBuffer(ByteBuffer.allocateDirect(Long.BYTES)) {
            @Override
            public void putLongRelease(final int index, final long value) {
                super.putLongRelease(index, value);
                withdrawing.get().abandon();
            }
        }, 0);
        final AssetThread other = new AssetThread(
            new AssetThread.Counters(0, doorbell, hub.thread.activity(), hub.coreDoorbell));
        other.wishes(wishes);
        withdrawing.set(other);
        other.announce();
        other.withdraw();
        doorbell.announce(30);
        other.ring();
        assertThat(doorbell.read()).as("announced by another").isEqualTo(30);
    }

    @Test
    void saysWhoseStepItDoesAndRingsTheHubThatSleepsForIt() {
        hub.coreDoorbell.announce(3, 20);
        thread.beginsStep(3);
        assertThat(hub.thread.activity().read()).isEqualTo(3);
        thread.endedStep();
        assertThat(hub.thread.activity().read()).isEqualTo(-1);
        thread.ringCoreIfSeen(3, 10);
        assertThat(sleepsFor()).as("10 is not enough").isEqualTo(3);
        thread.ringCoreIfSeen(2, 20);
        assertThat(sleepsFor()).as("2 is another").isEqualTo(3);
        assertThat(thread.awaitedByCore()).isEqualTo(3);
        thread.ringCoreIfSeen(3, 20);
        assertThat(sleepsFor()).isEqualTo(Doorbell.AWAKE);
        assertThat(thread.awaitedByCore()).isEqualTo(Doorbell.AWAKE);
    }

    @Test
    void itsAssetsReadLogsTogetherUntilTheyGo() {
        final SessionMessagesLab lab = new SessionMessagesLab();
        lab.session("drone", Steps.fixedNs(10), List.of(SessionMessagesLab.POSE));
        final InputSpec pose = InputSpec.gated("pose", "drone");
        final AssetSession radar = lab.session(thread, "radar", Steps.fixedNs(10), 0, List.of(), pose);
        final AssetSession sonar = lab.session(thread, "sonar", Steps.fixedNs(10), 0, List.of(), pose);
        thread.remove(radar);
        assertThat(thread.records().isEmpty()).isFalse();
        thread.remove(sonar);
        assertThat(thread.records().isEmpty()).isTrue();
    }

    private long sleepsFor() {
        return hub.counters.getCounterValue(hub.coreDoorbell.counterIds()[0]);
    }

    @Test
    void isRungWhereItSleepsAfterItHasMovedToAnotherHub() {
        final SessionLab other = new SessionLab(0);
        thread.announce();
        thread.moveTo(other.threadCounters);
        thread.sleep();
        thread.announce();
        thread.ring();
        assertThat(other.threadCounters.sleep().read()).isEqualTo(Doorbell.AWAKE);
        assertThat(hub.threadCounters.sleep().read()).as("no ringer looks there any more").isZero();
    }

    @Test
    void waitsForTheWallClockAloneOnlyWhenNoTimeOfTheCoreWouldHelp() {
        dueAtNs = nowNs + 70;
        wantedNs = 10;
        assertThat(thread.idleForNs()).isZero();
        wantedNs = AssetThread.NO_TIME;
        assertThat(thread.idleForNs()).isEqualTo(70);
    }
}
