package io.takt.lab.sim;

/** A party on a machine: its present work, and the rest of its quota. */
final class Party {
    static final long UNLIMITED = Long.MAX_VALUE;

    /** The activity of a party that has a processor, or waits for one. */
    enum Doing {
        /** Looks at the others' clocks; a rule decides the rest. */
        LOOKS,
        /** Does a step. */
        WORKS,
        /** Looks in vain, as often as it can. */
        SPINS,
        /** Wants no processor. */
        SLEEPS
    }

    final int number;
    final long quotaNs;
    Doing doing = Doing.LOOKS;
    /** Of switching and waking, before it can go on with what it does. */
    long overheadNs;
    /** Of what it does; without a meaning while it spins. */
    long leftNs;
    long quotaLeftNs;
    long refillNs;

    Party(final int number, final long quotaNs, final long firstRefillNs) {
        this.number = number;
        this.quotaNs = quotaNs;
        quotaLeftNs = quotaNs == 0 ? UNLIMITED : quotaNs;
        refillNs = quotaNs == 0 ? UNLIMITED : firstRefillNs;
    }

    /** How long until it has finished what it does. */
    long untilDoneNs() {
        return overheadNs > 0 ? overheadNs : doing == Doing.SPINS ? UNLIMITED : leftNs;
    }

    boolean isDone() {
        return overheadNs == 0 && leftNs == 0 && doing != Doing.SPINS && doing != Doing.SLEEPS;
    }

    boolean isThrottled() {
        return quotaLeftNs == 0;
    }

    void use(final long ns) {
        if (quotaLeftNs != UNLIMITED) {
            quotaLeftNs -= ns;
        }
        if (overheadNs > 0) {
            overheadNs -= ns;
        } else if (doing != Doing.SPINS) {
            leftNs -= ns;
        }
    }

    void looks(final long lookNs) {
        doing = Doing.LOOKS;
        leftNs = lookNs;
    }
}
