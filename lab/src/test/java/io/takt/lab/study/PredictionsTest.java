package io.takt.lab.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.takt.lab.sim.Draw;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The formulas, where the answer is known in another way. */
class PredictionsTest {
    private static double harmonic(final int n) {
        return IntStream.rangeClosed(1, n).mapToDouble(i -> 1.0 / i).sum();
    }

    @Test
    void aRoundTripIsBothDelaysUpToTheNextAttempts() {
        assertThat(new RoundTrip(0, 0, 0, 100).mean(3)).isEqualTo(1);
        assertThat(new RoundTrip(100, 100, 0, 100).mean(3)).isEqualTo(2);
        assertThat(new RoundTrip(101, 101, 0, 100).mean(3)).isEqualTo(4);
    }

    /** Lost news are sent again p / (1 - p) times on average, each way. */
    @Test
    void lossAddsAGeometricNumberOfIntervalsEachWay() {
        for (final double loss : new double[] {0.1, 0.5, 0.9}) {
            assertThat(new RoundTrip(100, 100, loss, 100).mean(1)).isEqualTo(2 + 2 * loss / (1 - loss), within(1e-6));
        }
        assertThat(new RoundTrip(0, 0, 0.5, 100).mean(8)).isGreaterThan(new RoundTrip(0, 0, 0.5, 100).mean(7));
    }

    @Test
    void theFirstOfManyNewsCounts() {
        final double steady = new RoundTrip(1_000, 1_000, 0, 100).mean(1);
        assertThat(new RoundTrip(0, 2_000, 0, 100).mean(1)).isLessThan(steady);
        assertThat(new RoundTrip(950, 1_050, 0, 100).mean(1)).isBetween(steady, steady + 2);
    }

    @Test
    void theGreatestOfManyIsThatOfTheirChances() {
        final double[] coin = {0.5};
        assertThat(Extremes.greatest(coin, 1)).isEqualTo(0.5, within(1e-12));
        assertThat(Extremes.greatest(coin, 3)).isEqualTo(1 - 0.125, within(1e-12));
        assertThat(Extremes.least(n -> n == 0 ? 0.5 : 0, 3)).isEqualTo(0.125, within(1e-12));
        assertThat(Extremes.atLeastOne(1e-18, 1_000)).isEqualTo(1e-15, within(1e-24));
    }

    /** D/M/1: σ = exp(−(1 − σ) / load). */
    @Test
    void theLagOfMemorylessAssetsIsThatOfAKnownQueue() {
        final double decay = Queues.decay(Draw.EXPONENTIAL, 0.8);
        assertThat(decay).isEqualTo(Math.exp(-(1 - decay) / 0.8), within(1e-9)).isBetween(0.5, 0.9);
        assertThat(Queues.greatestLag(decay, 1)).isEqualTo(decay / (1 - decay), within(1e-6));
        assertThat(Queues.spread(decay, 1)).isEqualTo(0, within(1e-6));
        final double tenfold = Queues.spread(decay, 10_000) - Queues.spread(decay, 1_000);
        assertThat(tenfold).as("log N").isEqualTo(Math.log(10) / -Math.log(decay), within(0.01));
        assertThat(Queues.decay(Draw.heavy(2.5), 0.8)).as("none").isEqualTo(1);
        assertThat(Queues.decay(Draw.even(0.5), 0.8)).isLessThan(Queues.decay(Draw.even(1), 0.8));
    }

    /** The slowest of N memoryless ones takes 1 + 1/2 + ... + 1/N. */
    @Test
    void aRoundOfMemorylessAssetsIsAHarmonicNumber() {
        for (final int assets : new int[] {1, 2, 10, 1_000}) {
            assertThat(Queues.round(Draw.EXPONENTIAL, assets)).isEqualTo(harmonic(assets), within(0.01));
        }
        assertThat(Queues.round(Draw.even(1), 1)).isEqualTo(1, within(0.001));
        assertThat(Queues.round(Draw.even(1), 100_000)).as("the longest there is").isEqualTo(2, within(0.02));
        assertThat(Queues.speed(Draw.EXPONENTIAL, 16, 1_000)).isLessThan(Queues.speed(Draw.EXPONENTIAL, 17, 1_000));
    }

    /** Half of ln N / D_max for exponential intervals, whose variance is 1; that of the even ones is 1/3 and 1/12. */
    @Test
    void aSmallLossGrowsLikeLogNAndFallsWithMaxDelay() {
        assertThat(Queues.smallLoss(Draw.EXPONENTIAL, 16, 10)).isEqualTo(0.09, within(0.001));
        assertThat(Queues.smallLoss(Draw.EXPONENTIAL, 16, 1_000)).isEqualTo(0.234, within(0.001));
        assertThat(Queues.smallLoss(Draw.even(1), 32, 10)).isEqualTo(0.09 / 6, within(0.001));
        assertThat(Queues.smallLoss(Draw.even(0.5), 16, 10)).isEqualTo(0.09 / 12, within(0.001));
        assertThat(Queues.smallLoss(Draw.heavy(2.5), 16, 10)).isInfinite();
        for (final Draw draw : List.of(Draw.EXPONENTIAL, Draw.even(1), Draw.even(0.5))) {
            for (final int assets : new int[] {10, 1_000}) {
                final double law = Queues.smallLoss(draw, 400, assets);
                assertThat(1 - Queues.speed(draw, 400, assets)).as("%s, %s", draw.name(), assets)
                    .isEqualTo(law, within(0.02 * law));
            }
        }
    }
}
