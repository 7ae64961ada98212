package io.takt.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AssetRuleTest {
    private static final long MAX = Long.MAX_VALUE;

    @Test
    void progressesUpToTheCoreAndNotBeyond() {
        assertThat(AssetRule.progresses(0, 10, 9)).isFalse();
        assertThat(AssetRule.progresses(0, 10, 10)).isTrue();
        assertThat(AssetRule.progresses(10, 10, 19)).isFalse();
        assertThat(AssetRule.progresses(10, 10, 25)).isTrue();
    }

    @Test
    void anOldReadingOfTheCoreOnlyHolds() {
        assertThat(AssetRule.progresses(100, 1, 100)).isFalse();
        assertThat(AssetRule.progresses(100, 1, 0)).isFalse();
        assertThat(AssetRule.progresses(MAX, MAX, 0)).isFalse();
    }

    @Test
    void noSumOverflowsAtTheEndOfTime() {
        assertThat(AssetRule.progresses(MAX, 1, MAX)).isFalse();
        assertThat(AssetRule.progresses(MAX - 1, 1, MAX)).isTrue();
        assertThat(AssetRule.progresses(MAX - 1, 2, MAX)).isFalse();
        assertThat(AssetRule.progresses(MAX - 1, MAX, MAX)).isFalse();
        assertThat(AssetRule.progresses(0, MAX, MAX)).isTrue();
        assertThat(AssetRule.progresses(1, MAX, MAX)).isFalse();
        assertThat(AssetRule.progresses(0, MAX, MAX - 1)).isFalse();
    }

    @Test
    void isTheComparisonOfUnboundedNumbers() {
        final Random random = new Random(2);
        for (int i = 0; i < 100_000; i++) {
            final long time = random.nextLong() >>> 1 + random.nextInt(62);
            final long core = random.nextBoolean() ? MAX - (random.nextLong() >>> 1 + random.nextInt(62))
                : random.nextLong() >>> 1 + random.nextInt(62);
            final long difference = core - time + random.nextInt(3) - 1;
            final long step = random.nextBoolean() && difference > 0 ? difference
                : 1 + (random.nextLong() >>> 2 + random.nextInt(60));
            final boolean expected = BigInteger.valueOf(time).add(BigInteger.valueOf(step))
                .compareTo(BigInteger.valueOf(core)) <= 0;
            assertThat(AssetRule.progresses(time, step, core)).as("%d + %d <= %d", time, step, core)
                .isEqualTo(expected);
        }
    }
}
