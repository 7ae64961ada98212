package io.takt.steward.graph;

import io.takt.steward.Cell;
import io.takt.steward.CellType;
import io.takt.steward.CellVersion;
import io.takt.steward.Event;
import io.takt.steward.EventRecord;
import io.takt.steward.ExtendedTime;
import io.takt.steward.HistoryLimit;
import io.takt.steward.Id;
import io.takt.steward.Physics;
import io.takt.steward.PropagationDelay;
import io.takt.steward.SaveFile;
import io.takt.steward.Snapshot;
import io.takt.steward.Statistics;
import io.takt.steward.Steward;
import io.takt.steward.StewardException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * The steward to use: redoes what depended on a change and nothing else, or runs all anew if that is faster.
 *
 * <p>Without a history it is a plain engine for events: executed events are frozen, and snapshots can be
 * taken of the present only.
 */
public final class GraphSteward implements Steward {
    private final Physics physics;
    private final boolean history;
    private final Engine engine;
    private final ConcurrentSkipListMap<ExtendedTime, Fiat> fiats = new ConcurrentSkipListMap<>();
    private HistoryLimit limit;
    private long changes;
    private long now = Long.MIN_VALUE;
    private long frozen = Long.MIN_VALUE;
    private long forgotten = Long.MIN_VALUE;

    private GraphSteward(final Physics physics, final boolean history) {
        this.physics = physics;
        this.history = history;
        engine = new Engine(physics, history);
    }

    /**
     * A steward that keeps its history until it is told to forget.
     *
     * @param physics the types of the simulation.
     * @return at the beginning of time, with nothing to do.
     */
    public static GraphSteward withHistory(final Physics physics) {
        return new GraphSteward(physics, true);
    }

    /**
     * A steward that keeps nothing but the present.
     *
     * @param physics the types of the simulation.
     * @return at the beginning of time, with nothing to do.
     */
    public static GraphSteward withoutHistory(final Physics physics) {
        return new GraphSteward(physics, false);
    }

    /**
     * Goes on from what was saved; everything up to then is frozen and forgotten.
     *
     * @param source  what {@link Snapshot#save} wrote; read up to its end, not closed.
     * @param physics the types of the simulation.
     * @param history whether to keep a history from now on.
     * @return as the steward was that saved.
     * @throws IOException if {@code source} does.
     */
    public static GraphSteward load(final InputStream source, final Physics physics, final boolean history)
        throws IOException {
        final GraphSteward steward = new GraphSteward(physics, history);
        SaveFile.read(source, physics, steward.new Loading());
        return steward;
    }

    /**
     * Has it keep no more history than that from now on. Work that a change in the past brings is done all the same.
     *
     * @param most null for as much as there is memory.
     * @return this.
     */
    public GraphSteward limitedTo(final HistoryLimit most) {
        engine.work.requireIdle();
        limit = most;
        return this;
    }

    /**
     * Sets how soon a change in the past has all later events undone and run anew, if a third of them depend on it. The
     * result is the same; but listeners are told of events, too, that have become what they were.
     *
     * @param actions events and runs of predictors that are undone or redone before; the greatest int for never.
     * @return this.
     * @throws IllegalArgumentException if {@code actions}, 512 usually, is less than 1.
     */
    public GraphSteward runningAnewAfter(final int actions) {
        engine.work.requireIdle();
        engine.rollback.considerAfter(actions);
        return this;
    }

    /**
     * Has other threads run events before their turn from now on. The result is the same; events and predictors may
     * be run more often, by several threads at once, and on states in which earlier events are yet to happen: such
     * results are thrown away, but the events must end.
     *
     * @param workers to be closed by the caller; null for no others.
     * @return this.
     */
    public GraphSteward speculatingWith(final Workers workers) {
        engine.work.requireIdle();
        engine.speculate(
            workers == null ? null : new OptimisticSpeculator(physics, engine.work, workers, engine.counters));
        return this;
    }

