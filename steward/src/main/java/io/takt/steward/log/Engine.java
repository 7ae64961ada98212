package io.takt.steward.log;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

import io.takt.steward.ChangeListeners;
import io.takt.steward.Event;
import io.takt.steward.ExtendedTime;
import io.takt.steward.Physics;
import io.takt.steward.StewardException;

/**
 * Does all that is to be done, in order of time: turns that are new, at the front of the log, and after a change in the
 * past the turns there that follow from it. A turn affects later instants only. So when all has been done up to a time,
 * all up to then is as it would be if the past had been what it is now from the beginning.
 */
final class Engine {
    final Work work;
    final Tables tables;
    final Log log = new Log();
    final OpenSnapshots snapshots = new OpenSnapshots();
    final ChangeListeners listeners = new ChangeListeners();
    final Counters counters = new Counters();

    private final Touches touches;
    private final Pending pending;
    private final Past past;
    private final Redo redo;
    /** Null where no other threads help. */
    private Speculator speculator;
    /** Events from outside that are yet to happen. */
    private final TreeMap<ExtendedTime, Fiat> toHappen = new TreeMap<>();
    /** The earliest of them; null if there is none. */
    private Fiat nextFiat;
    /**
     * The earliest instant at which an event from outside was inserted or removed in the past, of those to which it has
     * not been gone back; null if there is none.
     */
    private ExtendedTime changedFrom;
    private final List<Fiat> toBeDropped = new ArrayList<>();
    /** Up to when all is done where the log is empty: the instant of the last turn that was new. */
    private ExtendedTime front = ExtendedTime.BEGINNING;
    /** The event from outside of that instant; null if it was predicted, or removed since. */
    private Fiat fiatAtFront;

    Engine(final Physics physics, final boolean history) {
        work = new Work(physics, history, snapshots);
        tables = work.tables;
        touches = new Touches(log, tables);
        pending = new Pending(tables);
        final Differences differences = new Differences(tables);
        past = new Past(work, log, touches, differences, pending);
        redo = new Redo(work, differences, past, counters);
    }

    Past past() {
        return past;
    }

    /** The base time of what is to be done next; the greatest long if there is nothing. */
    long next() {
        goBack();
        if (past.isActive()) {
            final long next = nextOfPast();
            if (past.isActive()) {
                return next;
            }
        }
        return Math.min(pending.firstBase(), nextFiat == null ? Long.MAX_VALUE : nextFiat.at.base());
    }

    /**
     * Does what is to be done next, which must be something. If it fails, it is still to be done.
     *
     * @param until up to which base time more is wanted.
     */
    void step(final long until) {
        if (past.isActive()) {
            stepInPast();
            return;
        }
        if (speculator != null && (nextFiat == null || pending.firstBase() < nextFiat.at.base())) {
            speculator.look(pending, nextFiat == null ? until : Math.min(until, nextFiat.at.base() - 1));
        }
        final int first = pending.first();
        final Slot slot = first < 0 ? null : tables.slots()[first];
        final Fiat fiat = nextFiat;
        final boolean fiatFirst = slot == null || fiat != null && fiatIsFirst(fiat, slot);
        if (fiatFirst) {
            happen(fiat.at, fiat, null, fiat.event, null);
            return;
        }
        final Answer answer = tables.answers[first];
        final Speculation known = speculator == null ? null : speculator.take(first);
        final ExtendedTime at = known == null ? answer.due(slot) : known.at;
        if (fiatAtFront != null && at.compareTo(front) == 0
            || at.equals(log.lastAt())) {
            throw twice(at);
        }
        happen(at, null, slot, answer.isCurrent(tables.marks) ? answer.event : null, known);
    }

    private boolean fiatIsFirst(final Fiat fiat, final Slot slot) {
        final Answer answer = tables.answers[slot.index];
        if (fiat.at.base() != answer.dueBase) {
            return fiat.at.base() < answer.dueBase;
        }
        final int order = fiat.at.compareTo(answer.due(slot));
        if (order == 0) {
            throw twice(fiat.at);
        }
        return order < 0;
    }

    /** Does a turn that is later than all others. */
    private void happen(
        final ExtendedTime at, final Fiat fiat, final Slot slot, final Event event, final Speculation known) {
        final boolean holds = known != null && known.happens == (event != null) && known.holds(-1, tables.marks);
        if (known != null && !holds) {
            speculator.notHeld(known);
        }
        try {
            perform(at, fiat, slot, event, holds ? known : null);
        } catch (final Throwable e) {
            throw work.failure(e);
        }
        for (int i = 0; i < work.slotCount; i++) {
            work.put(work.slots[i].index, work.answersAfter[i]);
            pending.update(work.slots[i].index);
            if (speculator != null) {
                speculator.forget(work.slots[i].index);
            }
        }
        front = at;
        fiatAtFront = fiat;
        if (work.history) {
            log.add();
        }
        if (fiat != null) {
            fiat.logged = work.history;
            happened(fiat);
        }
        count(event);
        if (event != null) {
            counters.takenOver += holds ? 1 : 0;
            if (speculator != null) {
                speculator.happened(event, at);
            }
            tell(at);
        }
    }

