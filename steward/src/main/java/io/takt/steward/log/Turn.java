package io.takt.steward.log;

import java.util.Arrays;

import io.takt.steward.Event;
import io.takt.steward.ExtendedTime;

/**
 * All that was done at an instant, as an entry of the log: an event with the predictors that were asked because of it,
 * or a prediction that came up and was stale. It knows what was overwritten, what was read, and what was written, so it
 * can be undone, and done again without running anything.
 *
 * <p>It lies in four arrays, which it shares with other turns. The numbers: how many cells were written, how many slots
 * were come to, where the event's reads end, flags, and the first two canaries of the prediction that came up; the
 * cells; for each slot its number, why it was asked, and where its reads end; then the cells that were read, by the
 * event and by each predictor. The values: the origin, the event, and for each cell the value before and after. The
 * marks, at the same places: the instant, nothing, and for each cell the mark before and after. The answers: for each
 * slot that before and after. Each array is of its own type, so that most of it needs no cast: a cast reads the
 * object's header, which may not be in a cache.
 */
final class Turn implements Comparable<Turn> {
    /** A predicted event that came up, and nothing was asked of its predictor. */
    static final int CAME_UP = 0;
    /** The event has asked, or a stale prediction is made anew. */
    static final int ASKED = 1;
    /** The event has asked for nothing to be predicted. */
    static final int CANCELLED = 2;
    /** Writing has asked. */
    static final int WRITTEN = 3;

    private static final int SLOT_COUNT = 1;
    private static final int EVENT_READS_END = 2;
    private static final int FLAGS = 3;
    private static final int FIRST_CANARY = 4;
    private static final int SECOND_CANARY = 5;
    private static final int HEAD = 6;
    private static final int PER_SLOT = 3;
    private static final int EVENT = 1;
    private static final int VALUES_HEAD = 2;
    /** Its instant, and the places of this in the log. */
    private static final long BYTES = 40 + 12;
    private static final long ANSWER_BYTES = 56 + 8;

    private static final int UNDONE = 1;
    private static final int AWAITED = 2;
    private static final int LISTED = 4;
    private static final int OTHER_CANARIES = 8;
    private static final int FROM_OUTSIDE = 16;

    /** That of its instant: mostly it tells the order, without a look at the instant. */
    private long base;
    private int[] numbers;
    private int from;
    private Object[] values;
    private ExtendedTime[] marks;
    private int valuesFrom;
    private Answer[] answers;
    private int answersFrom;

    /** Of nothing, until it is moved. */
    Turn() {
    }

    /** With arrays of its own. */
    Turn(final int numbers, final int values, final int answers) {
        moveTo(0, new int[numbers], 0, new Object[values], new ExtendedTime[values], 0, new Answer[answers], 0);
    }

    /** Becomes another one. */
    void moveTo(
        final long toBase, final int[] toNumbers, final int toFrom, final Object[] toValues,
        final ExtendedTime[] toMarks, final int toValuesFrom, final Answer[] toAnswers, final int toAnswersFrom) {
        base = toBase;
        numbers = toNumbers;
        from = toFrom;
        values = toValues;
        marks = toMarks;
        valuesFrom = toValuesFrom;
        answers = toAnswers;
        answersFrom = toAnswersFrom;
    }

    void moveTo(final Turn other) {
        moveTo(other.base, other.numbers, other.from, other.values, other.marks, other.valuesFrom, other.answers,
            other.answersFrom);
    }

    /** Whether what it names is in an array. */
    boolean liesIn(final Object[] array) {
        return values == array;
    }

    /** Names nothing any more. */
    void letGo() {
        Arrays.fill(values, valuesFrom, valuesFrom + values(), null);
        Arrays.fill(marks, valuesFrom, valuesFrom + values(), null);
        Arrays.fill(answers, answersFrom, answersFrom + 2 * slots(), null);
    }

    /** How many numbers it has. */
    int numbers() {
        return numbers(cells(), slots(), readsEnd(slots() - 1));
    }

