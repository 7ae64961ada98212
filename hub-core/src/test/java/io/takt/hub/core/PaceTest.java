package io.takt.hub.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Random;
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

    @Test
    void withoutSpeedOrIntervalNoInstantIsTooEarly() {
        final Pace pace = new Pace(FREE, 0);
        pace.start(0, START);
        assertThat(pace.isDue(10, START - 1)).isTrue();
        assertThat(pace.dueInNs(10, START - 1)).isZero();
        pace.tried(START);
        assertThat(pace.dueInNs(10, START - 1)).isZero();
    }

    @Test
    void saysForHowLongAnIntervalLasts() {
        final Pace pace = new Pace(FREE, 100);
        pace.start(0, START);
        assertThat(pace.dueInNs(10, START + 30)).isEqualTo(70);
        assertThat(pace.dueInNs(10, START + 100)).isZero();
        assertThat(pace.dueInNs(10, START + 130)).isZero();
        pace.tried(START + 130);
        assertThat(pace.dueInNs(20, START + 130)).isEqualTo(70);
    }

    @Test
    void aTryAtItsInstantUsesTheIntervalUpAndAnEarlierOneDoesNot() {
        final Pace pace = new Pace(FREE, 100);
        pace.start(0, START);
        pace.tried(START + 60);
        assertThat(pace.dueInNs(10, START + 60)).isEqualTo(40);
        pace.tried(START + 100);
        assertThat(pace.dueInNs(10, START + 100)).isEqualTo(100);
    }

    @Test
    void saysForHowLongASpeedHoldsItBack() {
        final Pace pace = new Pace(3, 0);
        pace.start(7_000, START);
        assertThat(pace.dueInNs(7_100, START)).as("100 / 3, not a moment too early").isEqualTo(34);
        assertThat(pace.dueInNs(7_100, START + 33)).isEqualTo(1);
        assertThat(pace.dueInNs(7_100, START + 34)).isZero();
        assertThat(pace.dueInNs(7_100, START + 1_000)).isZero();
    }

    @Test
    void isDueExactlyWhenItSaysItWillBe() {
        final Random random = new Random(7);
        int waits = 0;
        for (int round = 0; round < 20_000; round++) {
            final double speed = random.nextInt(3) == 0 ? FREE : 0.25 + random.nextInt(16) / 4.0;
            final long intervalNs = random.nextInt(3) * random.nextInt(5_000);
            final Pace pace = new Pace(speed, intervalNs);
            final long startNs = random.nextInt(10_000);
            pace.start(startNs, START);
            final long nowNs = START + random.nextInt(10_000);
            final long nextNs = startNs + random.nextInt(20_000);
            final long inNs = pace.dueInNs(nextNs, nowNs);
            assertThat(inNs == 0 || !pace.isDue(nextNs, nowNs + inNs - 1)).as("not before").isTrue();
            assertThat(pace.isDue(nextNs, nowNs + inNs)).as("then").isTrue();
            waits += inNs > 0 ? 1 : 0;
        }
        assertThat(waits).as("both kinds are drawn").isBetween(4_000, 16_000);
    }
}
