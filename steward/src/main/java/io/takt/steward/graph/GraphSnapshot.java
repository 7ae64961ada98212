package io.takt.steward.graph;

import io.takt.steward.Cell;
import io.takt.steward.Event;
import io.takt.steward.ExtendedTime;
import io.takt.steward.Snapshot;
import io.takt.steward.StewardException;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentNavigableMap;

/**
 * The simulation after all events of a base time, read from the steward's own versions, by another thread if need be.
 *
 * <p>Versions are immutable, and new ones are later mostly. Before the steward changes a cell or slot at an instant
 * that this sees, it puts aside, once, the version that this sees. A reader looks for one put aside, follows the
 * versions, and looks again: if something has changed meanwhile, the second look finds what was put aside before.
 */
final class GraphSnapshot implements Snapshot {
    private final Engine engine;
    private final Handles handles;
    private final boolean history;
    private final long time;
    private final GraphCell<?>[] cells;
    private final int cellCount;
    private final Slot[] slots;
    private final int slotCount;
    private final ConcurrentNavigableMap<ExtendedTime, Fiat> fiats;
    private final long changes;
    private final long number;
    private final Map<GraphCell<?>, Version> keptVersions = new ConcurrentHashMap<>();
    /** How often a cell had been written whose version is kept, where there are values only. */
    private final Map<GraphCell<?>, Long> keptWrites = new ConcurrentHashMap<>();
    private final Map<Slot, Prediction> keptPredictions = new ConcurrentHashMap<>();
    private final Queue<Fiat> keptFiats = new ConcurrentLinkedQueue<>();
    private volatile boolean closed;

    GraphSnapshot(
        final Engine engine, final long time, final ConcurrentNavigableMap<ExtendedTime, Fiat> fiats,
        final long changes) {
        this.engine = engine;
        handles = engine.work.handles;
        history = engine.work.history;
        this.time = time;
        this.fiats = fiats;
        this.changes = changes;
        number = engine.snapshots.nextNumber();
        cells = handles.cells();
        cellCount = handles.cellCount();
        slots = handles.slots();
        slotCount = handles.slotCount();
    }

    @Override
    public long time() {
        return time;
    }

    @Override
    @SuppressWarnings("unchecked") // A cell holds values of its type only.
    public <V> V get(final Cell<V> cell) {
        final Version version = version(handles.own(cell));
        return version == null ? null : (V) version.value;
    }

    @Override
    public List<Cell<?>> cells() {
        requireOpen();
        final List<Cell<?>> all = new ArrayList<>();
        for (int i = 0; i < cellCount; i++) {
            final Version version = version(cells[i]);
            if (version != null && version.value != null) {
                all.add(cells[i]);
            }
        }
        all.sort(Cell.ORDER);
        return all;
    }

    @Override
    public List<PendingEvent> predictions() {
        requireOpen();
        final List<PendingEvent> all = new ArrayList<>();
        for (int i = 0; i < slotCount; i++) {
            final Prediction prediction = prediction(slots[i]);
            if (prediction != null && prediction.dueBase != Prediction.NEVER && prediction.dueBase > time) {
                all.add(new PendingEvent(slots[i].predictor, slots[i].subject, prediction.due(), prediction.event,
                    Collections.unmodifiableList(canaries(prediction))));
            }
        }
        all.sort(Comparator.comparing(PendingEvent::at));
        return all;
    }

    private List<Canary> canaries(final Prediction prediction) {
        final List<Canary> canaries = new ArrayList<>();
        for (int i = 0; i < 2 && prediction instanceof Standing; i++) {
            final GraphCell<?> cell = ((Standing) prediction).canary(i == 1);
            if (cell != null) {
                canaries.add(new Canary(cell, writes(cell) == ((Standing) prediction).writes(i == 1)));
            }
        }
        for (final Version canary : prediction.canaries()) {
            canaries.add(new Canary(canary.cell, version(canary.cell) == canary));
        }
        return canaries;
    }

    /** Likewise, how often it had been written. */
    private long writes(final GraphCell<?> cell) {
        final long writes = cell.writes;
        VarHandle.fullFence();
        return keptVersions.containsKey(cell) ? keptWrites.get(cell) : writes;
    }