    /** How many values it has, and as many marks. */
    int values() {
        return values(cells());
    }

    /** How many numbers a turn has. */
    static int numbers(final int cells, final int slots, final int reads) {
        return HEAD + cells + PER_SLOT * slots + reads;
    }

    /** How many values, and as many marks, a turn has. */
    static int values(final int cells) {
        return VALUES_HEAD + 2 * cells;
    }

    /** Begins to be filled. */
    void begin(
        final ExtendedTime at, final Object origin, final Event event, final Answer cameUp, final int cells,
        final int slots) {
        numbers[from] = cells;
        numbers[from + SLOT_COUNT] = slots;
        numbers[from + FLAGS] = cameUp == null ? FROM_OUTSIDE : cameUp.hasOthers() ? OTHER_CANARIES : 0;
        numbers[from + FIRST_CANARY] = cameUp == null ? Answer.ABSENT : cameUp.first;
        numbers[from + SECOND_CANARY] = cameUp == null ? Answer.ABSENT : cameUp.second;
        base = at.base();
        marks[valuesFrom] = at;
        values[valuesFrom] = origin;
        values[valuesFrom + EVENT] = event;
    }

    ExtendedTime at() {
        return marks[valuesFrom];
    }

    /** The base time of its instant. */
    long base() {
        return base;
    }

    boolean isBefore(final ExtendedTime other) {
        return base != other.base() ? base < other.base() : at().isBefore(other);
    }

    boolean isAfter(final ExtendedTime other) {
        return base != other.base() ? base > other.base() : other.isBefore(at());
    }

    boolean isAt(final ExtendedTime other) {
        return base == other.base() && at().compareTo(other) == 0;
    }

    /** By instant; there are two of one instant where another one takes its place. */
    @Override
    public int compareTo(final Turn other) {
        return base != other.base ? Long.compare(base, other.base) : at().compareTo(other.at());
    }

    /** From outside; null if it was predicted. */
    Fiat fiat() {
        return isFromOutside() ? (Fiat) values[valuesFrom] : null;
    }

    /** Whose prediction came up; null if it came from outside. */
    Slot slot() {
        return isFromOutside() ? null : (Slot) values[valuesFrom];
    }

    /** Null if a stale prediction came up. */
    Event event() {
        return (Event) values[valuesFrom + EVENT];
    }

    boolean isFromOutside() {
        return is(FROM_OUTSIDE);
    }

    /** It is undone for the moment. */
    boolean isUndone() {
        return is(UNDONE);
    }

    void setUndone(final boolean undone) {
        set(UNDONE, undone);
    }

    /** It waits to be looked at, or done again. */
    boolean isAwaited() {
        return is(AWAITED);
    }

    void setAwaited(final boolean awaited) {
        set(AWAITED, awaited);
    }

    /** The {@link Touches} list it. */
    boolean isListed() {
        return is(LISTED);
    }

    void setListed(final boolean listed) {
        set(LISTED, listed);
    }

    private boolean is(final int flag) {
        return (numbers[from + FLAGS] & flag) != 0;
    }

    private void set(final int flag, final boolean on) {
        numbers[from + FLAGS] = on ? numbers[from + FLAGS] | flag : numbers[from + FLAGS] & ~flag;
    }

    /** Whether one of the canaries of the prediction that came up differs. */
    boolean hasCanary(final Differences differences) {
        final int first = numbers[from + FIRST_CANARY];
        final int second = numbers[from + SECOND_CANARY];
        if (first >= 0 && differences.inMark(first) || second >= 0 && differences.inMark(second)) {
            return true;
        }
        boolean has = false;
        final int[] others = is(OTHER_CANARIES) ? cameUp().canaries() : Answer.NO_CELLS;
        for (int i = 0; i < others.length && !has; i++) {
            has = differences.inMark(others[i]);
        }
        return has;
    }

    int cells() {
        return numbers[from];
    }

    int slots() {
        return numbers[from + SLOT_COUNT];
    }

    int cell(final int place) {
        return numbers[from + HEAD + place];
    }

