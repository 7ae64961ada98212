package io.takt.steward.log;

import java.util.Arrays;
import java.util.function.IntConsumer;

import io.takt.steward.Asking;
import io.takt.steward.Cell;
import io.takt.steward.CellType;
import io.takt.steward.Event;
import io.takt.steward.EventException;
import io.takt.steward.ExtendedTime;
import io.takt.steward.Id;
import io.takt.steward.Physics;
import io.takt.steward.Predictor;
import io.takt.steward.StewardException;

/**
 * The running turn: an event and the predictors that are asked because of it. Writes go to the tables at once, with
 * a note of what they overwrite; answers are given to their slots when all of it has succeeded. If something fails, all
 * is as before.
 */
final class Work extends Runner {
    /** Whether a log is kept. */
    final boolean history;
    /** The running turn's instant, and the mark of all that it writes. */
    ExtendedTime at;
    /** The cells that it wrote, in the order in which it first did, and what it overwrote. */
    int[] cells = new int[16];
    Object[] valuesBefore = new Object[16];
    ExtendedTime[] marksBefore = new ExtendedTime[16];
    int cellCount;
    /** The slots that it comes to: first the one that came up, if one did. See {@link Turn} for how they are asked. */
    Slot[] slots = new Slot[16];
    int[] asked = new int[16];
    int[] readsEnd = new int[16];
    Answer[] answersAfter = new Answer[16];
    int slotCount;
    int[] reads = new int[64];
    int readCount;

    private int eventReadsEnd;
    private final OpenSnapshots snapshots;
    private final Dependents dependents;
    /** Whether it is noted what is read. */
    private final boolean notes;
    /** Null where all that is written is earlier than what is running. */
    private Settling settling;
    private Speculator helper;
    private final Recent recent = new Recent();
    private Slot[] byWriting = new Slot[16];
    private int byWritingCount;
    private final IntConsumer asker = this::askIfSettled;
    private final Spares spares = new Spares();
    private boolean predicting;
    private long turn;
    private int action;

    Work(final Physics physics, final boolean history, final OpenSnapshots snapshots) {
        super(physics, new Tables(physics));
        this.history = history;
        this.snapshots = snapshots;
        dependents = physics.has(Asking.AUTOMATIC) ? new Dependents(tables) : null;
        notes = history || dependents != null;
    }

    /** Has what an action comes to be brought to its instant before, from now on; null for not. */
    void settleWith(final Settling by) {
        settling = by;
    }

    /** Null where no predictor is asked by writing. */
    Dependents dependents() {
        return dependents;
    }

    /**
     * Begins a turn.
     *
     * @param instant an object that no other run of an event has: it marks what is written.
     * @param cameUp  whose prediction comes up; null for an event from outside.
     */
    void begin(final ExtendedTime instant, final Slot cameUp) {
        at = instant;
        turn++;
        clear();
        readCount = 0;
        eventReadsEnd = 0;
        if (cameUp != null) {
            touch(cameUp, Turn.CAME_UP);
        }
    }

    /** Refers to nothing of the last turn any more: one that was large is not kept for nothing. */
    private void clear() {
        Arrays.fill(valuesBefore, 0, cellCount, null);
        Arrays.fill(marksBefore, 0, cellCount, null);
        Arrays.fill(answersAfter, 0, slotCount, null);
        cellCount = 0;
        slotCount = 0;
    }

    @Override
    void letGo() {
        super.letGo();
        clear();
    }

    /** Runs the turn's event. All that it throws comes out of here: see {@link #failure}. */
    void run(final Event event) {
        final LogTransaction tx = transaction(event, at);
        beginAction(tx);
        predicting = false;
        recent.note(event, at);
        event.execute(tx);
        close();
        endReadsOfEvent();
    }

