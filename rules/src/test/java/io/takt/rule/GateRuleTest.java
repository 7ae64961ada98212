package io.takt.rule;

import static io.takt.rule.GateRule.NOTHING_PUBLISHED;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;

class GateRuleTest {
    private static final long MAX = Long.MAX_VALUE;

    @Test
    void opensFromWhereTheDelayMakesUpForWhatTheFrontierLacks() {
        assertThat(GateRule.opens(30, 20, 9)).isFalse();
        assertThat(GateRule.opens(30, 20, 10)).isTrue();
        assertThat(GateRule.opens(30, 30, 0)).isTrue();
        assertThat(GateRule.opens(31, 30, 0)).isFalse();
    }

    @Test
    void aPromiseLeavesItsOwnTimeOpen() {
        assertThat(GateRule.opensByPromise(30, 20, 10)).isFalse();
        assertThat(GateRule.opensByPromise(29, 20, 10)).isTrue();
        assertThat(GateRule.opensByPromise(30, 30, 0)).isFalse();
        assertThat(GateRule.opensByPromise(30, 31, 0)).isTrue();
        assertThat(GateRule.opensByPromise(0, 0, 0)).isFalse();
    }

    @Test
    void beforeTheDawnOfTimeIsPublishedOnlyADelayOpens() {
        assertThat(GateRule.opens(0, NOTHING_PUBLISHED, 0)).isFalse();
        assertThat(GateRule.opens(0, NOTHING_PUBLISHED, 1)).isTrue();
        assertThat(GateRule.opens(0, 0, 0)).isTrue();
    }

    @Test
    void nothingIsWaitedForFromASenderThatIsDone() {
        assertThat(GateRule.opens(MAX, MAX, 0)).isTrue();
        assertThat(GateRule.opens(0, MAX, MAX)).isTrue();
        assertThat(GateRule.opens(MAX, MAX - 1, 0)).isFalse();
    }

    @Test
    void noSumOverflowsAtTheEndOfTime() {
        assertThat(GateRule.opens(MAX, 1, MAX)).isTrue();
        assertThat(GateRule.opens(MAX, NOTHING_PUBLISHED, MAX)).isFalse();
        assertThat(GateRule.opens(0, NOTHING_PUBLISHED, MAX)).isTrue();
        assertThat(GateRule.opensByPromise(MAX, MAX, 0)).isFalse();
        assertThat(GateRule.opensByPromise(MAX, MAX, 1)).isTrue();
        assertThat(GateRule.opensByPromise(MAX, 1, MAX)).isTrue();
        assertThat(GateRule.opensByPromise(MAX, 0, MAX)).isFalse();
        assertThat(GateRule.opensByPromise(0, 0, MAX)).isTrue();
    }

    @Test
    void isTheComparisonOfUnboundedNumbers() {
        final Random random = new Random(3);
        for (int i = 0; i < 100_000; i++) {
            final long wanted = time(random);
            final long delay = time(random);
            final long near = wanted - delay + random.nextInt(3) - 1;
            final long frontier = random.nextBoolean() && near >= NOTHING_PUBLISHED ? near : time(random);
            final int order = BigInteger.valueOf(frontier).add(BigInteger.valueOf(delay))
                .compareTo(BigInteger.valueOf(wanted));
            assertThat(GateRule.opens(wanted, frontier, delay)).as("%d + %d >= %d", frontier, delay, wanted)
                .isEqualTo(order >= 0);
            assertThat(GateRule.opensByPromise(wanted, frontier, delay)).as("%d + %d > %d", frontier, delay, wanted)
                .isEqualTo(order > 0);
        }
    }

    private static long time(final Random random) {
        final long time = random.nextLong() >>> 1 + random.nextInt(62);
        return random.nextBoolean() ? MAX - time : time;
    }
}
