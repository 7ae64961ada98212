package io.takt.steward.log;

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
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * The steward to use: runs again what depended on a change and nothing else.
 *
 * <p>Its history is a log of turns: each is an event with all predictors that were asked because of it. A turn happens
 * as a whole: if the event or a predictor fails, the turn has not happened, and is still to be done. A snapshot of the
 * present costs the same whatever the size of the simulation; to take one of the past goes back turn by turn. A cell
 * of then is looked up in lists of the turns since, which are made for the first one. An open snapshot does not keep
 * history from being forgotten.
 *
 * <p>Without a history it is a plain engine for events: executed events are frozen, and snapshots can be
 * taken of the present only.
 */
public final class LogSteward implements Steward {
    private final Physics physics;
    private final boolean history;
    final Engine engine;
    private final ConcurrentSkipListMap<ExtendedTime, Fiat> fiats = new ConcurrentSkipListMap<>();
    private HistoryLimit limit;
    private long changes;
    private long now = Long.MIN_VALUE;
    private long frozen = Long.MIN_VALUE;
    private long forgotten = Long.MIN_VALUE;

    private LogSteward(final Physics physics, final boolean history) {
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
    public static LogSteward withHistory(final Physics physics) {
        return new LogSteward(physics, true);
    }

    /**
     * A steward that keeps nothing but the present.
     *
     * @param physics the types of the simulation.
     * @return at the beginning of time, with nothing to do.
     */
    public static LogSteward withoutHistory(final Physics physics) {
        return new LogSteward(physics, false);
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
    public static LogSteward load(final InputStream source, final Physics physics, final boolean history)
        throws IOException {
        final LogSteward steward = new LogSteward(physics, history);
        SaveFile.read(source, physics, new Loading(steward, steward.engine));
        return steward;
    }

    /**
     * Has it keep no more history than that from now on. Work that a change in the past brings is done all the same.
     *
     * @param most null for as much as there is memory.
     * @return this.
     */
    public LogSteward limitedTo(final HistoryLimit most) {
        engine.work.requireIdle();
        limit = most;
        return this;
    }

    /**
     * Sets how changes in the past are worked off from now on. The result is the same.
     *
     * @param way usually {@link Redoing#BY_EXPERIENCE}.
     * @return this.
     */
    public LogSteward redoing(final Redoing way) {
        engine.work.requireIdle();
        engine.past().redoing(Objects.requireNonNull(way, "there is no way of working off changes"));
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
    public LogSteward speculatingWith(final Workers workers) {
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
    public LogSteward speculatingWith(final Workers workers, final PropagationDelay delay) {
        Objects.requireNonNull(delay, "there is no propagation delay");
        engine.work.requireIdle();
        engine.speculate(workers == null ? null
            : new BoundedSpeculator(physics, engine.work, workers, engine.counters, delay));
        return this;
    }

    /** All until a time is done, and forgotten. */
    void startAt(final long time) {
        now = time;
        frozen = after(time);
        forgotten = frozen;
    }

    @Override
    public Physics physics() {
        return physics;
    }

    @Override
    public <V> Cell<V> cell(final CellType<V> type, final long key) {
        return engine.tables.cell(type, key);
    }

    @Override
    public <V> Cell<V> cell(final CellType<V> type, final Id key) {
        return engine.tables.cell(type, key);
    }

    @Override
    public void insert(final long time, final Id id, final Event event) {
        engine.work.requireIdle();
        physics.require(event.type());
        requireChangeable(time, "insert ", event);
        final ExtendedTime at = ExtendedTime.of(time, 0, id);
        if (fiats.containsKey(at)) {
            throw new StewardException("there is an event at " + at + " already, " + fiats.get(at).event
                + ": every event needs an id of its own");
        }
        final Turn there = engine.log.find(at);
        if (there != null && there.fiat() == null && !there.isUndone()) {
            throw new StewardException("the event " + there.event() + " happened at " + at
                + ": every event needs an id of its own");
        }
        try {
            final Fiat fiat = new Fiat(at, event, ++changes);
            fiats.put(at, fiat);
            engine.inserted(fiat);
        } catch (final Throwable e) {
            engine.work.breakDown(e);
            throw e;
        }
    }

    @Override
    public Event remove(final long time, final Id id) {
        engine.work.requireIdle();
        requireChangeable(time, "remove an event", "");
        final Fiat fiat = fiats.get(ExtendedTime.of(time, 0, id));
        if (fiat == null) {
            throw new StewardException("there is no fiat event at " + ExtendedTime.of(time, 0, id));
        }
        try {
            engine.snapshots.beforeRemoval(fiat);
            changes++;
            fiats.remove(fiat.at);
            engine.removed(fiat);
        } catch (final Throwable e) {
            engine.work.breakDown(e);
            throw e;
        }
        return fiat.event;
    }

    @Override
    public boolean step(final long until) {
        engine.work.requireIdle();
        final long next = next();
        if (next > until || next == Long.MAX_VALUE) {
            return false;
        }
        doNext(next, until);
        return true;
    }

    @Override
    public void advanceTo(final long time) {
        engine.work.requireIdle();
        for (long next = next(); next <= time && next != Long.MAX_VALUE; next = next()) {
            doNext(next, time);
        }
        now = Math.max(now, time);
    }

    private long next() {
        try {
            return engine.next();
        } catch (final Throwable e) {
            engine.work.breakDown(e);
            throw e;
        }
    }

    private void doNext(final long next, final long until) {
        // Only before new events: those that a change in the past brings are to be done first.
        if (limit != null && engine.isNew() && engine.log.events() >= limit.events()) {
            makeRoom(next);
        }
        try {
            engine.step(until);
            // An event may have caught what broke the steward.
            engine.work.requireIdle();
            now = Math.max(now, next);
        } catch (final StewardException e) {
            engine.work.requireIdle();
            // Of what failed nothing stays.
            throw e;
        } catch (final Throwable e) {
            engine.work.breakDown(e);
            throw e;
        }
        if (!history) {
            dropHappened();
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

    /** Before an event at a time, which is later than all others: so nothing is to be done before what is forgotten. */
    private void makeRoom(final long next) {
        if (limit.whenFull() == HistoryLimit.WhenFull.FORGET) {
            forgetBefore(engine.log.timeAfter((limit.events() + 1) / 2, Math.min(next, after(now))));
        }
        if (engine.log.events() >= limit.events()) {
            throw new StewardException("the history is full: it has " + engine.log.events() + " events, and "
                + limit.events() + " are allowed, and there is more to be done at " + next + "; forget some of what is"
                + " before that (forgetBefore), or allow more");
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
        try {
            engine.forgetBefore(forgotten);
            final NavigableMap<ExtendedTime, Fiat> gone = fiats.headMap(beginOf(forgotten), false);
            if (engine.snapshots.any) {
                gone.values().forEach(engine.snapshots::beforeRemoval);
            }
            gone.clear();
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
        final LogSnapshot snapshot = new LogSnapshot(engine.work, time, fiats, changes);
        final Log.Cursor back = engine.log.cursor();
        for (Turn turn = back.back(); turn != null && turn.base() > time; turn = back.back()) {
            if (!turn.isUndone()) {
                snapshot.goBackBehind(turn);
            }
        }
        engine.snapshots.add(snapshot);
        return snapshot;
    }

    @Override
    @SuppressWarnings("unchecked") // A cell holds values of its type only.
    public <V> V get(final Cell<V> cell, final long time) {
        engine.work.requireIdle();
        requireKept(history ? after(time) : time, "a snapshot of the time " + time);
        advanceTo(time);
        final int index = engine.tables.own(cell).index;
        final ExtendedTime last = engine.log.lastAt();
        return (V) (last == null || last.base() <= time ? engine.tables.values[index]
            : valueBefore(index, engine.past().listedFrom(ExtendedTime.endOf(time)), ExtendedTime.endOf(time)));
    }

    /** A cell held before an instant what the first turn of then or later that has written it has overwritten. */
    private Object valueBefore(final int cell, final Touches touches, final ExtendedTime at) {
        final TurnList writers = touches.writers(cell);
        final Turn writer = writers.get(writers.from(at));
        return writer == null || writer.isUndone() ? engine.tables.values[cell]
            : writer.before(writer.placeOfCell(cell));
    }

    @Override
    @SuppressWarnings("unchecked") // A cell holds values of its type only.
    public <V> List<CellVersion<V>> history(final Cell<V> cell, final long from, final long to) {
        requireHistory(from, to);
        final int index = engine.tables.own(cell).index;
        final TurnList writers = engine.past().listedFrom(beginOf(from)).writers(index);
        final List<CellVersion<V>> versions = new ArrayList<>();
        int place = writers.from(beginOf(from));
        for (Turn turn = writers.get(place); turn != null && turn.base() <= to; turn = writers.get(++place)) {
            versions.add(new CellVersion<>(turn.at(), (V) turn.after(turn.placeOfCell(index))));
        }
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
        return events(from, to).stream().map(turn -> record(turn, reads(turn))).toList();
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
        for (final Turn turn : events(from, to)) {
            final LateReads reads = new LateReads(turn.at(), () -> reads(turn));
            try {
                taker.accept(record(turn, reads));
            } finally {
                reads.end();
            }
        }
    }

    private List<Turn> events(final long from, final long to) {
        requireHistory(from, to);
        final List<Turn> turns = from > to ? new ArrayList<>()
            : engine.log.between(beginOf(from), ExtendedTime.endOf(to));
        turns.removeIf(turn -> turn.event() == null);
        return turns;
    }

    private EventRecord record(final Turn turn, final List<EventRecord.Access> reads) {
        final List<EventRecord.Access> writes = new ArrayList<>(turn.cells());
        for (int i = 0; i < turn.cells(); i++) {
            writes.add(new EventRecord.Access(engine.tables.cells()[turn.cell(i)], turn.after(i)));
        }
        return new EventRecord(turn.at(), turn.event(), reads, writes);
    }

    private List<EventRecord.Access> reads(final Turn turn) {
        final Touches touches = engine.past().listedFrom(turn.at());
        final List<EventRecord.Access> reads = new ArrayList<>();
        for (int i = turn.readsBegin(-1); i < turn.readsEnd(-1); i++) {
            final int cell = turn.read(i);
            reads.add(new EventRecord.Access(engine.tables.cells()[cell], valueBefore(cell, touches, turn.at())));
        }
        return reads;
    }

    private static ExtendedTime beginOf(final long time) {
        return ExtendedTime.of(time, -1, Id.of(0, 0));
    }

    @Override
    public Statistics statistics() {
        return engine.counters.statistics(engine.log);
    }

    /** Whether there is a time at which nothing can be done any more, where no history is kept. */
    private boolean hasBegun() {
        return now > Long.MIN_VALUE || engine.front() != ExtendedTime.BEGINNING;
    }

    private void requireHistory(final long from, final long to) {
        engine.work.requireIdle();
        if (!history) {
            throw new StewardException("this steward keeps no history");
        }
        requireKept(from, "the history from the time " + from);
        advanceTo(to);
    }

    /** The event's text is made only if it is told: to make it may cost more than to insert. */
    private void requireChangeable(final long time, final String change, final Object event) {
        if (time < frozenBefore()) {
            throw new StewardException("cannot " + change + event + " at the time " + time
                + ": the past is frozen before " + frozenBefore());
        }
        if (time == Long.MAX_VALUE) {
            throw new StewardException("cannot " + change + event + " at the time " + time + ": it stands for never");
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
}
