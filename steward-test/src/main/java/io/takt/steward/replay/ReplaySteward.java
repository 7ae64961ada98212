package io.takt.steward.replay;

import io.takt.steward.Asking;
import io.takt.steward.AuditException;
import io.takt.steward.Cell;
import io.takt.steward.CellType;
import io.takt.steward.CellVersion;
import io.takt.steward.ChangeListeners;
import io.takt.steward.Event;
import io.takt.steward.EventException;
import io.takt.steward.EventRecord;
import io.takt.steward.ExtendedTime;
import io.takt.steward.Id;
import io.takt.steward.Physics;
import io.takt.steward.SaveFile;
import io.takt.steward.Snapshot;
import io.takt.steward.Statistics;
import io.takt.steward.Steward;
import io.takt.steward.StewardException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/** Keeps copies of the whole state; a change in the past goes back to the copy before it and runs from there. */
public final class ReplaySteward implements Steward {
    /** Null if nothing is audited. */
    Auditor auditor;

    private final Physics physics;
    private final int eventsPerCheckpoint;
    private final Map<CellType<?>, Map<Id, ReplayCell<?>>> handles = new HashMap<>();
    private final TreeMap<ExtendedTime, Event> fiats = new TreeMap<>();
    private final TreeMap<ExtendedTime, State> checkpoints = new TreeMap<>();
    private final TreeMap<ExtendedTime, EventRecord> records = new TreeMap<>();
    private final ChangeListeners listeners = new ChangeListeners();
    private final Consequences consequences;
    private State state = new State();
    private boolean proving;
    private boolean running;
    private Thread runner;
    /** Why nothing can be said of this steward any more; null while it is in order. */
    private Throwable broken;
    private long stamps;
    private long executed;
    private long undone;
    private long stale;
    private long predictorRuns;
    private int sinceCheckpoint;
    private long now = Long.MIN_VALUE;
    private long frozen = Long.MIN_VALUE;
    private long forgotten = Long.MIN_VALUE;

    /**
     * A steward at the beginning of time.
     *
     * @param physics             the types of the simulation.
     * @param eventsPerCheckpoint after how many events the state is copied, 1 or more.
     */
    public ReplaySteward(final Physics physics, final int eventsPerCheckpoint) {
        this.physics = physics;
        this.eventsPerCheckpoint = eventsPerCheckpoint;
        consequences = new Consequences(physics);
        checkpoints.put(state.last, new State(state));
    }

    /**
     * Goes on from what was saved; everything up to then is frozen and forgotten.
     *
     * @param source              what {@link Snapshot#save} wrote; read up to its end, not closed.
     * @param physics             the types of the simulation.
     * @param eventsPerCheckpoint after how many events the state is copied, 1 or more.
     * @return as the steward was that saved.
     * @throws IOException if {@code source} does.
     */
    public static ReplaySteward load(
        final InputStream source, final Physics physics, final int eventsPerCheckpoint) throws IOException {
        final ReplaySteward steward = new ReplaySteward(physics, eventsPerCheckpoint);
        SaveFile.read(source, physics, new Loading(steward));
        steward.checkpoints.clear();
        steward.checkpoints.put(steward.state.last, new State(steward.state));
        return steward;
    }

    /**
     * Has it prove from now on that events ask predictors {@link Asking#BY_EVENTS} as they should.
     *
     * @return this.
     */
    public ReplaySteward proving() {
        proving = true;
        return this;
    }

    @Override
    public Physics physics() {
        return physics;
    }

    @Override
    public <V> Cell<V> cell(final CellType<V> type, final long key) {
        return cell(type, Id.of(0, key));
    }

    @Override
    @SuppressWarnings("unchecked") // Under its type, a handle is of its values.
    public <V> Cell<V> cell(final CellType<V> type, final Id key) {
        physics.require(type);
        return (Cell<V>) handles.computeIfAbsent(type, any -> new HashMap<>())
            .computeIfAbsent(key, any -> new ReplayCell<>(type, key, this));
    }

