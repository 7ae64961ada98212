package io.takt.lab.study;

import io.takt.lab.sim.Draw;

/**
 * Assets whose intervals vary, seen as queues: a count-up of the core is a customer that comes to all assets at once,
 * and an attempt of an asset serves one, if there is one. The queue's length is the lag T_c − T_i in steps; its load
 * is how many steps the core makes in a mean interval of an asset.
 *
 * <p>With a core at fixed intervals the queues are independent, and a queue's length has a tail that falls like σ^n,
 * the Cramér-Lundberg root; with exponential intervals it is σ^n exactly (the queue D/M/1: Kleinrock, Queueing Systems,
 * volume 1, chapter 6). Intervals with a heavy tail have no such σ.
 */
final class Queues {
    private static final int HALVINGS = 200;
    private static final int COARSE_HALVINGS = 50;
    private static final double LARGEST = 1e4;
    private static final double LEAST_STRIDE = 0.002;
    private static final double STRIDE = 0.005;
    private static final double NEVER = 1e-9;
    private static final double EULER = 0.5772;
    private static final double NEARLY_NOTHING = 1e-3;

    private Queues() {
    }

    /**
     * The factor by which the chance of a lag falls with each step: exp(−k / load), for the k greater than 0 with
     * E[exp(k draw)] = exp(k / load).
     *
     * @param load greater than 0, less than 1.
     * @return from 0 to 1; 1 where there is no such factor.
     */
    static double decay(final Draw draw, final double load) {
        double low = 0;
        double high = LARGEST;
        for (int i = 0; i < HALVINGS; i++) {
            final double middle = (low + high) / 2;
            if (draw.moment().applyAsDouble(middle) < middle / load) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return Math.exp(-low / load);
    }

    /** The mean of the greatest lag before the core counts up, in steps. */
    static double greatestLag(final double decay, final int assets) {
        return Extremes.greatest(n -> Math.pow(decay, n + 1), assets);
    }

    /** The mean of the greatest difference between two assets, in steps. */
    static double spread(final double decay, final int assets) {
        return greatestLag(decay, assets) - Extremes.least(n -> Math.pow(decay, n + 1), assets);
    }

    /**
     * A core that is held by nothing but D_max: the load at which the greatest lag is, on average, all that D_max
     * leaves.
     *
     * @param window D_max in steps, more than 1.
     * @return steps in a mean interval of an asset.
     */
    static double speed(final Draw draw, final int window, final int assets) {
        double low = 0;
        double high = 1;
        for (int i = 0; i < COARSE_HALVINGS; i++) {
            final double middle = (low + high) / 2;
            if (greatestLag(decay(draw, middle), assets) < window - 1) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /**
     * The value of {@link #speed} where little is lost: v (ln N + 0.58) / 2 D_max, v being the variance of an
     * interval. Near full load ln(1/σ) is 2 (1 − load) / v, by the first two terms of the moments, and the greatest of
     * N lags is (ln N + 0.58) / ln(1/σ) on average.
     *
     * @param window D_max in steps.
     * @return the part of the speed that is lost; infinite where intervals have no moments.
     */
    static double smallLoss(final Draw draw, final int window, final int assets) {
        final double variance = 2 * (draw.moment().applyAsDouble(NEARLY_NOTHING) - NEARLY_NOTHING)
            / (NEARLY_NOTHING * NEARLY_NOTHING);
        return variance * (Math.log(assets) + EULER) / (2 * window);
    }

    /**
     * Lock-step with a core that answers at once: a round lasts until the slowest has stepped. The party that was the
     * slowest before begins a new interval; the others are somewhere in theirs.
     *
     * @return mean time of a round, in mean intervals.
     */
    static double round(final Draw draw, final int assets) {
        double mean = 0;
        double from = 0;
        double late = 1;
        while (late > NEVER) {
            final double stride = Math.max(LEAST_STRIDE, from * STRIDE);
            final double middle = from + stride / 2;
            late = 1 - (1 - draw.tail().applyAsDouble(middle))
                * (1 - Extremes.atLeastOne(draw.rest().applyAsDouble(middle), assets - 1));
            mean += stride * late;
            from += stride;
        }
        return mean;
    }
}
