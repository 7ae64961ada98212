package io.takt.steward.log;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;

import io.takt.steward.ExtendedTime;

/**
 * Where only some turns of the past are undone: those that have written something, or changed a slot, that an earlier
 * one comes to which is new or another one. Others are looked at that have read something which differs.
 */
final class Selection implements Settling {
    private final Work work;
    private final Tables tables;
    private final Touches touches;
    private final Differences differences;
    private final Undoing undoing;
    /** Those that are undone, and others to be looked at. */
    private final PriorityQueue<Turn> awaited = new PriorityQueue<>();
    private final ArrayList<Turn> collected = new ArrayList<>();
    private long undone;

    Selection(final Work work, final Touches touches, final Differences differences, final Undoing undoing) {
        this.work = work;
        tables = work.tables;
        this.touches = touches;
        this.differences = differences;
        this.undoing = undoing;
    }

    /** The next turn to be done again or looked at; null if there is none. */
    Turn next() {
        return awaited.peek();
    }

    /** The next turn waits no more. */
    void pass() {
        awaited.poll().setAwaited(false);
    }

    /** None waits any more. */
    void clear() {
        for (final Turn turn : awaited) {
            turn.setAwaited(false);
        }
        awaited.clear();
    }

    /** How many turns have been undone since the last call. */
    long takeUndone() {
        final long count = undone;
        undone = 0;
        return count;
    }

    /** A turn is to be looked at. */
    void await(final Turn turn) {
        if (!turn.isAwaited()) {
            turn.setAwaited(true);
            awaited.add(turn);
        }
    }

    /** After a turn: what differs now is looked at by turns that have read it. */
    void lookAhead(final Turn turn) {
        for (int i = 0; i < turn.cells(); i++) {
            lookAhead(turn.cell(i), turn.at());
        }
        for (int i = 0; differences.anyAutomatic() && i < turn.slots(); i++) {
            lookAheadOfSlot(turn.slot(i), turn.at());
        }
    }

    /** Likewise, after an instant, if a cell differs. */
    void lookAhead(final int cell, final ExtendedTime at) {
        final TurnList writers = touches.writers(cell);
        final Turn writer = writers.get(writers.after(at));
        if (differences.inMark(cell)) {
            final TurnList readers = touches.readers(cell);
            int place = readers.after(at);
            Turn reader = readers.get(place);
            while (reader != null && (writer == null || writer.compareTo(reader) >= 0)) {
                await(reader);
                reader = readers.get(++place);
            }
        }
        if (differences.anyAutomatic() && writer != null) {
            work.dependents().forEach(cell, slot -> {
                if (differences.ofSlot(slot)) {
                    await(writer);
                }
            });
        }
    }

    /** Likewise, if a slot differs whose predictor is asked by writing. */
    void lookAheadOfSlot(final int slot, final ExtendedTime at) {
        if (differences.ofSlot(slot)) {
            for (final int cell : tables.answers[slot].reads()) {
                final TurnList writers = touches.writers(cell);
                final Turn writer = writers.get(writers.after(at));
                if (writer != null) {
                    await(writer);
                }
            }
        }
    }

    /** Undoes a turn, and before it all later ones that have written the same cells or changed the same slots. */
    void undoWithLater(final Turn turn) {
        if (!turn.isUndone()) {
            undo(turn, null, null);
        }
    }

    /**
     * Undoes a turn, if there is one, or the first one of a list after an instant, and before it all later ones that
     * have come to the same. This goes on in the middle of events: if one catches what is thrown here, or that counts
     * as its failure, not all of it may have been done.
     */
    private void undo(final Turn turn, final TurnList list, final ExtendedTime after) {
        try {
            if (turn != null) {
                collected.add(turn);
            } else {
                collect(list, after);
            }
            undoCollected();
        } catch (final Throwable e) {
            work.breakDown(e);
            throw e;
        }
    }

    private void undoCollected() {
        for (int i = 0; i < collected.size(); i++) {
            final Turn turn = collected.get(i);
            turn.setUndone(true);
            for (int j = 0; j < turn.cells(); j++) {
                collect(touches.writers(turn.cell(j)), turn.at());
            }
            for (int j = 0; j < turn.slots(); j++) {
                collect(touches.changers(turn.slot(j)), turn.at());
            }
        }
        undone += collected.size();
        collected.sort(Comparator.reverseOrder());
        for (final Turn turn : collected) {
            undoing.undo(turn);
            await(turn);
        }
        collected.clear();
    }

    /** The first one after an instant; it brings those after it. */
    private void collect(final TurnList list, final ExtendedTime at) {
        final Turn later = list.get(list.after(at));
        if (later != null && !later.isUndone()) {
            later.setUndone(true);
            collected.add(later);
        }
    }

    @Override
    public void beforeUse(final int cell, final ExtendedTime at) {
        final ExtendedTime written = tables.marks[cell];
        if (written != null && at.isBefore(written)) {
            undo(null, touches.writers(cell), at);
        }
    }

    @Override
    public void beforeTouch(final int slot, final ExtendedTime at) {
        if (at.isBefore(tables.answers[slot].at)) {
            undo(null, touches.changers(slot), at);
        }
    }

    @Override
    public void beforeAsking(final int cell) {
        final ExtendedTime at = work.at;
        final TurnList writers = touches.writers(cell);
        final Turn writer = writers.get(writers.after(at));
        final TurnList askers = touches.askers(cell);
        int place = askers.after(at);
        for (Turn asker = askers.get(place); asker != null && (writer == null || writer.compareTo(asker) >= 0);
            asker = askers.get(++place)) {
            for (int i = 0; !asker.isUndone() && i < asker.slots(); i++) {
                final Answer before = asker.answerBefore(i);
                if (!at.isBefore(before.at) && Arrays.stream(before.reads()).anyMatch(read -> read == cell)) {
                    undoWithLater(asker);
                }
            }
        }
    }
}