    @Override
    public void insert(final long time, final Id id, final Event event) {
        requireIdle();
        physics.require(event.type());
        requireChangeable(time);
        final ExtendedTime at = ExtendedTime.of(time, 0, id);
        if (fiats.containsKey(at) || records.containsKey(at)) {
            throw new StewardException("there is an event at " + at + " already: every event needs an id of its own");
        }
        wholly(() -> {
            goBackBefore(at);
            return fiats.put(at, event);
        });
    }

    @Override
    public Event remove(final long time, final Id id) {
        requireIdle();
        requireChangeable(time);
        final ExtendedTime at = ExtendedTime.of(time, 0, id);
        if (!fiats.containsKey(at)) {
            throw new StewardException("there is no fiat event at " + at);
        }
        return wholly(() -> {
            goBackBefore(at);
            return fiats.remove(at);
        });
    }

    @Override
    public boolean step(final long until) {
        requireIdle();
        if (auditor != null) {
            auditor.sample();
        }
        final boolean done = wholly(() -> proceed(until));
        listeners.requireNoFailure();
        return done;
    }

    /** Makes a change, all of it or nothing; one that is broken off in its middle is the last. */
    private <T> T wholly(final Supplier<T> change) {
        try {
            return change.get();
        } catch (final StewardException e) {
            throw e;
        } catch (final Throwable e) {
            broken = e;
            throw e;
        }
    }

    private boolean proceed(final long until) {
        final ExtendedTime fiat = fiats.higherKey(state.last);
        final ExtendedTime prediction = state.queue.isEmpty() ? null : state.queue.firstKey();
        final boolean fiatFirst = fiat != null && (prediction == null || fiat.compareTo(prediction) < 0);
        final ExtendedTime at = fiatFirst ? fiat : prediction;
        if (at == null || at.base() > until) {
            return false;
        }
        if (fiats.containsKey(at) && !fiatFirst) {
            throw new StewardException("two events have the same instant " + at);
        }
        try {
            running(() -> {
                if (fiatFirst) {
                    execute(at, fiats.get(at));
                } else {
                    comeUp(at, state.queue.get(at));
                }
            });
        } catch (final EventException e) {
            goBackTo(checkpoints.floorEntry(state.last).getValue());
            throw e;
        }
        state.last = at;
        now = Math.max(now, at.base());
        if (++sinceCheckpoint >= eventsPerCheckpoint) {
            sinceCheckpoint = 0;
            checkpoints.put(at, new State(state));
        }
        return true;
    }

    @Override
    public void advanceTo(final long time) {
        while (step(time)) {
            continue;
        }
        now = Math.max(now, time);
    }

    @Override
    public long now() {
        return now;
    }

    @Override
    public void freezeBefore(final long time) {
        requirePast(time);
        frozen = Math.max(frozen, time);
    }

    @Override
    public long frozenBefore() {
        return frozen;
    }

    @Override
    public void forgetBefore(final long time) {
        requirePast(time);
        frozen = Math.max(frozen, time);
        if (time <= forgotten) {
            return;
        }
        advanceTo(time - 1);
        forgotten = time;
        final ExtendedTime first = ExtendedTime.of(time, -1, Id.of(0, 0));
        checkpoints.headMap(checkpoints.lowerKey(first)).clear();
        records.headMap(first).clear();
        fiats.headMap(checkpoints.firstKey()).clear();
    }

    @Override
    public long forgottenBefore() {
        return forgotten;
    }

    @Override
    public Snapshot snapshot(final long time) {
        requireIdle();
        if (time < forgotten && time + 1 < forgotten) {
            throw new StewardException("cannot have a snapshot of the time " + time + ": it is forgotten");
        }
        advanceTo(time);
        final State then = wholly(() -> stateAt(time));
        final List<Snapshot.FiatEvent> later = new ArrayList<>();
        fiats.tailMap(ExtendedTime.endOf(time)).forEach((at, event) -> later.add(new Snapshot.FiatEvent(at, event)));
        return new ReplaySnapshot(this, time, then, later);
    }