    /**
     * Takes the running turn back after something was thrown.
     *
     * @return what the caller is to throw: an {@link EventException} if an event or a predictor has thrown it, be it an
     *     Error, or a checked exception in secret.
     */
    RuntimeException failure(final Throwable thrown) {
        takeBack();
        recent.takeBack(at);
        final ActionView failed = running();
        close();
        if (failed != null) {
            return new EventException(name(failed) + " failed: " + EventException.reason(thrown), thrown);
        }
        if (thrown instanceof Error) {
            throw (Error) thrown;
        }
        return thrown instanceof RuntimeException ? (RuntimeException) thrown
            : new StewardException(EventException.reason(thrown), thrown);
    }

    /** Users' texts may fail as well, as on a full heap: that is not to hide why the action failed. */
    private static String name(final ActionView failed) {
        try {
            return failed.toString();
        } catch (final Throwable e) {
            return "an event or predictor at " + failed.now + ", whose text fails, too,";
        }
    }

    /** Does what the event is known to do. */
    void takeOver(final Speculation known) {
        takeReads(known, -1);
        for (int i = 0; i < known.cells.length; i++) {
            write(known.cells[i], known.values[i]);
        }
        for (int i = 0; i < known.slots.length; i++) {
            if (known.asked[i] != Turn.CAME_UP) {
                ask(known.slots[i], known.asked[i] == Turn.CANCELLED);
            }
        }
        endReadsOfEvent();
    }

    private void takeReads(final Speculation known, final int place) {
        for (int i = known.readsBegin(place); notes && i < known.readsEnd(place); i++) {
            addRead(known.reads[i]);
        }
    }

    /** Notes the answer that is known of a place, and holds. */
    void takeOver(final Speculation known, final int place) {
        takeReads(known, place);
        answer(place, known.answers[place]);
    }

    /** Has predictors be asked of whose last answers the event has written something. */
    void askDependents() {
        if (dependents == null) {
            return;
        }
        byWritingCount = 0;
        for (int i = 0; i < cellCount; i++) {
            final LogCell<?> cell = tables.cells()[cells[i]];
            for (final Predictor<?> predictor : cell.automatic) {
                askByWriting(tables.slot(predictor, cell));
            }
            if (settling != null) {
                settling.beforeAsking(cells[i]);
            }
            dependents.forEach(cells[i], asker);
        }
        if (byWritingCount > 1) {
            Arrays.sort(byWriting, 0, byWritingCount);
        }
        for (int i = 0; i < byWritingCount; i++) {
            final Slot slot = byWriting[i];
            if (slot.touchedIn != turn) {
                touch(slot, Turn.WRITTEN);
            } else if (asked[slot.touchedAt] == Turn.CAME_UP) {
                asked[slot.touchedAt] = Turn.WRITTEN;
            }
        }
        Arrays.fill(byWriting, 0, byWritingCount, null);
    }

    private void askIfSettled(final int slot) {
        if (settling == null || !at.isBefore(tables.answers[slot].at)) {
            askByWriting(tables.slots()[slot]);
        }
    }

    private void askByWriting(final Slot slot) {
        if (byWritingCount == byWriting.length) {
            byWriting = Arrays.copyOf(byWriting, 2 * byWritingCount);
        }
        byWriting[byWritingCount++] = slot;
    }

    /** Runs a predictor, and notes its answer. */
    void predict(final int place) {
        final Slot slot = slots[place];
        final LogForecast forecast = forecast(slot, at);
        final int begin = readCount;
        beginAction(forecast);
        predicting = true;
        slot.run(forecast);
        close();
        final Answer said = forecast.said() != null ? forecast.said()
            : history || slot.automatic ? Answer.nothing(at, Answer.NO_CELLS) : Answer.NONE;
        answer(place, slot.automatic ? said.reading(readsOf(slot, begin)) : said);
    }

    /** What was read last. Mostly that is what was read before for that slot: then it is that array. */
    private int[] readsOf(final Slot slot, final int begin) {
        final int[] before = tables.answers[slot.index].reads();
        return Arrays.equals(before, 0, before.length, reads, begin, readCount) ? before
            : Arrays.copyOfRange(reads, begin, readCount);
    }

