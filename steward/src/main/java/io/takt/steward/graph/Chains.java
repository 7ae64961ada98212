package io.takt.steward.graph;

import io.takt.steward.ExtendedTime;
import java.lang.invoke.VarHandle;

/**
 * Changes the versions of cells and slots. A change that is not at the front of history marks the actions that it
 * affects: those that read the version that is not seen any more, and which predictions came up and would now be judged
 * otherwise.
 *
 * <p>Every version is complete before it is linked, and keeps its link to the one before when it is unlinked, so that
 * another thread that follows a snapshot always finds its way back in time.
 */
final class Chains {
    private final Work work;
    private final Agenda agenda;
    private final PendingQueue pending;
    private final HeldSnapshots snapshots;
    private final Counters counters;
    private final Automatic automatic;

    Chains(
        final Work work, final Agenda agenda, final PendingQueue pending, final HeldSnapshots snapshots,
        final Counters counters, final Automatic automatic) {
        this.work = work;
        this.automatic = automatic;
        this.agenda = agenda;
        this.pending = pending;
        this.snapshots = snapshots;
        this.counters = counters;
    }

    /** Puts a version of a cell where there is none at its instant. */
    void link(final Version version) {
        final GraphCell<?> cell = version.cell;
        snapshots.beforeChange(cell, version.at);
        if (!work.history) {
            VarHandle.storeStoreFence();
            if (automatic.any) {
                automatic.writtenAtFront(cell, cell.current);
            }
            cell.current.next = Version.GONE;
            cell.settleOn(version);
            return;
        }
        final Version prev = work.atFront && cell.current.next == null ? cell.current : cell.seek(version.at, false);
        final Version next = prev.next;
        version.prev = prev;
        version.next = next;
        VarHandle.storeStoreFence();
        if (next != null) {
            next.prev = version;
        }
        prev.next = version;
        cell.settleOn(version);
        counters.versions++;
        if (!work.atFront) {
            work.pastChanges++;
            if (matters(prev)) {
                prev.forEachReader(reader -> touchByNext(reader, prev, version));
            } else {
                prev.forEachIdleReader(version.base, reader -> touchByNext(reader, prev, version));
            }
            judgeLingering(prev, version);
            if (automatic.any) {
                automatic.writtenInPast(version);
            }
        } else if (automatic.any) {
            automatic.writtenAtFront(cell, prev);
        }
    }

    /** Has cells take what the latest event has written, where there are values only. */
    void overwrite() {
        VarHandle.storeStoreFence();
        for (int i = 0; i < work.writtenCount; i++) {
            final GraphCell<?> cell = work.written[i];
            snapshots.beforeChange(cell, ExtendedTime.BEGINNING);
            cell.overwrite();
        }
    }

    /** Has predictions name versions for canaries: from now on cells hold some. */
    void nameCanaries() {
        for (int i = 0; i < work.handles.slotCount(); i++) {
            final Slot slot = work.handles.slots()[i];
            if (slot.last instanceof Standing) {
                snapshots.beforeChange(slot, ExtendedTime.BEGINNING);
                final Prediction same = ((Standing) slot.last).withVersions();
                VarHandle.storeStoreFence();
                slot.last = same;
                slot.current = same;
            }
        }
    }

    /** Takes a version out: its readers see the one before. */
    void unlink(final Version version) {
        snapshots.beforeChange(version.cell, version.at);
        work.pastChanges++;
        final Version prev = version.prev;
        final Version next = version.next;
        if (next != null) {
            next.prev = prev;
        }
        prev.next = next;
        version.cell.settleOn(prev);
        counters.versions--;
        redoReaders(version);
        if (matters(prev)) {
            prev.forEachReader(reader -> {
                judgeAgain(reader, prev, version);
                automatic.notFollowed(reader, version.at);
            });
            judgeLingering(prev, version);
        }
        if (automatic.any) {
            automatic.writtenInPast(version);
        }
        snapshots.died(version);
    }

    /** Puts a version in the place of another at the same instant. */
    void replace(final Version version, final Version by) {
        snapshots.beforeChange(version.cell, version.at);
        work.pastChanges++;
        by.prev = version.prev;
        by.next = version.next;
        VarHandle.storeStoreFence();
        if (by.next != null) {
            by.next.prev = by;
        }
        by.prev.next = by;
        version.cell.settleOn(by);
        redoReaders(version);
        snapshots.died(version);
    }