    @Override
    public List<EventRecord> history(final long from, final long to) {
        requireIdle();
        if (from < forgotten) {
            throw new StewardException("cannot have the history from the time " + from + ": it is forgotten");
        }
        advanceTo(to);
        return from > to ? List.of() : new ArrayList<>(records
            .subMap(ExtendedTime.of(from, -1, Id.of(0, 0)), true, ExtendedTime.endOf(to), true).values());
    }

    @Override
    @SuppressWarnings("unchecked") // A cell holds values of its type only.
    public <V> List<CellVersion<V>> history(final Cell<V> cell, final long from, final long to) {
        requireOwn(cell);
        final List<CellVersion<V>> versions = new ArrayList<>();
        for (final EventRecord event : history(from, to)) {
            for (final EventRecord.Access write : event.writes()) {
                if (write.cell() == cell) {
                    versions.add(new CellVersion<>(event.at(), (V) write.value()));
                }
            }
        }
        return versions;
    }

    @Override
    public void onChange(final LongConsumer listener) {
        requireIdle();
        listeners.add(listener);
    }

    @Override
    public Statistics statistics() {
        return new Statistics(executed, 0, 0, undone, stale, predictorRuns, 0, 0, 0, state.cells.size(), 0);
    }

    void requireOwn(final Cell<?> cell) {
        if (!(cell instanceof ReplayCell) || ((ReplayCell<?>) cell).owner != this) {
            throw new StewardException("the cell " + cell + " is a handle of another steward");
        }
    }

    /** The state after all of a time: that of the present, or one that is run again from the checkpoint before. */
    private State stateAt(final long time) {
        final State present = state;
        final ExtendedTime end = ExtendedTime.endOf(time);
        if (end.isBefore(present.last)) {
            state = new State(checkpoints.lowerEntry(end).getValue());
            while (proceed(time)) {
                continue;
            }
        }
        final State then = state;
        state = present;
        return new State(then);
    }

    private void execute(final ExtendedTime at, final Event event) {
        final ReplayView tx = perform(Actor.of(at, event));
        executed++;
        tx.writes.forEach((cell, value) -> state.cells.put(cell, new State.Held(value, ++stamps)));
        tell(records.put(at, new EventRecord(at, event, tx.readList(), tx.writeList())) == null, at);
        tx.asked.forEach((slot, predict) -> {
            state.cancel(slot);
            state.known.remove(slot);
            if (predict) {
                predict(slot, at);
            }
        });
        final Set<Cell<?>> written = tx.writes.keySet();
        for (final State.Slot slot : consequences.of(written, state, tx.asked.keySet(), Asking.AUTOMATIC)) {
            state.cancel(slot);
            predict(slot, at);
        }
        if (proving) {
            for (final State.Slot slot : consequences.of(written, state, tx.asked.keySet(), Asking.BY_EVENTS)) {
                final ReplayView fresh =
                    state.value(slot.subject()) == null ? null : perform(Actor.of(at, slot));
                Consequences.requireAsGood(slot, state, fresh == null ? null : fresh.said,
                    then -> perform(Actor.of(then, slot)).said, at, event, written);
                know(slot, fresh);
            }
        }
    }

    private void comeUp(final ExtendedTime at, final State.Slot slot) {
        final State.Pending prediction = state.pending.get(slot);
        state.cancel(slot);
        if (state.isCurrent(prediction)) {
            execute(at, prediction.event());
            return;
        }
        stale++;
        if (!slot.predictor().dropsStale()) {
            predict(slot, at);
        }
    }

    private void predict(final State.Slot slot, final ExtendedTime at) {
        predictorRuns++;
        final ReplayView forecast = perform(Actor.of(at, slot));
        if (forecast.said != null) {
            state.predict(slot, forecast.said);
        }
        know(slot, forecast);
    }

    private void know(final State.Slot slot, final ReplayView forecast) {
        if (Consequences.counts(slot)) {
            state.known.put(slot, forecast == null ? Set.of() : Consequences.read(forecast));
        }
    }

