package io.takt.steward.log;

import java.util.Arrays;

import io.takt.steward.ExtendedTime;

/**
 * Where the tables hold something else than the undone turns of the log take for granted. Of such a cell or slot it
 * knows what they expect. A turn that has read none of these would do again what it did.
 */
final class Differences {
    private static final byte SAME = 0;
    /** Written at another instant, or by another run, the same value. */
    private static final byte OTHER_MARK = 1;
    private static final byte OTHER_VALUE = 2;

    private final Tables tables;
    private byte[] cells = {};
    private Object[] expectedValues = {};
    private ExtendedTime[] expectedMarks = {};
    /** All cells that have differed; some perhaps more than once. */
    private int[] noted = new int[16];
    private int notedCount;
    private int differing;
    /** By number of the slot: what is expected; null where it is what the slot says. */
    private Answer[] expectedAnswers = {};
    private int[] notedSlots = new int[16];
    private int notedSlotCount;
    private int differingSlots;
    private int differingAutomatic;
    /** For {@link #takeBack}: cells as they were, and what was expected. */
    private int[] changed = new int[16];
    private Object[] changedValues = new Object[16];
    private ExtendedTime[] changedMarks = new ExtendedTime[16];
    private byte[] changedFrom = new byte[16];
    private int changedCount;

    Differences(final Tables tables) {
        this.tables = tables;
    }

    /** What differs at an instant, to be taken up when that is reached again. */
    record Seam(ExtendedTime after, int[] cells, Object[] values, ExtendedTime[] marks, int[] slots,
        Answer[] answers) {
    }

    /** Whether nothing differs. */
    boolean none() {
        return differing == 0 && differingSlots == 0;
    }

    /** Whether a slot differs whose predictor is asked by writing. */
    boolean anyAutomatic() {
        return differingAutomatic > 0;
    }

    boolean inValue(final int cell) {
        return cell < cells.length && cells[cell] == OTHER_VALUE;
    }

    boolean inMark(final int cell) {
        return cell < cells.length && cells[cell] != SAME;
    }

    boolean ofSlot(final int slot) {
        return slot < expectedAnswers.length && expectedAnswers[slot] != null;
    }

    /** Takes memory for all cells and slots that there are, and for some changes more. */
    void makeRoom(final int changes) {
        final int length = tables.values.length;
        if (cells.length < length) {
            final Object[] longerValues = Arrays.copyOf(expectedValues, length);
            final ExtendedTime[] longerMarks = Arrays.copyOf(expectedMarks, length);
            cells = Arrays.copyOf(cells, length);
            expectedValues = longerValues;
            expectedMarks = longerMarks;
        }
        if (expectedAnswers.length < tables.answers.length) {
            expectedAnswers = Arrays.copyOf(expectedAnswers, tables.answers.length);
        }
        if (noted.length < notedCount + changes) {
            noted = Arrays.copyOf(noted, 2 * (notedCount + changes));
        }
        if (notedSlots.length < notedSlotCount + changes) {
            notedSlots = Arrays.copyOf(notedSlots, 2 * (notedSlotCount + changes));
        }
        if (changed.length < changedCount + changes) {
            final int more = 2 * (changedCount + changes);
            final Object[] longerValues = Arrays.copyOf(changedValues, more);
            final ExtendedTime[] longerMarks = Arrays.copyOf(changedMarks, more);
            final byte[] longerFrom = Arrays.copyOf(changedFrom, more);
            changed = Arrays.copyOf(changed, more);
            changedValues = longerValues;
            changedMarks = longerMarks;
            changedFrom = longerFrom;
        }
    }

    /** From now on changes can be taken back. */
    void begin() {
        Arrays.fill(changedValues, 0, changedCount, null);
        Arrays.fill(changedMarks, 0, changedCount, null);
        changedCount = 0;
    }

    /** What was noted of cells since the beginning is as it was. */
    void takeBack() {
        while (changedCount > 0) {
            final int cell = changed[--changedCount];
            expectedValues[cell] = changedValues[changedCount];
            expectedMarks[cell] = changedMarks[changedCount];
            changedValues[changedCount] = null;
            changedMarks[changedCount] = null;
            set(cell, changedFrom[changedCount]);
        }
    }

