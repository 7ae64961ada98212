package io.takt.steward.log;

import io.takt.steward.Event;
import io.takt.steward.ExtendedTime;

/**
 * Does turns of the past: again as they were, or another one in the place of one, or one that is new. Of a turn that is
 * done otherwise, all is taken over that read nothing else: the event's writes, and answers.
 */
final class Redo {
    private final Work work;
    private final Tables tables;
    private final Differences differences;
    private final Past past;
    private final Counters counters;
    private boolean ranAgain;
    private boolean sameEvent;
    private boolean sameWrites;

    Redo(final Work work, final Differences differences, final Past past, final Counters counters) {
        this.work = work;
        tables = work.tables;
        this.differences = differences;
        this.past = past;
        this.counters = counters;
    }

    /** Whether a turn does what it did: whatever it read or came from is the same. */
    boolean isSame(final Turn turn) {
        if (differences.none()) {
            return true;
        }
        if (!turn.isFromOutside() && differences.ofSlot(turn.slot(0)) || turn.hasCanary(differences)
            || turn.hasRead(differences)) {
            return false;
        }
        return !differences.anyAutomatic() || asksTheSame(turn);
    }

    /** Whether no slot differs that it would ask, or would not any more, because of what it writes. */
    private boolean asksTheSame(final Turn turn) {
        for (int i = 0; i < turn.slots(); i++) {
            if (differences.ofSlot(turn.slot(i)) && tables.slots()[turn.slot(i)].automatic) {
                return false;
            }
        }
        boolean same = true;
        for (int i = 0; same && i < turn.cells(); i++) {
            same = !work.dependents().anyOf(turn.cell(i), differences::ofSlot);
        }
        return same;
    }

    /** Does a turn again that is undone, as it was. */
    void again(final Turn turn, final Touches touches) {
        differences.makeRoom(0);
        boolean relist = false;
        for (int i = 0; i < turn.slots() && turn.isListed(); i++) {
            relist |= turn.answerBefore(i) != tables.answers[turn.slot(i)];
        }
        if (relist) {
            touches.remove(turn);
        }
        turn.setUndone(false);
        for (int i = 0; i < turn.cells(); i++) {
            final int cell = turn.cell(i);
            turn.setBefore(i, tables.values[cell], tables.marks[cell]);
            work.put(cell, turn.after(i), turn.markAfter(i));
            differences.settled(cell);
        }
        for (int i = 0; i < turn.slots(); i++) {
            final int slot = turn.slot(i);
            turn.setAnswerBefore(i, tables.answers[slot]);
            work.put(slot, turn.answerAfter(i));
            differences.expectOfSlot(slot, turn.answerAfter(i));
            past.undoing().refresh(slot);
        }
        if (relist) {
            touches.add(turn);
        }
    }

    /** A turn that is undone does not happen any more. */
    void drop(final Turn turn) {
        differences.makeRoom(turn.cells() + turn.slots());
        past.undoing().differing().makeRoom();
        differences.begin();
        for (int i = 0; i < turn.cells(); i++) {
            differences.expect(turn.cell(i), turn.after(i), turn.markAfter(i));
        }
        for (int i = 0; i < turn.slots(); i++) {
            differences.expectOfSlot(turn.slot(i), turn.answerAfter(i));
            past.undoing().refresh(turn.slot(i));
        }
    }

    /**
     * Does a turn that is new, or another one.
     *
     * @param at    an object that no other turn has.
     * @param event null for a stale prediction.
     * @param was   the turn of that instant that was done before, and is undone; null if there was none.
     * @return what is to be put into the log. If something fails, all is as before.
     */
    Turn otherwise(final ExtendedTime at, final Fiat fiat, final Slot slot, final Event event, final Turn was) {
        differences.begin();
        ranAgain = false;
        try {
            work.begin(at, slot);
            perform(event, was);
            final Turn turn = new Turn(work.numbers(), work.values(), 2 * work.slotCount);
            work.writeInto(turn, fiat, event);
            // Here, where it can be taken back: users' equalities may throw.
            sameWrites = was != null && turn.writesTheSame(was, tables);
            work.prepareCommit();
            differences.makeRoom(work.slotCount + (was == null ? 0 : was.slots()));
            past.undoing().differing().makeRoom();
            for (int i = 0; i < work.slotCount; i++) {
                past.undoing().touch(work.slots[i].index);
            }
            return turn;
        } catch (final Throwable e) {
            differences.takeBack();
            throw work.failure(e);
        }
    }

    /** Whether the turn that was done last is the same event as before and has written the same. */
    boolean isTheSameAsBefore() {
        return sameEvent && sameWrites;
    }

    /** Whether the event of the turn that was done last was run, where one had been run before. */
    boolean ranAgain() {
        return ranAgain;
    }

