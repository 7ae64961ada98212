package io.takt.lab.sim;

import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;

/**
 * How an interval varies: a distribution of numbers greater than 0 with mean 1.
 *
 * @param name     for people.
 * @param quantile the number that a draw exceeds with a chance from 0 (excluded) to 1.
 * @param tail     P(a draw is more than x), for x from 0.
 * @param rest     P(more than x is left of an interval at any instant), the integral of the tail from x on.
 * @param moment   the logarithm of E[exp(k draw)] for k greater than 0; infinite where there is no such mean.
 */
public record Draw(String name, DoubleUnaryOperator quantile, DoubleUnaryOperator tail, DoubleUnaryOperator rest,
    DoubleUnaryOperator moment) {
    /** Memoryless: the rest of an interval does not depend on how long it has lasted. */
    public static final Draw EXPONENTIAL =
        new Draw("exponential", chance -> -Math.log(chance), x -> Math.exp(-x), x -> Math.exp(-x),
            k -> k < 1 ? -Math.log1p(-k) : Double.POSITIVE_INFINITY);

    /**
     * Evenly between two bounds, as {@link Attempts#about}.
     *
     * @param jitter how far from 1 they are, greater than 0, at most 1.
     * @return the distribution.
     */
    public static Draw even(final double jitter) {
        if (!(jitter > 0 && jitter <= 1)) {
            throw new IllegalArgumentException("jitter is " + jitter + ", must be greater than 0 and at most 1");
        }
        final double least = 1 - jitter;
        final double most = 1 + jitter;
        return new Draw("even, ±" + Math.round(100 * jitter) + " %", chance -> most - 2 * jitter * chance,
            x -> x < least ? 1 : Math.max(0, most - x) / (2 * jitter),
            x -> x < least ? 1 - x : Math.pow(Math.max(0, most - x), 2) / (4 * jitter),
            k -> k * most + Math.log(-Math.expm1(-2 * k * jitter) / (2 * k * jitter)));
    }

    /**
     * Pareto's: now and then far longer than usual.
     *
     * @param alpha by which power the chance of a long one falls, greater than 1.
     * @return the distribution.
     */
    public static Draw heavy(final double alpha) {
        if (!(alpha > 1)) {
            throw new IllegalArgumentException("alpha is " + alpha + ", must be greater than 1");
        }
        final double least = (alpha - 1) / alpha;
        return new Draw("heavy tail, power " + alpha, chance -> least * Math.pow(chance, -1 / alpha),
            x -> x < least ? 1 : Math.pow(least / x, alpha),
            x -> x < least ? 1 - x : Math.pow(least, alpha) * Math.pow(x, 1 - alpha) / (alpha - 1),
            k -> Double.POSITIVE_INFINITY);
    }

    /**
     * Draws.
     *
     * @param random what chance comes from.
     * @return a number, 0 or more.
     */
    double next(final SplittableRandom random) {
        return quantile.applyAsDouble(1 - random.nextDouble());
    }
}
