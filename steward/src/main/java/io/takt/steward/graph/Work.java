package io.takt.steward.graph;

import io.takt.steward.Asking;
import io.takt.steward.Cell;
import io.takt.steward.CellType;
import io.takt.steward.Event;
import io.takt.steward.EventException;
import io.takt.steward.ExtendedTime;
import io.takt.steward.Id;
import io.takt.steward.Physics;
import io.takt.steward.Predictor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Runs events and predictors in their turn, and notes what each reads, writes and asks for. */
final class Work extends Runner {
    private static final int RECENT = 16;
    /** Stands for what is in the {@link #log}. */
    static final Version[] LOGGED = {};

    /** Whether what is read is noted. */
    final boolean history;
    /** Whether the running action is later than all that were done: then it sees the newest version of everything. */
    boolean atFront = true;
    /** The running event's writes; the versions, or values, are the cells' drafts. */
    GraphCell<?>[] written = new GraphCell<?>[16];
    int writtenCount;
    /** The slots that it asked for, each once. */
    Slot[] asked = new Slot[16];
    boolean[] cancelled = new boolean[16];
    int askedCount;
    /** How many of them the event has asked for itself; the others come after, because of what it wrote. */
    int askedByEvent;
    /** How often something was changed that was not at the front: earlier findings do not hold. */
    long pastChanges;

    /** The prediction that was made last, where there are values only: slots take over what it says. */
    private final Standing draft = new Standing(null);
    private final List<String> recent = new ArrayList<>();
    /** What was read at the front, where nothing asks who the readers are until something is done in the past. */
    final ReadLog log = new ReadLog();
    private final boolean logs;
    /** So many actions at the front are to have their reads noted as versions, since the past has been changed. */
    private long notLogged;
    /** Whether what is running has its reads logged. */
    private boolean logging;
    /** Whether what is running has its reads noted as versions. */
    private boolean noting;
    private Version[] reads = new Version[64];
    private int readCount;
    private long serial;
    private long eventSerial;
    /** The speculation from which the last event was taken over; null if the event was run. */
    private Speculation taken;

    Work(final Physics physics, final boolean history) {
        super(physics, new Handles(physics));
        this.history = history;
        logs = history && !physics.has(Asking.AUTOMATIC);
    }

    /** Runs an event; if it fails, nothing is left of it. */
    void event(final Event event, final ExtendedTime at) {
        taken = null;
        final GraphTransaction tx = new GraphTransaction(this, at, event);
        boolean done = false;
        begin(tx);
        try {
            note(event, at);
            event.execute(tx);
            done = true;
        } catch (final Throwable e) { // Errors, too, and checked ones that were thrown in secret: nothing of it stays.
            throw new EventException(tx + " failed: " + EventException.reason(e), e);
        } finally {
            close();
            if (!done) {
                discard();
            }
        }
    }

    /** Runs a predictor. Its reads are noted in the prediction, but no reader list names it yet. */
    Prediction prediction(final Slot slot, final ExtendedTime at) {
        final GraphForecast forecast = new GraphForecast(this, at, slot);
        begin(forecast);
        noting |= slot.automatic;
        try {
            slot.run(forecast);
        } catch (final Throwable e) { // Errors, too, and checked ones that were thrown in secret: nothing of it stays.
            throw new EventException(forecast + " failed: " + EventException.reason(e), e);
        } finally {
            close();
        }
        return forecast.prediction();
    }

    /** The reads of the action that ran last. */
    Version[] reads() {
        return logging ? LOGGED : readCount == 0 ? Action.NOTHING : Arrays.copyOf(reads, readCount);
    }

    boolean isDraft(final Prediction prediction) {
        return prediction == draft;
    }

    /** The slots that the last event has asked for itself. */
    Slot[] asked() {
        return askedByEvent == 0 ? Execution.NONE : Arrays.copyOf(asked, askedByEvent);
    }

    /** The last event is at the front, and has written what a slot's answer depends on. */
    void askFor(final Slot slot) {
        if (slot.askedBy != eventSerial) {
            note(slot, eventSerial);
            cancelled[askedCount - 1] = false;
        }
    }

