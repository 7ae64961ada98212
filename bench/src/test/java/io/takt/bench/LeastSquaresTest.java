package io.takt.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class LeastSquaresTest {
    @Test
    void findsTheLineThatPointsLieOn() {
        final LeastSquares line = new LeastSquares();
        for (int x = -3; x < 5; x++) {
            line.add(x, 4 - 2.5 * x);
        }
        assertThat(line.slope()).isCloseTo(-2.5, within(1e-12));
    }

    @Test
    void findsTheClosestLineWhereThereIsNoExactOne() {
        final LeastSquares line = new LeastSquares();
        line.add(0, 0);
        line.add(1, 3);
        line.add(2, 3);
        assertThat(line.slope()).isCloseTo(1.5, within(1e-12));
    }

    @Test
    void keepsItsDigitsFarFromTheOrigin() {
        final LeastSquares line = new LeastSquares();
        for (int i = 0; i < 1_000; i++) {
            line.add(1e15 + i * 1e6, i * 0.001);
        }
        assertThat(line.slope()).isCloseTo(1e-9, within(1e-15));
    }

    @Test
    void pointsAboveEachOtherHaveNoSlope() {
        final LeastSquares line = new LeastSquares();
        line.add(1, 1);
        line.add(1, 2);
        assertThatIllegalStateException().isThrownBy(line::slope);
    }
}
