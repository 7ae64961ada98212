package io.takt.lab.study;

import java.util.function.IntToDoubleFunction;

/** The greatest of several independent draws of a number that is 0, 1, 2, ... */
final class Extremes {
    private static final double NOTHING = 1e-9;

    private Extremes() {
    }

    /**
     * The mean of the greatest.
     *
     * @param tail  P(more than n) for each n from 0; nothing after that.
     * @param draws how many.
     */
    static double greatest(final double[] tail, final int draws) {
        return greatest(n -> n < tail.length ? tail[n] : 0, draws);
    }

    /** Likewise for a tail that goes on for ever, but falls to next to nothing. */
    static double greatest(final IntToDoubleFunction tail, final int draws) {
        double sum = 0;
        for (int n = 0; tail.applyAsDouble(n) * draws > NOTHING; n++) {
            sum += atLeastOne(tail.applyAsDouble(n), draws);
        }
        return sum;
    }

    /** The mean of the least. */
    static double least(final IntToDoubleFunction tail, final int draws) {
        double sum = 0;
        for (int n = 0; Math.pow(tail.applyAsDouble(n), draws) > NOTHING; n++) {
            sum += Math.pow(tail.applyAsDouble(n), draws);
        }
        return sum;
    }

    /** 1 - (1 - chance)^draws, exact for small chances too. */
    static double atLeastOne(final double chance, final int draws) {
        return chance >= 1 ? 1 : -Math.expm1(draws * Math.log1p(-chance));
    }
}
