package io.takt.steward.trajectory;

/**
 * The numbers at which the value of a polynomial is asked for, in order: whole ticks from 0, or all doubles. A
 * polynomial rises or falls between its turns, and the sign of another polynomial of lower degree says which: that of
 * its {@linkplain ExactPolynomial#difference differences} where whole ticks are all that counts, else that of its
 * {@linkplain ExactPolynomial#derivative slope}. So the first number at which it is negative can be found by halving
 * between turns, and these by the same means.
 */
abstract class Points implements ExactPolynomial.Point {
    static final long NONE = Long.MAX_VALUE;

    abstract ExactPolynomial slope(ExactPolynomial polynomial);

    abstract double high(long index);

    abstract double low(long index);

    /** The index of the greatest number that is not more than x. */
    abstract long indexOf(double x);

    /** Ticks, each its own index, from 0. */
    static final Points TICKS = new Points() {
        @Override
        ExactPolynomial slope(final ExactPolynomial polynomial) {
            return polynomial.difference();
        }

        @Override
        double high(final long index) {
            return index;
        }

        @Override
        double low(final long index) {
            final double rounded = index;
            return rounded == 0x1p63 ? index - Long.MAX_VALUE - 1 : index - (long) rounded;
        }

        @Override
        long indexOf(final double x) {
            return (long) x;
        }

        @Override
        public Dyadic at(final long index) {
            return Dyadic.of(index);
        }
    };

    /** All finite doubles less an origin; the indices are those of {@link DoubleTime}. */
    static Points doublesFrom(final double origin) {
        final Dyadic exactOrigin = Dyadic.of(origin);
        return new Points() {
            @Override
            ExactPolynomial slope(final ExactPolynomial polynomial) {
                return polynomial.derivative();
            }

            @Override
            double high(final long index) {
                return DoubleTime.decode(index) - origin;
            }

            @Override
            double low(final long index) {
                final double time = DoubleTime.decode(index);
                return TwoDoubles.sumError(time, -origin, time - origin);
            }

            @Override
            long indexOf(final double x) {
                return DoubleTime.encode(origin + x);
            }

            @Override
            public Dyadic at(final long index) {
                return Dyadic.of(DoubleTime.decode(index)).minus(exactOrigin);
            }
        };
    }

    /** The polynomial and its slope, the slope's slope and so on, down to a constant. */
    final ExactPolynomial[] chain(final ExactPolynomial polynomial) {
        final ExactPolynomial[] chain = new ExactPolynomial[polynomial.degree() + 1];
        chain[0] = polynomial;
        for (int i = 1; i < chain.length; i++) {
            chain[i] = slope(chain[i - 1]);
        }
        return chain;
    }

    /** The first index at which the polynomial is at most 0, or less than 0 if strict; {@link #NONE} if it never is. */
    final long firstAtMostZero(final ExactPolynomial[] chain, final boolean strict, final long from, final long to) {
        return first(chain, 0, 1, strict, from, to);
    }

    final int sign(final ExactPolynomial polynomial, final long index) {
        return polynomial.signAt(high(index), low(index), this, index);
    }

    private boolean holds(final ExactPolynomial p, final int factor, final boolean strict, final long index) {
        final int sign = factor * sign(p, index);
        return strict ? sign < 0 : sign <= 0;
    }

    private long first(
        final ExactPolynomial[] chain, final int order, final int factor, final boolean strict, final long from,
        final long to) {
        final ExactPolynomial p = chain[order];
        if (holds(p, factor, strict, from)) {
            return from;
        }
        if (order + 1 == chain.length) {
            return NONE;
        }
        long start = from;
        while (true) {
            final long falls = first(chain, order + 1, factor, true, start, to);
            if (falls >= to) {
                return falls == to && falls > start && holds(p, factor, strict, to) ? to : NONE;
            }
            if (falls > start && holds(p, factor, strict, falls)) {
                return falls;
            }
            final long turns = first(chain, order + 1, -factor, false, falls, to);
            final long end = turns == NONE ? to : turns;
            if (holds(p, factor, strict, end - 1)) {
                return search(p, factor, strict, falls, end - 1);
            }
            if (holds(p, factor, strict, end)) {
                return end;
            }
            if (end == to) {
                return NONE;
            }
            start = end;
        }
    }

    /** Between an index at which it does not hold and one at which it does; it holds from somewhere between on. */
    private long search(
        final ExactPolynomial p, final int factor, final boolean strict, final long from, final long to) {
        long not = from;
        long yes = to;
        long step = 1;
        while (yes - not != 1) {
            final long guess = guess(p, not, yes);
            long beyond;
            if (holds(p, factor, strict, guess)) {
                yes = guess;
                beyond = Math.max(not, guess - step);
            } else {
                not = guess;
                beyond = Math.min(yes, guess + step);
            }
            step <<= 4;
            for (int i = 0; i < 2; i++) {
                if (beyond > not && beyond < yes) {
                    if (holds(p, factor, strict, beyond)) {
                        yes = beyond;
                    } else {
                        not = beyond;
                    }
                }
                beyond = middle(not, yes);
            }
        }
        return yes;
    }

    private static long middle(final long one, final long other) {
        return (one & other) + ((one ^ other) >> 1);
    }

    /** Where a straight line between the two would be 0, if that is between them; else half way. */
    private long guess(final ExactPolynomial p, final long not, final long yes) {
        final double left = high(not) + low(not);
        final double right = high(yes) + low(yes);
        final double above = p.nearlyAt(left);
        final double below = p.nearlyAt(right);
        final double x = left + (right - left) * (above / (above - below));
        if (x > left && x < right) {
            final long index = indexOf(x);
            if (index > not && index < yes) {
                return index;
            }
        }
        return middle(not, yes);
    }
}
