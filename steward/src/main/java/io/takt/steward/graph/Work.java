package io.takt.steward.graph;

import io.takt.steward.Event;
import io.takt.steward.EventException;
import io.takt.steward.ExtendedTime;
import io.takt.steward.Physics;
import io.takt.steward.StewardException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Runs users' events and predictors, one at a time, and notes what each reads, writes and asks for. */
final class Work {
    private static final int RECENT = 16;

    final Handles handles;
    /** Whether what is read is noted. */
    final boolean history;
    /** Whether the running action is later than all that were done: then it sees the newest version of everything. */
    boolean atFront = true;
    /** What the running event wrote; the versions are the cells' drafts. */
    GraphCell<?>[] written = new GraphCell<?>[16];
    int writtenCount;
    /** What it asked for, each once. */
    Slot[] asked = new Slot[16];
    boolean[] cancelled = new boolean[16];
    int askedCount;

    private final Physics physics;
    private final List<String> recent = new ArrayList<>();
    private Version[] reads = new Version[64];
    private int readCount;
    private long serial;
    private long eventSerial;
    private GraphView open;
    private Thread thread;

    Work(final Physics physics, final boolean history) {
        this.physics = physics;
        this.history = history;
        handles = new Handles(physics);
    }

    /** Runs an event; if it fails, nothing is left of it. */
    void event(final Event event, final ExtendedTime at) {
        note(event, at);
        final GraphTransaction tx = new GraphTransaction(this, at, event);
        boolean done = false;
        begin(tx);
        try {
            event.execute(tx);
            done = true;
        } catch (final RuntimeException e) {
            throw new EventException(tx + " failed: " + e.getMessage(), e);
        } finally {
            open = null;
            if (!done) {
                discard();
            }
        }
    }

    /** Runs a predictor. What it read is noted in the prediction, but no reader list names it yet. */
    Prediction prediction(final Slot slot, final ExtendedTime at) {
        final GraphForecast forecast = new GraphForecast(this, at, slot);
        begin(forecast);
        try {
            slot.run(forecast);
        } catch (final RuntimeException e) {
            throw new EventException(forecast + " failed: " + e.getMessage(), e);
        } finally {
            open = null;
        }
        return forecast.prediction();
    }

    /** What the action that ran last has read. */
    Version[] reads() {
        return readCount == 0 ? Action.NOTHING : Arrays.copyOf(reads, readCount);
    }

    Slot[] asked() {
        return askedCount == 0 ? Execution.NONE : Arrays.copyOf(asked, askedCount);
    }

    /** With which slots are marked that the event that ran last asked for. */
    long eventSerial() {
        return eventSerial;
    }

    void requireIdle() {
        if (open != null) {
            throw new StewardException(open + " used the steward itself; an event has only its transaction");
        }
    }

    void check(final GraphView view) {
        if (open != view || Thread.currentThread() != thread) {
            throw new StewardException(view + " was used after it had ended, or from another thread");
        }
    }

    Version read(final GraphCell<?> cell, final GraphView view) {
        Version version = cell.current;
        if (version.next != null || !atFront) {
            version = cell.seek(view.now, view.ownInstant);
        }
        if (history && version.readBy != serial) {
            version.readBy = serial;
            if (readCount == reads.length) {
                reads = Arrays.copyOf(reads, 2 * readCount);
            }
            reads[readCount++] = version;
        }
        return version;
    }

    void write(final GraphCell<?> cell, final Object value, final ExtendedTime at) {
        if (cell.draft == null) {
            if (writtenCount == written.length) {
                written = Arrays.copyOf(written, 2 * writtenCount);
            }
            written[writtenCount++] = cell;
        }
        cell.draft = new Version(cell, value, at);
    }

    void ask(final Slot slot, final boolean cancel) {
        if (slot.askedBy != serial) {
            slot.askedBy = serial;
            slot.askedAt = askedCount;
            if (askedCount == asked.length) {
                asked = Arrays.copyOf(asked, 2 * askedCount);
                cancelled = Arrays.copyOf(cancelled, 2 * askedCount);
            }
            asked[askedCount++] = slot;
        }
        cancelled[slot.askedAt] = cancel;
    }

    /** Of events' random numbers. */
    long salt() {
        return physics.salt();
    }

    void require(final Event event) {
        physics.require(event.type());
    }

    ExtendedTime due(final ExtendedTime now, final long time, final Slot slot) {
        if (time < now.base() || time == Long.MAX_VALUE) {
            throw new StewardException("it predicts for the time " + time + ", which must be from " + now.base()
                + " on and less than the greatest long");
        }
        final ExtendedTime due = now.predict(time, slot.seed);
        if (due.iteration() > ExtendedTime.MAX_ITERATION) {
            throw new StewardException("an endless cascade at the time " + time + ": more than "
                + ExtendedTime.MAX_ITERATION + " iterations, the last events were " + String.join(", ", recent));
        }
        return due;
    }

    private void begin(final GraphView view) {
        readCount = 0;
        serial++;
        if (!view.ownInstant) {
            eventSerial = serial;
            askedCount = 0;
            writtenCount = 0;
        }
        thread = Thread.currentThread();
        open = view;
    }

    private void discard() {
        for (int i = 0; i < writtenCount; i++) {
            written[i].draft = null;
        }
        writtenCount = 0;
        askedCount = 0;
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
