package io.takt.steward.graph;

import io.takt.steward.Statistics;

/** Counts of the steward's work, and of the history that is kept. */
final class Counters {
    private static final long VERSION_BYTES = 64;
    private static final long EXECUTION_BYTES = 48 + 32 + 24;
    /** With the instants of those that are asked for theirs. */
    private static final long PREDICTION_BYTES = 80 + 24;
    /** A reference to the version and one to the reader, in a list that is three quarters full. */
    private static final long READ_BYTES = 4 + 6;

    long executed;
    long redone;
    long redoneEqual;
    long undone;
    long runAnew;
    long stale;
    long predictorRuns;
    long speculated;
    long takenOver;
    long rounds;
    long versions;
    long executions;
    long predictions;
    long reads;
    /** Bytes of the log of those reads whose versions are yet to be looked up. */
    long logged;

    /** How many actions have been run, or undone. */
    long actions() {
        return executed + redone + undone + predictorRuns;
    }

    /** An action that is dead is kept no more. */
    void dropped(final Action action) {
        forgetReads(action);
        if (action instanceof Execution) {
            executions--;
        } else {
            predictions--;
        }
    }

    void forgetReads(final Action action) {
        reads -= action.reads.versions.length;
        logged -= ReadLog.length(action);
    }

    Statistics statistics() {
        final long bytes = versions * VERSION_BYTES + executions * EXECUTION_BYTES
            + predictions * PREDICTION_BYTES + reads * READ_BYTES + logged;
        return new Statistics(executed, redone, redoneEqual, undone, runAnew, stale, predictorRuns, speculated,
            takenOver, rounds, versions, bytes);
    }
}
