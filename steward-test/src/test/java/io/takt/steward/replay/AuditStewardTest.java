package io.takt.steward.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.steward.Asking;
import io.takt.steward.AuditException;
import io.takt.steward.Cell;
import io.takt.steward.CellType;
import io.takt.steward.Codec;
import io.takt.steward.Event;
import io.takt.steward.EventException;
import io.takt.steward.EventType;
import io.takt.steward.Forecast;
import io.takt.steward.Id;
import io.takt.steward.Physics;
import io.takt.steward.Predictor;
import io.takt.steward.Snapshot;
import io.takt.steward.StateInput;
import io.takt.steward.StateOutput;
import io.takt.steward.Transaction;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Every forbidden act of an event, predictor, value or codec is found and named, and loses nothing. */
class AuditStewardTest {
    private static final CellType<List<Long>> LIST = CellType.of(
        0x25f4b1c8e09d7a36L, "list", Codec.of(AuditStewardTest::writeList, AuditStewardTest::readList));
    /** Its equality and its codec are what a test wants. */
    private static final CellType<Odd> ODD = CellType.of(
        0x7be0914d5ca26f83L, "odd", Codec.of(AuditStewardTest::writeOdd, AuditStewardTest::readOdd));
    private static final EventType<Does> DOES = EventType.of(0x60d3f7a12b8e9c45L, "does", Does.class, Codec.of(
        (event, out) -> out.writeString(event.deed.name()), in -> new Does(Deed.valueOf(in.readString()))));
    private static final EventType<Counts> COUNTS = EventType.of(
        0x11a8e6c3d97f0b52L, "counts", Counts.class, Codec.of(
            (event, out) -> {
                out.writeBoolean(event.told);
                out.writeLong(event.told ? event.count : 0);
            },
            in -> new Counts(in.readBoolean(), in.readLong())));
    private static final EventType<Forgets> FORGETS = EventType.of(
        0x49b7d20e6f1c83a5L, "forgets", Forgets.class, Codec.of(
            (event, out) -> out.writeInt(event.number & 0xff), in -> new Forgets(in.readInt())));
    private static final Says SAYS = new Says();
    private static final Physics PHYSICS = Physics.builder()
        .cells(LIST, ODD).events(DOES, COUNTS, FORGETS).predictors(SAYS).build();

    /** Touched by events behind their transaction. */
    private static long outside;
    private static List<Long> kept;
    private static Snapshot looked;
    private static BiConsumer<Cell<List<Long>>, Forecast> saying;

    private final AuditSteward steward = AuditSteward.of(PHYSICS);

    AuditStewardTest() {
        outside = 0;
        kept = new ArrayList<>(List.of(0L));
        looked = null;
        saying = (subject, forecast) -> { };
    }

    @Test
    void aCorrectEventIsNotAccused() throws IOException {
        saying = (subject, forecast) -> {
            if (forecast.get(subject).size() < 20) {
                forecast.predict(forecast.time() + 3, new Does(Deed.ADD_AND_ASK), subject);
            }
        };
        insert(1, Deed.ADD_AND_ASK);
        steward.advanceTo(40);
        insert(7, Deed.ADD);
        steward.insert(20, Id.of(0, 20), new Forgets(5));
        steward.advanceTo(100);
        steward.remove(7, Id.of(0, 7));
        steward.advanceTo(100);
        steward.recheck();
        steward.forgetBefore(50);
        steward.recheck();
        assertThat(list(100)).hasSize(20);
        assertThat(AuditSteward.load(new ByteArrayInputStream(saved(100)), PHYSICS).now()).isEqualTo(100);
    }

    @Test
    void chanceIsFound() {
        requireFound(Deed.COUNT_OUTSIDE, "runs again", "first it wrote list (0x25f4b1c8e09d7a36) 0 = [0, 1], then");
        requireFound(Deed.READ_BY_CHANCE, "runs again", "first it read list", "then nothing more");
        requireFound(Deed.ASK_BY_CHANCE, "runs again", "first it asked for Says", "then nothing more");
        requireFound(Deed.FAIL_BY_CHANCE, "runs again", "then it failed", "by chance");
        saying = (subject, forecast) -> forecast.predict(forecast.time() + ++outside, new Does(Deed.ADD));
        requireFound(Deed.ASK, "the predictor Says", "about list (0x25f4b1c8e09d7a36) 0", "first it predicted");
    }

    @Test
    void identityIsFound() {
        insert(1, Deed.KEEP);
        insert(5, Deed.COMPARE_WITH_KEPT);
        assertThatThrownBy(() -> steward.advanceTo(10)).isInstanceOf(AuditException.class)
            .hasMessageContaining("gone through their codecs").hasMessageContaining("= [0, 2], then")
            .hasMessageContaining("= [0, 1]");
    }

