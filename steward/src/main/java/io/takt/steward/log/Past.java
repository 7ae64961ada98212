package io.takt.steward.log;

import java.util.ArrayList;

import io.takt.steward.ExtendedTime;

/**
 * Which turns of the past are undone, and waits to be done again or looked at. Two ways: all that came after a change
 * is undone, and gone through; or only turns are undone that have written what a new or another turn comes to, and
 * those are looked at that have read something which differs. The first is quicker where much depends on a change: it
 * comes to no lists.
 */
final class Past {
    /** With fewer turns all of them are undone. */
    private static final int FEW = 512;
    /**
     * All turns are undone as soon as WEIGHT_OF_OTHER * (turns that were others) + WEIGHT_OF_UNDONE * (turns that were
     * undone to be looked at) is greater than the count of turns since the change, or FEW if that is greater: where
     * there are many, if 1 in 50 was another one, or 1 in 8 was undone.
     */
    private static final int WEIGHT_OF_OTHER = 50;
    private static final int WEIGHT_OF_UNDONE = 8;
    /** After so many small changes in a row the next one is taken for small: lists cost as much as those did. */
    private static final int SMALL_CHANGES = 3;

    private final Work work;
    private final Tables tables;
    private final Log log;
    private final Touches touches;
    private final Differences differences;
    private final ArrayList<Differences.Seam> seams = new ArrayList<>();
    private final Undoing undoing;
    private final Selection selection;
    /** Where all is undone: before the next of these. */
    private final Log.Cursor cursor;
    private boolean active;
    private boolean all;
    /** All turns until then, inclusive, are as they are to be. */
    private ExtendedTime done = ExtendedTime.BEGINNING;
    /** So many of the last changes in a row had few turns be others. */
    private int smallChanges;
    private Redoing redoing = Redoing.BY_EXPERIENCE;
    private long turnsSince;
    private long others;
    /** Turns that were undone to be looked at. */
    private long lookedAt;

    Past(final Work work, final Log log, final Touches touches, final Differences differences, final Pending pending) {
        this.work = work;
        tables = work.tables;
        this.log = log;
        this.touches = touches;
        this.differences = differences;
        undoing = new Undoing(work, differences, pending);
        selection = new Selection(work, touches, differences, undoing);
        cursor = log.cursor();
    }

    /** Whether turns are undone, or were not looked at yet. */
    boolean isActive() {
        return active;
    }

    /** Whether all turns after what is done are undone, while there is something to be done; else only some are. */
    boolean undoesAll() {
        return all;
    }

    /** Undoes turns. */
    Undoing undoing() {
        return undoing;
    }

    /** Lists of all turns at an instant or later, for a look at them. */
    Touches listedFrom(final ExtendedTime at) {
        try {
            touches.cover(at);
        } catch (final Throwable e) {
            if (active && !all) {
                // There are none any more.
                work.breakDown(e);
            }
            throw e;
        }
        return touches;
    }

    /** Something is to be done at an instant that is not after the last turn. */
    void goTo(final ExtendedTime at) {
        if (active && done.isBefore(at)) {
            return;
        }
        if (active) {
            takeUpSeams();
            if (!differences.none()) {
                seams.add(0, differences.takeSeam(done));
                undoing.differing().clear();
            }
        } else {
            active = true;
            turnsSince = log.countFrom(at);
            others = 0;
            lookedAt = 0;
            selection.takeUndone();
            all = isAllUndone();
            if (!all) {
                work.settleWith(selection);
            } else {
                touches.drop();
                cursor.moveToEnd();
            }
        }
        final ExtendedTime before = log.before(at);
        done = before == null ? ExtendedTime.BEGINNING : before;
        if (all) {
            undoAllFrom(at);
        } else {
            touches.cover(at);
        }
    }

    private boolean isAllUndone() {
        if (redoing != Redoing.BY_EXPERIENCE) {
            return redoing == Redoing.ALL;
        }
        return turnsSince < FEW ? !touches.are() : smallChanges < SMALL_CHANGES;
    }

    void redoing(final Redoing way) {
        redoing = way;
    }

    /** The turn of an instant is to be looked at: it is not to happen any more. */
    void lookAt(final ExtendedTime at) {
        if (!all) {
            selection.await(log.find(at));
        }
    }

    /** Whether a slot says something else than the undone turns take for granted. */
    boolean differs(final int slot) {
        return differences.ofSlot(slot);
    }

    /** Whether no canary of an answer has been written until an instant. */
    boolean isCurrent(final Answer answer, final ExtendedTime at) {
        if (!all) {
            for (final int cell : answer.canaries()) {
                selection.beforeUse(cell, at);
            }
        }
        return answer.isCurrent(tables.marks);
    }

