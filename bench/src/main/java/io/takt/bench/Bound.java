package io.takt.bench;

import java.util.Locale;

/**
 * The limit of a figure, or of its ratio to a peer's.
 *
 * @param limit  the value.
 * @param atMost whether it must not be more than the limit, or not less.
 */
record Bound(double limit, boolean atMost) {
    static Bound atMost(final double limit) {
        return new Bound(limit, true);
    }

    static Bound atLeast(final double limit) {
        return new Bound(limit, false);
    }

    boolean holds(final double value) {
        return atMost ? value <= limit : value >= limit;
    }

    String text() {
        return (atMost ? "<= " : ">= ") + String.format(Locale.ROOT, limit % 1 == 0 ? "%.0f" : "%s", limit);
    }
}