    @Test
    void aValueChangedInPlaceIsFound() {
        requireFound(Deed.CHANGE_WHAT_IT_READ, "changed in place what it read from list (0x25f4b1c8e09d7a36) 0, "
            + "from [0] to [0, 9]");
        requireFound(Deed.CHANGE_WHAT_IT_WROTE, "changed in place what it had written to list");
        saying = (subject, forecast) -> forecast.get(subject).add(9L);
        requireFound(Deed.ASK, "the predictor Says", "changed in place what it read");
    }

    @Test
    void anEventThatChangesItselfIsFound() {
        steward.insert(5, Id.of(0, 1), new Counts(true, 0));
        assertThatThrownBy(() -> steward.advanceTo(10)).isInstanceOf(AuditException.class)
            .hasMessageContaining("changed itself").hasMessageContaining("counts (0x11a8e6c3d97f0b52)");
        steward.remove(5, Id.of(0, 1));
        steward.insert(5, Id.of(0, 1), new Counts(false, 0));
        assertThatThrownBy(() -> steward.advanceTo(10)).isInstanceOf(AuditException.class)
            .hasMessageContaining("runs again");
        steward.remove(5, Id.of(0, 1));
        final Counts changed = new Counts(true, 0);
        steward.insert(8, Id.of(0, 1), changed);
        changed.count = 7;
        assertThatThrownBy(() -> steward.advanceTo(10)).isInstanceOf(AuditException.class)
            .hasMessageContaining("counts").hasMessageContaining("is inserted")
            .hasMessageContaining("changed in place");
    }

    @Test
    void aValueChangedLaterIsFoundAndPutBack() throws IOException {
        insert(1, Deed.KEEP);
        steward.advanceTo(3);
        kept.add(66L);
        insert(5, Deed.ADD);
        assertThatThrownBy(() -> steward.advanceTo(10)).isInstanceOf(AuditException.class)
            .hasMessageContaining("list (0x25f4b1c8e09d7a36) 0").hasMessageContaining("KEEP")
            .hasMessageContaining("from [0] to [0, 66]");
        kept.add(67L);
        assertThat(list(10)).containsExactly(0L, 5L);
        assertThat(steward.history(0, 3).get(0).writes().get(0).value()).isEqualTo(List.of(0L));
        steward.recheck();
        assertThat(AuditSteward.load(new ByteArrayInputStream(saved(10)), PHYSICS)
            .snapshot(10).digest()).isEqualTo(steward.snapshot(10).digest());
    }

    @Test
    void anOutsideInfluenceIsFoundWhenTheEventRunsAgain() {
        insert(5, Deed.COPY_OUTSIDE);
        steward.advanceTo(10);
        steward.recheck();
        outside = 3;
        assertThatThrownBy(steward::recheck).isInstanceOf(AuditException.class)
            .hasMessageContaining("COPY_OUTSIDE").hasMessageContaining("at 5/0").hasMessageContaining("again later")
            .hasMessageContaining("= [0], then").hasMessageContaining("= [3]").hasMessageNotContaining("\n");
        steward.recheck();
        insert(2, Deed.ADD);
        steward.advanceTo(10);
        assertThat(list(10)).containsExactly(3L);
    }

    @Test
    void anOutsideInfluenceIsFoundWhenTheEventIsRedone() {
        for (int i = 0; i < 40; i++) {
            insert(10 + i, Deed.ADD);
        }
        insert(5, Deed.COPY_OUTSIDE);
        steward.advanceTo(100);
        outside = 3;
        insert(1, Deed.ADD);
        assertThatThrownBy(() -> steward.advanceTo(100)).isInstanceOf(AuditException.class)
            .hasMessageContaining("COPY_OUTSIDE").hasMessageContaining("as before");
    }

    @Test
    void somethingOfThePastIsRunAgainAtEachStep() {
        insert(5, Deed.COPY_OUTSIDE);
        steward.advanceTo(10);
        outside = 3;
        for (int i = 0; i < 40; i++) {
            insert(20 + i, Deed.ADD);
        }
        assertThatThrownBy(() -> steward.advanceTo(100)).isInstanceOf(AuditException.class)
            .hasMessageContaining("COPY_OUTSIDE").hasMessageContaining("again later");
        steward.advanceTo(100);
        assertThat(list(100)).hasSize(41);
    }

    @Test
    void aSnapshotIsNotATransaction() {
        looked = steward.snapshot(0);
        insert(5, Deed.LOOK);
        assertThatThrownBy(() -> steward.advanceTo(10)).isInstanceOf(EventException.class)
            .hasMessageContaining("LOOK").hasMessageContaining("read a snapshot");
        assertThat(looked.get(steward.cell(LIST, 0))).isNull();
    }

