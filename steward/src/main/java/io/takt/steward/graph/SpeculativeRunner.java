package io.takt.steward.graph;

import io.takt.steward.Cell;
import io.takt.steward.CellType;
import io.takt.steward.Event;
import io.takt.steward.ExtendedTime;
import io.takt.steward.Id;
import io.takt.steward.Physics;
import io.takt.steward.Predictor;
import java.util.Arrays;

/**
 * Runs an event before its turn, and the predictors that it asks, on the newest versions as they are, while nothing
 * changes. It changes nothing that others see. Work that cannot be done so, or fails, is left to its turn.
 */
final class SpeculativeRunner extends Runner {
    /** An event that writes more is no small one: it is looked through for every read. */
    private static final int MOST_WRITES = 16;

    private final Version[] drafts = new Version[MOST_WRITES];
    private int draftCount;
    private Slot[] asked = new Slot[16];
    private boolean[] cancelled = new boolean[16];
    private int askedCount;
    private Version[] reads = new Version[64];
    private int readCount;
    /** Users' code may catch what is thrown to end it. */
    private boolean given;

    /** Something that can only be done in turn. */
    private static final class InTurnOnly extends RuntimeException {
        private static final long serialVersionUID = 1;

        InTurnOnly() {
            super("this can only be done in turn", null, false, false);
        }
    }

    SpeculativeRunner(final Physics physics, final Handles handles) {
        super(physics, handles);
    }

    /** The result of a prediction if nothing happens before it; null if that cannot be said. */
    Speculation run(final Prediction prediction, final long pastChanges) {
        given = false;
        draftCount = 0;
        askedCount = 0;
        try {
            return prediction.isCurrent() ? happen(prediction, pastChanges) : comeUpStale(prediction, pastChanges);
        } catch (final Throwable e) { // Also a checked one that was thrown in secret: a thread of ours must not end.
            return null; // It happens again in its turn, and is told then.
        } finally {
            close();
        }
    }

    private Speculation happen(final Prediction prediction, final long pastChanges) {
        final Speculation speculation = new Speculation(pastChanges, true);
        final Event event = prediction.event;
        final GraphTransaction tx = new GraphTransaction(this, prediction.due(), event);
        begin(tx);
        event.execute(tx);
        speculation.reads = Arrays.copyOf(reads, readCount);
        speculation.writes = Arrays.copyOf(drafts, draftCount);
        speculation.asked = Arrays.copyOf(asked, askedCount);
        speculation.cancelled = Arrays.copyOf(cancelled, askedCount);
        speculation.said = new Prediction[askedCount];
        speculation.saidReads = new Version[askedCount][];
        for (int i = 0; i < askedCount; i++) {
            if (!cancelled[i]) {
                predict(asked[i], prediction.due(), speculation, i);
            }
        }
        return given ? null : speculation;
    }

    private Speculation comeUpStale(final Prediction prediction, final long pastChanges) {
        if (prediction.slot.predictor.dropsStale()) {
            return null;
        }
        final Speculation speculation = new Speculation(pastChanges, false);
        speculation.said = new Prediction[1];
        speculation.saidReads = new Version[1][];
        predict(prediction.slot, prediction.due(), speculation, 0);
        return given ? null : speculation;
    }

    private void predict(final Slot slot, final ExtendedTime at, final Speculation speculation, final int place) {
        final GraphForecast forecast = new GraphForecast(this, at, slot);
        begin(forecast);
        slot.run(forecast);
        speculation.said[place] = forecast.prediction();
        speculation.saidReads[place] = Arrays.copyOf(reads, readCount);
    }

    private void begin(final GraphView view) {
        readCount = 0;
        open(view);
    }

    @Override
    <V> GraphCell<V> cell(final CellType<V> type, final long key) {
        return found(handles.find(type, key));
    }

    @Override
    <V> GraphCell<V> cell(final CellType<V> type, final Id key) {
        return found(handles.find(type, key));
    }

    @Override
    Slot slot(final Predictor<?> predictor, final Cell<?> subject) {
        return found(handles.own(subject).slot(predictor));
    }

    @Override
    Object value(final GraphCell<?> cell, final GraphView view) {
        final Version draft = draft(cell);
        if (draft == null) {
            return note(newest(cell)).value;
        }
        return (view.ownInstant ? note(draft) : draft).value;
    }

    @Override
    Version read(final GraphCell<?> cell, final GraphView view) {
        final Version draft = draft(cell);
        return note(draft == null ? newest(cell) : draft);
    }

    @Override
    void write(final GraphCell<?> cell, final Object value, final ExtendedTime at) {
        final Version version = new Version(cell, value, at);
        for (int i = 0; i < draftCount; i++) {
            if (drafts[i].cell == cell) {
                drafts[i] = version;
                return;
            }
        }
        if (draftCount == MOST_WRITES) {
            throw inTurnOnly();
        }
        drafts[draftCount++] = version;
    }

    @Override
    void ask(final Slot slot, final boolean cancel) {
        for (int i = 0; i < askedCount; i++) {
            if (asked[i] == slot) {
                cancelled[i] = cancel;
                return;
            }
        }
        if (askedCount == asked.length) {
            asked = Arrays.copyOf(asked, 2 * askedCount);
            cancelled = Arrays.copyOf(cancelled, 2 * askedCount);
        }
        asked[askedCount] = slot;
        cancelled[askedCount++] = cancel;
    }

    @Override
    String recent() {
        throw inTurnOnly();
    }

    private Version draft(final GraphCell<?> cell) {
        for (int i = 0; i < draftCount; i++) {
            if (drafts[i].cell == cell) {
                return drafts[i];
            }
        }
        return null;
    }

    private static Version newest(final GraphCell<?> cell) {
        Version version = cell.current;
        while (version.next != null) {
            version = version.next;
        }
        return version;
    }

    private Version note(final Version version) {
        if (readCount == reads.length) {
            reads = Arrays.copyOf(reads, 2 * readCount);
        }
        reads[readCount++] = version;
        return version;
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
