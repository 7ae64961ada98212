package io.takt.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.asset.Steps;
import org.junit.jupiter.api.Test;

class AssetClockTest {
    @Test
    void countsUpByRuleA() {
        final AssetClock clock = new AssetClock(0, 10, 0, 0);
        assertThat(clock.timeNs()).isZero();
        assertThat(clock.nextNs()).isEqualTo(10);
        assertThat(clock.progresses(9)).isFalse();
        assertThat(clock.progresses(10)).isTrue();
        clock.progressTo(clock.nextNs(), 0);
        assertThat(clock.timeNs()).isEqualTo(10);
        assertThat(clock.progresses(10)).isFalse();
        assertThat(clock.progresses(20)).isTrue();
    }

    @Test
    void startsWhereALateJoinerIsPut() {
        final AssetClock clock = new AssetClock(1_000, 7, 0, 0);
        assertThat(clock.timeNs()).isEqualTo(1_000);
        assertThat(clock.progresses(1_006)).isFalse();
        assertThat(clock.progresses(0)).isFalse();
        clock.progressTo(clock.nextNs(), 0);
        assertThat(clock.timeNs()).isEqualTo(1_007);
    }

    @Test
    void doesNotPassTheEndOfTime() {
        final AssetClock clock = new AssetClock(Long.MAX_VALUE - 5, 5, 0, 0);
        assertThat(clock.progresses(Long.MAX_VALUE)).isTrue();
        clock.progressTo(clock.nextNs(), 0);
        assertThat(clock.timeNs()).isEqualTo(Long.MAX_VALUE);
        assertThat(clock.progresses(Long.MAX_VALUE)).isFalse();
    }

    @Test
    void aStepBeyondTheEndOfTimeHasNoEnd() {
        final AssetClock clock = new AssetClock(Long.MAX_VALUE - 25, new Steps(30, 10, true), 0, 0);
        assertThat(clock.nextNs()).isEqualTo(Long.MAX_VALUE);
        assertThat(clock.leastStepNs()).isEqualTo(30);
        assertThat(clock.progresses(Long.MAX_VALUE)).isFalse();
        clock.wakeAt(Long.MAX_VALUE);
        assertThat(clock.leastStepNs()).as("its clock alone").isEqualTo(10);
        assertThat(clock.nextNs()).isEqualTo(Long.MAX_VALUE - 15);
    }

