package io.takt.steward.trajectory;

import java.util.Arrays;

/**
 * A polynomial with exact coefficients whose sign is asked for at many points: first in doubles of twice the usual
 * length with a bound on the error, and exactly where that bound does not decide.
 *
 * <p>Immutable.
 */
final class ExactPolynomial {
    /**
     * The greatest error of one evaluation, as a part of the sum of the sizes of all terms; in truth it is below 2^-98.
     */
    private static final double LOSS = 0x1p-94;
    /** Below this the parts of a product may be lost to underflow. */
    private static final double SMALLEST = 0x1p-400;
    private static final double LARGEST = 0x1p400;

    private final Dyadic[] coefficients;
    private final double[] upper;
    private final double[] lower;
    private final boolean filtered;

    /** The coefficient of the power i is at i. */
    ExactPolynomial(final Dyadic... coefficients) {
        int length = coefficients.length;
        while (length > 1 && coefficients[length - 1].signum() == 0) {
            length--;
        }
        this.coefficients = Arrays.copyOf(coefficients, length);
        upper = new double[length];
        lower = new double[length];
        boolean inRange = true;
        for (int i = 0; i < length; i++) {
            upper[i] = coefficients[i].rounded();
            if (inRange(upper[i])) {
                lower[i] = coefficients[i].minus(Dyadic.of(upper[i])).rounded();
                inRange &= coefficients[i].signum() == 0 || upper[i] != 0;
            } else {
                inRange = false;
            }
        }
        filtered = inRange;
    }

    int degree() {
        return coefficients.length - 1;
    }

    ExactPolynomial negated() {
        final Dyadic[] opposite = new Dyadic[coefficients.length];
        Arrays.setAll(opposite, i -> coefficients[i].negated());
        return new ExactPolynomial(opposite);
    }

    /** The polynomial whose value at x is this one's slope there. */
    ExactPolynomial derivative() {
        final Dyadic[] slope = new Dyadic[Math.max(1, degree())];
        slope[0] = Dyadic.ZERO;
        for (int i = 1; i <= degree(); i++) {
            slope[i - 1] = coefficients[i].times(Dyadic.of((long) i));
        }
        return new ExactPolynomial(slope);
    }

    /** The polynomial whose value at x is this one's at x + 1 less that at x. */
    ExactPolynomial difference() {
        final Dyadic[] step = new Dyadic[Math.max(1, degree())];
        Arrays.fill(step, Dyadic.ZERO);
        for (int i = 1; i <= degree(); i++) {
            long binomial = 1;
            for (int j = 0; j < i; j++) {
                step[j] = step[j].plus(coefficients[i].times(Dyadic.of(binomial)));
                binomial = binomial * (i - j) / (j + 1);
            }
        }
        return new ExactPolynomial(step);
    }

    /** The polynomial whose value at x is this one's at x + by. */
    ExactPolynomial shifted(final Dyadic by) {
        final Dyadic[] moved = coefficients.clone();
        for (int i = 0; i < degree(); i++) {
            for (int j = degree() - 1; j >= i; j--) {
                moved[j] = moved[j].plus(moved[j + 1].times(by));
            }
        }
        return new ExactPolynomial(moved);
    }

    /** The sign at x, given exactly and as a sum of doubles. */
    int signAt(final double high, final double low, final Point exact, final long index) {
        if (filtered && inRange(high)) {
            final double size = Math.abs(high) + Math.abs(low);
            double value = upper[degree()];
            double rest = lower[degree()];
            double sum = Math.abs(value);
            for (int i = degree() - 1; i >= 0; i--) {
                final double product = value * high;
                final double lost = TwoDoubles.productError(value, high, product) + (value * low + rest * high);
                final double next = product + upper[i];
                rest = TwoDoubles.sumError(product, upper[i], next) + (lost + lower[i]);
                value = next;
                sum = sum * size + Math.abs(upper[i]);
            }
            final double all = value + rest;
            if (sum > SMALLEST && sum < LARGEST && Math.abs(all) > sum * LOSS) {
                return all > 0 ? 1 : -1;
            }
        }
        return exactlyAt(exact.at(index)).signum();
    }

    /** Roughly the value at x, for guesses. */
    double nearlyAt(final double x) {
        double value = upper[degree()];
        for (int i = degree() - 1; i >= 0; i--) {
            value = value * x + upper[i];
        }
        return value;
    }

    Dyadic exactlyAt(final Dyadic x) {
        Dyadic value = coefficients[degree()];
        for (int i = degree() - 1; i >= 0; i--) {
            value = value.times(x).plus(coefficients[i]);
        }
        return value;
    }

    private static boolean inRange(final double value) {
        final double size = Math.abs(value);
        return value == 0 || size > SMALLEST && size < LARGEST;
    }

    /** Where a search may look, by number. */
    interface Point {
        Dyadic at(long index);
    }
}
