package io.takt.bench.program;

/** A simulation that is measured. For one thread. */
interface Load {
    /** Simulates a further slice, of some hundred events. */
    void advance();

    /** Events so far. */
    long events();

    /** Predictions so far that were found to be stale when they came up. */
    long stale();
}