    /** The log has lost its first turns. */
    void forgot() {
        if (active && all) {
            seekAfterDone();
        }
    }

    private void seekAfterDone() {
        cursor.moveTo(done);
        final Turn next = cursor.next();
        if (next != null && next.isAt(done)) {
            cursor.skip();
        }
    }

    /** The next turn of the log to be done again or looked at; null if there is none. */
    Turn next() {
        return all ? cursor.next() : selection.next();
    }

    /**
     * Goes on from the first seam, as nothing more is to be done before it: what differs there, by the change that was
     * half done, differs from now on. Another turn may be the next then.
     */
    void reachSeam() {
        // All before the seam counts as done: a further change there is one to go back to.
        done = seams.get(0).after();
        takeUp(seams.remove(0));
    }

    /** Whether a seam comes before an instant; null stands for never. */
    boolean hasSeamBefore(final ExtendedTime next) {
        return !seams.isEmpty() && (next == null || seams.get(0).after().isBefore(next));
    }

    /** Undoes a turn, and before it all later ones that have written the same cells or changed the same slots. */
    void undoWithLater(final Turn turn) {
        selection.undoWithLater(turn);
    }

    /** A turn is done, or looked at: all up to it is as it is to be. */
    void pass(final Turn turn) {
        done = turn.at();
        if (all) {
            cursor.skip();
            return;
        }
        selection.pass();
        selection.lookAhead(turn);
        undoAllIfMany();
    }

    /** A turn was done that is not in the log yet, perhaps in the place of another one, which is undone. */
    void put(final Turn turn, final Turn instead) {
        others++;
        done = turn.at();
        if (!all && instead != null) {
            selection.pass();
            selection.lookAhead(instead);
        }
        if (instead == null) {
            log.insert(turn);
        } else {
            touches.remove(instead);
            log.replace(instead, turn);
        }
        touches.come(turn);
        if (all) {
            seekAfterDone();
        } else {
            selection.lookAhead(turn);
            undoAllIfMany();
        }
    }

    /** A turn does not happen any more; it is undone. */
    void drop(final Turn turn) {
        others++;
        final ExtendedTime at = turn.at();
        done = at;
        if (!all) {
            selection.pass();
            selection.lookAhead(turn);
        }
        touches.remove(turn);
        log.remove(turn);
        if (all) {
            cursor.moveTo(at);
        } else {
            undoAllIfMany();
        }
    }

    private void undoAllIfMany() {
        lookedAt += selection.takeUndone();
        if (redoing != Redoing.SOME
            && others * WEIGHT_OF_OTHER + lookedAt * WEIGHT_OF_UNDONE > Math.max(turnsSince, FEW)) {
            undoAllLater();
        }
    }

    /** There is nothing more to be done in the past. */
    void end() {
        active = false;
        work.settleWith(null);
        // A seam that is left lies behind the last turn: nothing is there for which anything could differ.
        seams.clear();
        undoing.end();
        differences.clear();
        if (turnsSince >= FEW) {
            smallChanges = others * WEIGHT_OF_OTHER > turnsSince ? 0 : smallChanges + 1;
        }
    }

    private void takeUpSeams() {
        while (!seams.isEmpty() && !done.isBefore(seams.get(0).after())) {
            takeUp(seams.remove(0));
        }
    }

    private void takeUp(final Differences.Seam seam) {
        differences.makeRoom(seam.cells().length + seam.slots().length);
        differences.begin();
        undoing.differing().makeRoom();
        for (int i = 0; i < seam.cells().length; i++) {
            differences.expect(seam.cells()[i], seam.values()[i], seam.marks()[i]);
        }
        for (int i = 0; i < seam.slots().length; i++) {
            differences.expectOfSlot(seam.slots()[i], seam.answers()[i]);
            undoing.refresh(seam.slots()[i]);
        }
        if (!all) {
            for (final int cell : seam.cells()) {
                selection.lookAhead(cell, seam.after());
            }
            for (final int slot : seam.slots()) {
                selection.lookAheadOfSlot(slot, seam.after());
            }
        }
    }

    private void undoAllFrom(final ExtendedTime at) {
        // All that comes after the cursor is undone.
        for (Turn turn = cursor.back(); turn != null && !turn.isBefore(at); turn = cursor.back()) {
            if (!turn.isUndone()) {
                undoing.undo(turn);
            }
        }
        cursor.moveTo(at);
    }

    private void undoAllLater() {
        all = true;
        work.settleWith(null);
        selection.clear();
        touches.drop();
        final Log.Cursor back = log.cursor();
        for (Turn turn = back.back(); turn != null && turn.isAfter(done); turn = back.back()) {
            if (!turn.isUndone()) {
                undoing.undo(turn);
            }
        }
        seekAfterDone();
    }
}