    /** The log takes it from now on that a cell holds this. */
    void expect(final int cell, final Object value, final ExtendedTime mark) {
        remember(cell);
        expectedValues[cell] = value;
        expectedMarks[cell] = mark;
        compare(cell);
    }

    /** A turn that is not of the log, or not as it is there, has overwritten this. */
    void overwritten(final int cell, final Object valueBefore, final ExtendedTime markBefore) {
        remember(cell);
        if (cells[cell] == SAME) {
            expectedValues[cell] = valueBefore;
            expectedMarks[cell] = markBefore;
        }
        compare(cell);
    }

    /** A cell holds what the log takes for granted. */
    void settled(final int cell) {
        if (cells[cell] != SAME) {
            set(cell, SAME);
        }
    }

    private void remember(final int cell) {
        changed[changedCount] = cell;
        changedValues[changedCount] = expectedValues[cell];
        changedMarks[changedCount] = expectedMarks[cell];
        changedFrom[changedCount++] = cells[cell];
    }

    private void compare(final int cell) {
        if (tables.marks[cell] == expectedMarks[cell]) {
            set(cell, SAME);
        } else {
            set(cell, tables.cells()[cell].holdsSame(tables.values[cell], expectedValues[cell])
                ? OTHER_MARK : OTHER_VALUE);
        }
    }

    private void set(final int cell, final byte how) {
        if (cells[cell] == SAME && how != SAME) {
            noted[notedCount++] = cell;
            differing++;
        } else if (cells[cell] != SAME && how == SAME) {
            differing--;
        }
        cells[cell] = how;
    }

    /** The log takes it from now on that a slot says this. */
    void expectOfSlot(final int slot, final Answer answer) {
        setSlot(slot, tables.answers[slot] == answer ? null : answer);
    }

    /** A turn that is not of the log, or not as it is there, has overwritten this. */
    void slotOverwritten(final int slot, final Answer before) {
        final Answer expected = expectedAnswers[slot] == null ? before : expectedAnswers[slot];
        setSlot(slot, tables.answers[slot] == expected ? null : expected);
    }

    private void setSlot(final int slot, final Answer expected) {
        final int step = expected == null ? -1 : 1;
        if (expectedAnswers[slot] == null != (expected == null)) {
            if (expected != null) {
                notedSlots[notedSlotCount++] = slot;
            }
            differingSlots += step;
            differingAutomatic += tables.slots()[slot].automatic ? step : 0;
        }
        expectedAnswers[slot] = expected;
    }

    /** All that differs; from now on nothing does. */
    Seam takeSeam(final ExtendedTime after) {
        final int[] seamCells = Arrays.stream(noted, 0, notedCount).filter(this::inMark).distinct().toArray();
        final Object[] values = new Object[seamCells.length];
        final ExtendedTime[] marks = new ExtendedTime[seamCells.length];
        for (int i = 0; i < seamCells.length; i++) {
            values[i] = expectedValues[seamCells[i]];
            marks[i] = expectedMarks[seamCells[i]];
        }
        final int[] seamSlots = Arrays.stream(notedSlots, 0, notedSlotCount).filter(this::ofSlot).distinct().toArray();
        final Answer[] answers = new Answer[seamSlots.length];
        for (int i = 0; i < seamSlots.length; i++) {
            answers[i] = expectedAnswers[seamSlots[i]];
        }
        clear();
        return new Seam(after, seamCells, values, marks, seamSlots, answers);
    }

    /** From now on nothing differs. */
    void clear() {
        for (int i = 0; i < notedCount; i++) {
            cells[noted[i]] = SAME;
            expectedValues[noted[i]] = null;
            expectedMarks[noted[i]] = null;
        }
        for (int i = 0; i < notedSlotCount; i++) {
            expectedAnswers[notedSlots[i]] = null;
        }
        notedCount = 0;
        notedSlotCount = 0;
        differing = 0;
        differingSlots = 0;
        differingAutomatic = 0;
        begin();
    }
}