    /** The answer at a place is this one; its reads are the last ones. */
    void answer(final int place, final Answer answer) {
        answersAfter[place] = answer;
        readsEnd[place] = readCount;
    }

    /** The answer of a slot whose predictor is not asked. */
    void answerUnasked(final int place) {
        final boolean keeps = asked[place] == Turn.CAME_UP && slots[place].automatic;
        answer(place, !history && !keeps ? Answer.NONE
            : Answer.nothing(at, keeps ? tables.answers[slots[place].index].reads() : Answer.NO_CELLS));
    }

    /** How many numbers the running turn takes in the log. */
    int numbers() {
        return Turn.numbers(cellCount, slotCount, readCount);
    }

    /** How many values it takes there. */
    int values() {
        return Turn.values(cellCount);
    }

    /** Writes the running turn down; its slots do not say yet what they are to say. */
    void writeInto(final Turn turn, final Fiat fiat, final Event event) {
        turn.begin(at, fiat == null ? slots[0] : fiat, event, fiat == null ? tables.answers[slots[0].index] : null,
            cellCount, slotCount);
        for (int i = 0; i < cellCount; i++) {
            turn.setCell(i, cells[i]);
            turn.setBefore(i, valuesBefore[i], marksBefore[i]);
            turn.setAfter(i, tables.values[cells[i]], tables.marks[cells[i]]);
        }
        for (int i = 0; i < slotCount; i++) {
            turn.setSlot(i, slots[i].index, asked[i], readsEnd[i]);
            turn.setAnswerBefore(i, tables.answers[slots[i].index]);
            turn.setAnswerAfter(i, answersAfter[i]);
        }
        turn.setReads(eventReadsEnd, reads, readCount);
    }

    /** From now on a speculator's threads run events, too; null for none. */
    void helpedBy(final Speculator by) {
        helper = by;
    }

    @Override
    Answer takeSpare() {
        return spares.take();
    }

    @Override
    boolean runsHere() {
        final Speculator by = helper;
        return super.runsHere() || by != null && by.runsHere();
    }

    /** Whether the running turn comes to a slot. */
    boolean hasTouched(final Slot slot) {
        return slot.touchedIn == turn;
    }

    /** Takes memory for giving the answers to their slots. */
    void prepareCommit() {
        for (int i = 0; dependents != null && i < slotCount; i++) {
            dependents.makeRoom(answersAfter[i].reads(), slotCount);
        }
    }

    private void takeBack() {
        for (int i = cellCount - 1; i >= 0; i--) {
            tables.values[cells[i]] = valuesBefore[i];
            tables.marks[cells[i]] = marksBefore[i];
        }
        clear();
    }

    /** Has a slot say something else. */
    void put(final int slot, final Answer answer) {
        final Answer before = tables.answers[slot];
        if (snapshots.any) {
            snapshots.beforeChangeOfSlot(slot);
        }
        tables.answers[slot] = answer;
        // Nothing else refers to it: no log, no snapshot, and no result of a helper, which knows answers by identity.
        if (!history && !snapshots.any && helper == null) {
            spares.add(before);
        }
        if (dependents != null && before.reads() != answer.reads()) {
            dependents.change(slot, before.reads(), answer.reads());
        }
    }

    /** Has a cell hold something else. */
    void put(final int cell, final Object value, final ExtendedTime mark) {
        if (snapshots.any) {
            snapshots.beforeChange(cell);
        }
        tables.values[cell] = value;
        tables.marks[cell] = mark;
    }

    /** Has the running turn write what is known already, with its mark. */
    void writeKnown(final int cell, final Object value, final ExtendedTime mark) {
        write(cell, value);
        tables.marks[cell] = mark;
    }

