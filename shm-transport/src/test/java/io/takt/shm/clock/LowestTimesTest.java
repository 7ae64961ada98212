package io.takt.shm.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LowestTimesTest {
    private static final int MOST = 1_000;

    private final LowestTimes times = new LowestTimes();

    @Test
    void anEmptyOneHasNoLowest() {
        assertThat(times.blocks()).isZero();
        assertThat(times.lowest()).isEqualTo(LowestTimes.NONE);
    }

    @Test
    void slotsThatWereNeverSetAreNotInUse() {
        times.set(3 * LowestTimes.BLOCK + 5, 42);
        assertThat(times.blocks()).isEqualTo(4);
        assertThat(times.get(0)).isEqualTo(LowestTimes.NONE);
        assertThat(times.lowestOf(0)).isEqualTo(LowestTimes.NONE);
        assertThat(times.lowestOf(3)).isEqualTo(42);
        assertThat(times.lowest()).isEqualTo(42);
        times.set(3 * LowestTimes.BLOCK + 5, LowestTimes.NONE);
        assertThat(times.lowest()).isEqualTo(LowestTimes.NONE);
    }

    @Test
    void raiseLeavesTheLowestTooLowUntilItIsSettled() {
        times.set(0, 10);
        times.set(1, 20);
        times.raise(0, 30);
        assertThat(times.get(0)).isEqualTo(30);
        assertThat(times.lowestOf(0)).isEqualTo(10);
        assertThat(times.settle(0)).isEqualTo(20);
        assertThat(times.lowest()).isEqualTo(20);
    }

    @Test
    void isAnArrayWithItsLowest() {
        for (int seed = 0; seed < 50; seed++) {
            final Random random = new Random(seed);
            final LowestTimes any = new LowestTimes();
            final long[] model = new long[MOST];
            Arrays.fill(model, LowestTimes.NONE);
            int used = 0;
            for (int turn = 0; turn < 3_000; turn++) {
                final int slot = random.nextInt(Math.min(MOST, used + 10));
                final int act = random.nextInt(10);
                if (act < 4 || slot >= used) {
                    model[slot] = act == 0 ? LowestTimes.NONE : random.nextInt(1_000);
                    any.set(slot, model[slot]);
                    used = Math.max(used, slot + 1);
                } else if (act < 8) {
                    model[slot] += model[slot] == LowestTimes.NONE ? 0 : random.nextInt(100);
                    any.raise(slot, model[slot]);
                } else {
                    final int block = slot / LowestTimes.BLOCK;
                    assertThat(any.settle(block)).isEqualTo(lowest(model, block)).isEqualTo(any.lowestOf(block));
                }
                assertThat(any.get(slot)).isEqualTo(model[slot]);
                assertNeverTooHigh(any, model);
            }
            for (int block = 0; block < any.blocks(); block++) {
                any.settle(block);
            }
            assertThat(any.lowest()).isEqualTo(Arrays.stream(model).min().orElseThrow());
        }
    }

    /** A search by the lowest times of blocks misses no clock. */
    private static void assertNeverTooHigh(final LowestTimes any, final long[] model) {
        long lowest = LowestTimes.NONE;
        for (int block = 0; block < any.blocks(); block++) {
            assertThat(any.lowestOf(block)).isLessThanOrEqualTo(lowest(model, block));
            lowest = Math.min(lowest, any.lowestOf(block));
        }
        assertThat(any.lowest()).isEqualTo(lowest);
    }

    private static long lowest(final long[] model, final int block) {
        final int from = Math.min(MOST, block * LowestTimes.BLOCK);
        final int to = Math.min(MOST, from + LowestTimes.BLOCK);
        return Arrays.stream(model, from, to).min().orElse(LowestTimes.NONE);
    }
}