    /**
     * Likewise, but only events that no earlier one can reach in time, as the physics declares: if it is right, none is
     * run in vain. If a result does not hold, the declared delay is wrong: an {@link io.takt.steward.EventException}
     * names the event, the value that it read and the writer of that value. The event is still to happen, and does when
     * the steward is advanced again. One in whose place another one is predicted before it comes up is not reported.
     *
     * @param workers to be closed by the caller; null for no others.
     * @param delay   of the physics' events.
     * @return this.
     */
    public GraphSteward speculatingWith(final Workers workers, final PropagationDelay delay) {
        Objects.requireNonNull(delay, "there is no propagation delay");
        engine.work.requireIdle();
        engine.speculate(workers == null ? null
            : new BoundedSpeculator(physics, engine.work, workers, engine.counters, delay));
        return this;
    }

    @Override
    public Physics physics() {
        return physics;
    }

    @Override
    public <V> Cell<V> cell(final CellType<V> type, final long key) {
        return engine.work.handles.cell(type, key);
    }

    @Override
    public <V> Cell<V> cell(final CellType<V> type, final Id key) {
        return engine.work.handles.cell(type, key);
    }

    @Override
    public void insert(final long time, final Id id, final Event event) {
        engine.work.requireIdle();
        physics.require(event.type());
        requireChangeable(time, "insert " + event);
        final ExtendedTime at = ExtendedTime.of(time, 0, id);
        if (fiats.containsKey(at)) {
            throw new StewardException("there is an event at " + at + " already, " + fiats.get(at).event
                + ": every event needs an id of its own");
        }
        if (time <= now) {
            engine.log.executions(time, time, execution -> {
                if (execution.fiat == null && execution.at.compareTo(at) == 0) {
                    throw new StewardException("the event " + execution.event + " happened at " + at
                        + ": every event needs an id of its own");
                }
            });
        }
        try {
            final Fiat fiat = new Fiat(at, event, ++changes);
            fiats.put(at, fiat);
            engine.outsideChange();
            engine.agenda.settle(fiat);
        } catch (final Throwable e) {
            engine.work.breakDown(e);
            throw e;
        }
    }

    @Override
    public Event remove(final long time, final Id id) {
        engine.work.requireIdle();
        requireChangeable(time, "remove an event");
        final Fiat fiat = fiats.get(ExtendedTime.of(time, 0, id));
        if (fiat == null) {
            throw new StewardException("there is no fiat event at " + ExtendedTime.of(time, 0, id));
        }
        try {
            engine.snapshots.beforeRemoval(fiat);
            changes++;
            engine.outsideChange();
            fiat.removed = true;
            fiats.remove(fiat.at);
            engine.agenda.settle(fiat);
        } catch (final Throwable e) {
            engine.work.breakDown(e);
            throw e;
        }
        return fiat.event;
    }

    @Override
    public boolean step(final long until) {
        engine.work.requireIdle();
        final long next = engine.next();
        if (next > until || next == Long.MAX_VALUE) {
            return false;
        }
        step(until, next);
        return true;
    }

    @Override
    public void advanceTo(final long time) {
        engine.work.requireIdle();
        for (long next = engine.next(); next <= time && next != Long.MAX_VALUE; next = engine.next()) {
            step(time, next);
        }
        now = Math.max(now, time);
    }

    /** An event has happened even if a predictor that it asked fails. */
    private void step(final long until, final long next) {
        // Only before new events: those that a change in the past brings are to be done first.
        if (limit != null && engine.isNew(next) && engine.counters.executions >= limit.events()) {
            makeRoom();
        }
        try {
            engine.step(until);
            now = Math.max(now, next);
        } catch (final StewardException e) {
            // Of what failed nothing stays.
            throw e;
        } catch (final Throwable e) {
            engine.work.breakDown(e);
            throw e;
        } finally {
            now = Math.max(now, engine.front().base());
            if (!history) {
                dropHappened();
            }
        }
        engine.listeners.requireNoFailure();
    }

