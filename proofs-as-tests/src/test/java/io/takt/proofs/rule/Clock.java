package io.takt.proofs.rule;

/** A clock of a {@link Federate}: the values in the shipped counters. */
final class Clock {
    private final CounterMemory memory;
    private final int number;
    private final long stepNs;

    Clock(final CounterMemory memory, final int number, final long stepNs) {
        this.memory = memory;
        this.number = number;
        this.stepNs = stepNs;
    }

    int number() {
        return number;
    }

    long stepNs() {
        return stepNs;
    }

    long timeNs() {
        return memory.timeNs(number);
    }

    /** A reading that is so many count-ups old; older than the clock is its first value. */
    long readNs(final long age) {
        return memory.readNs(number, age);
    }

    /** Whether T' = T + ΔT is no time any more. */
    boolean isLast() {
        return stepNs > Long.MAX_VALUE - timeNs();
    }
}
