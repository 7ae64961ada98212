package io.takt.steward.log;

import java.util.Arrays;

import io.takt.steward.Event;
import io.takt.steward.ExtendedTime;

/**
 * A predictor's statement about a cell: an event at a later instant, or nothing. Immutable.
 *
 * <p>A canary is a cell with the mark that it had when the statement was made: when it has another one, it has been
 * written since.
 */
final class Answer {
    /** Stands for never. */
    static final long NEVER = Long.MAX_VALUE;
    static final int[] NO_CELLS = {};
    /** Of a slot whose predictor was never asked. */
    static final Answer NONE = nothing(ExtendedTime.BEGINNING, NO_CELLS);

    static final ExtendedTime[] NO_MARKS = {};
    /** In place of the number of a cell. */
    static final int ABSENT = -1;

    /** When its slot was given it. */
    final ExtendedTime at;
    /** The base time at which it comes up; {@link #NEVER} if nothing was predicted, or it has come up. */
    final long dueBase;
    final Event event;
    /** The first two canaries, if there are no others; else {@link #ABSENT}. */
    final int first;
    final int second;
    private final ExtendedTime firstMark;
    private final ExtendedTime secondMark;
    /** Null where there is none of it. */
    private final More more;
    /** When it comes up; null until it is asked for where the iteration is 0: most are replaced before. */
    private ExtendedTime due;

    /** Most answers have none of this. */
    private record More(int[] others, ExtendedTime[] otherMarks, int[] reads) {
    }

    private Answer(
        final ExtendedTime at, final long dueBase, final ExtendedTime due, final Event event, final int first,
        final ExtendedTime firstMark, final int second, final ExtendedTime secondMark, final More more) {
        this.at = at;
        this.dueBase = dueBase;
        this.due = due;
        this.event = event;
        this.first = first;
        this.firstMark = firstMark;
        this.second = second;
        this.secondMark = secondMark;
        this.more = more;
    }

    /** With two canaries at most, {@link #ABSENT} for none, and their marks. */
    static Answer of(
        final ExtendedTime at, final long dueBase, final ExtendedTime due, final Event event, final int first,
        final ExtendedTime firstMark, final int second, final ExtendedTime secondMark) {
        return new Answer(at, dueBase, due, event, first, firstMark, second, secondMark, null);
    }

    /** With any number of canaries, and their marks. */
    static Answer of(
        final ExtendedTime at, final long dueBase, final ExtendedTime due, final Event event, final int[] canaries,
        final ExtendedTime[] marks) {
        return new Answer(at, dueBase, due, event, ABSENT, null, ABSENT, null, new More(canaries, marks, NO_CELLS));
    }

    /** Of nothing. */
    static Answer nothing(final ExtendedTime at, final int[] reads) {
        return new Answer(at, NEVER, null, null, ABSENT, null, ABSENT, null,
            reads.length == 0 ? null : new More(NO_CELLS, NO_MARKS, reads));
    }

    /** All cells that were read, each once, if writing them has the predictor asked again; else none. */
    int[] reads() {
        return more == null ? NO_CELLS : more.reads;
    }

    /** Whether there are canaries that are not the first two. */
    boolean hasOthers() {
        return more != null && more.others.length > 0;
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
        for (int i = 0; more != null && i < more.others.length; i++) {
            if (marks[more.others[i]] != more.otherMarks[i]) {
                return false;
            }
        }
        return true;
    }

    /** All canaries, in the order in which they were named. */
    int[] canaries() {
        if (first < 0) {
            return more == null ? NO_CELLS : more.others;
        }
        return second < 0 ? new int[] {first} : new int[] {first, second};
    }

    /** The mark of the canary at a place of {@link #canaries}. */
    ExtendedTime canaryMark(final int place) {
        return first < 0 ? more.otherMarks[place] : place == 0 ? firstMark : secondMark;
    }

    /** The same, made now: nothing that it depends on has another value. */
    Answer withMarks(final ExtendedTime when, final ExtendedTime[] marks, final Slot slot) {
        More now = more;
        if (hasOthers()) {
            final ExtendedTime[] otherMarks = new ExtendedTime[more.others.length];
            for (int i = 0; i < otherMarks.length; i++) {
                otherMarks[i] = marks[more.others[i]];
            }
            now = new More(more.others, otherMarks, more.reads);
        }
        return new Answer(when, dueBase, due(slot), event, first, mark(first, marks), second, mark(second, marks), now);
    }

    /** The same with other reads. */
    Answer withReads(final int[] all) {
        final More now =
            more == null ? new More(NO_CELLS, NO_MARKS, all) : new More(more.others, more.otherMarks, all);
        return new Answer(at, dueBase, due, event, first, firstMark, second, secondMark, now);
    }

    /** Whether the other one has the same consequences: it says the same, and depends on the same. */
    boolean isAsGoodAs(final Answer other, final Slot slot) {
        return saysTheSame(other, slot) && sameCanaries(other) && Arrays.equals(reads(), other.reads());
    }

    boolean saysTheSame(final Answer other, final Slot slot) {
        return dueBase == other.dueBase
            && (dueBase == NEVER || due(slot).compareTo(other.due(slot)) == 0 && event.equals(other.event));
    }

    private boolean sameCanaries(final Answer other) {
        boolean same = first == other.first && firstMark == other.firstMark && second == other.second
            && secondMark == other.secondMark && hasOthers() == other.hasOthers();
        if (same && hasOthers()) {
            same = Arrays.equals(more.others, other.more.others);
            for (int i = 0; same && i < more.others.length; i++) {
                same = more.otherMarks[i] == other.more.otherMarks[i];
            }
        }
        return same;
    }

    private static ExtendedTime mark(final int cell, final ExtendedTime[] marks) {
        return cell < 0 ? null : marks[cell];
    }
}