    /** Has those asked that were not asked for by the event in an order that depends on no run. */
    void sortAsked() {
        if (askedCount > askedByEvent + 1) {
            Arrays.sort(asked, askedByEvent, askedCount);
        }
    }

    /**
     * The past is changed after so many actions: where that goes on, their reads are looked up sooner or later, which
     * costs less when they are read. A change soon after, which comes upon few, does not end that.
     */
    void pastChangedAfter(final long actions) {
        notLogged = Math.max(notLogged, 2 * actions);
    }

    /** A number with which nothing was marked before. */
    long nextSerial() {
        return ++serial;
    }

    /** With which slots are marked that the event that ran last asked for. */
    long eventSerial() {
        return eventSerial;
    }

    /** Takes over what is known to come of a prediction, if it holds, as if the event had been run now. */
    boolean takeOver(final Prediction prediction) {
        final Speculation speculation = prediction.speculation();
        if (speculation == null) {
            return false;
        }
        prediction.speculation(null);
        if (!speculation.happens || !isUpToDate(speculation) || !takeReads(speculation.reads, history)) {
            return false;
        }
        taken = speculation;
        eventSerial = serial;
        askedCount = 0;
        askedByEvent = 0;
        writtenCount = 0;
        for (final Version version : speculation.writes) {
            write(version.cell, version);
        }
        for (int i = 0; i < speculation.asked.length; i++) {
            ask(speculation.asked[i], speculation.cancelled[i]);
        }
        return true;
    }

    /** The speculation from which the last event was taken over; null if the event was run. */
    Speculation taken() {
        return taken;
    }

    /** The new prediction of the slot that the last event asked for at a place. */
    Prediction askedPrediction(final int place, final ExtendedTime at) {
        if (taken != null && place < taken.said.length && taken.said[place] != null
            && takeReads(taken.saidReads[place], history || asked[place].automatic)) {
            return taken.said[place];
        }
        return prediction(asked[place], at);
    }

    /** The new prediction of a slot whose prediction came up and was stale. */
    Prediction predictionAfterStale(final Prediction stale) {
        final Speculation speculation = stale.speculation();
        stale.speculation(null);
        if (speculation != null && !speculation.happens && isUpToDate(speculation)
            && takeReads(speculation.saidReads[0], history || stale.slot.automatic)) {
            return speculation.said[0];
        }
        return prediction(stale.slot, stale.due());
    }

    /** One that was made before cells held values only is of versions that nothing keeps up to date since. */
    private boolean isUpToDate(final Speculation speculation) {
        return atFront && speculation.pastChanges == pastChanges && !handles.valuesOnly;
    }

    /** Makes these what was read last, each once; false if one of them is not the newest any more. */
    private boolean takeReads(final Version[] versions, final boolean noted) {
        readCount = 0;
        serial++;
        for (final Version version : versions) {
            if (version.next != null) {
                return false;
            }
        }
        logging = logs && notLogged-- <= 0;
        log.begin();
        for (int i = 0; noted && i < versions.length; i++) {
            if (logging) {
                log.add(versions[i].cell.code());
            } else {
                noteRead(versions[i]);
            }
        }
        return true;
    }

    @Override
    <V> GraphCell<V> cell(final CellType<V> type, final long key) {
        return handles.cell(type, key);
    }

    @Override
    <V> GraphCell<V> cell(final CellType<V> type, final Id key) {
        return handles.cell(type, key);
    }

    @Override
    Slot slot(final Predictor<?> predictor, final Cell<?> subject) {
        return handles.slot(predictor, subject);
    }

    @Override
    Object value(final GraphCell<?> cell, final GraphView view) {
        if (handles.valuesOnly) {
            final Object draft = cell.draftValue;
            return draft == null ? cell.value : draft == CellTable.NOTHING ? null : draft;
        }
        if (cell.draft != null) {
            return cell.draft.value;
        }
        if (noting) {
            return read(cell, view).value;
        }
        if (logging) {
            log.add(cell.code());
        }
        return cell.value;
    }