    /** An event from outside that has happened can be removed no more; snapshots of before still know it. */
    private void dropHappened() {
        final Fiat happened = engine.fiatAtFront();
        if (happened != null && fiats.containsKey(happened.at)) {
            engine.snapshots.beforeRemoval(happened);
            fiats.remove(happened.at);
        }
    }

    private void makeRoom() {
        if (limit.whenFull() == HistoryLimit.WhenFull.FORGET) {
            forgetBefore(engine.log.timeAfter((limit.events() + 1) / 2));
        }
        if (engine.counters.executions >= limit.events()) {
            throw new StewardException("the history is full: it has " + engine.counters.executions + " events, and "
                + limit.events() + " are allowed; forget some of it (forgetBefore; close snapshots of then), or allow"
                + " more");
        }
    }

    @Override
    public long now() {
        return now;
    }

    @Override
    public void freezeBefore(final long time) {
        requirePast(time, "freeze");
        frozen = Math.max(frozen, time);
    }

    @Override
    public long frozenBefore() {
        return history || !hasBegun() ? frozen : Math.max(frozen, after(now));
    }

    @Override
    public void forgetBefore(final long time) {
        requirePast(time, "forget");
        if (time > Long.MIN_VALUE) {
            advanceTo(time - 1);
        }
        frozen = Math.max(frozen, time);
        forgotten = Math.max(forgotten, time);
        final long bound = Math.min(forgotten, after(engine.snapshots.earliest()));
        try {
            engine.forgetting.before(bound);
            fiats.headMap(ExtendedTime.of(bound, -1, Id.of(0, 0))).clear();
        } catch (final Throwable e) {
            engine.work.breakDown(e);
            throw e;
        }
    }

    @Override
    public long forgottenBefore() {
        return forgotten;
    }

    @Override
    public Snapshot snapshot(final long time) {
        engine.work.requireIdle();
        requireKept(history ? after(time) : time, "a snapshot of the time " + time);
        advanceTo(time);
        final GraphSnapshot snapshot = new GraphSnapshot(engine, time, fiats, changes);
        engine.snapshots.add(snapshot);
        return snapshot;
    }

    @Override
    @SuppressWarnings("unchecked") // A cell holds values of its type only.
    public <V> List<CellVersion<V>> history(final Cell<V> cell, final long from, final long to) {
        requireHistory(from, to);
        final List<CellVersion<V>> versions = new ArrayList<>();
        Version version = engine.work.handles.own(cell).find(ExtendedTime.endOf(to), true);
        while (version != null && version.at.base() >= from && version.at != ExtendedTime.BEGINNING) {
            versions.add(new CellVersion<>(version.at, (V) version.value));
            version = version.prev;
        }
        Collections.reverse(versions);
        return versions;
    }

    @Override
    public boolean keepsHistory() {
        return history;
    }

    @Override
    public void onChange(final LongConsumer listener) {
        engine.work.requireIdle();
        engine.listeners.add(listener);
    }

    @Override
    public List<EventRecord> history(final long from, final long to) {
        return executions(from, to).stream()
            .map(execution -> record(execution, accesses(engine.readsOf(execution)))).toList();
    }

    /**
     * Gives the events from one time to another, one after the other, as {@link #history(long, long)} tells them. An
     * event's reads are looked up only if they are asked for, which may be done until the taker returns.
     *
     * @param from  the first time, kept.
     * @param to    the last time; everything up to it is done before.
     * @param taker does nothing with this steward; what it throws comes out of here.
     */
    public void forEachEvent(final long from, final long to, final Consumer<EventRecord> taker) {
        for (final Execution execution : executions(from, to)) {
            final LateReads reads = new LateReads(execution.at, () -> accesses(engine.readsOf(execution)));
            try {
                taker.accept(record(execution, reads));
            } finally {
                reads.end();
            }
        }
    }

    private List<Execution> executions(final long from, final long to) {
        requireHistory(from, to);
        final List<Execution> executions = new ArrayList<>();
        engine.log.executions(from, to, executions::add);
        executions.sort(Comparator.comparing(execution -> execution.at));
        return executions;
    }

