package io.takt.steward.check;

import io.takt.steward.Cell;
import io.takt.steward.CellVersion;
import io.takt.steward.Event;
import io.takt.steward.EventRecord;
import io.takt.steward.ExtendedTime;
import io.takt.steward.Id;
import io.takt.steward.Physics;
import io.takt.steward.Snapshot;
import io.takt.steward.StateInput;
import io.takt.steward.StateOutput;
import io.takt.steward.Steward;
import io.takt.steward.Synchrony;
import io.takt.steward.log.LogSteward;
import io.takt.steward.log.Redoing;
import io.takt.steward.replay.AuditSteward;
import io.takt.steward.replay.ReplaySteward;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** One run: the same is done to a steward that redoes and to one that runs all again. For one thread. */
final class Run {
    /** How many units of time are digested as one. */
    private static final long STRIDE = 2;

    private final Physics physics;
    private final Consumer<Steward> beginning;
    private final long start;
    private final boolean audited;
    private final UnaryOperator<LogSteward> speculation;
    private final long stride;
    private final TreeMap<ExtendedTime, Event> fiats = new TreeMap<>();
    private final TreeMap<Integer, Held> held = new TreeMap<>();
    private Steward product;
    private Steward oracle;
    private Synchrony digests;
    private boolean loaded;

    Run(
        final Physics physics, final Consumer<Steward> beginning, final long start, final long unit,
        final boolean audited, final UnaryOperator<LogSteward> speculation, final int checkpoint) {
        this.physics = physics;
        this.beginning = beginning;
        this.start = start;
        this.audited = audited;
        this.speculation = speculation;
        stride = STRIDE * unit;
        product = prepared(LogSteward.withHistory(physics), checkpoint);
        oracle = audited ? AuditSteward.of(physics) : new ReplaySteward(physics, checkpoint).proving();
        for (final Steward steward : List.of(product, oracle)) {
            beginning.accept(steward);
            steward.advanceTo(start);
        }
        digests = new Synchrony(product, start, stride);
    }

    /** Runs work off changes of the past in all ways. */
    private LogSteward prepared(final LogSteward steward, final int checkpoint) {
        return speculation.apply(steward.redoing(Redoing.values()[checkpoint % Redoing.values().length]));
    }

    long now() {
        return product.now();
    }

    long changeableFrom() {
        return Math.max(start, product.frozenBefore());
    }

    long keptFrom() {
        return Math.max(start, product.forgottenBefore());
    }

    boolean has(final ExtendedTime at) {
        return fiats.containsKey(at);
    }

    List<ExtendedTime> removable() {
        return new ArrayList<>(fiats.tailMap(ExtendedTime.of(changeableFrom(), -1, Id.of(0, 0))).keySet());
    }

    List<Integer> held() {
        return new ArrayList<>(held.keySet());
    }

    void insert(final ExtendedTime at, final Event event) {
        if (at.base() >= changeableFrom() && fiats.putIfAbsent(at, event) == null) {
            product.insert(at.base(), at.id(), copy(event, product));
            oracle.insert(at.base(), at.id(), copy(event, oracle));
        }
    }

    void remove(final ExtendedTime at) {
        if (at.base() >= changeableFrom() && fiats.containsKey(at)) {
            final Event event = fiats.remove(at);
            require(product.remove(at.base(), at.id()).equals(event), "another event than " + event + " was removed");
            require(oracle.remove(at.base(), at.id()).equals(event), "another event than " + event + " was removed");
        }
    }

    void step(final int steps, final long until) {
        for (int i = 0; i < steps; i++) {
            product.step(until);
        }
        oracle.advanceTo(product.now());
    }

    void advance(final long time) {
        product.advanceTo(time);
        oracle.advanceTo(time);
        digestUpTo(time);
    }

    void hold(final int number, final long time) {
        if (time >= keptFrom() && time <= now()) {
            final Snapshot snapshot = product.snapshot(time);
            try (Snapshot other = oracle.snapshot(time)) {
                held.put(number, new Held(snapshot, other.digest()));
            }
        }
    }

    void release(final int number) {
        final Held known = held.remove(number);
        if (known != null) {
            try (Snapshot snapshot = known.snapshot) {
                require(snapshot.digest().equals(known.digest), "the snapshot of the time " + snapshot.time()
                    + " has not stayed as it was");
            }
        }
    }

    void freeze(final long time) {
        if (time <= now()) {
            product.freezeBefore(time);
            oracle.freezeBefore(time);
            require(product.frozenBefore() == oracle.frozenBefore(), "one is frozen before " + product.frozenBefore()
                + ", the other before " + oracle.frozenBefore());
        }
    }

    void forget(final long time) {
        if (time <= now()) {
            product.forgetBefore(time);
            oracle.forgetBefore(time);
        }
    }