    private ReplayView perform(final Actor actor) {
        final ReplayView view = actor.view(this, state);
        if (auditor == null) {
            run(actor, view);
        } else {
            auditor.run(actor, state, view);
        }
        return view;
    }

    /** Runs an event or a predictor; its only effect is the notes of the view. */
    void run(final Actor actor, final ReplayView view) {
        try {
            actor.run(view);
        } catch (final AuditException e) {
            throw e;
        } catch (final Throwable e) { // Errors, too, and checked ones that were thrown in secret: nothing of it stays.
            throw new EventException(view + " failed: " + EventException.reason(e), e);
        } finally {
            view.end();
        }
    }

    /** Has users' code run that has nothing but its transaction. */
    void running(final Runnable work) {
        running = true;
        runner = Thread.currentThread();
        try {
            work.run();
        } finally {
            running = false;
        }
    }

    /** Collects the objects that will be read or will happen. */
    void addPresentTo(final Set<Object> objects) {
        state.cells.values().forEach(held -> objects.add(held.value()));
        state.pending.values().forEach(pending -> objects.add(pending.event()));
        objects.addAll(fiats.values());
    }

    /** Has another object wherever one is, in the present and in the past. */
    void putBack(final Object changed, final Object was) {
        state.putBack(changed, was);
        checkpoints.values().forEach(checkpoint -> checkpoint.putBack(changed, was));
        fiats.replaceAll((at, event) -> event == changed ? (Event) was : event);
        records.replaceAll((at, record) -> new EventRecord(at, record.event() == changed ? (Event) was : record.event(),
            putBack(record.reads(), changed, was), putBack(record.writes(), changed, was)));
    }

    private static List<EventRecord.Access> putBack(
        final List<EventRecord.Access> all, final Object changed, final Object was) {
        return all.stream().map(access ->
            access.value() == changed ? new EventRecord.Access(access.cell(), was) : access).toList();
    }

    private void goBackBefore(final ExtendedTime at) {
        if (state.last.isBefore(at)) {
            return;
        }
        goBackTo(checkpoints.lowerEntry(at).getValue());
    }

    private void goBackTo(final State checkpoint) {
        state = new State(checkpoint);
        checkpoints.tailMap(state.last, false).clear();
        undone += records.tailMap(state.last, false).size();
        records.tailMap(state.last, false).keySet().forEach(at -> tell(true, at));
        records.tailMap(state.last, false).clear();
        sinceCheckpoint = 0;
    }

    /** Requires that the caller is no event of this steward: an event reads only through its transaction. */
    void requireOutside() {
        if (running && Thread.currentThread() == runner) {
            throw new StewardException("an event read a snapshot; it has only its transaction");
        }
    }

    private void tell(final boolean changed, final ExtendedTime at) {
        if (changed && !listeners.isEmpty()) {
            final boolean before = running;
            running = true;
            listeners.tell(at.base());
            running = before;
        }
    }

    void requireIdle() {
        if (broken != null) {
            throw StewardException.broken(broken);
        }
        if (running) {
            throw new StewardException(
                "an event, or a listener of changes, used the steward itself; an event has only its transaction");
        }
    }

    private void requireChangeable(final long time) {
        if (time < frozen) {
            throw new StewardException("cannot change the time " + time + ": the past is frozen before " + frozen);
        }
        if (time == Long.MAX_VALUE) {
            throw new StewardException("cannot change the time " + time + ": it stands for never");
        }
    }

    private void requirePast(final long time) {
        requireIdle();
        if (now < Long.MAX_VALUE && time > now + 1) {
            throw new StewardException("cannot freeze or forget before " + time + ", as it is only " + now + " now");
        }
    }

    /** Begins with a state of which all up to a time has happened. */
    void startAt(final State begun, final long time) {
        state = begun;
        now = time;
        frozen = time == Long.MAX_VALUE ? time : time + 1;
        forgotten = frozen;
        state.last = ExtendedTime.endOf(time);
    }

    long nextStamp() {
        return ++stamps;
    }
}
