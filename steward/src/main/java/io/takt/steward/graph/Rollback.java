package io.takt.steward.graph;

import io.takt.steward.ExtendedTime;
import java.util.function.Consumer;

/**
 * Undoes all from a time on, so that it is run anew as at the front. Where a third of the actions depend on a change in
 * the past, that is faster than to find out of each whether it does. So a change does not cost many times as much as to
 * run all again that came after it.
 */
final class Rollback {
    /** After so many actions that a change has had undone or redone, {@link #pays} compares, and after as many more. */
    static final int USUAL_STRETCH = 512;
    /**
     * To undo or redo an action takes some three times as long as to undo it with all others and run it at the front,
     * with hard spheres: of a time in which a third of the actions are affected, all are better run anew.
     */
    private static final int TIMES_SLOWER = 3;
    /** How much more may be run anew than was done because of the change, which may come to an end by itself. */
    private static final int MOST_LEFT = 4;
    /** All cells and slots are looked at, so it does not pay for fewer actions than this part of their number. */
    private static final int LOOKS = 2;

    private final Work work;
    private final Chains chains;
    private final Agenda agenda;
    private final ActionLog log;
    private final HeldSnapshots snapshots;
    private final Counters counters;

    private int stretch = USUAL_STRETCH;
    /** How many actions had been run or undone before the last change from outside, or the first of several. */
    private long before;
    /** The same when it was considered last. */
    private long considered;
    /** The base time of what was to be done then; the greatest long if it was not considered yet. */
    private long consideredAt = Long.MAX_VALUE;

    Rollback(
        final Work work, final Chains chains, final Agenda agenda, final ActionLog log, final HeldSnapshots snapshots,
        final Counters counters) {
        this.work = work;
        this.chains = chains;
        this.agenda = agenda;
        this.log = log;
        this.snapshots = snapshots;
        this.counters = counters;
    }

    /** Has it be considered after so many actions; the greatest int for never. */
    void considerAfter(final int actions) {
        if (actions < 1) {
            throw new IllegalArgumentException("all is run anew after 1 action or more, not after " + actions);
        }
        stretch = actions;
    }

    /** Something is changed from outside, and nothing in the past is to be done: what that brings begins. */
    void outsideChange() {
        before = counters.actions();
        considered = before;
        consideredAt = Long.MAX_VALUE;
    }

    /**
     * Whether all from a base time on, at which an action is to be redone, is better run anew: of late so many actions
     * were affected by the last change from outside, and enough were in all. All of a base time is undone at once, so
     * it is looked at once.
     */
    boolean pays(final long time) {
        final long now = counters.actions();
        final long affected = now - considered;
        if (affected < stretch || time == consideredAt) {
            return false;
        }
        final long left = log.countFrom(time);
        // Not if a change at an earlier time came meanwhile.
        final boolean areMany = consideredAt < time && TIMES_SLOWER * affected > log.countFrom(consideredAt) - left;
        considered = now;
        consideredAt = time;
        final int looks = work.handles.cellCount() + work.handles.slotCount();
        return areMany && left > looks / LOOKS && MOST_LEFT * (now - before) > left;
    }

    /** Undoes all from a base time on. Events from outside are to happen again, those that were removed are not. */
    void to(final long time, final Consumer<Execution> undone) {
        final ExtendedTime end = ExtendedTime.endOf(time - 1);
        agenda.keepFiats();
        for (int i = 0; i < work.handles.cellCount(); i++) {
            cutOff(work.handles.cells()[i], end);
        }
        for (int i = 0; i < work.handles.slotCount(); i++) {
            cutOff(work.handles.slots()[i], end);
        }
        log.takeFrom(time, action -> {
            counters.dropped(action);
            if (!action.dead && action instanceof Execution) {
                undo((Execution) action, undone);
            }
            action.dead = true;
            action.logged = null;
            action.reads.die();
        });
        work.pastChanges++;
    }

    private void undo(final Execution execution, final Consumer<Execution> undone) {
        counters.undone++;
        counters.runAnew++;
        counters.versions -= execution.writes.length;
        undone.accept(execution);
        final Fiat fiat = execution.fiat;
        if (fiat != null) {
            fiat.execution = null;
            if (!fiat.removed) {
                agenda.settle(fiat);
            }
        }
    }

    /** Nothing that is kept names a later version any more. */
    private void cutOff(final GraphCell<?> cell, final ExtendedTime end) {
        final Version kept = cell.seek(end, true);
        if (kept.next != null) {
            snapshots.beforeChange(cell, kept.next.at);
            kept.next = null;
            cell.settleOn(kept);
        }
    }

    private void cutOff(final Slot slot, final ExtendedTime end) {
        final Prediction kept = slot.find(end, true);
        if (kept.next != null) {
            snapshots.beforeChange(slot, kept.next.at);
            kept.next = null;
            slot.last = kept;
            slot.current = kept;
        }
        if (kept.dueBase > end.base()) {
            kept.forgetOutcome();
        }
        chains.refresh(slot);
    }
}
