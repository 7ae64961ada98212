package io.takt.steward.replay;

import io.takt.steward.Cell;
import io.takt.steward.CellType;
import io.takt.steward.DeterministicRandom;
import io.takt.steward.Event;
import io.takt.steward.EventRecord.Access;
import io.takt.steward.ExtendedTime;
import io.takt.steward.Forecast;
import io.takt.steward.Id;
import io.takt.steward.Physics;
import io.takt.steward.Predictor;
import io.takt.steward.StewardException;
import io.takt.steward.Transaction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The view of a running event or predictor; each uses its own half. Nothing reaches the state by itself. */
final class ReplayView implements Transaction, Forecast {
    final Map<Cell<?>, Object> reads = new LinkedHashMap<>();
    final Map<Cell<?>, Object> writes = new LinkedHashMap<>();
    /** The requests; true to predict, false to cancel. */
    final Map<State.Slot, Boolean> asked = new LinkedHashMap<>();
    State.Pending said;
    /** In an audited steward, how what is written was written down when it was. */
    final Map<Cell<?>, byte[]> writtenDown = new LinkedHashMap<>();

    private final ReplaySteward steward;
    private final State state;
    private final ExtendedTime now;
    private final String name;
    private final Id seed;
    private final Thread thread = Thread.currentThread();
    private DeterministicRandom random;
    private boolean ended;

    ReplayView(
        final ReplaySteward steward, final State state, final ExtendedTime now, final String name, final Id seed) {
        this.steward = steward;
        this.state = state;
        this.now = now;
        this.name = name;
        this.seed = seed;
    }

    void end() {
        ended = true;
    }

    List<Access> readList() {
        return accesses(reads);
    }

    List<Access> writeList() {
        return accesses(writes);
    }

    @Override
    public long time() {
        return now.base();
    }

    @Override
    public ExtendedTime now() {
        return now;
    }

    @Override
    public <V> Cell<V> cell(final CellType<V> type, final long key) {
        return steward.cell(type, key);
    }

    @Override
    public <V> Cell<V> cell(final CellType<V> type, final Id key) {
        return steward.cell(type, key);
    }

    @Override
    @SuppressWarnings("unchecked") // A cell holds values of its type only.
    public <V> V get(final Cell<V> cell) {
        check();
        steward.requireOwn(cell);
        if (writes.containsKey(cell)) {
            return (V) writes.get(cell);
        }
        reads.putIfAbsent(cell, state.value(cell));
        return (V) state.value(cell);
    }

    @Override
    public <V> void set(final Cell<V> cell, final V value) {
        check();
        steward.requireOwn(cell);
        writes.put(cell, value);
        if (steward.auditor != null) {
            writtenDown.put(cell, steward.auditor.ledger.bytesNow(cell, value, this));
        }
    }

    @Override
    public DeterministicRandom random() {
        check();
        if (random == null) {
            random = new DeterministicRandom(now, steward.physics().salt());
        }
        return random;
    }

    @Override
    public <V> void predict(final Predictor<V> predictor, final Cell<V> subject) {
        ask(predictor, subject, true);
    }

    @Override
    public <V> void cancel(final Predictor<V> predictor, final Cell<V> subject) {
        ask(predictor, subject, false);
    }

    @Override
    public void predict(final long time, final Event event) {
        say(time, event);
    }

    @Override
    public void predict(final long time, final Event event, final Cell<?> canary) {
        say(time, event, canary);
    }

    @Override
    public void predict(final long time, final Event event, final Cell<?> first, final Cell<?> second) {
        say(time, event, first, second);
    }

    @Override
    public void predict(final long time, final Event event, final Cell<?>... canaries) {
        say(time, event, canaries);
    }

    @Override
    public String toString() {
        return name + " at " + now;
    }

    private void ask(final Predictor<?> predictor, final Cell<?> subject, final boolean predict) {
        check();
        steward.physics().require(predictor);
        steward.requireOwn(subject);
        if (predictor.subject() != subject.type()) {
            throw new StewardException("the predictor " + Physics.name(predictor) + " is about cells of type "
                + predictor.subject() + ", not about " + subject);
        }
        asked.put(new State.Slot(predictor, subject), predict);
    }

    private void say(final long time, final Event event, final Cell<?>... canaries) {
        check();
        if (said != null) {
            throw new StewardException("it predicted twice");
        }
        steward.physics().require(event.type());
        if (time < now.base() || time == Long.MAX_VALUE) {
            throw new StewardException("it predicts for the time " + time + ", which must be from " + now.base()
                + " on and less than the greatest long");
        }
        final ExtendedTime at = now.predict(time, seed);
        if (at.iteration() > ExtendedTime.MAX_ITERATION) {
            throw new StewardException("an endless cascade, or one that is too long, at the time " + time
                + ": each event there was predicted by another, and there may be "
                + ExtendedTime.MAX_ITERATION + " iterations at one time; the last event was " + event);
        }
        final List<Long> stamps = new ArrayList<>();
        for (final Cell<?> canary : canaries) {
            steward.requireOwn(canary);
            stamps.add(state.stamp(canary));
        }
        said = new State.Pending(at, event, Arrays.asList(canaries.clone()), stamps);
    }

    private void check() {
        if (ended || Thread.currentThread() != thread) {
            throw new StewardException(this + " was used after it had ended, or from another thread");
        }
    }

    private static List<Access> accesses(final Map<Cell<?>, Object> values) {
        final List<Access> accesses = new ArrayList<>();
        values.forEach((cell, value) -> accesses.add(new Access(cell, value)));
        return accesses;
    }
}
