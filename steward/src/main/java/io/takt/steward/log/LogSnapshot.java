package io.takt.steward.log;

import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentNavigableMap;

import io.takt.steward.Cell;
import io.takt.steward.Event;
import io.takt.steward.ExtendedTime;
import io.takt.steward.Snapshot;
import io.takt.steward.StewardException;

/**
 * A snapshot for another thread, which reads the steward's own tables. Before the steward overwrites something that
 * this sees, it puts it aside, once. A reader looks into the table first, and then for what was put aside: if it has
 * seen something newer there, it finds what was put aside before.
 */
final class LogSnapshot implements Snapshot {
    private static final Object NOTHING = new Object();

    private final Work work;
    private final long time;
    private final LogCell<?>[] cells;
    private final Object[] values;
    private final ExtendedTime[] marks;
    private final int cellCount;
    private final Slot[] slots;
    private final Answer[] answers;
    private final int slotCount;
    private final ConcurrentNavigableMap<ExtendedTime, Fiat> fiats;
    private final long changes;
    private final Map<Integer, Object> keptValues = new ConcurrentHashMap<>();
    private final Map<Integer, Object> keptMarks = new ConcurrentHashMap<>();
    private final Map<Integer, Answer> keptAnswers = new ConcurrentHashMap<>();
    private final Queue<Fiat> keptFiats = new ConcurrentLinkedQueue<>();
    private volatile boolean closed;

    /**
     * Of the present.
     *
     * @param fiats   those to come, and others.
     * @param changes the number of the last change of those.
     */
    LogSnapshot(
        final Work work, final long time, final ConcurrentNavigableMap<ExtendedTime, Fiat> fiats, final long changes) {
        this.work = work;
        this.time = time;
        this.fiats = fiats;
        this.changes = changes;
        final Tables tables = work.tables;
        cells = tables.cells();
        values = tables.values;
        marks = tables.marks;
        cellCount = tables.cellCount();
        slots = tables.slots();
        answers = tables.answers;
        slotCount = tables.slotCount();
    }

    /** Goes back behind a turn that is later, the latest first. */
    void goBackBehind(final Turn later) {
        for (int i = 0; i < later.cells(); i++) {
            keep(later.cell(i), later.before(i), later.markBefore(i));
        }
        for (int i = 0; i < later.slots(); i++) {
            keptAnswers.put(later.slot(i), later.answerBefore(i));
        }
    }

    @Override
    public long time() {
        return time;
    }

    @Override
    @SuppressWarnings("unchecked") // A cell holds values of its type only.
    public <V> V get(final Cell<V> cell) {
        final int index = work.tables.own(cell).index;
        requireOpen();
        return index < cellCount ? (V) value(index) : null;
    }

    private Object value(final int cell) {
        final Object seen = values[cell];
        VarHandle.fullFence();
        final Object kept = keptValues.get(cell);
        return kept == null ? seen : kept == NOTHING ? null : kept;
    }

    private ExtendedTime mark(final int cell) {
        final ExtendedTime seen = marks[cell];
        VarHandle.fullFence();
        final Object kept = keptMarks.get(cell);
        return kept == null ? seen : kept == NOTHING ? null : (ExtendedTime) kept;
    }

    private Answer answer(final int slot) {
        final Answer seen = answers[slot];
        VarHandle.fullFence();
        final Answer kept = keptAnswers.get(slot);
        return kept == null ? seen : kept;
    }

    @Override
    public List<Cell<?>> cells() {
        requireOpen();
        final List<Cell<?>> all = new ArrayList<>();
        for (int i = 0; i < cellCount; i++) {
            if (value(i) != null) {
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
            final Answer answer = answer(i);
            if (answer.dueBase != Answer.NEVER) {
                all.add(new PendingEvent(
                    slots[i].predictor, slots[i].subject, answer.due(slots[i]), answer.event, canaries(answer)));
            }
        }
        all.sort(Comparator.comparing(PendingEvent::at));
        return all;
    }

    private List<Canary> canaries(final Answer answer) {
        final List<Canary> canaries = new ArrayList<>();
        final int[] all = answer.canaries();
        for (int i = 0; i < all.length; i++) {
            canaries.add(new Canary(cells[all[i]], mark(all[i]) == answer.canaryMark(i)));
        }
        return canaries;
    }

    @Override
    public List<Dependence> dependences() {
        requireOpen();
        final List<Dependence> all = new ArrayList<>();
        for (int i = 0; i < slotCount; i++) {
            final Dependence dependence = !slots[i].automatic ? null : Dependence.of(slots[i].predictor,
                slots[i].subject, Arrays.stream(answer(i).reads()).mapToObj(cell -> cells[cell]).toList());
            if (dependence != null) {
                all.add(dependence);
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

    private void addSeen(final Fiat fiat, final Map<ExtendedTime, Event> all) {
        if (sees(fiat)) {
            all.put(fiat.at, fiat.event);
        }
    }

    private boolean sees(final Fiat fiat) {
        return fiat.since <= changes && fiat.at.base() > time;
    }

    @Override
    public void close() {
        closed = true;
    }

    boolean isClosed() {
        return closed;
    }

    /** Puts aside what a cell holds before it holds something else, for the steward's thread. */
    void keep(final int cell) {
        if (cell < cellCount && !keptValues.containsKey(cell)) {
            keep(cell, work.tables.values[cell], work.tables.marks[cell]);
            VarHandle.fullFence();
        }
    }

    private void keep(final int cell, final Object value, final ExtendedTime mark) {
        keptMarks.put(cell, mark == null ? NOTHING : mark);
        keptValues.put(cell, value == null ? NOTHING : value);
    }

    /** Puts aside what a slot says before it says something else, for the steward's thread. */
    void keepSlot(final int slot) {
        if (slot < slotCount && !keptAnswers.containsKey(slot)) {
            keptAnswers.put(slot, work.tables.answers[slot]);
            VarHandle.fullFence();
        }
    }

    void keep(final Fiat fiat) {
        if (sees(fiat)) {
            keptFiats.add(fiat);
        }
    }

    private void requireOpen() {
        if (work.runsHere()) {
            // Nothing would know what it depends on.
            throw new StewardException("an event read a snapshot; it has only its transaction");
        }
        if (closed) {
            throw new StewardException("the snapshot of the time " + time + " is closed");
        }
    }
}
