package io.takt.asset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class StepsTest {
    @Test
    void fixedStepsAreNeitherWholeNorNot() {
        assertThat(Steps.fixedNs(5)).isEqualTo(Steps.fixedNs(5).whole());
        assertThat(Steps.fixedNs(5).isFixed()).isTrue();
    }

    @Test
    void durationsAndNanosecondsSayTheSame() {
        assertThat(Steps.fixed(Duration.ofMillis(5))).isEqualTo(Steps.fixedNs(5_000_000));
        assertThat(Steps.upTo(Duration.ofMillis(5), Duration.ofNanos(10))).isEqualTo(Steps.upToNs(5_000_000, 10));
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
        assertThatThrownBy(() -> Steps.fixedNs(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Steps(10, 0, false)).isInstanceOf(IllegalArgumentException.class);
    }
}
