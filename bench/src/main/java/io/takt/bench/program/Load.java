package io.takt.bench.program;

/** A simulation that is measured. For one thread. */
interface Load {
    /** Simulates a further slice, of some hundred events. */
    void advance();

    /** Events so far. */
    long events();

    /** Predictions so far that were found to be stale when they came up. */
    long stale();

    /** Further counts so far. */
    default Details details() {
        return Details.NONE;
    }

    /**
     * Counts of some simulations only.
     *
     * @param speculated events that were run before their turn.
     * @param takenOver  those of them that held.
     * @param rounds     in which they were run.
     */
    record Details(long speculated, long takenOver, long rounds) {
        static final Details NONE = new Details(0, 0, 0);

        /** The counts since then. */
        Details since(final Details before) {
            return new Details(speculated - before.speculated, takenOver - before.takenOver, rounds - before.rounds);
        }

        /** In their order. */
        @Override
        public String toString() {
            return speculated + " " + takenOver + " " + rounds;
        }
    }
}