    /** Each goes on from what the other has saved. */
    void saveAndLoad(final int checkpoint) {
        compare();
        held.values().forEach(known -> known.snapshot.close());
        held.clear();
        final byte[] ofProduct = saved(product);
        final byte[] ofOracle = saved(oracle);
        require(Arrays.equals(ofProduct, ofOracle), "equal states were not saved alike");
        try {
            product = prepared(LogSteward.load(new ByteArrayInputStream(ofOracle), physics, true), checkpoint);
            oracle = audited ? AuditSteward.load(new ByteArrayInputStream(ofProduct), physics)
                : ReplaySteward.load(new ByteArrayInputStream(ofProduct), physics, checkpoint).proving();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        digests = new Synchrony(product, product.forgottenBefore(), stride);
        loaded = true;
    }

    /** Fails if there is any difference, at present or in what is kept of the past. */
    void compare() {
        final long now = product.now();
        final long from = product.forgottenBefore();
        final String difference = EventRecord.firstDifference(product.history(from, now), oracle.history(from, now));
        require(difference == null, difference + "\n  (here redone, there run from the start)");
        compareDigests(now);
        compareLastCell(from, now);
        SnapshotDifference.require(product, oracle, now, "redone", "run from the start");
    }

    /** The first that is kept whole, and is not that of all before. */
    private long firstStride() {
        final long from = Math.max(product.forgottenBefore(), digests.origin());
        return Math.max(1, digests.strideOf(from + stride - 1));
    }

    /** Of strides that had been digested before, too: those whose history has changed must have been digested again. */
    private void compareDigests(final long now) {
        for (long i = firstStride(); digests.origin() + (i + 1) * stride <= now; i++) {
            final long begins = digests.origin() + i * stride;
            require(digests.digest(i).equals(oracle.digest(begins, begins + stride - 1)),
                "the digest from " + begins + " on is that of another history");
        }
    }

    /** So that they are known: a change must be noticed, or they will differ. */
    private void digestUpTo(final long time) {
        for (long i = firstStride(); digests.origin() + (i + 1) * stride <= time; i++) {
            digests.digest(i);
        }
    }

    private void compareLastCell(final long from, final long now) {
        final List<EventRecord> events = oracle.history(from, now);
        final EventRecord last = events.isEmpty() ? null : events.get(events.size() - 1);
        if (last != null && !last.writes().isEmpty()) {
            compareCell(last.writes().get(0).cell(), from, now);
        }
    }

    private <V> void compareCell(final Cell<V> theirs, final long from, final long now) {
        final Cell<V> cell = product.cell(theirs.type(), theirs.key());
        final List<CellVersion<V>> here = product.history(cell, from, now);
        final List<CellVersion<V>> there = oracle.history(theirs, from, now);
        require(here.size() == there.size(), cell + " was written " + here.size() + " and " + there.size() + " times");
        for (int i = 0; i < here.size(); i++) {
            require(here.get(i).at().equals(there.get(i).at())
                && digest(cell, here.get(i).value()).equals(digest(cell, there.get(i).value())),
                cell + " has another history: " + here.get(i) + " and " + there.get(i));
        }
        final long time = from == Long.MIN_VALUE ? start : from;
        require(digest(cell, product.get(cell, time)).equals(digest(cell, oracle.get(theirs, time))),
            cell + " held something else at the time " + time);
    }

    /** By what is written: handles in values are each steward's own. */
    private static <V> Id digest(final Cell<V> cell, final V value) {
        final StateOutput out = new StateOutput();
        out.writeBoolean(value != null);
        if (value != null) {
            cell.type().codec().write(value, out);
        }
        return out.digest();
    }

    /** Compares once more, and with a steward without a history that knows everything from the start. */
    void end() {
        held().forEach(this::release);
        compare();
        if (oracle instanceof AuditSteward) {
            ((AuditSteward) oracle).recheck();
        }
        if (!loaded) {
            final Steward plain = speculation.apply(LogSteward.withoutHistory(physics));
            beginning.accept(plain);
            fiats.forEach((at, event) -> plain.insert(at.base(), at.id(), copy(event, plain)));
            plain.advanceTo(product.now());
            SnapshotDifference.require(plain, product, product.now(), "without a history", "with one");
        }
    }

    /** Each steward has its own, so that an event that remembers something tells it to no other steward. */
    private Event copy(final Event event, final Steward steward) {
        final StateOutput out = new StateOutput();
        out.writeEvent(event);
        return new StateInput(out.toByteArray(), physics, steward).readEvent();
    }

    private byte[] saved(final Steward steward) {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Snapshot snapshot = steward.snapshot(steward.now())) {
            snapshot.save(out, physics);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    private static void require(final boolean right, final String wrong) {
        if (!right) {
            throw new AssertionError(wrong);
        }
    }

    /** A snapshot, and the other steward's digest of that time. */
    private record Held(Snapshot snapshot, Id digest) {
    }
}