    /** Whether the turn that was done last has written the same as before. */
    boolean writesTheSameAsBefore() {
        return sameWrites;
    }

    /** Gives the answers of the turn that was done last to their slots, one by one: each has its place in a heap. */
    void commit(final Turn was) {
        for (int i = 0; i < work.slotCount; i++) {
            final int slot = work.slots[i].index;
            final Answer before = tables.answers[slot];
            final int place = was == null ? -1 : was.placeOfSlot(slot);
            work.put(slot, work.answersAfter[i]);
            if (place < 0) {
                differences.slotOverwritten(slot, before);
            } else {
                differences.expectOfSlot(slot, was.answerAfter(place));
            }
            past.undoing().refresh(slot);
        }
        for (int i = 0; was != null && i < was.slots(); i++) {
            final int slot = was.slot(i);
            if (!work.hasTouched(tables.slots()[slot])) {
                differences.expectOfSlot(slot, was.answerAfter(i));
                past.undoing().refresh(slot);
            }
        }
    }

    private void perform(final Event event, final Turn was) {
        sameEvent = event != null && was != null && was.event() != null
            && Answer.sameEvent(event, was.event());
        if (event == null) {
            askStale();
        } else if (sameEvent && !differsIn(was, -1)) {
            takeOver(was);
        } else {
            work.run(event);
            keepEqual(was);
            ranAgain = was != null && was.event() != null;
        }
        compareWrites(was);
        work.askDependents();
        for (int i = 0; i < work.slotCount; i++) {
            answer(i, was);
        }
    }

    private void askStale() {
        if (!work.slots[0].dropsStale) {
            work.ask(work.slots[0], false);
        }
    }

    /** The values of what an action has read. */
    private boolean differsIn(final Turn was, final int place) {
        for (int i = was.readsBegin(place); i < was.readsEnd(place); i++) {
            if (differences.inValue(was.read(i))) {
                return true;
            }
        }
        return false;
    }

    private void takeOver(final Turn was) {
        for (int i = was.readsBegin(-1); i < was.readsEnd(-1); i++) {
            work.readKnown(was.read(i));
        }
        work.endReadsOfEvent();
        for (int i = 0; i < was.cells(); i++) {
            work.writeKnown(was.cell(i), was.after(i), was.markAfter(i));
        }
        for (int i = 0; i < was.slots(); i++) {
            if (was.asked(i) == Turn.ASKED || was.asked(i) == Turn.CANCELLED) {
                work.ask(tables.slots()[was.slot(i)], was.asked(i) == Turn.CANCELLED);
            }
        }
    }

    /** What was written before as well keeps its mark: nothing that depends on it has to be looked at. */
    private void keepEqual(final Turn was) {
        for (int i = 0; was != null && i < work.cellCount; i++) {
            final int cell = work.cells[i];
            final int place = was.placeOfCell(cell);
            if (place >= 0 && tables.cells()[cell].holdsSame(tables.values[cell], was.after(place))) {
                work.keep(cell, was.after(place), was.markAfter(place));
            }
        }
    }

    private void compareWrites(final Turn was) {
        differences.makeRoom(work.cellCount + (was == null ? 0 : was.cells()));
        for (int i = 0; i < work.cellCount; i++) {
            differences.overwritten(work.cells[i], work.valuesBefore[i], work.marksBefore[i]);
        }
        for (int i = 0; was != null && i < was.cells(); i++) {
            differences.expect(was.cell(i), was.after(i), was.markAfter(i));
        }
    }

    private void answer(final int place, final Turn was) {
        final Slot slot = work.slots[place];
        final int how = work.asked[place];
        final int before = was == null ? -1 : was.placeOfSlot(slot.index);
        final Answer known = before < 0 || was.asked(before) == Turn.CAME_UP || was.asked(before) == Turn.CANCELLED
            ? null : was.answerAfter(before);
        if (how == Turn.CAME_UP || how == Turn.CANCELLED) {
            work.answerUnasked(place);
            keepIfAsGood(place, slot, before < 0 ? null : was.answerAfter(before));
        } else if (known != null && !differsIn(was, before)) {
            for (int i = was.readsBegin(before); i < was.readsEnd(before); i++) {
                work.readKnown(was.read(i));
            }
            work.answer(place, past.isCurrent(known, work.at) ? known : known.withMarks(tables.marks));
        } else {
            counters.predictorRuns++;
            work.predict(place);
            keepIfAsGood(place, slot, known);
        }
    }

    private void keepIfAsGood(final int place, final Slot slot, final Answer known) {
        if (known != null && work.answersAfter[place].isAsGoodAs(known, slot)) {
            work.answer(place, known);
        }
    }
}
