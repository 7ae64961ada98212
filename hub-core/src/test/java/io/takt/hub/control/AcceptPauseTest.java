package io.takt.hub.control;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AcceptPauseTest {
    private final AcceptPause pause = new AcceptPause();

    @Test
    void nothingIsWaitedForAsLongAsConnectionsCanBeTaken() {
        assertThat(pause.leftMs(5)).as("without end").isZero();
        assertThat(pause.isOver(5)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MAX_VALUE, Long.MIN_VALUE})
    void aPauseLastsItsTimeAndIsOverOnce(final long fromNs) {
        pause.begin(fromNs);
        assertThat(pause.leftMs(fromNs)).isEqualTo(AcceptPause.PAUSE_NS / 1_000_000);
        assertThat(pause.isOver(fromNs + AcceptPause.PAUSE_NS - 1)).isFalse();
        assertThat(pause.leftMs(fromNs + AcceptPause.PAUSE_NS - 1)).as("never 0, which is without end").isEqualTo(1);
        assertThat(pause.leftMs(fromNs + 2 * AcceptPause.PAUSE_NS)).isEqualTo(1);
        assertThat(pause.isOver(fromNs + AcceptPause.PAUSE_NS)).isTrue();
        assertThat(pause.isOver(fromNs + AcceptPause.PAUSE_NS)).isFalse();
        assertThat(pause.leftMs(fromNs + AcceptPause.PAUSE_NS)).isZero();
    }

    @Test
    void aPersonIsToldOnceAMinuteAtMost() {
        assertThat(pause.begin(0)).isTrue();
        assertThat(pause.begin(AcceptPause.PAUSE_NS)).isFalse();
        assertThat(pause.begin(AcceptPause.TELL_EVERY_NS - 1)).isFalse();
        assertThat(pause.begin(AcceptPause.TELL_EVERY_NS)).isTrue();
        assertThat(pause.begin(AcceptPause.TELL_EVERY_NS + 1)).isFalse();
    }
}
