package io.takt.rule;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How far the end of a chain of clocks lags behind its top when nothing below the top can move: each clock stands at
 * the greatest multiple of its step up to where the one above it stands. With the top at t that is
 * lag(t) = t - ⌊...⌊⌊t / s_1⌋ s_1 / s_2⌋ s_2 ... / s_k⌋ s_k, for t a multiple of the top's step. When the last clock
 * does its steps whole, of up to S on a grid of s_k, it stands S - s_k behind that at worst, yet not below 0; its lag
 * is then min(t, lag(t) + S - s_k).
 *
 * <p>The lag is a sum of remainders, one for each clock: with x_0 = t and x_j = x_{j-1} - (x_{j-1} mod s_j) it is
 * Σ x_{j-1} mod s_j. After j of them, t and x_j are known by the class of t modulo M_j = lcm(s_0, ..., s_j). In
 * such a class x_{j-1} takes every value modulo s_j that it may have modulo gcd(M_{j-1}, s_j): these are the cases that
 * the search goes through, the greatest remainder first. In the last clock there is nothing to go through: the greatest
 * remainder is told from the gcd alone, and where it is reached first by {@link FirstMultiple}. A case is left out when
 * even the greatest remainders below it could not add up to what is looked for.
 */
final class NestedFloors {
    /** The cost of finding a first multiple, in cases. */
    private static final int CASES_OF_A_FIRST_MULTIPLE = 20;
    /** How many may be gone through for one verdict, on however many chains. */
    private static final long MOST_CASES = 20_000_000;

    private final Cases cases;
    private final long unitNs;
    private final long top;
    private final long[] steps;
    private final BigInteger extraNs;
    /** For each clock the most that it and those below it can lag behind the one above it; 0 after the last. */
    private final long[] mostFrom;

    static Cases cases() {
        return new Cases(MOST_CASES);
    }

    /**
     * A chain.
     *
     * @param topStepNs the top's step.
     * @param below     the clocks below it.
     * @param cases     that may still be gone through.
     * @throws TooManyCasesException when the lag may not fit into a long.
     */
    NestedFloors(final long topStepNs, final Chain below, final Cases cases) {
        this.cases = cases;
        final List<Long> chain = below.stepsNs();
        final long[] stepsNs = chain.stream().mapToLong(Long::longValue).toArray();
        unitNs = Arrays.stream(stepsNs).reduce(topStepNs, Divisors::gcd);
        top = topStepNs / unitNs;
        steps = Arrays.stream(stepsNs).map(stepNs -> stepNs / unitNs).toArray();
        extraNs = BigInteger.valueOf(below.extraNs());
        mostFrom = new long[steps.length + 1];
        for (int i = steps.length - 1; i >= 0; i--) {
            final long most = steps[i] - Divisors.gcd(i == 0 ? top : steps[i - 1], steps[i]);
            if (mostFrom[i + 1] >= Long.MAX_VALUE - most) {
                throw new TooManyCasesException("the steps " + chain + " are too long to be judged");
            }
            mostFrom[i] = mostFrom[i + 1] + most;
        }
    }

    /**
     * The clocks from below a top to the one whose time is reported to it.
     *
     * @param stepsNs from the top down, at least one, as {@link #chain} makes them.
     * @param extraNs by how much the end may be farther behind than the floor of the last of them, yet not below 0.
     */
    record Chain(List<Long> stepsNs, long extraNs) {
        /** Of an asset by itself. */
        static Chain of(final Liveness.Member asset) {
            return new Chain(chain(asset.stepNs(), List.of()), asset.extraNs());
        }

        /** The same with one more clock above it. */
        Chain below(final long stepNs) {
            return new Chain(chain(stepNs, stepsNs), extraNs);
        }
    }

    /**
     * A chain with one more clock above it, without those that make no difference: a clock whose step divides that of
     * the one above is always level with it, and one whose step divides that of the one below is passed over by the
     * floors.
     *
     * @param stepNs of the clock above.
     * @param below  a chain, possibly empty.
     * @return the longer chain.
     */
    static List<Long> chain(final long stepNs, final List<Long> below) {
        int skipped = 0;
        while (skipped < below.size() && stepNs % below.get(skipped) == 0) {
            skipped++;
        }
        final List<Long> rest = below.subList(skipped, below.size());
        if (!rest.isEmpty() && rest.get(0) % stepNs == 0) {
            return rest;
        }
        final List<Long> chain = new ArrayList<>(rest.size() + 1);
        chain.add(stepNs);
        chain.addAll(rest);
        return List.copyOf(chain);
    }

    /**
     * The first time of the top at which the end lags at least so much.
     *
     * @param lagNs what is too much.
     * @return a multiple of the top's step, or null when the end never lags so much.
     * @throws TooManyCasesException when it cannot be told.
     */
    BigInteger firstLagOf(final long lagNs) {
        if (lagNs <= 0) {
            return BigInteger.ZERO;
        }
        final BigInteger lag = divideUp(BigInteger.valueOf(lagNs).subtract(extraNs), BigInteger.valueOf(unitNs));
        if (BigInteger.valueOf(mostFrom[0]).compareTo(lag) < 0) {
            return null;
        }
        // The end is never below 0, so the top has to be that far, at least.
        final BigInteger topNs = BigInteger.valueOf(top).multiply(BigInteger.valueOf(unitNs));
        final BigInteger fromNs = divideUp(BigInteger.valueOf(lagNs), topNs).multiply(topNs);
        if (lag.signum() <= 0) {
            return fromNs;
        }
        final First search = new First(lag.longValueExact(), fromNs.divide(BigInteger.valueOf(unitNs)));
        search.visit(0, 0, 0);
        return search.time == null ? null : search.time.multiply(BigInteger.valueOf(unitNs));
    }

