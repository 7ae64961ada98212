package io.takt.steward.log;

import io.takt.steward.ExtendedTime;

/**
 * The turn of a prediction, found before it comes. It holds if, when the turn comes, everything that was read has the
 * same mark still; otherwise it is thrown away. Made by one thread, used by the steward's after that. Its places are
 * those of the turn, see {@link Work}.
 */
final class Speculation {
    /** The turn's instant, and the mark of all that it writes; null if it could not be found beforehand. */
    final ExtendedTime at;
    final Answer of;
    /** Of the speculator; it is good for no other one. */
    final long era;
    /** Whether the event happens; otherwise the prediction is stale, and the new answer is of its own slot. */
    final boolean happens;
    int[] cells = {};
    Object[] values = {};
    Slot[] slots = {};
    int[] asked = {};
    /** Null where the predictor is yet to be asked. */
    Answer[] answers = {};
    int[] readsEnd = {};
    int[] reads = {};
    /** Of all that was read; where the event itself has written it before, the mark of this. */
    ExtendedTime[] marks = {};
    int eventReadsEnd;

    Speculation(final ExtendedTime at, final Answer of, final long era, final boolean happens) {
        this.at = at;
        this.of = of;
        this.era = era;
        this.happens = happens;
    }

    /** Where the reads of the event, for -1, or of a slot's predictor begin. */
    int readsBegin(final int place) {
        return place < 0 ? 0 : readsEnd(place - 1);
    }

    int readsEnd(final int place) {
        return place < 0 ? eventReadsEnd : readsEnd[place];
    }

    /** Whether it has an answer for a place. */
    boolean says(final int place) {
        return place < answers.length && answers[place] != null;
    }

    /** Whether the event, for -1, or a slot's predictor would still do the same. */
    boolean holds(final int place, final ExtendedTime[] now) {
        return changed(place, now) < 0;
    }

    /** The place of the first read of the event, for -1, or a slot's predictor that does not hold; -1 if all do. */
    int changed(final int place, final ExtendedTime[] now) {
        for (int i = readsBegin(place); i < readsEnd(place); i++) {
            if (now[reads[i]] != marks[i]) {
                return i;
            }
        }
        return -1;
    }
}
