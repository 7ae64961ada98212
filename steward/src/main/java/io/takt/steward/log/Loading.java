package io.takt.steward.log;

import java.util.Arrays;
import java.util.stream.IntStream;

import io.takt.steward.Cell;
import io.takt.steward.CellType;
import io.takt.steward.ExtendedTime;
import io.takt.steward.Id;
import io.takt.steward.SaveFile;
import io.takt.steward.Snapshot;

/** Fills a new steward from a save file. */
final class Loading implements SaveFile.Target {
    private final LogSteward steward;
    private final Engine engine;
    private ExtendedTime end;

    Loading(final LogSteward steward, final Engine engine) {
        this.steward = steward;
        this.engine = engine;
    }

    @Override
    public void time(final long time) {
        steward.startAt(time);
        end = ExtendedTime.endOf(time);
        engine.startAt(end);
    }

    @Override
    public <V> void value(final Cell<V> cell, final V value) {
        final int index = engine.tables.own(cell).index;
        engine.work.put(index, value, ExtendedTime.BEGINNING);
    }

    @Override
    public void pending(final Snapshot.PendingEvent saved) {
        final Slot slot = engine.tables.slot(saved.predictor(), saved.subject());
        final int[] cells = new int[saved.canaries().size()];
        final ExtendedTime[] marks = new ExtendedTime[cells.length];
        for (int i = 0; i < cells.length; i++) {
            cells[i] = engine.tables.own(saved.canaries().get(i).cell()).index;
            marks[i] = saved.canaries().get(i).current() ? engine.tables.marks[cells[i]] : end;
        }
        final Answer answer = Answer.of(end, saved.at().base(), saved.at(), saved.event(), cells, marks);
        engine.restore(slot, slot.automatic ? answer.withReads(withSubject(slot, cells)) : answer);
    }

    @Override
    public void dependence(final Snapshot.Dependence saved) {
        final Slot slot = engine.tables.slot(saved.predictor(), saved.subject());
        final int[] read = saved.read().stream().mapToInt(cell -> engine.tables.own(cell).index).toArray();
        if (slot.automatic) {
            engine.restore(slot, engine.tables.answers[slot.index].withReads(withSubject(slot, read)));
        }
    }

    private int[] withSubject(final Slot slot, final int[] cells) {
        return IntStream.concat(IntStream.of(slot.subject.index), IntStream.concat(Arrays.stream(cells),
            Arrays.stream(engine.tables.answers[slot.index].reads()))).distinct().toArray();
    }

    @Override
    public void fiat(final Snapshot.FiatEvent saved) {
        steward.insert(saved.at().base(), saved.at().id(), saved.event());
    }

    @Override
    public <V> Cell<V> cell(final CellType<V> type, final long key) {
        return steward.cell(type, key);
    }

    @Override
    public <V> Cell<V> cell(final CellType<V> type, final Id key) {
        return steward.cell(type, key);
    }
}
