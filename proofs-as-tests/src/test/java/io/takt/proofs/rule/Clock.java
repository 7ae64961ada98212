package io.takt.proofs.rule;

/**
 * A clock that counts up by equal steps, so that every earlier value of it can be told from its present one.
 */
public final class Clock {
    private final long startNs;
    private final long stepNs;
    private long timeNs;

    public Clock(final long startNs, final long stepNs) {
        this.startNs = startNs;
        this.stepNs = stepNs;
        this.timeNs = startNs;
    }

    public long stepNs() {
        return stepNs;
    }

    public long timeNs() {
        return timeNs;
    }

    /** A reading that is so many count-ups old; older than the clock is its first value. */
    public long readNs(final long age) {
        return timeNs - stepNs * Math.min(age, (timeNs - startNs) / stepNs);
    }

    public void countUp() {
        timeNs = Math.addExact(timeNs, stepNs);
    }
}