    private static BigInteger divideUp(final BigInteger dividend, final BigInteger divisor) {
        final BigInteger[] parts = dividend.divideAndRemainder(divisor);
        return parts[1].signum() > 0 ? parts[0].add(BigInteger.ONE) : parts[0];
    }

    /**
     * The most that the end ever lags behind the top.
     *
     * @return nanoseconds of simulation time.
     * @throws TooManyCasesException when it cannot be told.
     */
    BigInteger greatestLagNs() {
        final Greatest search = new Greatest();
        search.visit(0, 0, 0);
        return BigInteger.valueOf(search.wantedLag - 1).multiply(BigInteger.valueOf(unitNs)).add(extraNs);
    }

    private TooManyCasesException tooMany() {
        return new TooManyCasesException("whether clocks with steps of " + top * unitNs + " ns and, below it, "
            + Arrays.stream(steps).map(step -> step * unitNs).boxed().toList()
            + " ns ever lag too much takes too long to tell: more than " + MOST_CASES
            + " cases; steps with greater common divisors make fewer");
    }

    /** Goes through the classes of times of the top in which the end may lag as much as is wanted. */
    private abstract class Search {
        /** M_j. */
        final long[] moduli = new long[steps.length];
        /** By how much a class's number goes down, modulo their count, when the remainder goes down to the next. */
        private final long[] strides = new long[steps.length];
        long wantedLag;

        Search(final long wantedLag) {
            this.wantedLag = wantedLag;
            moduli[0] = top;
            for (int i = 0; i + 1 < steps.length; i++) {
                final long gcd = Divisors.gcd(moduli[i], steps[i]);
                final long classes = steps[i] / gcd;
                if (moduli[i] > Long.MAX_VALUE / classes) {
                    throw tooMany();
                }
                moduli[i + 1] = moduli[i] * classes;
                strides[i] = BigInteger.valueOf(moduli[i] / gcd)
                    .modInverse(BigInteger.valueOf(classes)).longValueExact();
            }
        }

        /**
         * All classes into which the remainders of one clock divide a class of times of the top.
         *
         * @param clock number of the clock, 0 for the first below the top.
         * @param time  the least time of the class, which is modulo M of the clock above.
         * @param lag   of the clock above, the same in the whole class.
         */
        final void visit(final int clock, final long time, final long lag) {
            count(1);
            final long step = steps[clock];
            final long x = time - lag;
            final long modulus = moduli[clock];
            final long gcd = Divisors.gcd(modulus, step);
            long remainder = step - gcd + x % gcd;
            if (clock == steps.length - 1) {
                if (remainder >= wantedLag - lag) {
                    found(time, lag, remainder);
                }
                return;
            }
            // The classes are those of x + modulus · number; in order of their numbers the remainders would jump.
            final long classes = step / gcd;
            long number = multiply((remainder - x % step) / gcd, strides[clock], classes);
            while (remainder >= 0 && mostFrom[clock + 1] >= wantedLag - lag - remainder) {
                visit(clock + 1, time + modulus * number, lag + remainder);
                remainder -= gcd;
                number -= strides[clock];
                if (number < 0) {
                    number += classes;
                }
            }
        }

        /**
         * In this class the end lags as much as is wanted.
         *
         * @param time     the least time of the class, which is modulo the last M.
         * @param lag      of the last clock but one, the same in the whole class.
         * @param greatest remainder of the last clock in the class.
         */
        abstract void found(long time, long lag, long greatest);

        final void count(final int more) {
            if (!cases.isEnough(more)) {
                throw tooMany();
            }
        }

        private static long multiply(final long a, final long b, final long modulus) {
            return BigInteger.valueOf(a).multiply(BigInteger.valueOf(b)).mod(BigInteger.valueOf(modulus))
                .longValueExact();
        }
    }

    /** Wants ever more, until there is no more. */
    private final class Greatest extends Search {
        Greatest() {
            super(0);
        }

        @Override
        void found(final long time, final long lag, final long greatest) {
            wantedLag = lag + greatest + 1;
        }
    }

    /** The first time of the top, from some time on, at which the end lags as much as is wanted; null for none yet. */
    private final class First extends Search {
        private final BigInteger from;
        private BigInteger time;

        First(final long wantedLag, final BigInteger from) {
            super(wantedLag);
            this.from = from;
        }

        @Override
        void found(final long least, final long lag, final long greatest) {
            final BigInteger modulus = BigInteger.valueOf(moduli[steps.length - 1]);
            final BigInteger leastTime = BigInteger.valueOf(least);
            final BigInteger first = leastTime.compareTo(from) >= 0 ? leastTime
                : leastTime.add(divideUp(from.subtract(leastTime), modulus).multiply(modulus));
            if (time != null && time.compareTo(first) <= 0) {
                return;
            }
            count(CASES_OF_A_FIRST_MULTIPLE);
            final long step = steps[steps.length - 1];
            final long x = first.subtract(BigInteger.valueOf(lag)).mod(BigInteger.valueOf(step)).longValueExact();
            final BigInteger rounds =
                FirstMultiple.withRemainderAtLeast(x, moduli[steps.length - 1], step, wantedLag - lag);
            final BigInteger reached = first.add(modulus.multiply(rounds));
            time = time == null ? reached : time.min(reached);
        }
    }
}