    @Override
    public List<Dependence> dependences() {
        requireOpen();
        final List<Dependence> all = new ArrayList<>();
        for (int i = 0; i < slotCount; i++) {
            final Prediction answer = slots[i].automatic ? prediction(slots[i]) : null;
            if (answer != null) {
                final Dependence dependence = Dependence.of(slots[i].predictor, slots[i].subject,
                    Arrays.stream(answer.known()).map(version -> version.cell).toList());
                if (dependence != null) {
                    all.add(dependence);
                }
            }
        }
        all.sort(Dependence.ORDER);
        return all;
    }

    @Override
    public List<FiatEvent> fiatEvents() {
        requireOpen();
        final Map<ExtendedTime, Event> all = new TreeMap<>();
        for (final Fiat fiat : fiats.tailMap(ExtendedTime.endOf(time)).values()) {
            addSeen(fiat, all);
        }
        for (final Fiat fiat : keptFiats) {
            addSeen(fiat, all);
        }
        final List<FiatEvent> events = new ArrayList<>();
        all.forEach((at, event) -> events.add(new FiatEvent(at, event)));
        return events;
    }

    @Override
    public void close() {
        closed = true;
    }

    /** Later ones have greater numbers. */
    long number() {
        return number;
    }

    boolean isClosed() {
        return closed;
    }

    void keep(final GraphCell<?> cell) {
        if (cell.index < cellCount && !keptVersions.containsKey(cell)) {
            keptWrites.put(cell, cell.writes);
            keptVersions.put(cell, history ? cell.find(ExtendedTime.endOf(time), true) : cell.name());
            VarHandle.fullFence();
        }
    }

    void keep(final Slot slot) {
        if (slot.index < slotCount && !keptPredictions.containsKey(slot)) {
            keptPredictions.put(slot, history ? slot.find(ExtendedTime.endOf(time), true) : slot.last.copy());
            VarHandle.fullFence();
        }
    }

    void keep(final Fiat fiat) {
        keptFiats.add(fiat);
    }

    private void addSeen(final Fiat fiat, final Map<ExtendedTime, Event> all) {
        if (fiat.since <= changes && fiat.at.base() > time) {
            all.put(fiat.at, fiat.event);
        }
    }

    /** Null for a cell that the steward did not have yet. */
    private Version version(final GraphCell<?> cell) {
        requireOpen();
        if (cell.index >= cellCount) {
            return null;
        }
        final Version kept = keptVersions.get(cell);
        if (kept != null) {
            return kept;
        }
        final Version version = history ? follow(cell) : cell.named();
        VarHandle.fullFence();
        final Version keptMeanwhile = keptVersions.get(cell);
        return keptMeanwhile != null ? keptMeanwhile : version;
    }

    private Version follow(final GraphCell<?> cell) {
        Version version = cell.current;
        while (version != null && version.at.base() > time) {
            version = version.prev;
        }
        Version next = version == null ? null : version.next;
        while (next != null && next.at.base() <= time) {
            if (next == Version.GONE) {
                // The version that was followed has been forgotten meanwhile; the steward has put something newer there
                // before.
                VarHandle.fullFence();
                return follow(cell);
            }
            version = next;
            next = version.next;
        }
        return version;
    }

    private Prediction prediction(final Slot slot) {
        final Prediction kept = keptPredictions.get(slot);
        if (kept != null) {
            return kept;
        }
        Prediction prediction = history ? slot.last : slot.last.copy();
        while (history && prediction != null && prediction.at.base() > time) {
            prediction = prediction.prev;
        }
        VarHandle.fullFence();
        final Prediction keptMeanwhile = keptPredictions.get(slot);
        return keptMeanwhile != null ? keptMeanwhile : prediction;
    }

    private void requireOpen() {
        if (engine.runsHere()) {
            // Nothing would know what it depends on.
            throw new StewardException("an event read a snapshot; it has only its transaction");
        }
        if (closed) {
            throw new StewardException("the snapshot of the time " + time + " is closed");
        }
    }
}
