package io.takt.steward.graph;

import io.takt.steward.ChangeListeners;
import io.takt.steward.Event;
import io.takt.steward.EventException;
import io.takt.steward.ExtendedTime;
import io.takt.steward.Physics;
import io.takt.steward.StewardException;

/**
 * Does all due work in order of time: events that come up for the first time, and actions to be looked at again after a
 * change in the past. Work at an instant affects later ones only, so when all is done up to a time, all of it is as if
 * it had never been otherwise.
 */
final class Engine {
    final Work work;
    final Agenda agenda = new Agenda();
    final PendingQueue pending = new PendingQueue();
    final ChangeListeners listeners = new ChangeListeners();
    final Counters counters = new Counters();
    final HeldSnapshots snapshots;
    final ActionLog log = new ActionLog(counters::dropped);
    final Forgetting forgetting = new Forgetting(log, counters);

    private final Chains chains;
    /** Null where no other threads help. */
    private Speculator speculator;
    /** The latest instant at which anything was ever done. */
    private ExtendedTime front = ExtendedTime.BEGINNING;
    /** The fiat event of that instant; null if it was predicted. */
    private Fiat fiatAtFront;

    Engine(final Physics physics, final boolean history) {
        work = new Work(physics, history);
        snapshots = new HeldSnapshots(history);
        chains = new Chains(work, agenda, pending, snapshots, counters);
    }

    /** The base time of what is to be done next; the greatest long if there is nothing. */
    long next() {
        final Agenda.Task task = agenda.first();
        return task == null ? pending.firstBase() : Math.min(task.at.base(), pending.firstBase());
    }

    /**
     * Does what is to be done next, which must be something. If it fails, it is still to be done.
     *
     * @param until up to which base time more is wanted.
     */
    void step(final long until) {
        final Agenda.Task task = agenda.first();
        if (speculator != null && (task == null || pending.firstBase() < task.at.base())) {
            speculator.look(pending, task == null ? until : Math.min(until, task.at.base() - 1));
        }
        final Slot slot = pending.first();
        if (task == null || slot != null && slot.last.due.isBefore(task.at)) {
            final ExtendedTime at = slot.last.due;
            if (fiatAtFront != null && !fiatAtFront.removed && at.compareTo(front) == 0) {
                throw twice(at);
            }
            work.atFront = front.isBefore(at);
            settle(slot.last);
            return;
        }
        if (slot != null && task.isFiatToHappen() && slot.last.due.compareTo(task.at) == 0) {
            throw twice(task.at);
        }
        final Agenda.Task taken = agenda.take();
        work.atFront = front.isBefore(taken.at);
        boolean done = false;
        try {
            perform(taken);
            done = true;
        } finally {
            if (!done) {
                agenda.putBack(taken);
            }
        }
    }

    /** Whether the calling thread runs an event or a predictor; for any thread. */
    boolean runsHere() {
        final Speculator by = speculator;
        return work.runsHere() || by != null && by.runsHere();
    }

    void speculate(final Speculator by) {
        speculator = by;
    }

    /** Something was inserted or removed from outside. */
    void outsideChange() {
        if (speculator != null) {
            speculator.outsideChange();
        }
    }

    ExtendedTime front() {
        return front;
    }

    /** The event from outside that happened last of all; null if another one did since. */
    Fiat fiatAtFront() {
        return fiatAtFront;
    }

    /** Starts from a state that was saved, as if all had been done up to an instant. */
    void startAt(final ExtendedTime at) {
        front = at;
    }

    /** Puts in a prediction of a state that was saved. */
    void restore(final Prediction prediction) {
        work.atFront = true;
        chains.insert(prediction);
        register(prediction, prediction.canaries());
    }

    private void perform(final Agenda.Task task) {
        if (task.subject instanceof Fiat) {
            settle((Fiat) task.subject);
        } else if (task.settle) {
            settle((Prediction) task.subject);
        } else if (task.subject instanceof Execution) {
            redo((Execution) task.subject);
        } else {
            redo((Prediction) task.subject);
        }
    }

    private void settle(final Fiat fiat) {
        if (fiat.removed) {
            if (fiat.execution != null) {
                final Execution execution = fiat.execution;
                fiat.execution = null;
                undo(execution);
            }
        } else if (fiat.execution == null) {
            work.event(fiat.event, fiat.at);
            final Execution execution = happened(fiat.event, fiat.at, false);
            fiat.execution = execution;
            if (work.atFront) {
                fiatAtFront = fiat;
            }
            ask(execution);
        }
    }

    /** Settles a prediction, or the one that has taken its place: all of it or nothing. */
    private void settle(final Prediction asked) {
        Prediction prediction = asked;
        if (asked.dead || asked.isSuperseded()) {
            prediction = Chains.comingUp(asked.slot, asked.due);
            if (prediction == null) {
                undo(asked);
                return;
            }
            if (asked.hasComeUp()) {
                if (prediction.hasComeUp()) {
                    throw new IllegalStateException("two events came of one slot at " + asked.due);
                }
                chains.inherit(asked, prediction);
            }
        }
        try {
            judge(prediction);
        } finally {
            if (prediction.slot.last == prediction) {
                chains.refresh(prediction.slot);
            }
        }
    }

