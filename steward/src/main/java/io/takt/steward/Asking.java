package io.takt.steward;

/** The occasion on which a {@linkplain Predictor predictor} is asked about a cell. */
public enum Asking {
    /**
     * Writing does. A predictor's last answer about a cell stands, a prediction or none, and all that it read for it is
     * known: the cell itself, the values that it got, and canaries. An event that writes one of these has it asked
     * again, exactly as if the event had called {@link Transaction#predict} for it at its end:
     *
     * <ul>
     * <li>after all that the event has written, and after the predictors that it asked itself, in the order of the
     * predictors' ids, then of the cells' types and keys;
     * <li>once; and not at all where the event has asked for it itself, or has cancelled it;
     * <li>also if the value is the same as before, and also if the last answer was that nothing happens, or came true,
     * or was cancelled: then a write of the cell itself counts;
     * <li>about a cell that is written for the first time, too; about one that holds null it is not called: nothing
     * happens to that one next.
     * </ul>
     *
     * <p>Each answer takes the place of the last one. So a prediction that stands is never stale.
     */
    AUTOMATIC,

    /**
     * Events do, each for all that its writes change: less is computed where an event knows that most of what was read
     * stays as it was. A trial, by {@code AuditSteward} or {@code RetroactivityCheck} of steward-test, proves it:
     * where writing would have had the predictor asked, its prediction is compared with one that is made afresh, and
     * the event that has forgotten to ask is named. The same event at the same time is right; so is a stale prediction
     * that comes up no later than the fresh one, since it is made anew then.
     */
    BY_EVENTS,

    /**
     * Events do, when they like. A prediction stands as it was made, whatever a fresh one would be, and no trial
     * compares: for an alarm that rings once, or where of two bodies the one that turned last predicts what happens to
     * both.
     */
    ON_REQUEST
}
