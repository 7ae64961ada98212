package io.takt.proofs.rule;

/**
 * A clock that counts up by equal steps, so that every earlier value of it can be told from its present one.
 */
public final class Clock {
    /** The number of the core's clock; those of the assets are 1, 2, ... in the order in which they came. */
    static final int CORE = 0;

    private final int number;
    private final long startNs;
    private final long stepNs;
    /** What this clock was before a reset, if its old values can still be read; else null. */
    private final Clock former;
    private long timeNs;

    /** The core's clock, or any that has no number among others. */
    public Clock(final long startNs, final long stepNs) {
        this(CORE, startNs, stepNs, null);
    }

    Clock(final int number, final long startNs, final long stepNs) {
        this(number, startNs, stepNs, null);
    }

    private Clock(final int number, final long startNs, final long stepNs, final Clock former) {
        this.number = number;
        this.startNs = startNs;
        this.stepNs = stepNs;
        this.former = former;
        this.timeNs = startNs;
    }

    int number() {
        return number;
    }

    public long stepNs() {
        return stepNs;
    }

    public long timeNs() {
        return timeNs;
    }

    /** A reading that is so many count-ups old; older than the clock is its first value. */
    public long readNs(final long age) {
        final long progressed = (timeNs - startNs) / stepNs;
        if (age > progressed && former != null) {
            return former.readNs(age - progressed - 1);
        }
        return timeNs - stepNs * Math.min(age, progressed);
    }

    /** Goes where the rules let it, even if that should be past the largest long: a broken rule is to be seen. */
    public void countUp() {
        timeNs += stepNs;
    }

    /** This clock at 0 again; its values from before can be read no more if that begins an epoch. */
    Clock reset(final boolean beginsEpoch) {
        return new Clock(number, 0, stepNs, beginsEpoch ? null : this);
    }
}