    private void judge(final Prediction prediction) {
        final boolean current = prediction.isCurrent();
        if (prediction.hasComeUp()) {
            if (prediction.stale != current) {
                return;
            }
            undo(prediction);
        }
        final Speculation known = prediction.speculation;
        if (current && work.takeOver(prediction)) {
            counters.takenOver++;
            cameUp(prediction);
            return;
        }
        if (speculator != null && work.atFront) {
            speculator.notHeld(prediction, known);
        }
        if (current) {
            work.event(prediction.event, prediction.due);
            cameUp(prediction);
        } else {
            comeUpStale(prediction);
        }
    }

    private void cameUp(final Prediction prediction) {
        final Execution execution = happened(prediction.event, prediction.due, true);
        prediction.execution = execution;
        ask(execution);
    }

    private void comeUpStale(final Prediction prediction) {
        final Prediction anew;
        if (prediction.slot.predictor.dropsStale()) {
            anew = new Prediction(prediction.slot, prediction.due);
            anew.cancelled = true;
        } else {
            counters.predictorRuns++;
            anew = work.predictionAfterStale(prediction);
        }
        counters.stale++;
        prediction.stale = true;
        moveFront(prediction.due);
        chains.insert(anew);
        register(anew, anew.cancelled ? Action.NOTHING : work.reads());
    }

    /** Makes history of an event that was run for the first time; its predictions are yet to be made. */
    private Execution happened(final Event event, final ExtendedTime at, final boolean predicted) {
        counters.executed++;
        if (speculator != null && work.atFront) {
            speculator.happened(event, at);
        }
        final int count = work.writtenCount;
        final Version[] writes = work.history ? new Version[count] : Action.NOTHING;
        for (int i = 0; i < count; i++) {
            final GraphCell<?> cell = work.written[i];
            final Version version = cell.draft;
            cell.draft = null;
            chains.link(version);
            if (work.history) {
                writes[i] = version;
            }
        }
        moveFront(at);
        if (!work.history) {
            return Execution.FORGOTTEN;
        }
        final Execution execution = new Execution(at, event, predicted);
        execution.writes = writes;
        noteReads(execution, work.reads());
        counters.executions++;
        counters.reads += execution.reads.versions.length;
        log.add(execution);
        changed(execution);
        return execution;
    }

    /** Makes the predictions that an event asked for. One that fails is left to be redone. */
    private void ask(final Execution execution) {
        EventException failure = null;
        final ExtendedTime at = work.history ? execution.at : front;
        if (work.history) {
            execution.asked = work.asked();
        }
        for (int i = 0; i < work.askedCount; i++) {
            final Prediction prediction;
            try {
                prediction = say(i, at);
            } catch (final EventException e) {
                failure = e;
                final Prediction failed = new Prediction(work.asked[i], at);
                failed.mustRun = true;
                chains.insert(failed);
                register(failed, Action.NOTHING);
                agenda.redo(failed);
                continue;
            }
            chains.insert(prediction);
            register(prediction, prediction.cancelled ? Action.NOTHING : work.reads());
        }
        if (failure != null) {
            throw failure;
        }
    }

    private Prediction say(final int place, final ExtendedTime at) {
        if (work.cancelled[place]) {
            final Prediction nothing = new Prediction(work.asked[place], at);
            nothing.cancelled = true;
            return nothing;
        }
        counters.predictorRuns++;
        final Prediction said = work.askedPrediction(place, at);
        final Speculation known = work.taken();
        if (speculator != null && known != null && known.said[place] != said) {
            speculator.notHeld(known, place, at);
        }
        return said;
    }

    private void register(final Prediction prediction, final Version[] reads) {
        if (work.history) {
            noteReads(prediction, reads);
            counters.predictions++;
            counters.reads += reads.length;
            log.add(prediction);
        }
    }

    private void noteReads(final Action action, final Version[] reads) {
        if (work.atFront) {
            Reads.registerLatest(action, reads);
        } else {
            Reads.register(action, reads, work.nextSerial());
        }
    }

    private void undo(final Prediction prediction) {
        if (prediction.execution != null) {
            final Execution execution = prediction.execution;
            prediction.execution = null;
            undo(execution);
        } else if (prediction.stale) {
            prediction.stale = false;
            chains.remove(prediction.slot.saidAt(prediction.due));
        }
    }

