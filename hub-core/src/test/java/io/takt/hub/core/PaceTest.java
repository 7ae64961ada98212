package io.takt.hub.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PaceTest {
    private static final double FREE = Double.POSITIVE_INFINITY;
    private static final long SECOND = 1_000_000_000L;
    private static final long START = Long.MAX_VALUE - 5 * SECOND;

    @Test
    void freeIsAlwaysDue() {
        final Pace pace = new Pace(FREE, 0);
        assertThat(pace.isFree()).isTrue();
        assertThat(pace.hasInterval()).isFalse();
        pace.start(0, 0);
        assertThat(pace.isDue(Long.MAX_VALUE, 0)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, Double.NEGATIVE_INFINITY})
    void refusesSpeedsThatLeadNowhere(final double speed) {
        assertThatIllegalArgumentException().isThrownBy(() -> new Pace(speed, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new Pace(1, -1));
    }

    @ParameterizedTest
    @ValueSource(doubles = {1, 0.5, 2, 10})
    void atASpeedEveryTimeIsDueAtItsInstant(final double speed) {
        final Pace pace = new Pace(speed, 0);
        assertThat(pace.isFree()).isFalse();
        pace.start(7_000, START);
        for (long time = 1_000; time <= 100_000; time += 1_000) {
            final long due = START + (long) (time / speed);
            assertThat(pace.isDue(7_000 + time, due - 1)).isFalse();
            assertThat(pace.isDue(7_000 + time, due)).isTrue();
        }
    }

    @Test
    void nothingDriftsOverAMillionCountUps() {
        // A step that no double holds exactly in seconds, always noticed a bit late.
        final Pace pace = new Pace(1.0, 0);
        final long step = 333_333;
        pace.start(0, START);
        for (long i = 1; i <= 1_000_000; i++) {
            assertThat(pace.isDue(i * step, START + i * step - 1)).isFalse();
            assertThat(pace.isDue(i * step, START + i * step + i % 100_000)).isTrue();
        }
    }

    @Test
    void catchesUpWhatItMissedWithinTheBound() {
        final Pace pace = new Pace(1.0, 0);
        pace.start(0, 0);
        final long now = SECOND;
        for (long time = 1_000_000; time <= SECOND; time += 1_000_000) {
            assertThat(pace.isDue(time, now)).as("behind by a second at most: all of it").isTrue();
        }
        assertThat(pace.isDue(SECOND + 1_000_000, now)).isFalse();
    }

    @Test
    void afterALongStopItCatchesUpByTheBoundAndGoesOnAtItsSpeed() {
        final Pace pace = new Pace(1.0, 0);
        pace.start(0, 0);
        final long hour = 3_600 * SECOND;
        final long step = 10_000_000;
        final long caughtUp = step + Pace.MOST_BEHIND_NS;
        for (long time = step; time <= caughtUp; time += step) {
            assertThat(pace.isDue(time, hour)).isTrue();
        }
        assertThat(pace.isDue(caughtUp + step, hour)).isFalse();
        assertThat(pace.isDue(caughtUp + step, hour + step - 1)).isFalse();
        assertThat(pace.isDue(caughtUp + step, hour + step)).isTrue();
    }

    @Test
    void aCoreThatIsHeldForAnHourCatchesUpBySecondAtMost() {
        final Pace pace = new Pace(1.0, 0);
        pace.start(0, 0);
        final long step = 10_000_000;
        // The blocker holds it: due at every look, retained every time.
        long now = 0;
        for (int look = 0; look < 360_000; look++) {
            now += step;
            pace.isDue(step, now);
        }
        int burst = 0;
        while (burst < 10_000 && pace.isDue((burst + 1) * step, now)) {
            burst++;
        }
        assertThat(burst * step).isLessThanOrEqualTo(Pace.MOST_BEHIND_NS + step);
    }

    @Test
    void countsUpOnTheGridOfItsInterval() {
        final Pace pace = new Pace(FREE, 100);
        assertThat(pace.isFree()).isFalse();
        assertThat(pace.hasInterval()).isTrue();
        pace.start(0, 1_000);
        assertThat(pace.isDue(10, 1_099)).isFalse();
        assertThat(pace.isDue(10, 1_100)).isTrue();
        pace.tried(1_130);
        assertThat(pace.isDue(20, 1_199)).isFalse();
        assertThat(pace.isDue(20, 1_200)).isTrue();
        pace.tried(1_750);
        assertThat(pace.isDue(20, 1_799)).as("what was missed is left out").isFalse();
        assertThat(pace.isDue(20, 1_800)).isTrue();
    }

    @Test
    void withBothTheLaterOneCounts() {
        final Pace pace = new Pace(1.0, 100);
        pace.start(0, 0);
        assertThat(pace.isDue(50, 99)).isFalse();
        assertThat(pace.isDue(50, 100)).isTrue();
        pace.tried(100);
        assertThat(pace.isDue(250, 200)).isFalse();
        assertThat(pace.isDue(250, 250)).isTrue();
    }

    @Test
    void startsAnewAfterAPause() {
        final Pace pace = new Pace(1.0, 100);
        pace.start(0, 0);
        pace.start(500, 90_000);
        assertThat(pace.isDue(600, 90_099)).isFalse();
        assertThat(pace.isDue(600, 90_100)).isTrue();
        assertThat(pace.isDue(700, 90_100)).isFalse();
    }
}
