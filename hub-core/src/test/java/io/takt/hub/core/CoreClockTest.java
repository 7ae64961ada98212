package io.takt.hub.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CoreClockTest {
    private static final int MANY = 1_000;

    private final long[] times = new long[MANY + 10];
    private int readings;
    private final CoreClock clock = clock(10, 20);

    @Test
    void countsUpWithinTheMaxDelay() {
        add(2);
        assertThat(clock.nextNs()).isEqualTo(10);
        assertThat(clock.countUp()).isTrue();
        assertThat(clock.countUp()).isTrue();
        assertThat(clock.timeNs()).isEqualTo(20);
        assertThat(clock.countUp()).isFalse();
        assertThat(clock.timeNs()).isEqualTo(20);
        assertThat(clock.blocker()).isZero();
        times[0] = 10;
        assertThat(clock.countUp()).isFalse();
        assertThat(clock.blocker()).isEqualTo(1);
        assertThat(clock.seenNs(1)).isZero();
        times[1] = 10;
        assertThat(clock.countUp()).isTrue();
        assertThat(clock.blocker()).isEqualTo(CoreClock.NONE);
        times[1] = 19;
        times[0] = 20;
        assertThat(clock.countUp()).as("40 - 19 > 20").isFalse();
        assertThat(clock.seenNs(1)).as("just read").isEqualTo(19);
    }

    @Test
    void withoutAssetsNothingBoundsIt() {
        for (int i = 1; i <= 100; i++) {
            assertThat(clock.countUp()).isTrue();
            assertThat(clock.timeNs()).isEqualTo(i * 10L);
        }
    }

    @Test
    void aRetainedCountUpOfAThousandAssetsCostsOneReading() {
        add(MANY);
        clock.countUp();
        clock.countUp();
        assertThat(readings).as("remembered times suffice").isZero();
        Arrays.fill(times, 20);
        times[700] = 0;
        assertThat(clock.countUp()).isFalse();
        assertThat(clock.blocker()).isEqualTo(700);
        for (int i = 0; i < 1_000; i++) {
            readings = 0;
            assertThat(clock.countUp()).isFalse();
            assertThat(readings).isEqualTo(1);
        }
        times[700] = 20;
        readings = 0;
        assertThat(clock.countUp()).isTrue();
        assertThat(readings).as("those not read yet, and the blocker").isLessThanOrEqualTo(MANY);
        readings = 0;
        assertThat(clock.countUp()).isTrue();
        assertThat(readings).as("no clock has to be read again").isZero();
    }

    @Test
    void readsNoAssetWhoseRememberedTimeSuffices() {
        add(3);
        times[0] = 15;
        times[1] = 1_000;
        times[2] = 15;
        for (int i = 0; i < 100 && clock.countUp(); i++) {
            readings = 0;
        }
        assertThat(clock.timeNs()).isEqualTo(30);
        times[0] = 35;
        times[2] = 35;
        readings = 0;
        for (int i = 0; i < 100 && clock.countUp(); i++) {
            assertThat(clock.seenNs(1)).isEqualTo(1_000);
        }
        assertThat(readings).as("0 and 2 for the count-up to 40, 0 again for that to 60").isLessThanOrEqualTo(4);
    }

    @Test
    void slotsAreUsedAgain() {
        add(3);
        clock.remove(1);
        assertThat(clock.add(0)).isEqualTo(1);
        clock.remove(0);
        clock.remove(2);
        assertThat(clock.add(0)).isZero();
        assertThat(clock.add(0)).isEqualTo(2);
        assertThat(clock.add(0)).isEqualTo(3);
        for (int i = 0; i < 10_000; i++) {
            final int slot = clock.add(0);
            assertThat(slot).isEqualTo(4);
            clock.remove(slot);
        }
    }

    @Test
    void aRemovedAssetBoundsNothing() {
        add(2);
        clock.countUp();
        clock.countUp();
        times[1] = 20;
        assertThat(clock.countUp()).isFalse();
        clock.remove(0);
        assertThat(clock.blocker()).isEqualTo(CoreClock.NONE);
        assertThat(clock.countUp()).isTrue();
        assertThat(clock.countUp()).isTrue();
        assertThat(clock.countUp()).as("the other one still does").isFalse();
        clock.remove(1);
        for (int i = 0; i < 100; i++) {
            assertThat(clock.countUp()).isTrue();
        }
    }

    @Test
    void whenAnotherAssetIsRemovedTheBlockerStaysAndIsAskedFirst() {
        add(3);
        clock.countUp();
        clock.countUp();
        times[0] = 20;
        times[2] = 20;
        assertThat(clock.countUp()).isFalse();
        clock.remove(2);
        assertThat(clock.blocker()).isEqualTo(1);
        times[1] = 20;
        assertThat(clock.countUp()).isTrue();
        assertThat(clock.countUp()).isTrue();
        times[0] = 40;
        readings = 0;
        assertThat(clock.countUp()).as("50 - 20 > 20").isFalse();
        assertThat(readings).as("the other one need not be read").isEqualTo(1);
    }

    @Test
    void aLateJoinerBoundsFromWhereItIsAdded() {
        for (int i = 0; i < 10; i++) {
            clock.countUp();
        }
        final int slot = clock.add(100);
        times[slot] = 100;
        assertThat(clock.countUp()).isTrue();
        assertThat(clock.countUp()).isTrue();
        assertThat(clock.countUp()).isFalse();
        assertThat(clock.blocker()).isEqualTo(slot);
        assertThat(clock.timeNs()).isEqualTo(120);
    }

    @Test
    void aResetForgetsTheOldTimesButNotTheVacantSlots() {
        add(3);
        clock.remove(1);
        times[0] = 1_000;
        times[2] = 1_000;
        while (clock.timeNs() < 900) {
            assertThat(clock.countUp()).isTrue();
        }
        Arrays.fill(times, 0);
        clock.reset();
        assertThat(clock.timeNs()).isZero();
        assertThat(clock.blocker()).isEqualTo(CoreClock.NONE);
        assertThat(clock.seenNs(2)).isZero();
        clock.countUp();
        clock.countUp();
        assertThat(clock.countUp()).isFalse();
        assertThat(clock.timeNs()).isEqualTo(20);
        assertThat(clock.add(0)).as("still vacant").isEqualTo(1);
    }

    @Test
    void knowsTheLastTime() {
        final CoreClock large = clock(Long.MAX_VALUE / 2, Long.MAX_VALUE);
        assertThat(large.isLast()).isFalse();
        large.countUp();
        assertThat(large.isLast()).isFalse();
        large.countUp();
        assertThat(large.timeNs()).isEqualTo(Long.MAX_VALUE - 1);
        assertThat(large.isLast()).isTrue();
    }

    @Test
    void isTheRuleOverAllAssetsWhateverIsRemembered() {
        final Random random = new Random(6);
        for (int round = 0; round < 300; round++) {
            final long step = 1 + random.nextInt(10);
            final long delay = step + random.nextInt(30);
            final CoreClock any = clock(step, delay);
            final int count = 1 + random.nextInt(8);
            Arrays.fill(times, 0);
            for (int i = 0; i < count; i++) {
                any.add(0);
            }
            for (int turn = 0; turn < 200; turn++) {
                long lowest = Long.MAX_VALUE;
                for (int i = 0; i < count; i++) {
                    times[i] = Math.min(any.timeNs(), times[i] + random.nextInt(4) * random.nextInt(5));
                    lowest = Math.min(lowest, times[i]);
                }
                final boolean expected = any.nextNs() - lowest <= delay;
                assertThat(any.countUp()).isEqualTo(expected);
                if (!expected) {
                    assertThat(any.nextNs() - times[any.blocker()]).isGreaterThan(delay);
                }
            }
        }
    }

    private CoreClock clock(final long stepNs, final long maxDelayNs) {
        return new CoreClock(stepNs, maxDelayNs, slot -> {
            readings++;
            return times[slot];
        });
    }

    private void add(final int count) {
        for (int i = 0; i < count; i++) {
            assertThat(clock.add(0)).isEqualTo(i);
        }
    }
}
