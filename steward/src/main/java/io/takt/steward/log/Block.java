package io.takt.steward.log;

import java.util.Arrays;

import io.takt.steward.ExtendedTime;

/**
 * Some turns of the log that follow each other. Those that were added at its end lie one after the other in its arrays,
 * and an object is made of one only if it is asked for; those that came later between others have arrays of their own.
 */
final class Block {
    /** So many turns are added to a block; so many more have room in it that come between others. */
    static final int USUAL = 64;
    static final int MOST = 2 * USUAL;
    /** Of turns for which this is not enough there are fewer in a block. */
    private static final int MOST_ROOM = 1 << 18;

    /** Turns are from here to the end. */
    int begin;
    int end;

    private final int[] numbers;
    private final Object[] values;
    private final ExtendedTime[] marks;
    private final Answer[] answers;
    private int numbersEnd;
    private int valuesEnd;
    private int answersEnd;
    /** How many turns have been added to the arrays. */
    private int added;
    /** The base time of each turn: a search comes to no turn before it has nearly found it. */
    private long[] bases = new long[USUAL];
    /** Where each turn begins in the arrays, as far as it lies there. */
    private int[] numbersAt = new int[USUAL];
    private int[] valuesAt = new int[USUAL];
    private int[] answersAt = new int[USUAL];
    /** Objects of the turns, null where there are none; null if there is none at all. */
    private Turn[] objects;

    Block(final int numbers, final int values, final int answers) {
        this.numbers = new int[numbers];
        this.values = new Object[values];
        marks = new ExtendedTime[values];
        this.answers = new Answer[answers];
    }

    boolean hasRoom(final int moreNumbers, final int moreValues, final int moreAnswers) {
        return numbers.length - numbersEnd >= moreNumbers && values.length - valuesEnd >= moreValues
            && answers.length - answersEnd >= moreAnswers;
    }

    /** Has a turn be the place that is free at the end; there is room. */
    void lookAtEnd(final Turn free) {
        free.moveTo(0, numbers, numbersEnd, values, marks, valuesEnd, answers, answersEnd);
    }

    /** What was filled in there is one of the turns now. */
    void append(final Turn filled) {
        bases[end] = filled.base();
        numbersAt[end] = numbersEnd;
        valuesAt[end] = valuesEnd;
        answersAt[end++] = answersEnd;
        numbersEnd += filled.numbers();
        valuesEnd += filled.values();
        answersEnd += 2 * filled.slots();
        added++;
    }

    /**
     * How much room a block of the usual size takes whose turns are like those that were added to this one, and the
     * next one; of each kind. It grows step by step: one large turn is not taken for the rule.
     *
     * @param before how much was thought so far; given back if none was added.
     */
    int[] usualRoom(final int[] before, final int moreNumbers, final int moreValues, final int moreAnswers) {
        return added == 0 ? before : new int[] {usualRoom((long) numbersEnd + moreNumbers, before[0]),
            usualRoom((long) valuesEnd + moreValues, before[1]),
            usualRoom((long) answersEnd + moreAnswers, before[2])};
    }

    private int usualRoom(final long taken, final int before) {
        return (int) Math.min(taken * (USUAL + 2) / (added + 1), Math.max(MOST, Math.min(2L * before, MOST_ROOM)));
    }

    long firstBase() {
        return bases[begin];
    }

    /** Whether its last turn is before an instant. */
    boolean endsBefore(final ExtendedTime at) {
        return isBefore(end - 1, at);
    }

    private boolean isBefore(final int place, final ExtendedTime at) {
        return bases[place] != at.base() ? bases[place] < at.base() : at(place).isBefore(at);
    }

    boolean isAt(final int place, final ExtendedTime at) {
        return bases[place] == at.base() && at(place).compareTo(at) == 0;
    }

    ExtendedTime at(final int place) {
        return hasObject(place) ? objects[place].at() : marks[valuesAt[place]];
    }

    private boolean hasObject(final int place) {
        return objects != null && objects[place] != null;
    }

    Turn object(final int place) {
        if (objects == null) {
            objects = new Turn[bases.length];
        }
        if (objects[place] == null) {
            final Turn made = new Turn();
            look(place, made);
            objects[place] = made;
        }
        return objects[place];
    }

    void look(final int place, final Turn at) {
        if (hasObject(place)) {
            at.moveTo(objects[place]);
        } else {
            at.moveTo(bases[place], numbers, numbersAt[place], values, marks, valuesAt[place], answers,
                answersAt[place]);
        }
    }

    /** The place of the first turn that is not before an instant. */
    int from(final ExtendedTime at) {
        int low = begin;
        int high = end;
        while (low < high) {
            final int middle = (low + high) >>> 1;
            if (isBefore(middle, at)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    void insert(final int place, final Turn turn) {
        if (objects == null) {
            objects = new Turn[bases.length];
        }
        makeRoom();
        move(place, place + 1);
        bases[place] = turn.base();
        objects[place] = turn;
    }

    private void makeRoom() {
        if (end == bases.length) {
            final long[] longerBases = Arrays.copyOf(bases, MOST);
            final int[] longerNumbers = Arrays.copyOf(numbersAt, MOST);
            final int[] longerValues = Arrays.copyOf(valuesAt, MOST);
            final int[] longerAnswers = Arrays.copyOf(answersAt, MOST);
            objects = Arrays.copyOf(objects, MOST);
            bases = longerBases;
            numbersAt = longerNumbers;
            valuesAt = longerValues;
            answersAt = longerAnswers;
        }
    }

    /** Puts another turn in the place of one. */
    void replace(final int place, final Turn turn) {
        forget(place);
        objects[place] = turn;
    }

    /** Removes the first turn, which this object is at. */
    void removeFirst(final Turn first) {
        if (first.liesIn(values)) {
            first.letGo();
        }
        if (objects != null) {
            objects[begin] = null;
        }
        begin++;
    }

    void remove(final int place) {
        forget(place);
        move(place + 1, place);
    }

    /** Lets go of what a turn names, if it lies here. */
    private void forget(final int place) {
        if (object(place).liesIn(values)) {
            objects[place].letGo();
        }
    }

    private void move(final int from, final int to) {
        System.arraycopy(bases, from, bases, to, end - from);
        System.arraycopy(numbersAt, from, numbersAt, to, end - from);
        System.arraycopy(valuesAt, from, valuesAt, to, end - from);
        System.arraycopy(answersAt, from, answersAt, to, end - from);
        if (objects != null) {
            System.arraycopy(objects, from, objects, to, end - from);
        }
        end += to - from;
        if (objects != null && to < from) {
            Arrays.fill(objects, end, end + from - to, null);
        }
    }

    /** Takes the places before the first turn, which are free. */
    void moveToFront() {
        move(begin, 0);
        begin = 0;
    }

    /** A block with the later half of the turns, which go from here; all places are taken. */
    Block divide() {
        final int middle = (begin + end) / 2;
        final Block later = new Block(0, 0, 0);
        later.objects = new Turn[USUAL];
        for (int i = middle; i < end; i++) {
            later.bases[later.end] = bases[i];
            later.objects[later.end++] = object(i);
        }
        Arrays.fill(objects, middle, end, null);
        end = middle;
        return later;
    }
}
