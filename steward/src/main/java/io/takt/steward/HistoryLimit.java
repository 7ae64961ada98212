package io.takt.steward;

/**
 * How much history a steward keeps at most, and its reaction when it has so much.
 *
 * @param events   executed events that are kept, 1 or more.
 * @param whenFull what happens before one more.
 */
public record HistoryLimit(long events, WhenFull whenFull) {
    /** The reaction of a steward with a full history before the next event. */
    public enum WhenFull {
        /**
         * It forgets the earliest half, and what is of the same time, as {@link Steward#forgetBefore} does; the past
         * before that can be changed no more. Snapshots of it that are open stay. If the history is full of events of
         * the time of the next one, that is refused as with {@link #REFUSE}.
         */
        FORGET,
        /**
         * It is not advanced: that is a {@link StewardException}, nothing is lost, and it goes on when something was
         * forgotten.
         */
        REFUSE
    }

    /** Checks the number. */
    public HistoryLimit {
        if (events < 1) {
            throw new IllegalArgumentException("a history has room for 1 event or more, not for " + events);
        }
        if (whenFull == null) {
            throw new IllegalArgumentException("what happens when the history is full is missing: FORGET or REFUSE");
        }
    }
}
