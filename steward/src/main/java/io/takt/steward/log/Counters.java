package io.takt.steward.log;

import io.takt.steward.Statistics;

/** Counts of the steward's work. */
final class Counters {
    long executed;
    long redone;
    long redoneEqual;
    long undone;
    long stale;
    long predictorRuns;
    long speculated;
    long takenOver;
    long rounds;

    Statistics statistics(final Log log) {
        return new Statistics(executed, redone, redoneEqual, undone, stale, predictorRuns, speculated, takenOver,
            rounds, log.values(), log.bytes());
    }
}