    private static EventRecord record(final Execution execution, final List<EventRecord.Access> reads) {
        return new EventRecord(execution.at, execution.event, reads, accesses(execution.writes));
    }

    @Override
    public Statistics statistics() {
        return engine.counters.statistics();
    }

    /** Whether there is a time at which nothing can be done any more, where no history is kept. */
    private boolean hasBegun() {
        return now > Long.MIN_VALUE || engine.front() != ExtendedTime.BEGINNING;
    }

    private static List<EventRecord.Access> accesses(final Version[] versions) {
        final List<EventRecord.Access> accesses = new ArrayList<>(versions.length);
        for (final Version version : versions) {
            accesses.add(new EventRecord.Access(version.cell, version.value));
        }
        return accesses;
    }

    private void requireHistory(final long from, final long to) {
        engine.work.requireIdle();
        if (!history) {
            throw new StewardException("this steward keeps no history");
        }
        requireKept(from, "the history from the time " + from);
        advanceTo(to);
    }

    private void requireChangeable(final long time, final String change) {
        if (time < frozenBefore()) {
            throw new StewardException("cannot " + change + " at the time " + time + ": the past is frozen before "
                + frozenBefore());
        }
        if (time == Long.MAX_VALUE) {
            throw new StewardException("cannot " + change + " at the time " + time + ": it stands for never");
        }
    }

    private void requirePast(final long time, final String what) {
        engine.work.requireIdle();
        if (time > after(now)) {
            throw new StewardException(
                "cannot " + what + " before the time " + time + ", as it is only " + now + " now");
        }
    }

    private void requireKept(final long time, final String what) {
        if (time < (history ? forgotten : now)) {
            throw new StewardException("cannot have " + what + ": all before the time "
                + (history ? forgotten : now) + " is forgotten");
        }
    }

    private static long after(final long time) {
        return time == Long.MAX_VALUE ? time : time + 1;
    }

    /** Fills a new steward from a save file. */
    private final class Loading implements SaveFile.Target {
        private ExtendedTime end;

        @Override
        public void time(final long time) {
            now = time;
            frozen = after(time);
            forgotten = frozen;
            end = ExtendedTime.endOf(time);
            engine.startAt(end);
        }

        @Override
        public <V> void value(final Cell<V> cell, final V value) {
            final GraphCell<V> own = engine.work.handles.own(cell);
            own.settleOn(new Version(own, value, ExtendedTime.BEGINNING));
        }

        @Override
        public void pending(final Snapshot.PendingEvent saved) {
            final Slot slot = engine.work.handles.slot(saved.predictor(), saved.subject());
            final Version[] canaries = new Version[saved.canaries().size()];
            for (int i = 0; i < canaries.length; i++) {
                final GraphCell<?> cell = engine.work.handles.own(saved.canaries().get(i).cell());
                canaries[i] = saved.canaries().get(i).current() ? cell.name() : Version.superseded(cell);
            }
            engine.restore(new Prediction(
                slot, end, saved.at().base(), saved.at(), saved.event(), null, null, canaries), canaries);
        }

        @Override
        public void dependence(final Snapshot.Dependence saved) {
            final Slot slot = engine.work.handles.slot(saved.predictor(), saved.subject());
            final Version[] read = saved.read().stream().map(cell -> engine.work.handles.own(cell).name())
                .toArray(Version[]::new);
            if (slot.automatic) {
                engine.restoreReads(slot, end, read);
            }
        }

        @Override
        public void fiat(final Snapshot.FiatEvent saved) {
            insert(saved.at().base(), saved.at().id(), saved.event());
        }

        @Override
        public <V> Cell<V> cell(final CellType<V> type, final long key) {
            return GraphSteward.this.cell(type, key);
        }

        @Override
        public <V> Cell<V> cell(final CellType<V> type, final Id key) {
            return GraphSteward.this.cell(type, key);
        }
    }
}
