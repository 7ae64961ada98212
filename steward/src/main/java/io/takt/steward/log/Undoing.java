package io.takt.steward.log;

import java.util.Arrays;

/** Undoes turns, and keeps the slots that come up in order meanwhile. */
final class Undoing {
    private final Work work;
    private final Tables tables;
    private final Differences differences;
    /**
     * The slots that come up after the last turn of the log. As soon as work in the past changes what a slot says, it
     * is taken out; when that work is done, it is put in again.
     */
    private final Pending pending;
    /** Slots that say something else than the undone turns take for granted. */
    private final Pending differing;
    private int[] touched = new int[64];
    private boolean[] isTouched = {};
    private int touchedCount;

    Undoing(final Work work, final Differences differences, final Pending pending) {
        this.work = work;
        tables = work.tables;
        this.differences = differences;
        this.pending = pending;
        differing = new Pending(tables);
    }

    /** The slots that come up otherwise than in the turns to be done again. */
    Pending differing() {
        return differing;
    }

    /** Takes back the writes and answers of a turn; all later ones that came to the same are undone. */
    void undo(final Turn turn) {
        turn.setUndone(true);
        for (int i = turn.cells() - 1; i >= 0; i--) {
            work.put(turn.cell(i), turn.before(i), turn.markBefore(i));
        }
        for (int i = turn.slots() - 1; i >= 0; i--) {
            touch(turn.slot(i));
            work.put(turn.slot(i), turn.answerBefore(i));
        }
    }

    /** A slot is about to say something else. */
    void touch(final int slot) {
        if (isTouched.length <= slot) {
            isTouched = Arrays.copyOf(isTouched, tables.answers.length);
        }
        if (!isTouched[slot]) {
            if (touchedCount == touched.length) {
                touched = Arrays.copyOf(touched, 2 * touchedCount);
            }
            pending.remove(slot);
            isTouched[slot] = true;
            touched[touchedCount++] = slot;
        }
    }

    /** A slot has come to say something. */
    void refresh(final int slot) {
        if (differences.ofSlot(slot)) {
            differing.update(slot);
        } else {
            differing.remove(slot);
        }
    }

    /** There is nothing more to be done in the past. */
    void end() {
        pending.makeRoom();
        for (int i = 0; i < touchedCount; i++) {
            isTouched[touched[i]] = false;
            pending.update(touched[i]);
        }
        touchedCount = 0;
        differing.clear();
    }
}
