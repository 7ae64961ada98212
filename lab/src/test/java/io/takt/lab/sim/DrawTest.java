package io.takt.lab.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;

class DrawTest {
    private static final List<Draw> ALL = List.of(Draw.even(0.5), Draw.even(1), Draw.EXPONENTIAL, Draw.heavy(2.5));

    private static double integral(final DoubleUnaryOperator f, final double from, final double to) {
        final int parts = 20_000;
        double sum = 0;
        for (int i = 0; i < parts; i++) {
            sum += f.applyAsDouble(from + (i + 0.5) * (to - from) / parts) * (to - from) / parts;
        }
        return sum;
    }

    @Property(seed = "13", tries = 300)
    void theTailIsTheChanceThatTheQuantileExceeds(@ForAll @IntRange(max = 3) final int which,
        @ForAll @DoubleRange(min = 0.01, max = 0.99) final double chance) {
        final Draw draw = ALL.get(which);
        assertThat(draw.tail().applyAsDouble(draw.quantile().applyAsDouble(chance))).isEqualTo(chance, within(1e-9));
    }

    @Property(seed = "13", tries = 100)
    void theRestIsTheIntegralOfTheTailAndTheMeanIsOne(@ForAll @IntRange(max = 3) final int which,
        @ForAll @DoubleRange(min = 0, max = 8) final double from) {
        final Draw draw = ALL.get(which);
        assertThat(integral(draw.tail(), 0, from)).isEqualTo(1 - draw.rest().applyAsDouble(from), within(1e-3));
        assertThat(draw.rest().applyAsDouble(0)).isEqualTo(1);
        assertThat(draw.rest().applyAsDouble(1e6)).isEqualTo(0, within(1e-8));
    }

    @Property(seed = "13", tries = 100)
    void theMomentIsThatOfItsDraws(@ForAll @IntRange(max = 2) final int which,
        @ForAll @DoubleRange(min = 0.01, max = 0.45) final double k) {
        final Draw draw = ALL.get(which);
        final double mean = integral(chance -> Math.exp(k * draw.quantile().applyAsDouble(chance)), 0, 1);
        assertThat(draw.moment().applyAsDouble(k)).isEqualTo(Math.log(mean), within(5e-3));
    }

    @Example
    void attemptsHaveTheirMeanAndTheCoreItsGrid() {
        for (final Draw draw : ALL) {
            final Attempts attempts = Attempts.drawn(draw, 2, 1_000, 300, new SplittableRandom(1));
            long wall = 0;
            for (int i = 0; i < 100_000; i++) {
                wall = attempts.next(1, wall);
            }
            assertThat(wall / 1e8).as(draw.name()).isEqualTo(1, within(0.02));
            assertThat(attempts.next(2, 0)).isEqualTo(300);
            assertThat(attempts.next(2, 300)).isEqualTo(600);
        }
    }

    @Example
    void nonsenseIsRefused() {
        assertThatThrownBy(() -> Draw.even(1.5)).hasMessageContaining("jitter is 1.5");
        assertThatThrownBy(() -> Draw.even(0)).hasMessageContaining("jitter is 0.0");
        assertThatThrownBy(() -> Draw.heavy(1)).hasMessageContaining("alpha is 1.0");
    }
}
