package io.takt.steward.graph;

import io.takt.steward.ExtendedTime;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The work that is to be looked at again, in order of time; at one instant first the event that happens there, then the
 * event that is to be redone, then slots that are perhaps to be asked because of what it wrote, then predictors that
 * see what it wrote. Everything is in it at most once in each role.
 */
final class Agenda {
    private static final int SETTLE = 0;
    private static final int EVENT = 1;
    private static final int REVIEW = 2;
    private static final int PREDICTION = 3;

    private final PriorityQueue<Task> tasks = new PriorityQueue<>();
    private final List<Task> passed = new ArrayList<>();
    private long count;

    /** An item: a prediction or fiat event to be settled, an action to be redone, or a slot to be reviewed. */
    static final class Task implements Comparable<Task> {
        final ExtendedTime at;
        private final long base;
        final Object subject;
        final boolean settle;
        private final int rank;
        private final long number;

        Task(final ExtendedTime at, final Object subject, final boolean settle, final int rank, final long number) {
            this.at = at;
            base = at.base();
            this.subject = subject;
            this.settle = settle;
            this.rank = rank;
            this.number = number;
        }

        boolean isFiatToHappen() {
            return subject instanceof Fiat && !((Fiat) subject).removed;
        }

        @Override
        public int compareTo(final Task other) {
            if (base != other.base) {
                return base < other.base ? -1 : 1;
            }
            final int order = at.compareTo(other.at);
            if (order != 0 || rank != other.rank) {
                return order != 0 ? order : Integer.compare(rank, other.rank);
            }
            final int slots = rank == REVIEW ? ((Slot) subject).compareTo((Slot) other.subject) : 0;
            return slots != 0 ? slots : Long.compare(number, other.number);
        }

        @Override
        public boolean equals(final Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return Long.hashCode(number);
        }
    }

    /** The first task; null if there is none. */
    Task first() {
        return tasks.peek();
    }

    /**
     * Takes the first task. Of predictions that are due at one instant, and so are of one slot, one that has come up is
     * the first, so that its execution is handed over before another could come up beside it.
     */
    Task take() {
        Task task = tasks.poll();
        if (isYetToComeUp(task)) {
            while (!tasks.isEmpty() && isYetToComeUp(task) && tasks.peek().settle
                && tasks.peek().at.compareTo(task.at) == 0) {
                passed.add(task);
                task = tasks.poll();
            }
            tasks.addAll(passed);
            passed.clear();
        }
        mark(task, false);
        return task;
    }

    /** Puts back what could not be done. */
    void putBack(final Task task) {
        if (!mark(task, true)) {
            tasks.add(task);
        }
    }

    void settle(final Fiat fiat) {
        if (!fiat.unsettled) {
            fiat.unsettled = true;
            tasks.add(new Task(fiat.at, fiat, true, SETTLE, count++));
        }
    }

    void settle(final Prediction prediction) {
        if (!prediction.unsettled) {
            prediction.unsettled = true;
            tasks.add(new Task(prediction.due(), prediction, true, SETTLE, count++));
        }
    }

    void redo(final Action action) {
        if (!action.dirty && !action.dead) {
            action.dirty = true;
            action.reads.waits = action.reads != Reads.NOTHING;
            tasks.add(new Task(action.at, action, false, action.seesOwnInstant() ? PREDICTION : EVENT, count++));
        }
    }

    /** Has it found out whether a slot is to have an answer at an instant. */
    void review(final Slot slot, final ExtendedTime at) {
        if (slot.reviewed != at) {
            slot.reviewed = at;
            tasks.add(new Task(at, slot, false, REVIEW, count++));
        }
    }

    /** Drops all but events from outside that are to happen: predictions are as if they had not come up yet. */
    void keepFiats() {
        tasks.removeIf(task -> {
            final boolean dropped = !task.isFiatToHappen();
            if (dropped) {
                mark(task, false);
            }
            if (task.settle && task.subject instanceof Prediction) {
                ((Prediction) task.subject).forgetOutcome();
            }
            return dropped;
        });
    }

    private static boolean isYetToComeUp(final Task task) {
        return task.settle && task.subject instanceof Prediction && !((Prediction) task.subject).hasComeUp();
    }

    private static boolean mark(final Task task, final boolean waiting) {
        final boolean before;
        if (task.rank == REVIEW) {
            final Slot slot = (Slot) task.subject;
            before = false;
            slot.reviewed = waiting ? task.at : null;
        } else if (!task.settle) {
            final Action action = (Action) task.subject;
            before = action.dirty;
            action.dirty = waiting;
            action.reads.waits = waiting && action.reads != Reads.NOTHING;
        } else if (task.subject instanceof Fiat) {
            before = ((Fiat) task.subject).unsettled;
            ((Fiat) task.subject).unsettled = waiting;
        } else {
            before = ((Prediction) task.subject).unsettled;
            ((Prediction) task.subject).unsettled = waiting;
        }
        return before;
    }
}