    private void perform(
        final ExtendedTime at, final Fiat fiat, final Slot slot, final Event event, final Speculation known) {
        work.begin(at, slot);
        if (event == null) {
            if (!slot.dropsStale) {
                work.ask(slot, false);
            }
        } else if (known != null) {
            work.takeOver(known);
        } else {
            work.run(event);
        }
        work.askDependents();
        for (int i = 0; i < work.slotCount; i++) {
            if (work.asked[i] == Turn.CAME_UP || work.asked[i] == Turn.CANCELLED) {
                work.answerUnasked(i);
            } else {
                predict(i, known);
            }
        }
        if (work.history) {
            work.writeInto(log.free(work.numbers(), work.values(), 2 * work.slotCount), fiat, event);
        }
        work.prepareCommit();
        pending.makeRoom();
    }

    private void predict(final int place, final Speculation known) {
        counters.predictorRuns++;
        final boolean says = known != null && known.says(place);
        if (says && known.holds(place, tables.marks)) {
            work.takeOver(known, place);
            return;
        }
        if (says) {
            speculator.notHeld(known, place);
        }
        work.predict(place);
    }

    private void count(final Event event) {
        if (event == null) {
            counters.stale++;
        } else {
            counters.executed++;
        }
    }

    private void happened(final Fiat fiat) {
        toHappen.remove(fiat.at);
        nextFiat = toHappen.isEmpty() ? null : toHappen.firstEntry().getValue();
    }

    private void goBack() {
        if (changedFrom != null) {
            if (speculator != null) {
                speculator.drop();
            }
            past.goTo(changedFrom);
            changedFrom = null;
            for (final Fiat fiat : toBeDropped) {
                past.lookAt(fiat.at);
            }
            toBeDropped.clear();
        }
    }

    /** The base time of what is to be done next in the past; it may turn out that nothing is. */
    private long nextOfPast() {
        while (true) {
            final Turn turn = past.next();
            final ExtendedTime anew = anew();
            final boolean anewFirst = turn == null || anew != null && turn.isAfter(anew);
            if (past.hasSeamBefore(anewFirst ? anew : turn.at())) {
                past.reachSeam();
                continue;
            }
            if (turn == null && (anew == null || front().isBefore(anew))) {
                past.end();
            }
            return !anewFirst ? turn.base() : anew == null ? Long.MAX_VALUE : anew.base();
        }
    }

    /** When something happens next that the log does not have; null for never. */
    private ExtendedTime anew() {
        final ExtendedTime due = dueInPast();
        return nextFiat != null && (due == null || nextFiat.at.isBefore(due)) ? nextFiat.at : due;
    }

    private ExtendedTime dueInPast() {
        final int slot = past.undoing().differing().first();
        return slot < 0 ? null : tables.answers[slot].due(tables.slots()[slot]);
    }

    private void stepInPast() {
        final Turn turn = past.next();
        final ExtendedTime anew = anew();
        if (turn != null && (anew == null || !turn.isAfter(anew))) {
            stepTo(turn, anew);
            return;
        }
        // Were it undone, it would come next.
        if (log.find(anew) != null) {
            throw twice(anew);
        }
        final ExtendedTime due = dueInPast();
        final boolean fiatFirst = nextFiat != null && (due == null || !due.isBefore(nextFiat.at));
        if (fiatFirst && due != null && due.compareTo(nextFiat.at) == 0) {
            throw twice(due);
        }
        if (fiatFirst) {
            otherwise(nextFiat.at, nextFiat, null, nextFiat.event, null);
        } else {
            final Slot slot = tables.slots()[past.undoing().differing().first()];
            otherwise(due, null, slot, comingUp(slot, due), null);
        }
    }

    /** Comes to a turn of the log that is undone, or is to be looked at. */
    private void stepTo(final Turn turn, final ExtendedTime anew) {
        if (!stillHappens(turn)) {
            drop(turn);
            return;
        }
        if (anew != null && turn.isAt(anew)
            && (turn.isFromOutside() || nextFiat != null && nextFiat.at.compareTo(turn.at()) == 0)) {
            throw twice(anew);
        }
        if (redo.isSame(turn)) {
            if (turn.isUndone()) {
                redo.again(turn, touches);
            }
            past.pass(turn);
            return;
        }
        past.undoWithLater(turn);
        final Fiat fiat = turn.fiat();
        otherwise(turn.at(), fiat, turn.slot(), fiat != null ? fiat.event : comingUp(turn.slot(), turn.at()), turn);
    }

