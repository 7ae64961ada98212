package io.takt.steward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.steward.Synchrony.StrideDigest;
import io.takt.steward.log.LogSteward;
import io.takt.steward.replay.ReplaySteward;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Copies find out whether they are alike, and if not, in which event they part. */
class SynchronyTest {
    private static final long STRIDE = 10;
    private static final long END = 200;

    private final Steward one = LogSteward.withHistory(Toy.PHYSICS);
    private final Steward other = new ReplaySteward(Toy.PHYSICS, 20);
    private final Synchrony here = new Synchrony(one, 0, STRIDE);
    private final Synchrony there = new Synchrony(other, 0, STRIDE);

    /** The same inputs, in another order and at other times. */
    private void insert(final Steward steward, final int seed) {
        final List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            numbers.add(i);
        }
        Collections.shuffle(numbers, new Random(seed));
        for (final int i : numbers) {
            steward.insert(3 * i, Id.of(0, i), new Toy.Drop(i * 7 % Toy.SITES, i % 5));
            if (i % 4 == 0) {
                steward.advanceTo(2L * i);
            }
        }
    }

    @Test
    void theStrideInWhichTimeEndsIsNeverOver() {
        one.advanceTo(Long.MAX_VALUE - 1);
        one.freezeBefore(Long.MAX_VALUE);
        assertThat(new Synchrony(one, Long.MAX_VALUE - 25, STRIDE).settle()).extracting(StrideDigest::stride)
            .containsExactly(0L, 1L);
        assertThat(new Synchrony(one, Long.MAX_VALUE - 5, STRIDE).settle()).isEmpty();
    }

    @Test
    void withoutAHistoryThereIsNothingToDigest() {
        assertThatThrownBy(() -> new Synchrony(LogSteward.withoutHistory(Toy.PHYSICS), 0, STRIDE))
            .isInstanceOf(StewardException.class).hasMessageContaining("keeps none");
    }

    @Test
    void copiesThatAreAlikeAgreeHoweverMessagesCome() {
        final Synchrony.Peer theirs = here.addPeer();
        final Synchrony.Peer mine = there.addPeer();
        insert(one, 1);
        insert(other, 2);
        one.advanceTo(END);
        other.advanceTo(END);
        assertThat(here.settle()).isEmpty();
        assertThat(here.agreedBefore()).isEqualTo(Long.MIN_VALUE);
        one.freezeBefore(125);
        other.freezeBefore(161);
        final List<StrideDigest> told = here.settle();
        final List<StrideDigest> more = new ArrayList<>(there.settle());
        assertThat(told).hasSize(12).isEqualTo(more.subList(0, 12));
        assertThat(more).hasSize(16);
        Collections.shuffle(more, new Random(3));
        more.forEach(theirs::hear);
        told.forEach(mine::hear);
        told.forEach(mine::hear);
        assertThat(theirs.agreed()).isEqualTo(12);
        assertThat(mine.agreed()).isEqualTo(12);
        assertThat(here.agreedBefore()).isEqualTo(120).isEqualTo(there.agreedBefore());
        one.forgetBefore(here.agreedBefore());
        one.freezeBefore(161);
        assertThat(here.settle()).hasSize(4);
        assertThat(here.rolling()).isEqualTo(there.rolling());
        assertThat(theirs.agreed()).isEqualTo(16);
        assertThat(theirs.differing()).isEqualTo(-1);
        assertThat(here.settled()).isEqualTo(16);
    }

    @Test
    void theFirstStrideAndEventThatDifferAreNamed() {
        insert(one, 1);
        insert(other, 2);
        one.insert(83, Id.of(0, 7), new Toy.Drop(4, 3));
        final Synchrony.Peer theirs = here.addPeer();
        for (final Steward steward : List.of(one, other)) {
            steward.advanceTo(END);
            steward.freezeBefore(END);
        }
        here.settle();
        there.settle().forEach(theirs::hear);
        assertThat(theirs.differing()).isEqualTo(8);
        assertThat(theirs.agreed()).isEqualTo(8);
        assertThat(here.agreedBefore()).isEqualTo(80);
        assertThat(here.rolling()).isNotEqualTo(there.rolling());
        final List<EventRecord> events = one.history(80, 89);
        final EventRecord first = events.stream().filter(event -> event.at().id().equals(Id.of(0, 7))).findFirst()
            .orElseThrow();
        assertThat(here.difference(8, there.history(8))).startsWith("event " + events.indexOf(first) + " differs")
            .contains("here:  " + first).contains("there: ");
        assertThat(there.difference(8, here.history(8))).contains("there: " + first);
        assertThat(here.difference(7, there.history(7))).isNull();
        assertThatThrownBy(() -> here.difference(8, new byte[] {1, 2, 3})).isInstanceOf(SaveException.class);
    }

    @Test
    void onlyStridesWhoseHistoryHasChangedAreDigestedAgain() {
        for (int i = 0; i < 60; i++) {
            one.insert(3 * i, Id.of(0, i), new Toy.Drop(i, -1));
        }
        final List<Id> before = digests();
        assertThat(here.digested()).isEqualTo(END / STRIDE);
        assertThat(digests()).isEqualTo(before);
        // It writes what was there.
        one.insert(34, Id.of(0, 99), new Toy.Drop(5, -1));
        final List<Id> with = digests();
        assertThat(with.get(3)).isNotEqualTo(before.get(3));
        assertThat(here.digested()).isEqualTo(END / STRIDE + 1);
        one.remove(34, Id.of(0, 99));
        assertThat(digests()).isEqualTo(before);
        assertThat(here.digested()).isEqualTo(END / STRIDE + 2);
        // Another event that writes the same is another history, too.
        one.remove(33, Id.of(0, 11));
        one.insert(33, Id.of(0, 11), new Toy.Drop(11, -2));
        assertThat(digests().get(3)).isNotEqualTo(before.get(3)).isNotEqualTo(with.get(3));
        assertThat(here.digested()).isEqualTo(END / STRIDE + 3);
    }

    @Test
    void changesAreDigestedWhicheverStewardItIs() {
        insert(one, 1);
        insert(other, 1);
        final List<Id> before = digests(there);
        assertThat(before).isEqualTo(digests());
        for (int i = 0; i < 10; i++) {
            for (final Steward steward : List.of(one, other)) {
                steward.insert(10 * i + 7, Id.of(7, i), new Toy.Drop(i, 2));
            }
            assertThat(digests(there)).isEqualTo(digests());
        }
        for (int i = 0; i < 10; i++) {
            other.remove(10 * i + 7, Id.of(7, i));
        }
        assertThat(digests(there)).isEqualTo(before).isNotEqualTo(digests());
    }

    private List<Id> digests() {
        return digests(here);
    }

    private static List<Id> digests(final Synchrony synchrony) {
        final List<Id> all = new ArrayList<>();
        for (int i = 0; i < END / STRIDE; i++) {
            all.add(synchrony.digest(i));
        }
        return all;
    }

    @Test
    void anotherPredictedEventThatWritesTheSameIsAnotherHistory() {
        final Steward steward = LogSteward.withHistory(Marks.PHYSICS);
        final Synchrony marks = new Synchrony(steward, 0, STRIDE);
        steward.insert(0, Id.of(0, 1), new Marks.Mark(1, true));
        final Id stride = marks.digest(5);
        steward.insert(1, Id.of(0, 2), new Marks.Mark(2, true));
        steward.advanceTo(END);
        assertThat(steward.statistics().redoneEqual()).isOne();
        assertThat(marks.digest(5)).isNotEqualTo(stride).isEqualTo(steward.digest(50, 59));
    }

    @Test
    void aLoadedCopyBeginsWhereItWasSaved() throws IOException {
        insert(one, 1);
        final ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (Snapshot snapshot = one.snapshot(99)) {
            snapshot.save(file, Toy.PHYSICS);
        }
        final Steward loaded = LogSteward.load(new ByteArrayInputStream(file.toByteArray()), Toy.PHYSICS, true);
        assertThatThrownBy(() -> new Synchrony(loaded, 99, STRIDE)).isInstanceOf(StewardException.class)
            .hasMessageContaining("99").hasMessageContaining("forgotten");
        assertThatThrownBy(() -> new Synchrony(loaded, 100, 0)).hasMessageContaining("1 or more, not 0");
        final Synchrony rest = new Synchrony(loaded, 100, STRIDE);
        for (int i = 0; i < 5; i++) {
            assertThat(rest.digest(i)).isEqualTo(here.digest(10 + i));
        }
    }

    /** A mark is made; at 55 an event that has its number comes of it, and writes nothing that depends on it. */
    private static final class Marks implements Predictor<Long> {
        private static final CellType<Long> MARK = CellType.of(
            1, "mark", Codec.of((mark, out) -> out.writeLong(mark), in -> in.readLong()));
        private static final EventType<Mark> TYPE = EventType.of(2, "mark", Mark.class, Codec.of(
            (mark, out) -> {
                out.writeLong(mark.number);
                out.writeBoolean(mark.first);
            },
            in -> new Mark(in.readLong(), in.readBoolean())));
        private static final Marks MARKS = new Marks();
        private static final Physics PHYSICS =
            Physics.builder().cells(MARK).events(TYPE).predictors(MARKS).build();

        @Override
        public long id() {
            return 3;
        }

        @Override
        public CellType<Long> subject() {
            return MARK;
        }

        @Override
        public Asking asking() {
            return Asking.ON_REQUEST;
        }

        @Override
        public void predict(final Cell<Long> subject, final Forecast forecast) {
            forecast.predict(55, new Mark(forecast.get(forecast.cell(MARK, 0)), false), subject);
        }

        private record Mark(long number, boolean first) implements Event {
            @Override
            public EventType<?> type() {
                return TYPE;
            }

            @Override
            public void execute(final Transaction tx) {
                if (first) {
                    tx.set(tx.cell(MARK, 0), number);
                    tx.predict(MARKS, tx.cell(MARK, 1));
                } else {
                    tx.set(tx.cell(MARK, 2), 7L);
                }
            }
        }
    }
}
