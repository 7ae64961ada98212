package io.takt.steward;

/**
 * Counts of a steward's work since it was made, and of its contents.
 *
 * @param executed      events executed for the first time, or again after they had been undone.
 * @param redone        events executed again in place, because something that they read had changed.
 * @param redoneEqual   those of them that wrote the same as before.
 * @param undone        events that no longer happen, or were undone to be run anew.
 * @param runAnew       the latter: undone with all that came after them, when a third of it depended on a change.
 * @param stale         predictions that were found to be stale when their time came.
 * @param predictorRuns calls of predictors, the first and all further ones.
 * @param speculated    predictions whose events were run beforehand, by several threads.
 * @param takenOver     those of them whose results still held.
 * @param rounds        in each of which threads ran some of them at the same time.
 * @param versions      versions of cells that are kept now.
 * @param historyBytes  memory of the history now, estimated from its contents, without users' own objects.
 */
public record Statistics(
    long executed, long redone, long redoneEqual, long undone, long runAnew, long stale, long predictorRuns,
    long speculated, long takenOver, long rounds, long versions, long historyBytes) {
}