    private void undo(final Execution execution) {
        counters.undone++;
        execution.dead = true;
        changed(execution);
        for (final Version version : execution.writes) {
            chains.unlink(version);
        }
        for (final Slot slot : execution.asked) {
            chains.remove(slot.saidAt(execution.at));
        }
        // Lists of readers name it until a walk passes, and all that it names would stay as long.
        execution.writes = Action.NOTHING;
        execution.asked = Execution.NONE;
        counters.reads -= execution.reads.versions.length;
        execution.reads.die();
    }

    private void redo(final Execution execution) {
        if (execution.dead || !execution.mustRun && !relink(execution)) {
            return;
        }
        work.event(execution.event, execution.at);
        final boolean otherEvent = execution.mustRun;
        execution.mustRun = false;
        counters.redone++;
        final Version[] reads = work.reads();
        counters.reads += reads.length - execution.reads.versions.length;
        Reads.register(execution, reads, work.nextSerial());
        final boolean same = rewrite(execution);
        if (same) {
            counters.redoneEqual++;
        }
        if (!same || otherEvent) {
            changed(execution);
        }
        askAgain(execution);
    }

    /** Returns true if it wrote the same as before. */
    private boolean rewrite(final Execution execution) {
        boolean same = true;
        for (final Version version : execution.writes) {
            if (version.cell.draft == null) {
                chains.unlink(version);
                same = false;
            }
        }
        final Version[] writes = new Version[work.writtenCount];
        for (int i = 0; i < writes.length; i++) {
            final GraphCell<?> cell = work.written[i];
            final Version written = cell.draft;
            cell.draft = null;
            final Version before = cell.seek(execution.at, true);
            if (before.at.compareTo(execution.at) != 0) {
                chains.link(written);
                writes[i] = written;
                same = false;
            } else if (before.holds(written.value)) {
                writes[i] = before;
            } else {
                chains.replace(before, written);
                writes[i] = written;
                same = false;
            }
        }
        execution.writes = writes;
        return same;
    }

    private void askAgain(final Execution execution) {
        final long serial = work.eventSerial();
        for (final Slot slot : execution.asked) {
            if (slot.askedBy != serial) {
                chains.remove(slot.saidAt(execution.at));
            }
        }
        execution.asked = work.asked();
        for (int i = 0; i < execution.asked.length; i++) {
            final Slot slot = execution.asked[i];
            final Prediction before = slot.saidAt(execution.at);
            if (before != null && before.cancelled == work.cancelled[i]) {
                continue;
            }
            final Prediction said = new Prediction(slot, execution.at);
            said.cancelled = work.cancelled[i];
            if (before != null) {
                chains.replace(before, said);
            } else {
                chains.insert(said);
            }
            register(said, Action.NOTHING);
            if (!said.cancelled) {
                said.mustRun = true;
                agenda.redo(said);
            }
        }
    }

    private void redo(final Prediction prediction) {
        if (prediction.dead || !prediction.mustRun && !relink(prediction)) {
            return;
        }
        counters.predictorRuns++;
        final Prediction anew = work.prediction(prediction.slot, prediction.at);
        final Version[] reads = work.reads();
        prediction.mustRun = false;
        if (prediction.saysTheSame(anew) && prediction.hasCanariesOf(anew)) {
            counters.reads += reads.length - prediction.reads.versions.length;
            Reads.register(prediction, reads, work.nextSerial());
        } else {
            chains.replace(prediction, anew);
            register(anew, reads);
        }
    }

    /**
     * Looks up again what an action has read. If all of it is the same, by value, the action need not be redone: it
     * has then read the versions that are there now.
     *
     * @return true if it is to be redone.
     */
    private boolean relink(final Action action) {
        final Version[] before = action.reads.versions;
        final Version[] now = new Version[before.length];
        boolean moved = false;
        for (int i = 0; i < now.length; i++) {
            final Version read = before[i];
            now[i] = read.cell.seek(action.at, action.seesOwnInstant());
            if (now[i] != read) {
                if (!read.holds(now[i].value)) {
                    return true;
                }
                moved = true;
            }
        }
        if (moved) {
            readInstead(action, now);
        }
        return false;
    }

    private void readInstead(final Action action, final Version[] versions) {
        if (action instanceof Prediction) {
            final Prediction prediction = (Prediction) action;
            final Prediction same = prediction.withReads(versions);
            if (!prediction.hasCanariesOf(same)) {
                chains.replace(prediction, same);
                register(same, versions);
                return;
            }
        }
        Reads.register(action, versions, work.nextSerial());
    }

    /** An event has come, gone, or come out otherwise. */
    private void changed(final Execution execution) {
        if (!listeners.isEmpty()) {
            work.open(GraphView.LISTENING);
            try {
                listeners.tell(execution.at.base());
            } finally {
                work.close();
            }
        }
    }

    private void moveFront(final ExtendedTime at) {
        if (work.atFront) {
            front = at;
            fiatAtFront = null;
        }
    }

    private static StewardException twice(final ExtendedTime at) {
        return new StewardException("two events have the same instant " + at + ": every event needs an id of its own");
    }
}
