package io.takt.steward.trajectory;

/** Exact polynomials of distances and of what lies along a direction, of coordinates given as polynomials. */
final class Relative {
    /** The question. */
    enum Question {
        /** At most so far, and coming nearer. */
        TOUCH,
        /** At most so far. */
        WITHIN,
        /** Farther. */
        BEYOND
    }

    private Relative() {
    }

    /** The square of a distance less that of r: of degree 4 at most. Each coordinate: constant, linear, square. */
    static ExactPolynomial distance(final Dyadic[][] coordinates, final Dyadic r) {
        final Dyadic[] sum = new Dyadic[5];
        sum[0] = r.times(r).negated();
        for (int i = 1; i < sum.length; i++) {
            sum[i] = Dyadic.ZERO;
        }
        for (final Dyadic[] coordinate : coordinates) {
            for (int i = 0; i < coordinate.length; i++) {
                for (int j = 0; j < coordinate.length; j++) {
                    sum[i + j] = sum[i + j].plus(coordinate[i].times(coordinate[j]));
                }
            }
        }
        return new ExactPolynomial(sum);
    }

    /** The first index from from to to at which the answer is yes; {@link Points#NONE} if there is none. */
    static long first(
        final ExactPolynomial distance, final Question question, final Points points, final long from, final long to) {
        if (question == Question.BEYOND) {
            return points.firstAtMostZero(points.chain(distance.negated()), true, from, to);
        }
        final ExactPolynomial[] chain = points.chain(distance);
        if (question == Question.WITHIN) {
            return points.firstAtMostZero(chain, false, from, to);
        }
        final ExactPolynomial slope = distance.derivative();
        final ExactPolynomial[] slopes = points.chain(slope);
        long at = from;
        while (true) {
            final long near = points.firstAtMostZero(chain, false, at, to);
            if (near == Points.NONE || points.sign(slope, near) < 0) {
                return near;
            }
            at = points.firstAtMostZero(slopes, true, near, to);
            if (at == Points.NONE) {
                return at;
            }
        }
    }
}