    @Override
    Object value(final CellType<?> type, final long key, final GraphView view) {
        // Where a predictor looks, the event's writes are there already.
        final CellTable<?> table = view.ownInstant || writtenCount == 0 ? handles.lookedFor(type) : null;
        if (table != null && !noting) {
            final Object newest = table.newest(key);
            if (newest != null) {
                if (logging) {
                    log(table, key);
                }
                return newest == CellTable.NOTHING ? null : newest;
            }
        } else if (table != null && history) {
            final Version near = table.near(key);
            if (near != null && isFound(near, view)) {
                noteRead(near);
                return near.value;
            }
        }
        return super.value(type, key, view);
    }

    @Override
    Version read(final GraphCell<?> cell, final GraphView view) {
        if (handles.valuesOnly) {
            return cell.name();
        }
        Version version = cell.current;
        if (history && (version.next != null || !atFront)) {
            version = cell.seek(view.now, view.ownInstant);
        }
        if (noting) {
            noteRead(version);
        } else if (logging) {
            log.add(cell.code());
        }
        return version;
    }

    private void log(final CellTable<?> table, final long key) {
        final int code = table.code((int) key);
        log.add(code < 0 ? table.get(key).code() : code);
    }

    private boolean isFound(final Version version, final GraphView by) {
        return version.next == null ? atFront || version.isSeen(by.now, by.ownInstant)
            : !version.next.isSeen(by.now, by.ownInstant) && version.isSeen(by.now, by.ownInstant);
    }

    private void noteRead(final Version version) {
        if (version.readBy != serial) {
            if (readCount == reads.length) {
                reads = Arrays.copyOf(reads, 2 * readCount);
            }
            version.readBy = serial;
            reads[readCount++] = version;
        }
    }

    @Override
    void write(final GraphCell<?> cell, final Object value, final ExtendedTime at) {
        if (!handles.valuesOnly) {
            write(cell, new Version(cell, value, at));
            return;
        }
        if (cell.draftValue == null) {
            noteWritten(cell);
        }
        cell.draftValue = value == null ? CellTable.NOTHING : value;
    }

    private void write(final GraphCell<?> cell, final Version version) {
        if (cell.draft == null) {
            noteWritten(cell);
        }
        cell.draft = version;
    }

    private void noteWritten(final GraphCell<?> cell) {
        if (writtenCount == written.length) {
            written = Arrays.copyOf(written, 2 * writtenCount);
        }
        written[writtenCount++] = cell;
    }

    @Override
    Prediction said(
        final GraphForecast by, final Slot slot, final long time, final ExtendedTime due, final Event event,
        final GraphCell<?> first, final GraphCell<?> second, final Version[] others) {
        if (!handles.valuesOnly) {
            return super.said(by, slot, time, due, event, first, second, others);
        }
        draft.say(slot, time, due, event, first, second, others);
        return draft;
    }

    @Override
    void ask(final Slot slot, final boolean cancel) {
        if (slot.askedBy != serial) {
            note(slot, serial);
            askedByEvent = askedCount;
        }
        cancelled[slot.askedAt] = cancel;
    }

    private void note(final Slot slot, final long by) {
        slot.askedBy = by;
        slot.askedAt = askedCount;
        if (askedCount == asked.length) {
            asked = Arrays.copyOf(asked, 2 * askedCount);
            cancelled = Arrays.copyOf(cancelled, 2 * askedCount);
        }
        asked[askedCount++] = slot;
    }

    @Override
    String recent() {
        return String.join(", ", recent);
    }

    private void begin(final GraphView view) {
        readCount = 0;
        serial++;
        logging = logs && atFront && notLogged-- <= 0;
        noting = history && !logging;
        log.begin();
        if (!view.ownInstant) {
            eventSerial = serial;
            askedCount = 0;
            askedByEvent = 0;
            writtenCount = 0;
        }
        open(view);
    }

    private void discard() {
        for (int i = 0; i < writtenCount; i++) {
            written[i].draft = null;
            written[i].draftValue = null;
        }
        writtenCount = 0;
        askedCount = 0;
        askedByEvent = 0;
    }

    /** Remembers what happened last in a cascade that is already long, to name it if it does not end. */
    private void note(final Event event, final ExtendedTime at) {
        if (at.iteration() > ExtendedTime.MAX_ITERATION - RECENT) {
            if (recent.size() == RECENT) {
                recent.remove(0);
            }
            recent.add(event.toString());
        }
    }
}