    /** Puts in what was said about a slot at an instant at which nothing is said yet. */
    void insert(final Prediction prediction) {
        final Slot slot = prediction.slot;
        snapshots.beforeChange(slot, prediction.at);
        if (work.isDraft(prediction) && slot.last instanceof Standing && !slot.last.dirty) {
            ((Standing) slot.last).take((Standing) prediction);
            refresh(slot);
            return;
        }
        if (!work.history) {
            final Prediction made = work.isDraft(prediction) ? prediction.copy() : prediction;
            VarHandle.storeStoreFence();
            final Prediction last = slot.last;
            slot.last = made;
            slot.current = made;
            refresh(slot);
            if (slot.automatic) {
                last.dead = true;
                counters.reads -= last.reads.versions.length;
                last.reads.die();
            }
            return;
        }
        final Prediction prev = work.atFront ? slot.last : slot.before(prediction.at);
        final Prediction next = prev.next;
        // It does not come up any more, or has: a history must not keep what was found out about it.
        prev.speculation(null);
        prediction.prev = prev;
        prediction.next = next;
        VarHandle.storeStoreFence();
        prev.next = prediction;
        slot.current = prediction;
        if (next == null) {
            slot.last = prediction;
            refresh(slot);
        } else {
            next.prev = prediction;
        }
        review(prev);
        review(prediction);
    }

    /** Takes out a prediction; the one before it may come up after all. */
    void remove(final Prediction prediction) {
        final Slot slot = prediction.slot;
        snapshots.beforeChange(slot, prediction.at);
        final Prediction prev = prediction.prev;
        final Prediction next = prediction.next;
        prediction.dead = true;
        prev.next = next;
        slot.current = prev;
        if (next == null) {
            slot.last = prev;
            refresh(slot);
        } else {
            next.prev = prev;
        }
        if (prediction.hasComeUp()) {
            agenda.settle(prediction);
        }
        review(prev);
        died(prediction);
        if (slot.automatic) {
            automatic.watch(prev);
        }
    }

    private void died(final Prediction prediction) {
        counters.reads -= prediction.reads.versions.length;
        prediction.reads.die();
        snapshots.died(prediction);
    }

    /** Replaces a prediction by another of the same instant. Its execution stays if the same event is predicted. */
    void replace(final Prediction prediction, final Prediction by) {
        final Slot slot = prediction.slot;
        snapshots.beforeChange(slot, prediction.at);
        prediction.speculation(null);
        by.prev = prediction.prev;
        by.next = prediction.next;
        VarHandle.storeStoreFence();
        prediction.dead = true;
        if (by.prev != null) {
            by.prev.next = by;
        }
        if (by.next != null) {
            by.next.prev = by;
        }
        slot.current = by;
        if (prediction.hasComeUp()) {
            if (by.isDueAt(prediction.due())) {
                inherit(prediction, by);
                agenda.settle(by);
            } else {
                agenda.settle(prediction);
            }
        }
        if (slot.last == prediction) {
            slot.last = by;
            refresh(slot);
        }
        review(by);
        died(prediction);
    }

    /** Lets what came of one prediction be what came of another that is due at the same instant. */
    void inherit(final Prediction from, final Prediction to) {
        to.stale = from.stale;
        to.execution = from.execution;
        from.stale = false;
        from.execution = null;
        if (to.execution != null && !to.execution.event.equals(to.event)) {
            to.execution.event = to.event;
            to.execution.mustRun = true;
            agenda.redo(to.execution);
        }
    }

    /** Queues a slot, or not, as its newest prediction is now. */
    void refresh(final Slot slot) {
        if (slot.last.dueBase != Prediction.NEVER && !slot.last.hasComeUp()) {
            pending.put(slot);
        } else {
            pending.remove(slot);
        }
    }

    /** The prediction that comes up at an instant; null if none does. */
    static Prediction comingUp(final Slot slot, final ExtendedTime due) {
        final Prediction said = slot.before(due);
        return said.isDueAt(due) ? said : null;
    }

    private void review(final Prediction prediction) {
        if (prediction.dueBase == Prediction.NEVER) {
            return;
        }
        final boolean comesUp = !prediction.isSuperseded();
        if (comesUp != prediction.hasComeUp() && (prediction.next != null || !comesUp)) {
            agenda.settle(prediction);
        }
    }

    /** Whether it matters to earlier readers of a version that it is followed by another one. */
    private boolean matters(final Version version) {
        return version.canary || automatic.any;
    }

    private void redoReaders(final Version version) {
        version.dead = true;
        version.forEachIdleReader(Long.MIN_VALUE, agenda::redo);
    }

    private void touchByNext(final Action reader, final Version read, final Version next) {
        final int order = reader.at.compareTo(next.at);
        if (order > 0 || order == 0 && reader.seesOwnInstant()) {
            agenda.redo(reader);
        } else {
            judgeAgain(reader, read, next);
            automatic.followed(reader, next.at);
        }
    }

    private void judgeLingering(final Version canary, final Version next) {
        for (final Prediction prediction : canary.lingering()) {
            judgeAgain(prediction, canary, next);
        }
    }

    /** A version that follows a canary came or went: is the prediction still what it was found to be? */
    private void judgeAgain(final Action reader, final Version canary, final Version next) {
        if (!(reader instanceof Prediction)) {
            return;
        }
        final Prediction prediction = (Prediction) reader;
        if (prediction.hasComeUp() && prediction.isAfter(next.at) && prediction.hasCanary(canary)) {
            agenda.settle(prediction);
        }
    }
}
