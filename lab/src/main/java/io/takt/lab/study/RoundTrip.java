package io.takt.lab.study;

import java.util.ArrayList;
import java.util.List;

/**
 * How long news of a count-up take to the assets and back, on a grid of attempts that is the same for all. Each party
 * sends its clock again at each attempt; a receiver acts at the first attempt by which one of these has arrived:
 *
 * <pre>P(not acted by attempt n) = product over all sent before of 1 - (1 - loss) P(delay ≤ age)</pre>
 *
 * <p>The core may go on when the slowest of the assets has answered: the greatest of as many independent sums of a way
 * there and a way back. Exact in lock-step, where every count-up waits for the one before it to be answered by all.
 *
 * @param least    the least delay one way, in ticks.
 * @param most     the greatest; evenly drawn between them.
 * @param loss     part of the news that is lost.
 * @param interval of all attempts, in ticks.
 */
record RoundTrip(long least, long most, double loss, long interval) {
    private static final double NOTHING = 1e-12;

    /** The mean round trip in intervals. */
    double mean(final int assets) {
        return Extremes.greatest(tail(), assets);
    }

    /** P(a way there and back takes more than n intervals), from n = 0 until that is next to nothing. */
    private double[] tail() {
        // At one instant assets try before the core: they see the core's news at their next attempt.
        final double[] there = chances(1);
        final double[] back = chances(0);
        final double[] both = new double[there.length + back.length - 1];
        for (int i = 0; i < there.length; i++) {
            for (int k = 0; k < back.length; k++) {
                both[i + k] += there[i] * back[k];
            }
        }
        double more = 0;
        for (int n = both.length - 1; n >= 0; n--) {
            final double chance = both[n];
            both[n] = more;
            more += chance;
        }
        return both;
    }

    /** P(one way takes n intervals). */
    private double[] chances(final int first) {
        final List<Double> chances = new ArrayList<>();
        double notYet = 1;
        for (int n = 0; notYet > NOTHING; n++) {
            final double still = n < first ? 1 : notYet * (1 - (1 - loss) * arrived(n * interval));
            chances.add(notYet - still);
            notYet = still;
        }
        return chances.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private double arrived(final long age) {
        return age < least ? 0 : Math.min(1, (double) (age - least + 1) / (most - least + 1));
    }
}
