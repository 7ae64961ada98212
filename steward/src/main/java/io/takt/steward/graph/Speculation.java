package io.takt.steward.graph;

/**
 * The result of a prediction, found before its turn. It holds if, when the turn comes, everything that was read is
 * still the newest; otherwise it is thrown away. Made by one thread, used by the steward's after that.
 */
final class Speculation {
    /** How often the past had been changed when this was made. */
    final long pastChanges;
    /** Whether the event happened; otherwise the prediction was stale, and the new one is of its own slot. */
    final boolean happens;
    /** The event's reads, some of them perhaps several times. */
    Version[] reads = Action.NOTHING;
    Version[] writes = Action.NOTHING;
    Slot[] asked = Execution.NONE;
    boolean[] cancelled = {};
    /** The new prediction of each slot that was asked; null where it is yet to be asked. */
    Prediction[] said;
    Version[][] saidReads;
    /** The reason why {@link BoundedSpeculator} is sure that this holds; null if it is not. */
    Object promise;

    Speculation(final long pastChanges, final boolean happens) {
        this.pastChanges = pastChanges;
        this.happens = happens;
    }

    /** Whether the event would still do the same. */
    boolean holds(final long pastChangesNow) {
        if (pastChanges != pastChangesNow) {
            return false;
        }
        for (final Version version : reads) {
            if (version.next != null) {
                return false;
            }
        }
        return true;
    }
}
