package io.takt.steward.scenario.lockstep;

import java.util.Locale;

/** How long messages take, in rounds. */
public enum Conditions {
    /** All take two rounds. */
    STEADY(2, 2, 0, 1),
    /** They take one round to twelve, so that later ones overtake. */
    REORDERING(1, 12, 0, 1),
    /** For 30 rounds of 60 nothing gets through; then all arrives at once. */
    BURSTS(1, 4, 30, 60);

    private final int least;
    private final int most;
    private final int blocked;
    private final int period;

    Conditions(final int least, final int most, final int blocked, final int period) {
        this.least = least;
        this.most = most;
        this.blocked = blocked;
        this.period = period;
    }

    int least() {
        return least;
    }

    int most() {
        return most;
    }

    int blocked() {
        return blocked;
    }

    int period() {
        return period;
    }

    /** In small letters, as on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
