package io.takt.proofs.rule;

import java.util.Collection;
import java.util.LongSummaryStatistics;
import java.util.stream.Collectors;

/** The paper's statements about the clocks at every moment, under its own numbers. */
enum Statement {
    /** Of each asset (a.3), and so of the fastest (a.4), which is (c.1). */
    A3("(a.3) max T_i ≤ T_c") {
        @Override
        boolean holds(final Federate federate) {
            return times(federate).getMax() <= federate.core().timeNs();
        }
    },
    /** Of each asset (b.3), and so of the slowest (b.4), which is (c.2). */
    B3("(b.3) T_c ≤ min T_i + D_max") {
        @Override
        boolean holds(final Federate federate) {
            return minus(federate.core().timeNs(), times(federate).getMin()) <= federate.maxDelayNs();
        }
    },
    C3("(c.3) max T_i ≤ T_c ≤ min T_i + D_max") {
        @Override
        boolean holds(final Federate federate) {
            return A3.holds(federate) && B3.holds(federate);
        }
    },
    C4("(c.4) max T_i ≤ min T_i + D_max") {
        @Override
        boolean holds(final Federate federate) {
            return minus(times(federate).getMax(), times(federate).getMin()) <= federate.maxDelayNs();
        }
    },
    C5("(c.5) |T_i - T_j| ≤ D_max for every i and j") {
        @Override
        boolean holds(final Federate federate) {
            final Collection<Clock> assets = federate.assets();
            return assets.stream().allMatch(one -> assets.stream().allMatch(
                other -> minus(one.timeNs(), other.timeNs()) <= federate.maxDelayNs()));
        }
    };

    private final String text;

    Statement(final String text) {
        this.text = text;
    }

    /** Whether it is true of the clocks as they stand. */
    abstract boolean holds(Federate federate);

    /** With its number first. */
    String text() {
        return text;
    }

    /** Of the assets that are there; of none, the core's time, of which every statement is true. */
    private static LongSummaryStatistics times(final Federate federate) {
        return federate.size() == 0
            ? new LongSummaryStatistics(1, federate.core().timeNs(), federate.core().timeNs(), 0)
            : federate.assets().stream().collect(Collectors.summarizingLong(Clock::timeNs));
    }

    /** The difference, or the end of the longs that is nearest to it: clocks of broken rules can be below 0. */
    static long minus(final long oneNs, final long otherNs) {
        final long differenceNs = oneNs - otherNs;
        final boolean overflows = ((oneNs ^ otherNs) & (oneNs ^ differenceNs)) < 0;
        return overflows ? oneNs < 0 ? Long.MIN_VALUE : Long.MAX_VALUE : differenceNs;
    }
}
