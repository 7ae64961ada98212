package io.takt.lab.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class WindowTest {
    private static final int TRIPS = 6_000;

    @Example
    void equalStepsGetOnByAllWholeStepsOfMaxDelay() {
        assertThat(Window.of(10, 10, 47)).isEqualTo(40);
        assertThat(Window.of(10, 20, 109)).isEqualTo(100);
        assertThat(Window.of(20, 10, 200)).isEqualTo(200);
        assertThat(Window.of(30, 20, 200)).isEqualTo(180);
        assertThat(Window.of(60, 35, 90)).as("just live").isPositive();
    }

    /** The map as the core sees it, applied again and again: it stops where L2 says so, and else has the same mean. */
    @Property(seed = "11", tries = 1000)
    void isTheMeanOfManyRoundTripsAndOpenExactlyWhereL2SaysLive(
        @ForAll @IntRange(min = 1, max = 40) final int coreStep,
        @ForAll @IntRange(min = 1, max = 40) final int assetStep,
        @ForAll @IntRange(min = 1, max = 120) final int maxDelay) {
        long time = 0;
        boolean goesOn = true;
        for (int trip = 0; trip < TRIPS; trip++) {
            final long next = (time / assetStep * assetStep + maxDelay) / coreStep * coreStep;
            goesOn &= next > time;
            time = Math.max(time, next);
        }
        final double window = Window.of(coreStep, assetStep, maxDelay);
        assertThat(goesOn).isEqualTo(Settings.alike(coreStep, maxDelay, assetStep, 1).judge().live());
        if (goesOn) {
            // It is off by less than the share of the start and the end of a period.
            assertThat(window).isEqualTo((double) time / TRIPS, within(200.0 / TRIPS));
        } else {
            assertThat(window).isZero();
        }
    }

    /** Nanoseconds with no common divisor come round after a million round trips or more; the mean is there sooner. */
    @Example
    void longStepsThatComeRoundLateAreMeasuredOverManyRoundTrips() {
        final long ms = 1_000_000;
        final long assetStep = 16_666_667;
        final long maxDelay = 40 * ms;
        long time = 0;
        for (long trip = 0; trip < ms; trip++) {
            time = (time + maxDelay) / ms * ms / assetStep * assetStep;
        }
        assertThat(Window.of(ms, assetStep, maxDelay)).isEqualTo((double) time / ms, within(1e-3 * maxDelay));
        assertThat(Window.of(1, Long.MAX_VALUE / 8, Long.MAX_VALUE / 4)).isPositive();
        assertThat(Window.of(3, ms + 1, ms + 2)).as("stops late").isZero();
    }
}
