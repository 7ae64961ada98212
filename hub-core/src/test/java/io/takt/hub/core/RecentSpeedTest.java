package io.takt.hub.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RecentSpeedTest {
    private static final long MS = 1_000_000L;

    private final RecentSpeed speed = new RecentSpeed();

    @Test
    void isThatOfTheLastThreeSeconds() {
        for (int i = 0; i <= 100; i++) {
            speed.note(i < 50 ? 0 : (i - 50) * 50 * MS, i * 100 * MS);
        }
        assertThat(speed.upTo(2_500 * MS, 10_000 * MS)).isEqualTo(0.5);
    }

    @Test
    void aPauseIsNoTime() {
        for (int i = 0; i <= 20; i++) {
            speed.note(i * 50 * MS, i * 100 * MS);
        }
        for (int i = 0; i < 100; i++) {
            speed.note(1_000 * MS, 2_000 * MS);
        }
        assertThat(speed.upTo(1_000 * MS, 2_000 * MS)).isEqualTo(0.5);
    }

    @Test
    void aResetBeginsAnew() {
        speed.note(0, 0);
        speed.note(0, 2_000 * MS);
        speed.note(0, 100 * MS);
        assertThat(speed.upTo(50 * MS, 200 * MS)).isEqualTo(0.5);
    }
}
