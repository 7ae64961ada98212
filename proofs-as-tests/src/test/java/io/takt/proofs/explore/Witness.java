package io.takt.proofs.explore;

import io.takt.proofs.rule.Parameters;
import java.util.List;

/** The questions of {@link BrokenRulesTest} to classes that are loaded once more, with a fault. */
public final class Witness {
    static final Parameters SYSTEM = new Parameters(3, 5, List.of(1L, 2L));
    static final Parameters BARELY_LIVE = new Parameters(2, 4, List.of(2L, 3L));

    private Witness() {
    }

    /** A shortest way to a state that is not safe; null when there is none. */
    public static String violation(final boolean areReadingsStale) {
        return Explored.of(SYSTEM, areReadingsStale ? Variant.LAGS.stale() : Variant.LAGS).violation();
    }

    /** How many states there are in which nothing can move, of a system that is live. */
    public static int stops() {
        return Explored.of(BARELY_LIVE, Variant.LAGS).deadlocks().size();
    }
}
