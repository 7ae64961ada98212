package io.takt.asset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class StepsTest {
    @Test
    void fixedStepsAreNeitherWholeNorNot() {
        assertThat(Steps.fixed(5)).isEqualTo(Steps.fixed(5).whole());
        assertThat(Steps.fixed(5).isFixed()).isTrue();
    }

    @Test
    void stepsThatVaryMayBeWhole() {
        final Steps some = Steps.upTo(Duration.ofMillis(10), Duration.ofMillis(1));
        assertThat(some.isFixed()).isFalse();
        assertThat(some.isWhole()).isFalse();
        assertThat(some.whole()).isEqualTo(new Steps(10_000_000, 1_000_000, true));
    }

    @Test
    void refusesWhatIsNoGrid() {
        assertThatThrownBy(() -> new Steps(10, 4, false)).isInstanceOf(IllegalArgumentException.class)
            .hasMessage("the greatest step 10ns is not a multiple of the granularity 4ns");
        assertThatThrownBy(() -> Steps.fixed(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Steps(10, 0, false)).isInstanceOf(IllegalArgumentException.class);
    }
}
