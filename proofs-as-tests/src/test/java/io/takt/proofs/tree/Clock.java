package io.takt.proofs.tree;

/** A clock of a tree. It counts up by equal steps, so every earlier value can be told from the present one. */
final class Clock {
    private final long startNs;
    private final long stepNs;
    private long timeNs;

    Clock(final long startNs, final long stepNs) {
        this.startNs = startNs;
        this.stepNs = stepNs;
        this.timeNs = startNs;
    }

    long stepNs() {
        return stepNs;
    }

    long timeNs() {
        return timeNs;
    }

    /** A reading that is so many count-ups old; older than the clock is its first value. */
    long readNs(final long age) {
        return timeNs - stepNs * Math.min(age, (timeNs - startNs) / stepNs);
    }

    void countUp() {
        timeNs += stepNs;
    }
}
