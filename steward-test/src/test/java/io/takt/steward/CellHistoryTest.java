package io.takt.steward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.steward.log.LogSteward;
import io.takt.steward.replay.AuditSteward;
import io.takt.steward.replay.ReplaySteward;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The past of one cell can be asked for, and follows changes of the past. */
class CellHistoryTest {
    private static final CellType<Long> NUMBER = CellType.of(
        1, "number", Codec.of((value, out) -> out.writeLong(value), in -> in.readLong()));
    private static final EventType<Add> ADD = EventType.of(
        2, "add", Add.class, Codec.of((add, out) -> out.writeLong(add.amount), in -> new Add(in.readLong())));
    private static final Physics PHYSICS = Physics.builder().cells(NUMBER).events(ADD).build();

    static Stream<Steward> stewards() {
        return Stream.of(LogSteward.withHistory(PHYSICS), new ReplaySteward(PHYSICS, 2),
            AuditSteward.of(PHYSICS));
    }

    @ParameterizedTest
    @MethodSource("stewards")
    void aCellHasAPast(final Steward steward) {
        final Cell<Long> cell = steward.cell(NUMBER, 0);
        steward.insert(10, Id.of(0, 1), new Add(1));
        steward.insert(30, Id.of(0, 2), new Add(0));
        steward.advanceTo(40);
        steward.insert(20, Id.of(0, 3), new Add(-1));
        assertThat(steward.get(cell, 9)).isNull();
        assertThat(steward.get(cell, 10)).isEqualTo(1L);
        assertThat(steward.get(cell, 19)).isEqualTo(1L);
        assertThat(steward.get(cell, 35)).isEqualTo(0L);
        assertThat(steward.history(cell, Long.MIN_VALUE, 40)).containsExactly(
            version(10, 1, 1), version(20, 3, 0), version(30, 2, 0));
        assertThat(steward.history(cell, 11, 29)).containsExactly(version(20, 3, 0));
        assertThat(steward.history(steward.cell(NUMBER, 5), Long.MIN_VALUE, 40)).isEmpty();
        steward.remove(20, Id.of(0, 3));
        assertThat(steward.history(cell, 11, 40)).containsExactly(version(30, 2, 1));
        steward.forgetBefore(25);
        assertThat(steward.history(cell, 25, 40)).containsExactly(version(30, 2, 1));
        assertThat(steward.get(cell, 26)).isEqualTo(1L);
        assertThatThrownBy(() -> steward.history(cell, 24, 40)).hasMessageContaining("forgotten");
        assertThatThrownBy(() -> steward.get(cell, 23)).hasMessageContaining("forgotten");
    }

    @Test
    void handlesOfOthersAreRefused() {
        final List<Steward> all = stewards().toList();
        for (final Steward steward : all) {
            final Cell<Long> foreign = all.get(steward == all.get(0) ? 1 : 0).cell(NUMBER, 0);
            assertThatThrownBy(() -> steward.history(foreign, 0, 1)).hasMessageContaining("another steward");
        }
        final Cell<Long> foreign = all.get(1).cell(NUMBER, 0);
        assertThatThrownBy(() -> all.get(0).get(foreign, 1)).hasMessageContaining("another steward");
    }

    @Test
    void withoutAHistoryACellHasAPresent() {
        final Steward steward = LogSteward.withoutHistory(PHYSICS);
        final Cell<Long> cell = steward.cell(NUMBER, 0);
        steward.insert(10, Id.of(0, 1), new Add(1));
        assertThat(steward.get(cell, 9)).isNull();
        assertThat(steward.get(cell, 10)).isEqualTo(1L);
        assertThat(steward.now()).isEqualTo(10);
        assertThatThrownBy(() -> steward.get(cell, 9)).isInstanceOf(StewardException.class)
            .hasMessageContaining("forgotten");
    }

    private static CellVersion<Long> version(final long time, final long id, final long value) {
        return new CellVersion<>(ExtendedTime.of(time, 0, Id.of(0, id)), value);
    }

    /** Adds to the only number. */
    private record Add(long amount) implements Event {
        @Override
        public EventType<?> type() {
            return ADD;
        }

        @Override
        public void execute(final Transaction tx) {
            final Cell<Long> cell = tx.cell(NUMBER, 0);
            final Long before = tx.get(cell);
            tx.set(cell, (before == null ? 0 : before) + amount);
        }
    }
}
