package io.takt.steward.log;

import java.util.Arrays;

import io.takt.steward.Cell;
import io.takt.steward.CellType;
import io.takt.steward.ExtendedTime;
import io.takt.steward.Id;
import io.takt.steward.Physics;
import io.takt.steward.Predictor;

/**
 * Runs an event before its turn, and the predictors that it asks, on the tables as they are, while nothing changes. It
 * changes nothing that others see. Work that cannot be done so, or fails, is left to its turn.
 */
final class SpeculativeRunner extends Runner {
    /** An event that writes more is no small one: it is looked through for every read. */
    private static final int MOST_WRITES = 16;

    private final int[] cells = new int[MOST_WRITES];
    private final Object[] values = new Object[MOST_WRITES];
    private int cellCount;
    private Slot[] slots = new Slot[16];
    private int[] asked = new int[16];
    private int slotCount;
    private int[] reads = new int[64];
    private ExtendedTime[] marks = new ExtendedTime[64];
    private int readCount;
    /** By number: which action has read each cell last. */
    private int[] readIn = {};
    private int action;
    private boolean predicting;
    /** The instant of what is running. */
    private ExtendedTime at;
    /** Users' code may catch what is thrown to end it. */
    private boolean given;

    /** Something that can only be done in turn. */
    private static final class InTurnOnly extends RuntimeException {
        private static final long serialVersionUID = 1;

        InTurnOnly() {
            super("this can only be done in turn", null, false, false);
        }
    }

    SpeculativeRunner(final Physics physics, final Tables tables) {
        super(physics, tables);
    }

    /** The turn of a slot's prediction if nothing happens before it. */
    Speculation run(final Slot slot, final long era) {
        final Answer answer = tables.answers[slot.index];
        final Speculation result = attempt(slot, answer, era);
        return result == null ? new Speculation(null, answer, era, false) : result;
    }

    private Speculation attempt(final Slot slot, final Answer answer, final long era) {
        given = false;
        cellCount = 0;
        slotCount = 0;
        readCount = 0;
        try {
            final boolean happens = answer.isCurrent(tables.marks);
            at = answer.due(slot);
            if (!happens && slot.dropsStale || Recent.has(at)) {
                return null;
            }
            final Speculation result = new Speculation(at, answer, era, happens);
            touch(slot, happens ? Turn.CAME_UP : Turn.ASKED);
            if (happens) {
                final LogTransaction tx = transaction(answer.event, at);
                begin(tx, false);
                answer.event.execute(tx);
            }
            result.eventReadsEnd = readCount;
            predict(result);
            return given ? null : result;
        } catch (final Throwable e) { // Also a checked one that was thrown in secret: a thread of ours must not end.
            return null; // It happens again in its turn, and is told then.
        } finally {
            close();
        }
    }

    private void predict(final Speculation result) {
        result.answers = new Answer[slotCount];
        result.readsEnd = new int[slotCount];
        for (int i = 0; i < slotCount; i++) {
            if (asked[i] == Turn.ASKED) {
                final int before = readCount;
                final LogForecast forecast = forecast(slots[i], at);
                begin(forecast, true);
                slots[i].run(forecast);
                final Answer said = forecast.said() != null ? forecast.said() : Answer.nothing(at, Answer.NO_CELLS);
                result.answers[i] =
                    slots[i].automatic ? said.reading(Arrays.copyOfRange(reads, before, readCount)) : said;
            }
            result.readsEnd[i] = readCount;
        }
        result.cells = Arrays.copyOf(cells, cellCount);
        result.values = Arrays.copyOf(values, cellCount);
        result.slots = Arrays.copyOf(slots, slotCount);
        result.asked = Arrays.copyOf(asked, slotCount);
        result.reads = Arrays.copyOf(reads, readCount);
        result.marks = Arrays.copyOf(marks, readCount);
    }

    /** Results may be kept. */
    @Override
    Answer takeSpare() {
        return null;
    }

    private void begin(final ActionView view, final boolean ofPredictor) {
        predicting = ofPredictor;
        if (readIn.length < tables.values.length) {
            readIn = Arrays.copyOf(readIn, tables.values.length);
        }
        if (++action == Integer.MAX_VALUE) {
            Arrays.fill(readIn, 0);
            action = 1;
        }
        open(view);
    }

    @Override
    <V> LogCell<V> cell(final CellType<V> type, final long key) {
        return found(tables.find(type, key));
    }

    @Override
    <V> LogCell<V> cell(final CellType<V> type, final Id key) {
        return found(tables.find(type, key));
    }

    @Override
    Slot slot(final Predictor<?> predictor, final Cell<?> subject) {
        return found(tables.own(subject).slot(predictor));
    }

    @Override
    Object value(final CellType<?> type, final long key, final ActionView view) {
        return value(cell(type, key).index, view);
    }

    @Override
    Object value(final int cell, final ActionView view) {
        final int draft = draft(cell);
        read(cell, draft);
        return draft < 0 ? tables.values[cell] : values[draft];
    }

    @Override
    ExtendedTime mark(final int cell, final ActionView view) {
        final int draft = draft(cell);
        read(cell, draft);
        return draft < 0 ? tables.marks[cell] : at;
    }

    /** An event does not depend on its own writes; a predictor does. */
    private void read(final int cell, final int draft) {
        if (readIn[cell] == action || draft >= 0 && !predicting) {
            return;
        }
        // In this order: an event that catches an error for want of memory, and reads again, has read it.
        if (readCount == reads.length) {
            marks = Arrays.copyOf(marks, 2 * readCount);
            reads = Arrays.copyOf(reads, 2 * readCount);
        }
        reads[readCount] = cell;
        marks[readCount++] = draft < 0 ? tables.marks[cell] : at;
        readIn[cell] = action;
    }

    @Override
    void write(final int cell, final Object value) {
        int place = draft(cell);
        if (place < 0) {
            if (cellCount == MOST_WRITES) {
                throw inTurnOnly();
            }
            place = cellCount++;
            cells[place] = cell;
        }
        values[place] = value;
    }

    private int draft(final int cell) {
        int place = cellCount - 1;
        while (place >= 0 && cells[place] != cell) {
            place--;
        }
        return place;
    }

    @Override
    void ask(final Slot slot, final boolean cancel) {
        final int how = cancel ? Turn.CANCELLED : Turn.ASKED;
        for (int i = 0; i < slotCount; i++) {
            if (slots[i] == slot) {
                asked[i] = how;
                return;
            }
        }
        touch(slot, how);
    }

    private void touch(final Slot slot, final int how) {
        if (slotCount == slots.length) {
            asked = Arrays.copyOf(asked, 2 * slotCount);
            slots = Arrays.copyOf(slots, 2 * slotCount);
        }
        slots[slotCount] = slot;
        asked[slotCount++] = how;
    }

    @Override
    String recent() {
        throw inTurnOnly();
    }

    private <T> T found(final T found) {
        if (found == null) {
            throw inTurnOnly();
        }
        return found;
    }

    private RuntimeException inTurnOnly() {
        given = true;
        return new InTurnOnly();
    }
}
