package io.takt.steward.replay;

import io.takt.steward.AuditException;
import io.takt.steward.Cell;
import io.takt.steward.CellType;
import io.takt.steward.CellVersion;
import io.takt.steward.Event;
import io.takt.steward.EventRecord;
import io.takt.steward.ExtendedTime;
import io.takt.steward.Id;
import io.takt.steward.Physics;
import io.takt.steward.Snapshot;
import io.takt.steward.Statistics;
import io.takt.steward.Steward;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * A steward that checks everything, for tests of a physics: slow, and otherwise like any other. In a test:
 *
 * <pre>
 *   AuditSteward steward = AuditSteward.of(physics);
 *   steward.insert(...);
 *   steward.advanceTo(1_000);
 *   steward.recheck();
 * </pre>
 *
 * <p>Every event and every predictor is run three times with the same inputs, twice on what the codecs make of them,
 * and must read, write, ask for and predict the same each time. An action that is redone after a change of the past and
 * reads the same must do the same; at each step something of the past is run again, and by {@link #recheck} all of it.
 * Events, and values that are read or written, must be written to the same bytes for ever, survive their codecs, and be
 * the same as others just when they are written alike. After every event, predictions by {@link
 * io.takt.steward.Asking#BY_EVENTS} that the event should have asked for are compared with those made afresh.
 *
 * <p>A difference is an {@link AuditException}, one line that names the event or predictor, its instant, and the cell
 * with its type. Nothing is lost by it: the event is still to happen, as if it had failed, and can be removed; values
 * that were changed in place are put back; a finding in the past is told once. It cannot find effects outside that no
 * event reads, nor results that depend on the machine; for those there is
 * {@link io.takt.steward.check.DeterminismCheck}.
 */
public final class AuditSteward implements Steward {
    private static final int EVENTS_PER_CHECKPOINT = 100;

    private final ReplaySteward audited;

    private AuditSteward(final ReplaySteward audited) {
        this.audited = audited.proving();
        audited.auditor = new Auditor(audited);
    }

    /**
     * An audited steward at the beginning of time.
     *
     * @param physics the types of the simulation.
     * @return with nothing to do.
     */
    public static AuditSteward of(final Physics physics) {
        return new AuditSteward(new ReplaySteward(physics, EVENTS_PER_CHECKPOINT));
    }

    /**
     * Goes on from what was saved, by whatever steward; everything up to then is frozen and forgotten.
     *
     * @param source  what {@link Snapshot#save} wrote; read up to its end, not closed.
     * @param physics the types of the simulation.
     * @return as the steward was that saved.
     * @throws IOException if {@code source} does.
     */
    public static AuditSteward load(final InputStream source, final Physics physics) throws IOException {
        return new AuditSteward(ReplaySteward.load(source, physics, EVENTS_PER_CHECKPOINT));
    }

    /**
     * Runs all events and predictors of the history again, those that were undone, too, and looks at every value.
     * Fails with the first thing that is wrong; a further call goes on with what else is.
     */
    public void recheck() {
        audited.requireIdle();
        audited.auditor.recheckAll();
    }

    @Override
    public Physics physics() {
        return audited.physics();
    }

    @Override
    public <V> Cell<V> cell(final CellType<V> type, final long key) {
        return audited.cell(type, key);
    }

    @Override
    public <V> Cell<V> cell(final CellType<V> type, final Id key) {
        return audited.cell(type, key);
    }

    /** As in every steward; an event that does not survive its codec is not inserted. */
    @Override
    public void insert(final long time, final Id id, final Event event) {
        audited.physics().require(event.type());
        audited.auditor.ledger.check(event, Actor.of(ExtendedTime.of(time, 0, id), event), " is inserted");
        audited.insert(time, id, event);
    }

    @Override
    public Event remove(final long time, final Id id) {
        return audited.remove(time, id);
    }

    @Override
    public boolean step(final long until) {
        return audited.step(until);
    }

    @Override
    public void advanceTo(final long time) {
        audited.advanceTo(time);
    }

    @Override
    public long now() {
        return audited.now();
    }

    @Override
    public void freezeBefore(final long time) {
        audited.freezeBefore(time);
    }

    @Override
    public long frozenBefore() {
        return audited.frozenBefore();
    }

    @Override
    public void forgetBefore(final long time) {
        audited.forgetBefore(time);
        audited.auditor.forgetBefore(time);
    }

    @Override
    public long forgottenBefore() {
        return audited.forgottenBefore();
    }

    @Override
    public Snapshot snapshot(final long time) {
        return audited.snapshot(time);
    }

    @Override
    public List<EventRecord> history(final long from, final long to) {
        return audited.history(from, to);
    }

    @Override
    public <V> List<CellVersion<V>> history(final Cell<V> cell, final long from, final long to) {
        return audited.history(cell, from, to);
    }

    @Override
    public void onChange(final LongConsumer listener) {
        audited.onChange(listener);
    }

    @Override
    public Statistics statistics() {
        return audited.statistics();
    }
}