    private void drop(final Turn turn) {
        final ExtendedTime at = turn.at();
        final boolean happened = turn.event() != null;
        past.undoWithLater(turn);
        redo.drop(turn);
        past.drop(turn);
        if (happened) {
            counters.undone++;
            tell(at);
        }
    }

    private boolean stillHappens(final Turn turn) {
        if (turn.isFromOutside()) {
            return !turn.fiat().removed;
        }
        return !past.differs(turn.slot(0)) || isDueAt(turn.at(), turn.slot());
    }

    private boolean isDueAt(final ExtendedTime at, final Slot slot) {
        final Answer now = tables.answers[slot.index];
        return now.dueBase == at.base() && now.due(slot).compareTo(at) == 0;
    }

    private Event comingUp(final Slot slot, final ExtendedTime at) {
        final Answer answer = tables.answers[slot.index];
        return past.isCurrent(answer, at) ? answer.event : null;
    }

    private void otherwise(
        final ExtendedTime at, final Fiat fiat, final Slot slot, final Event event, final Turn was) {
        final Turn turn = redo.otherwise(ExtendedTime.of(at.base(), at.iteration(), at.id()), fiat, slot, event, was);
        redo.commit(was);
        if (fiat != null) {
            fiat.logged = true;
            happened(fiat);
        }
        final boolean happened = was != null && was.event() != null;
        past.put(turn, was);
        if (event == null || !happened) {
            count(event);
            counters.undone += happened ? 1 : 0;
        } else if (redo.ranAgain()) {
            counters.redone++;
            counters.redoneEqual += redo.writesTheSameAsBefore() ? 1 : 0;
        }
        if (!redo.isTheSameAsBefore() && (event != null || happened)) {
            tell(at);
        }
    }

    /** Has other threads help from now on; null for none. */
    void speculate(final Speculator by) {
        speculator = by;
        work.helpedBy(by);
    }

    /** An event from outside has come; its instant is not frozen. */
    void inserted(final Fiat fiat) {
        outsideChange();
        toHappen.put(fiat.at, fiat);
        nextFiat = toHappen.firstEntry().getValue();
        if (work.history && !front().isBefore(fiat.at)) {
            changed(fiat.at);
        }
    }

    /** An event from outside is to happen no more, or is not to have happened. */
    void removed(final Fiat fiat) {
        outsideChange();
        fiat.removed = true;
        if (fiat == fiatAtFront) {
            fiatAtFront = null;
        }
        if (!fiat.logged) {
            happened(fiat);
        } else {
            toBeDropped.add(fiat);
            changed(fiat.at);
        }
    }

    private void outsideChange() {
        if (speculator != null) {
            speculator.outsideChange();
        }
    }

    private void changed(final ExtendedTime at) {
        changedFrom = changedFrom == null || at.isBefore(changedFrom) ? at : changedFrom;
    }

    /** The latest instant at which anything was done. */
    ExtendedTime front() {
        return log.lastAt() == null ? front : log.lastAt();
    }

    /** Whether the next thing to be done is done for the first time. */
    boolean isNew() {
        return !past.isActive();
    }

    /** The event from outside that happened last of all; null if another one did since, or it was removed. */
    Fiat fiatAtFront() {
        return fiatAtFront;
    }

    /** Starts from a state that was saved, as if all had been done up to an instant. */
    void startAt(final ExtendedTime at) {
        front = at;
    }

    /** Has a slot say what was saved. */
    void restore(final Slot slot, final Answer answer) {
        if (work.dependents() != null) {
            work.dependents().makeRoom(answer.reads(), 1);
        }
        pending.makeRoom();
        work.put(slot.index, answer);
        pending.update(slot.index);
    }

    /** Drops what was done before a time; all of it is done. */
    void forgetBefore(final long time) {
        work.letGo();
        log.dropBefore(time, touches::remove);
        past.forgot();
    }

    private void tell(final ExtendedTime at) {
        if (!listeners.isEmpty()) {
            work.open(ActionView.LISTENING);
            try {
                listeners.tell(at.base());
            } finally {
                work.close();
            }
        }
    }

    private static StewardException twice(final ExtendedTime at) {
        return new StewardException("two events have the same instant " + at + ": every event needs an id of its own");
    }
}
