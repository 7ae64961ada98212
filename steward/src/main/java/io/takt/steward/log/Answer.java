package io.takt.steward.log;

import java.util.Arrays;

import io.takt.steward.Event;
import io.takt.steward.EventException;
import io.takt.steward.ExtendedTime;
import io.takt.steward.StewardException;

/**
 * A predictor's statement about a cell: an event at a later instant, or nothing. It does not change, but for one that
 * nothing refers to any more: that may become another one.
 *
 * <p>A canary is a cell with the mark that it had when the statement was made: when it has another one, it has been
 * written since.
 */
final class Answer {
    /** Stands for never. */
    static final long NEVER = Long.MAX_VALUE;
    static final int[] NO_CELLS = {};
    /** In place of the number of a cell. */
    static final int ABSENT = -1;
    /** Of a slot whose predictor was never asked. */
    static final Answer NONE = nothing(ExtendedTime.BEGINNING, NO_CELLS);

    /** When its slot was given it. */
    ExtendedTime at;
    /** The base time at which it comes up; {@link #NEVER} if nothing was predicted, or it has come up. */
    long dueBase;
    Event event;
    /** The first two canaries, if there are no others; else {@link #ABSENT}. */
    int first;
    int second;
    private ExtendedTime firstMark;
    private ExtendedTime secondMark;
    /** Null if there are two at most. */
    private Canaries others;
    private int[] reads;
    /** When it comes up; null until it is asked for where the iteration is 0: most are replaced before. */
    private ExtendedTime due;

    private record Canaries(int[] cells, ExtendedTime[] marks) {
    }

    /** For another one to become. */
    private Answer() {
    }

    /**
     * With two canaries at most, {@link #ABSENT} for none, and their marks.
     *
     * @param spare an answer that nothing refers to any more, which becomes this one; null for a new object.
     */
    static Answer of(
        final Answer spare, final ExtendedTime at, final long dueBase, final ExtendedTime due, final Event event,
        final int first, final ExtendedTime firstMark, final int second, final ExtendedTime secondMark) {
        final Answer made = spare == null ? new Answer() : spare;
        made.at = at;
        made.dueBase = dueBase;
        made.due = due;
        made.event = event;
        made.first = first;
        made.firstMark = firstMark;
        made.second = second;
        made.secondMark = secondMark;
        made.others = null;
        made.reads = NO_CELLS;
        return made;
    }

    /** With any number of canaries, and their marks. */
    static Answer of(
        final ExtendedTime at, final long dueBase, final ExtendedTime due, final Event event, final int[] canaries,
        final ExtendedTime[] marks) {
        final Answer made = of(null, at, dueBase, due, event, ABSENT, null, ABSENT, null);
        made.others = new Canaries(canaries, marks);
        return made;
    }

    /** Of nothing. */
    static Answer nothing(final ExtendedTime at, final int[] reads) {
        return of(null, at, NEVER, null, null, ABSENT, null, ABSENT, null).reading(reads);
    }

    /** Nothing refers to it any more: refers to nothing that others would be kept for. */
    void letGo() {
        event = null;
        others = null;
    }

    /** The same, just made, with these reads. */
    Answer reading(final int[] all) {
        reads = all;
        return this;
    }

    /** All cells that were read, each once, if writing them has the predictor asked again; else none. */
    int[] reads() {
        return reads;
    }

    /** Whether there are canaries that are not the first two. */
    boolean hasOthers() {
        return others != null && others.cells.length > 0;
    }

    /** When it comes up, of a slot; null if nothing was predicted. */
    ExtendedTime due(final Slot slot) {
        // Threads may make it at the same time: any of the equal objects will do, but the field is read only once.
        ExtendedTime known = due;
        if (known == null && dueBase != NEVER) {
            known = ExtendedTime.BEGINNING.predict(dueBase, slot.seedHigh, slot.seedLow);
            due = known;
        }
        return known;
    }

    boolean isCurrent(final ExtendedTime[] marks) {
        if (first >= 0 && marks[first] != firstMark || second >= 0 && marks[second] != secondMark) {
            return false;
        }
        for (int i = 0; others != null && i < others.cells.length; i++) {
            if (marks[others.cells[i]] != others.marks[i]) {
                return false;
            }
        }
        return true;
    }

    /** All canaries, in the order in which they were named. */
    int[] canaries() {
        if (first < 0) {
            return others == null ? NO_CELLS : others.cells;
        }
        return second < 0 ? new int[] {first} : new int[] {first, second};
    }

    /** The mark of the canary at a place of {@link #canaries}. */
    ExtendedTime canaryMark(final int place) {
        return first < 0 ? others.marks[place] : place == 0 ? firstMark : secondMark;
    }

    /** The same, given again at its instant: nothing that it depends on has another value. */
    Answer withMarks(final ExtendedTime[] marks) {
        final Answer made =
            of(null, at, dueBase, due, event, first, mark(first, marks), second, mark(second, marks));
        if (hasOthers()) {
            final ExtendedTime[] now = new ExtendedTime[others.cells.length];
            for (int i = 0; i < now.length; i++) {
                now[i] = marks[others.cells[i]];
            }
            made.others = new Canaries(others.cells, now);
        }
        return made.reading(reads);
    }

    /** The same with other reads. */
    Answer withReads(final int[] all) {
        final Answer made = of(null, at, dueBase, due, event, first, firstMark, second, secondMark);
        made.others = others;
        return made.reading(all);
    }

    /** Whether the other one has the same consequences: it says the same, and depends on the same. */
    boolean isAsGoodAs(final Answer other, final Slot slot) {
        return saysTheSame(other, slot) && sameCanaries(other) && Arrays.equals(reads(), other.reads());
    }

    private boolean saysTheSame(final Answer other, final Slot slot) {
        return dueBase == other.dueBase
            && (dueBase == NEVER || due(slot).compareTo(other.due(slot)) == 0 && sameEvent(event, other.event));
    }

    /** An exception of users' equality names them: of the turn nothing stays, and it is still to be done. */
    static boolean sameEvent(final Event one, final Event other) {
        try {
            return one.equals(other);
        } catch (final Exception e) {
            throw new StewardException("comparing two events of " + one.getClass() + " failed: "
                + EventException.reason(e), e);
        }
    }

    private boolean sameCanaries(final Answer other) {
        boolean same = first == other.first && firstMark == other.firstMark && second == other.second
            && secondMark == other.secondMark && hasOthers() == other.hasOthers();
        if (same && hasOthers()) {
            same = Arrays.equals(others.cells, other.others.cells);
            for (int i = 0; same && i < others.cells.length; i++) {
                same = others.marks[i] == other.others.marks[i];
            }
        }
        return same;
    }

    private static ExtendedTime mark(final int cell, final ExtendedTime[] marks) {
        return cell < 0 ? null : marks[cell];
    }
}
