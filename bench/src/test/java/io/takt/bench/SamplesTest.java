package io.takt.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;

class SamplesTest {
    private static Samples of(final double... values) {
        final Samples samples = new Samples();
        for (final double value : values) {
            samples.add(value);
        }
        return samples;
    }

    @Test
    void medianOfAnOddNumberIsTheMiddleOne() {
        assertThat(of(7, 1, 3).median()).isEqualTo(3);
    }

    @Test
    void medianOfAnEvenNumberIsBetweenTheTwoInTheMiddle() {
        assertThat(of(1, 100, 3, 4).median()).isEqualTo(3.5);
    }

    @Test
    void leastAndMostAreTheSpread() {
        final Samples samples = of(5, -2, 8, 0);
        assertThat(samples.least()).isEqualTo(-2);
        assertThat(samples.most()).isEqualTo(8);
    }

    @Test
    void oneIsAllOfThem() {
        final Figure figure = Figure.of("Takt", "ns", of(4));
        assertThat(figure).isEqualTo(new Figure("Takt", "ns", 4, 4, 4));
        assertThat(figure.spread()).isEmpty();
    }

    @Test
    void ratiosAreTakenRoundByRound() {
        final Samples ratios = of(10, 400, 6).dividedBy(of(5, 100, 2));
        assertThat(ratios.median()).isEqualTo(3);
        assertThat(ratios.least()).isEqualTo(2);
        assertThat(ratios.most()).isEqualTo(4);
        assertThatIllegalStateException().isThrownBy(() -> of(1).dividedBy(of(1, 2)));
    }

    @Test
    void noneHasNoMedian() {
        assertThatIllegalStateException().isThrownBy(() -> of().median());
    }
}