    @Test
    void codecsThatLoseSomethingAreFound() {
        assertThatThrownBy(() -> steward.insert(5, Id.of(0, 1), new Forgets(0x100))).isInstanceOf(AuditException.class)
            .hasMessageContaining("Forgets[number=256]").hasMessageContaining("at 5/0")
            .hasMessageContaining("does not survive its codec");
        for (final Deed deed : List.of(Deed.LOSE, Deed.WRITE_OTHERWISE, Deed.LEAVE, Deed.BREAK_READING)) {
            requireFound(deed, "wrote odd (0x7be0914d5ca26f83) 0: it does not survive its codec");
        }
        requireFound(Deed.BREAK_WRITING, "odd (0x7be0914d5ca26f83) 0", "out of ink");
        steward.advanceTo(20);
    }

    @Test
    void equalityThatDoesNotAgreeWithTheBytesIsFound() {
        final CellType<List<Long>> loose = LIST.withEquality((one, other) -> one.size() == other.size());
        requireDisagreement(loose, List.of(1L), List.of(2L), "are the same", "not written alike");
        final CellType<long[]> strict = CellType.<long[]>of(2, "strict", Codec.of(
            (value, out) -> out.writeLong(value.length), in -> new long[(int) in.readLong()]))
            .withEquality((one, other) -> one[0] * other[0] == 0 || one[0] == other[0]);
        requireDisagreement(strict, new long[] {1}, new long[] {2}, "are written alike", "not the same");
    }

    @Test
    void predictionsThatAreEqualAndWrittenOtherwiseAreFound() {
        saying = (subject, forecast) -> forecast.predict(90, new Counts(true, forecast.time()));
        insert(5, Deed.ASK);
        insert(6, Deed.ASK);
        assertThatThrownBy(() -> steward.advanceTo(10)).isInstanceOf(AuditException.class)
            .hasMessageContainingAll("the predictor Says", "at 6/0/", "counts (0x11a8e6c3d97f0b52)", "both are equal");
    }

    private static <V> void requireDisagreement(
        final CellType<V> type, final V one, final V other, final String... messages) {
        final Writes<V> writes = new Writes<>(type, List.of(one, other));
        final AuditSteward steward = AuditSteward.of(
            Physics.builder().cells(type).events(writes.types.get(0), writes.types.get(1)).build());
        steward.insert(1, Id.of(0, 1), writes.new Write(0));
        steward.insert(2, Id.of(0, 1), writes.new Write(1));
        assertThatThrownBy(() -> steward.advanceTo(10)).isInstanceOf(AuditException.class)
            .hasMessageContainingAll(messages).hasMessageContaining("writes " + type);
    }

    /** That a deed is found out, that nothing of it is left, and that the steward goes on without it. */
    private void requireFound(final Deed deed, final String... messages) {
        insert(4, Deed.SET);
        insert(5, deed);
        assertThatThrownBy(() -> steward.advanceTo(10)).isInstanceOf(AuditException.class)
            .hasMessageContaining("at 5/0/").hasMessageContainingAll(messages).hasMessageNotContaining("\n");
        assertThat(steward.history(4, 4)).hasSize(1);
        steward.remove(5, Id.of(0, 5));
        assertThat(list(10)).containsExactly(0L);
        steward.recheck();
        steward.remove(4, Id.of(0, 4));
    }

    private void insert(final long time, final Deed deed) {
        steward.insert(time, Id.of(0, time), new Does(deed));
    }

    private List<Long> list(final long time) {
        try (Snapshot snapshot = steward.snapshot(time)) {
            return snapshot.get(steward.cell(LIST, 0));
        }
    }