    /** Has what the running turn wrote be what is known already, which is the same, with its mark. */
    void keep(final int cell, final Object value, final ExtendedTime mark) {
        tables.values[cell] = value;
        tables.marks[cell] = mark;
    }

    /** Has the running turn have read what is known already. */
    void readKnown(final int cell) {
        addRead(cell);
    }

    /** All that was read until now was read by the event; what follows is read by predictors. */
    void endReadsOfEvent() {
        eventReadsEnd = readCount;
    }

    @Override
    <V> LogCell<V> cell(final CellType<V> type, final long key) {
        return tables.cell(type, key);
    }

    @Override
    <V> LogCell<V> cell(final CellType<V> type, final Id key) {
        return tables.cell(type, key);
    }

    @Override
    Slot slot(final Predictor<?> predictor, final Cell<?> subject) {
        return tables.slot(predictor, subject);
    }

    @Override
    Object value(final CellType<?> type, final long key, final ActionView view) {
        return value(tables.index(type, key), view);
    }

    @Override
    Object value(final int cell, final ActionView view) {
        if (settling != null) {
            settling.beforeUse(cell, at);
        }
        if (notes) {
            read(cell);
        }
        return tables.values[cell];
    }

    @Override
    ExtendedTime mark(final int cell, final ActionView view) {
        value(cell, view);
        return tables.marks[cell];
    }

    /** An event does not depend on its own writes; a predictor does. */
    private void read(final int cell) {
        if (tables.readIn[cell] != action && (predicting || tables.marks[cell] != at)) {
            addRead(cell);
            tables.readIn[cell] = action;
        }
    }

    private void addRead(final int cell) {
        if (readCount == reads.length) {
            reads = Arrays.copyOf(reads, 2 * readCount);
        }
        reads[readCount++] = cell;
    }

    @Override
    void write(final int cell, final Object value) {
        if (tables.marks[cell] != at) {
            if (settling != null) {
                settling.beforeUse(cell, at);
            }
            overwrite(cell);
        }
        tables.values[cell] = value;
    }

    private void overwrite(final int cell) {
        if (cellCount == cells.length) {
            final int length = 2 * cellCount;
            final Object[] longerValues = Arrays.copyOf(valuesBefore, length);
            final ExtendedTime[] longerMarks = Arrays.copyOf(marksBefore, length);
            cells = Arrays.copyOf(cells, length);
            valuesBefore = longerValues;
            marksBefore = longerMarks;
        }
        if (snapshots.any) {
            snapshots.beforeChange(cell);
        }
        cells[cellCount] = cell;
        valuesBefore[cellCount] = tables.values[cell];
        marksBefore[cellCount] = tables.marks[cell];
        cellCount++;
        tables.marks[cell] = at;
    }

    @Override
    void ask(final Slot slot, final boolean cancel) {
        final int how = cancel ? Turn.CANCELLED : Turn.ASKED;
        if (slot.touchedIn == turn) {
            asked[slot.touchedAt] = how;
        } else {
            touch(slot, how);
        }
    }

    private void touch(final Slot slot, final int how) {
        if (settling != null) {
            settling.beforeTouch(slot.index, at);
        }
        if (slotCount == slots.length) {
            final int length = 2 * slotCount;
            final Slot[] longer = Arrays.copyOf(slots, length);
            final int[] longerAsked = Arrays.copyOf(asked, length);
            final Answer[] longerAfter = Arrays.copyOf(answersAfter, length);
            readsEnd = Arrays.copyOf(readsEnd, length);
            slots = longer;
            asked = longerAsked;
            answersAfter = longerAfter;
        }
        slots[slotCount] = slot;
        asked[slotCount] = how;
        slot.touchedIn = turn;
        slot.touchedAt = slotCount++;
    }

    @Override
    String recent() {
        return recent.toString();
    }

    private void beginAction(final ActionView view) {
        if (++action == Integer.MAX_VALUE) {
            Arrays.fill(tables.readIn, 0);
            action = 1;
        }
        open(view);
    }
}