    @Test
    void refusesWhatCannotBe() {
        assertThatIllegalArgumentException().isThrownBy(() -> new AssetClock(-1, 1, 0, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new AssetClock(0, 0, 0, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new AssetClock(0, -1, 0, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new AssetClock(0, 1, -1, 0));
    }

    @Test
    void withoutIntervalIsAlwaysDueAndAWaitCountsOnce() {
        final AssetClock clock = new AssetClock(0, 10, 0, 500);
        assertThat(clock.hasInterval()).isFalse();
        assertThat(clock.isDue(Long.MIN_VALUE)).isTrue();
        assertThat(clock.dueInNs(0)).isZero();
        assertThat(clock.retain(1)).isTrue();
        assertThat(clock.retain(2)).isFalse();
        assertThat(clock.retain(3)).isFalse();
        assertThat(clock.retains()).isEqualTo(1);
        clock.progressTo(clock.nextNs(), 4);
        assertThat(clock.retains()).isEqualTo(1);
        assertThat(clock.retain(5)).isTrue();
        assertThat(clock.retain(6)).isFalse();
        assertThat(clock.retains()).isEqualTo(2);
    }

    @Test
    void withAnIntervalEveryAttemptCounts() {
        final AssetClock clock = new AssetClock(0, 10, 100, 0);
        assertThat(clock.hasInterval()).isTrue();
        for (int i = 1; i <= 5; i++) {
            assertThat(clock.retain(i * 100L)).isTrue();
            assertThat(clock.retains()).isEqualTo(i);
        }
    }

    @Test
    void isDueOnTheGridOfIntervals() {
        final AssetClock clock = new AssetClock(0, 10, 100, 1_000);
        assertThat(clock.isDue(1_099)).isFalse();
        assertThat(clock.dueInNs(1_030)).isEqualTo(70);
        assertThat(clock.isDue(1_100)).isTrue();
        assertThat(clock.dueInNs(1_100)).isZero();
        assertThat(clock.dueInNs(1_150)).isZero();

        // Late by 30, and then again on the grid: nothing drifts.
        clock.progressTo(clock.nextNs(), 1_130);
        assertThat(clock.dueInNs(1_130)).isEqualTo(70);
        clock.retain(1_200);
        assertThat(clock.isDue(1_299)).isFalse();
        assertThat(clock.isDue(1_300)).isTrue();
    }

    @Test
    void leavesOutTheIntervalsThatWereMissed() {
        final AssetClock clock = new AssetClock(0, 10, 100, 0);
        clock.progressTo(clock.nextNs(), 750);
        assertThat(clock.timeNs()).isEqualTo(10);
        assertThat(clock.isDue(799)).isFalse();
        assertThat(clock.isDue(800)).isTrue();
        clock.retain(3_600_000_000_000L);
        assertThat(clock.dueInNs(3_600_000_000_000L)).isEqualTo(100);
    }

    @Test
    void aStepThatEndsBeforeTheNextIntervalKeepsIt() {
        final AssetClock clock = new AssetClock(0, 10, 100, 0);
        clock.progressTo(clock.nextNs(), 50);
        assertThat(clock.dueInNs(50)).isEqualTo(50);
        clock.progressTo(clock.nextNs(), 99);
        assertThat(clock.dueInNs(99)).isEqualTo(1);
    }

    @Test
    void theWallClockMayWrapAround() {
        final long nowNs = Long.MAX_VALUE - 20;
        final AssetClock clock = new AssetClock(0, 10, 100, nowNs);
        assertThat(clock.isDue(nowNs + 50)).isFalse();
        assertThat(clock.dueInNs(nowNs + 50)).isEqualTo(50);
        assertThat(clock.isDue(nowNs + 100)).isTrue();
        clock.progressTo(clock.nextNs(), nowNs + 130);
        assertThat(clock.dueInNs(nowNs + 130)).isEqualTo(70);
    }

    @Test
    void stepsThatVaryGoAsFarAsIsAllowedOnTheirGrid() {
        final AssetClock clock = new AssetClock(0, new Steps(50, 10, false), 0, 0);
        assertThat(clock.takesWhatIsAllowed()).isTrue();
        assertThat(clock.progresses(9)).isFalse();
        assertThat(clock.progresses(10)).isTrue();
        assertThat(clock.nextNs()).isEqualTo(10);
        assertThat(clock.reachNs(39)).isEqualTo(30);
        assertThat(clock.reachNs(1_000)).as("the greatest step").isEqualTo(50);
        clock.progressTo(20, 0);
        assertThat(clock.timeNs()).isEqualTo(20);
        assertThat(clock.nextOnGridNs()).isEqualTo(30);
        assertThatThrownBy(() -> clock.choose(10)).isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("declare whole steps");
    }

    @Test
    void wholeStepsAreTheGreatestUntilOthersAreChosen() {
        final AssetClock clock = new AssetClock(0, new Steps(50, 10, true), 0, 0);
        assertThat(clock.progresses(49)).isFalse();
        assertThat(clock.reachNs(1_000)).isEqualTo(50);
        clock.choose(20);
        assertThat(clock.progresses(20)).isTrue();
        assertThat(clock.reachNs(1_000)).isEqualTo(20);
        clock.restart(40, 0);
        assertThat(clock.nextNs()).as("kept where the clock stands elsewhere").isEqualTo(60);
        clock.forgetWishes();
        assertThat(clock.nextNs()).isEqualTo(90);
        for (final long stepNs : new long[] {0, -10, 5, 60}) {
            assertThatIllegalArgumentException().isThrownBy(() -> clock.choose(stepNs));
        }
        assertThatThrownBy(() -> new AssetClock(0, 10, 0, 0).choose(10)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void passesUntilItIsToBeWoken() {
        final AssetClock clock = new AssetClock(0, new Steps(50, 10, true), 0, 0);
        clock.wakeAt(101);
        assertThat(clock.isPassing()).isTrue();
        assertThat(clock.wakesAtNs()).as("on the grid").isEqualTo(110);
        assertThat(clock.progresses(10)).as("by a granularity, however long its steps").isTrue();
        assertThat(clock.reachNs(95)).as("without the greatest step").isEqualTo(90);
        assertThat(clock.reachNs(1_000)).isEqualTo(110);
        clock.progressTo(110, 0);
        assertThat(clock.isPassing()).isFalse();
        assertThat(clock.nextNs()).isEqualTo(160);
        clock.wakeAt(Long.MAX_VALUE);
        assertThat(clock.wakesAtNs()).isGreaterThan(Long.MAX_VALUE - 10);
        clock.wakeAt(0);
        assertThat(clock.isPassing()).isFalse();
    }

    @Test
    void aStepEndsOnTheGridWithinWhatIsAllowed() {
        final AssetClock clock = new AssetClock(5, new Steps(50, 10, false), 0, 0);
        clock.requireEnd(15, 35);
        clock.requireEnd(35, 35);
        for (final long endNs : new long[] {5, 10, 45, -5}) {
            assertThatIllegalArgumentException().isThrownBy(() -> clock.requireEnd(endNs, 35))
                .withMessage("the step from 5ns cannot end at " + endNs + "ns; it ends a multiple of 10ns later, at"
                    + " 35ns at most");
        }
    }
}
