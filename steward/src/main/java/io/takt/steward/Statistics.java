package io.takt.steward;

/**
 * Counts of a steward's work since it was made, and of its contents.
 *
 * @param executed      events executed for the first time.
 * @param redone        events executed again in place, because something that they read had another value, or another
 *                      event came up at their instant. Events that are undone, and done again from the history, are
 *                      not among them.
 * @param redoneEqual   those of them that wrote the same as before.
 * @param undone        events that no longer happen.
 * @param stale         predictions that were found to be stale when their time came.
 * @param predictorRuns calls of predictors, the first and all further ones.
 * @param speculated    predictions whose events were run beforehand, by several threads.
 * @param takenOver     those of them whose results still held.
 * @param rounds        in each of which threads ran some of them at the same time.
 * @param versions      values that events have written to cells, as far as the history has these events now.
 * @param historyBytes  memory of the history now, estimated from its contents, without users' own objects.
 */
public record Statistics(
    long executed, long redone, long redoneEqual, long undone, long stale, long predictorRuns, long speculated,
    long takenOver, long rounds, long versions, long historyBytes) {
}