    private byte[] saved(final long time) throws IOException {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Snapshot snapshot = steward.snapshot(time)) {
            snapshot.save(out, PHYSICS);
        }
        return out.toByteArray();
    }

    private static void writeList(final List<Long> list, final StateOutput out) {
        out.writeInt(list.size());
        list.forEach(out::writeLong);
    }

    private static List<Long> readList(final StateInput in) {
        final List<Long> list = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            list.add(in.readLong());
        }
        return list;
    }

    private static void writeOdd(final Odd odd, final StateOutput out) {
        if (odd.deed == Deed.BREAK_WRITING) {
            throw new IllegalStateException("out of ink");
        }
        out.writeString(odd.deed.name());
        out.writeInt(odd.deed == Deed.WRITE_OTHERWISE ? odd.times : 0);
    }

    private static Odd readOdd(final StateInput in) {
        final Deed deed = Deed.valueOf(in.readString());
        if (deed == Deed.BREAK_READING) {
            throw new IllegalStateException("illegible");
        }
        final int times = deed == Deed.LEAVE ? 0 : in.readInt();
        return new Odd(deed == Deed.LOSE ? Deed.ADD : deed, times + 1);
    }

    private static void add(final Transaction tx, final long number) {
        final Cell<List<Long>> cell = tx.cell(LIST, 0);
        final List<Long> before = tx.get(cell);
        final List<Long> after = before == null ? new ArrayList<>() : new ArrayList<>(before);
        after.add(number);
        tx.set(cell, after);
    }

    private static void writeOdd(final Transaction tx, final Deed deed) {
        tx.set(tx.cell(ODD, 0), new Odd(deed, 0));
    }

    /** An event's action, right or wrong. */
    private enum Deed {
        SET(tx -> tx.set(tx.cell(LIST, 0), new ArrayList<>(List.of(0L)))),
        ADD(tx -> add(tx, tx.time())),
        ADD_AND_ASK(tx -> {
            add(tx, tx.random().nextInt(100));
            tx.predict(SAYS, tx.cell(LIST, 0));
        }),
        ASK(tx -> tx.predict(SAYS, tx.cell(LIST, 0))),
        COUNT_OUTSIDE(tx -> add(tx, ++outside)),
        COPY_OUTSIDE(tx -> tx.set(tx.cell(LIST, 0), new ArrayList<>(List.of(outside)))),
        READ_BY_CHANCE(tx -> {
            if (outside++ % 2 == 0) {
                tx.get(tx.cell(LIST, 0));
            }
        }),
        ASK_BY_CHANCE(tx -> {
            if (outside++ % 2 == 0) {
                tx.predict(SAYS, tx.cell(LIST, 0));
            }
        }),
        FAIL_BY_CHANCE(tx -> {
            if (outside++ % 2 == 1) {
                throw new IllegalStateException("by chance");
            }
        }),
        KEEP(tx -> tx.set(tx.cell(LIST, 0), kept)),
        COMPARE_WITH_KEPT(tx -> add(tx, tx.get(tx.cell(LIST, 0)) == kept ? 1 : 2)),
        CHANGE_WHAT_IT_READ(tx -> tx.get(tx.cell(LIST, 0)).add(9L)),
        CHANGE_WHAT_IT_WROTE(tx -> {
            final List<Long> list = new ArrayList<>();
            tx.set(tx.cell(LIST, 0), list);
            list.add(9L);
        }),
        LOOK(tx -> looked.get(tx.cell(LIST, 0))),
        LOSE(tx -> writeOdd(tx, Deed.valueOf("LOSE"))),
        WRITE_OTHERWISE(tx -> writeOdd(tx, Deed.valueOf("WRITE_OTHERWISE"))),
        LEAVE(tx -> writeOdd(tx, Deed.valueOf("LEAVE"))),
        BREAK_READING(tx -> writeOdd(tx, Deed.valueOf("BREAK_READING"))),
        BREAK_WRITING(tx -> writeOdd(tx, Deed.valueOf("BREAK_WRITING")));

        private final Consumer<Transaction> what;

        Deed(final Consumer<Transaction> what) {
            this.what = what;
        }
    }

    private record Does(Deed deed) implements Event {
        @Override
        public EventType<?> type() {
            return DOES;
        }

        @Override
        public void execute(final Transaction tx) {
            deed.what.accept(tx);
        }
    }

    /** Counts how often it was executed; tells so when it is written, or not. */
    private static final class Counts implements Event {
        private final boolean told;
        private long count;

        Counts(final boolean told, final long count) {
            this.told = told;
            this.count = count;
        }

        @Override
        public EventType<?> type() {
            return COUNTS;
        }

        @Override
        public void execute(final Transaction tx) {
            add(tx, ++count);
        }

        @Override
        public boolean equals(final Object other) {
            return other instanceof Counts && told == ((Counts) other).told;
        }

        @Override
        public int hashCode() {
            return Boolean.hashCode(told);
        }
    }

    /** Its codec keeps the lowest byte only. */
    private record Forgets(int number) implements Event {
        @Override
        public EventType<?> type() {
            return FORGETS;
        }

        @Override
        public void execute(final Transaction tx) {
            add(tx, number);
        }
    }

    /** Two are equal if they are of the same deed. */
    private record Odd(Deed deed, int times) {
        @Override
        public boolean equals(final Object other) {
            return other instanceof Odd && deed == ((Odd) other).deed;
        }

        @Override
        public int hashCode() {
            return deed.name().length();
        }
    }

    private static final class Says implements Predictor<List<Long>> {
        @Override
        public long id() {
            return 0x5a17c9e4d02f8b63L;
        }

        @Override
        public CellType<List<Long>> subject() {
            return LIST;
        }

        @Override
        public Asking asking() {
            return Asking.ON_REQUEST;
        }

        @Override
        public void predict(final Cell<List<Long>> subject, final Forecast forecast) {
            saying.accept(subject, forecast);
        }
    }
}
