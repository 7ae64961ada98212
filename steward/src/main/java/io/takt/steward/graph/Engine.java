package io.takt.steward.graph;

import io.takt.steward.ChangeListeners;
import io.takt.steward.Event;
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
    final Rollback rollback;

    private final Automatic automatic;
    private final Chains chains;
    private final Predictions predictions;
    /** Null where no other threads help. */
    private Speculator speculator;
    /** The latest instant at which anything was done that stands. */
    private ExtendedTime front = ExtendedTime.BEGINNING;
    /** The fiat event of that instant; null if it was predicted. */
    private Fiat fiatAtFront;
    /** Up to this base time some was done that is run anew. */
    private long runAnewUpTo = Long.MIN_VALUE;

    Engine(final Physics physics, final boolean history) {
        work = new Work(physics, history);
        snapshots = new HeldSnapshots(history);
        automatic = new Automatic(physics, work, agenda);
        work.handles.holdValuesOnly(!history && !automatic.any);
        chains = new Chains(work, agenda, pending, snapshots, counters, automatic);
        predictions = new Predictions(work, chains, agenda, automatic, log, counters);
        rollback = new Rollback(work, chains, agenda, log, snapshots, counters);
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
        if (task == null || slot != null && slot.last.isDueBefore(task.at)) {
            final ExtendedTime at = slot.last.due();
            if (fiatAtFront != null && !fiatAtFront.removed && at.compareTo(front) == 0) {
                throw twice(at);
            }
            beginAt(at);
            settle(slot.last);
            return;
        }
        if (slot != null && task.isFiatToHappen() && slot.last.isDueAt(task.at)) {
            throw twice(task.at);
        }
        if (task.at.isBefore(front) && rollback.pays(task.at.base())) {
            rollBack(task.at.base());
            return;
        }
        final Agenda.Task taken = agenda.take();
        boolean done = false;
        try {
            beginAt(taken.at);
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
        // A result that is found beforehand is held against the versions that were read for it.
        work.handles.holdValuesOnly(!work.history && !automatic.any && by == null);
        if (!work.handles.valuesOnly) {
            chains.nameCanaries();
        }
        predictions.speculate(by);
    }

    /** Something was inserted or removed from outside. */
    void outsideChange() {
        final Agenda.Task task = agenda.first();
        if (task == null || !task.at.isBefore(front)) {
            rollback.outsideChange();
        }
        if (speculator != null) {
            speculator.outsideChange();
        }
    }

    ExtendedTime front() {
        return front;
    }

    /** Whether the next action, at a base time, is done for the first time. */
    boolean isNew(final long next) {
        return next >= front.base() && next > runAnewUpTo;
    }

    /** The event from outside that happened last of all; null if another one did since. */
    Fiat fiatAtFront() {
        return fiatAtFront;
    }

    /** Starts from a state that was saved, as if all had been done up to an instant. */
    void startAt(final ExtendedTime at) {
        front = at;
    }

    /** Puts in a prediction of a state that was saved, and the cells that it has read. */
    void restore(final Prediction prediction, final Version[] reads) {
        work.atFront = true;
        chains.insert(prediction);
        predictions.register(prediction, reads);
    }

    /** Has what was saved of a slot depend on other cells, too. */
    void restoreReads(final Slot slot, final ExtendedTime end, final Version[] more) {
        if (slot.last.at == ExtendedTime.BEGINNING) {
            restore(new Prediction(slot, end), more);
        } else {
            predictions.readAlso(slot.last, more);
        }
    }

    /** The versions that an event has read. */
    Version[] readsOf(final Execution execution) {
        predictions.findReads(execution);
        return execution.reads.versions;
    }

    private void beginAt(final ExtendedTime at) {
        work.atFront = front.isBefore(at);
        if (!work.atFront) {
            predictions.linkReaders();
        }
    }

    private void rollBack(final long time) {
        runAnewUpTo = Math.max(runAnewUpTo, front.base());
        rollback.to(time, this::changed);
        front = ExtendedTime.endOf(time - 1);
        fiatAtFront = null;
        if (speculator != null) {
            speculator.outsideChange();
        }
    }

    private void perform(final Agenda.Task task) {
        if (task.subject instanceof Fiat) {
            settle((Fiat) task.subject);
        } else if (task.settle) {
            settle((Prediction) task.subject);
        } else if (task.subject instanceof Execution) {
            redo((Execution) task.subject);
        } else if (task.subject instanceof Slot) {
            predictions.review((Slot) task.subject, task.at);
        } else {
            predictions.redo((Prediction) task.subject);
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
            final Execution execution = happened(fiat.event, fiat.at, fiat);
            fiat.execution = execution;
            if (work.atFront) {
                fiatAtFront = fiat;
            }
            predictions.ask(execution, fiat.at);
        }
    }

    /** Settles a prediction, or the one that has taken its place: all of it or nothing. */
    private void settle(final Prediction asked) {
        Prediction prediction = asked;
        if (asked.dead || asked.isSuperseded()) {
            prediction = Chains.comingUp(asked.slot, asked.due());
            if (prediction == null) {
                undo(asked);
                return;
            }
            if (asked.hasComeUp()) {
                if (prediction.hasComeUp()) {
                    throw new IllegalStateException("two events came of one slot at " + asked.due());
                }
                chains.inherit(asked, prediction);
            }
        }
        try {
            judge(prediction);
        } finally {
            if (prediction.slot.last == prediction && (work.history || prediction.hasComeUp())) {
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
        final Speculation known = prediction.speculation();
        if (current && work.takeOver(prediction)) {
            counters.takenOver++;
            cameUp(prediction);
            return;
        }
        if (speculator != null && work.atFront) {
            speculator.notHeld(prediction, known);
        }
        if (current) {
            work.event(prediction.event, prediction.due());
            cameUp(prediction);
        } else {
            comeUpStale(prediction);
        }
    }

    private void cameUp(final Prediction prediction) {
        final Execution execution = happened(prediction.event, prediction.due(), null);
        prediction.execution = execution;
        predictions.ask(execution, prediction.due());
    }

    private void comeUpStale(final Prediction prediction) {
        final Prediction anew;
        if (prediction.slot.predictor.dropsStale()) {
            anew = new Prediction(prediction.slot, prediction.due());
            anew.cancelled = true;
        } else {
            counters.predictorRuns++;
            anew = work.predictionAfterStale(prediction);
        }
        counters.stale++;
        prediction.stale = true;
        moveFront(prediction.due());
        chains.insert(anew);
        predictions.register(anew, anew.cancelled ? Action.NOTHING : work.reads());
    }

    /** Makes history of an event that was run for the first time; its predictions are yet to be made. */
    private Execution happened(final Event event, final ExtendedTime at, final Fiat fiat) {
        counters.executed++;
        if (speculator != null && work.atFront) {
            speculator.happened(event, at);
        }
        if (work.handles.valuesOnly) {
            chains.overwrite();
            moveFront(at);
            return Execution.FORGOTTEN;
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
        final Execution execution = new Execution(at, event, fiat);
        execution.writes = writes;
        predictions.noteReads(execution, work.reads());
        counters.executions++;
        counters.reads += execution.reads.versions.length;
        log.add(execution);
        changed(execution);
        return execution;
    }

    private void undo(final Prediction prediction) {
        if (prediction.execution != null) {
            final Execution execution = prediction.execution;
            prediction.execution = null;
            undo(execution);
        } else if (prediction.stale) {
            prediction.stale = false;
            chains.remove(prediction.slot.saidAt(prediction.due()));
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
        if (execution.dead || !execution.mustRun && !predictions.relink(execution)) {
            return;
        }
        work.event(execution.event, execution.at);
        final boolean otherEvent = execution.mustRun;
        execution.mustRun = false;
        counters.redone++;
        final Version[] reads = work.reads();
        counters.reads += reads.length - execution.reads.versions.length;
        Reads.register(execution, reads);
        final boolean same = rewrite(execution);
        if (same) {
            counters.redoneEqual++;
        }
        if (!same || otherEvent) {
            changed(execution);
        }
        predictions.askAgain(execution);
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
