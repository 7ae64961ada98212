package io.takt.rule;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CoreRuleTest {
    @Test
    void allowsUpToTheMaxDelayAndNotBeyond() {
        assertThat(CoreRule.allows(120, 100, 20)).isTrue();
        assertThat(CoreRule.allows(121, 100, 20)).isFalse();
        assertThat(CoreRule.allows(100, 100, 1)).isTrue();
    }

    @Test
    void anAssetAheadOfTheCoreDoesNotHoldIt() {
        assertThat(CoreRule.allows(100, 101, 1)).isTrue();
        assertThat(CoreRule.allows(1, Long.MAX_VALUE, 1)).isTrue();
    }

    @Test
    void comparesRightlyAtTheEndOfTime() {
        final long max = Long.MAX_VALUE;
        assertThat(CoreRule.allows(max, 0, max)).isTrue();
        assertThat(CoreRule.allows(max, 0, max - 1)).isFalse();
        assertThat(CoreRule.allows(max, max - 5, 5)).isTrue();
        assertThat(CoreRule.allows(max, max - 6, 5)).isFalse();
        assertThat(CoreRule.allows(max - 1, max - 6, max)).isTrue();
    }

    @Test
    void theLastCountUpMayReachTheLargestLongExactly() {
        final long max = Long.MAX_VALUE;
        assertThat(CoreRule.isLast(0, max)).isFalse();
        assertThat(CoreRule.isLast(1, max)).isTrue();
        assertThat(CoreRule.isLast(max - 10, 10)).isFalse();
        assertThat(CoreRule.isLast(max - 10, 11)).isTrue();
        assertThat(CoreRule.isLast(max, 1)).isTrue();
    }
}