    int slot(final int place) {
        return numbers[slotAt(place)];
    }

    int asked(final int place) {
        return numbers[slotAt(place) + 1];
    }

    /** Where the reads of the event, for -1, or of a slot's predictor end; they begin where those before end. */
    int readsEnd(final int place) {
        return place < 0 ? numbers[from + EVENT_READS_END] : numbers[slotAt(place) + 2];
    }

    int readsBegin(final int place) {
        return place < 0 ? 0 : readsEnd(place - 1);
    }

    /** The cell at a place between the two. */
    int read(final int place) {
        return numbers[slotAt(numbers[from + SLOT_COUNT]) + place];
    }

    /** Whether one of the cells that were read differs in its mark. */
    boolean hasRead(final Differences differences) {
        final int begin = slotAt(numbers[from + SLOT_COUNT]);
        final int end = begin + readsEnd(numbers[from + SLOT_COUNT] - 1);
        for (int i = begin; i < end; i++) {
            if (differences.inMark(numbers[i])) {
                return true;
            }
        }
        return false;
    }

    void setCell(final int place, final int cell) {
        numbers[from + HEAD + place] = cell;
    }

    void setSlot(final int place, final int slot, final int asked, final int readsEnd) {
        numbers[slotAt(place)] = slot;
        numbers[slotAt(place) + 1] = asked;
        numbers[slotAt(place) + 2] = readsEnd;
    }

    void setReads(final int eventsEnd, final int[] reads, final int count) {
        numbers[from + EVENT_READS_END] = eventsEnd;
        System.arraycopy(reads, 0, numbers, slotAt(numbers[from + SLOT_COUNT]), count);
    }

    Object before(final int place) {
        return values[cellAt(place)];
    }

    ExtendedTime markBefore(final int place) {
        return marks[cellAt(place)];
    }

    Object after(final int place) {
        return values[cellAt(place) + 1];
    }

    ExtendedTime markAfter(final int place) {
        return marks[cellAt(place) + 1];
    }

    void setBefore(final int place, final Object value, final ExtendedTime mark) {
        values[cellAt(place)] = value;
        marks[cellAt(place)] = mark;
    }

    void setAfter(final int place, final Object value, final ExtendedTime mark) {
        values[cellAt(place) + 1] = value;
        marks[cellAt(place) + 1] = mark;
    }

    Answer answerBefore(final int place) {
        return answers[answersFrom + 2 * place];
    }

    Answer answerAfter(final int place) {
        return answers[answersFrom + 2 * place + 1];
    }

    void setAnswerBefore(final int place, final Answer answer) {
        answers[answersFrom + 2 * place] = answer;
    }

    void setAnswerAfter(final int place, final Answer answer) {
        answers[answersFrom + 2 * place + 1] = answer;
    }

    /** The answer that came up; there must be one. */
    Answer cameUp() {
        return answerBefore(0);
    }

    int placeOfCell(final int cell) {
        for (int i = 0; i < cells(); i++) {
            if (cell(i) == cell) {
                return i;
            }
        }
        return -1;
    }

    int placeOfSlot(final int wanted) {
        for (int i = 0; i < slots(); i++) {
            if (slot(i) == wanted) {
                return i;
            }
        }
        return -1;
    }

    /** Whether it has written the same values as another one, in the same order. */
    boolean writesTheSame(final Turn other, final Tables tables) {
        boolean same = cells() == other.cells();
        for (int i = 0; same && i < cells(); i++) {
            same = cell(i) == other.cell(i) && tables.cells()[cell(i)].holdsSame(after(i), other.after(i));
        }
        return same;
    }

    /** About how many bytes it takes, with its answers, and without values and events. */
    long bytes() {
        return BYTES + 4L * (numbers() + 2 * values()) + ANSWER_BYTES * slots();
    }

    private int slotAt(final int place) {
        return from + HEAD + numbers[from] + PER_SLOT * place;
    }

    private int cellAt(final int place) {
        return valuesFrom + VALUES_HEAD + 2 * place;
    }
}
