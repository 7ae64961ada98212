package io.takt.steward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.steward.log.LogSteward;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A history has as many events as it may, at most; the events in between are the same. */
class HistoryLimitTest {
    private static final int EVENTS = 2_000;
    private static final int MOST = 300;
    private static final CellType<Long> SUM = CellType.of(0x3fd0a9c6e5b87142L, "sum",
        Codec.of((value, out) -> out.writeLong(value), StateInput::readLong));
    private static final EventType<Add> ADD = EventType.of(0x9c1e70b4d28fa536L, "add", Add.class,
        Codec.of((add, out) -> out.writeLong(add.amount), in -> new Add(in.readLong())));
    private static final Physics PHYSICS = Physics.builder().cells(SUM).events(ADD).build();

    private final LogSteward steward = LogSteward.withHistory(PHYSICS);

    private void insertAll() {
        for (int time = 0; time < EVENTS; time++) {
            steward.insert(time, Id.of(0, 1), new Add(time));
        }
    }

    private long sum(final long time) {
        return steward.get(steward.cell(SUM, 0), time);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 10, 64, MOST})
    void theEarliestEventsAreForgotten(final long most) {
        steward.limitedTo(new HistoryLimit(most, HistoryLimit.WhenFull.FORGET));
        insertAll();
        for (int time = 0; time < EVENTS; time++) {
            steward.advanceTo(time);
            assertThat(time - steward.forgottenBefore()).isLessThanOrEqualTo(time < most ? Long.MAX_VALUE : most);
            assertThat(steward.statistics().versions()).isLessThanOrEqualTo(most);
        }
        assertThat(sum(EVENTS)).isEqualTo((long) EVENTS * (EVENTS - 1) / 2);
        final long change = steward.forgottenBefore();
        steward.insert(change, Id.of(0, 0), new Add(1));
        assertThat(sum(EVENTS)).isEqualTo((long) EVENTS * (EVENTS - 1) / 2 + 1);
        assertThatThrownBy(() -> steward.insert(change - 1, Id.of(0, 0), new Add(1))).hasMessageContaining("frozen");
    }

    @Test
    void eventsOfOneTimeAreForgottenTogether() {
        steward.limitedTo(new HistoryLimit(2, HistoryLimit.WhenFull.FORGET));
        for (int time = 0; time < 10; time++) {
            steward.insert(time, Id.of(0, 1), new Add(1));
            steward.insert(time, Id.of(0, 2), new Add(1));
        }
        assertThat(sum(10)).isEqualTo(20);
        assertThat(steward.forgottenBefore()).isEqualTo(9);
        steward.insert(20, Id.of(0, 1), new Add(1));
        steward.insert(20, Id.of(0, 2), new Add(1));
        steward.insert(20, Id.of(0, 3), new Add(1));
        assertThatThrownBy(() -> steward.advanceTo(20)).isInstanceOf(StewardException.class)
            .hasMessageContaining("full");
        assertThat(steward.forgottenBefore()).isEqualTo(20);
    }

    @Test
    void aStewardThatMayNotForgetStandsUntilItIsTold() {
        steward.limitedTo(new HistoryLimit(MOST, HistoryLimit.WhenFull.REFUSE));
        insertAll();
        assertThatThrownBy(() -> steward.advanceTo(EVENTS)).isInstanceOf(StewardException.class)
            .hasMessageContaining("full").hasMessageContaining("300 are allowed").hasMessageContaining("forgetBefore");
        assertThat(steward.now()).isEqualTo(MOST - 1);
        steward.forgetBefore(MOST);
        steward.advanceTo(MOST + 10);
        assertThat(sum(MOST + 10)).isEqualTo((MOST + 10L) * (MOST + 11) / 2);
        steward.limitedTo(null);
        assertThat(sum(EVENTS)).isEqualTo((long) EVENTS * (EVENTS - 1) / 2);
    }

    @Test
    void whatAChangeBringsIsDoneThoughTheHistoryIsFull() {
        steward.limitedTo(new HistoryLimit(MOST, HistoryLimit.WhenFull.REFUSE));
        insertAll();
        steward.advanceTo(MOST - 1);
        steward.insert(1, Id.of(0, 2), new Add(1));
        steward.advanceTo(MOST - 1);
        assertThat(sum(MOST - 1)).isEqualTo(MOST * (MOST - 1) / 2 + 1);
        assertThat(steward.statistics().redone()).isGreaterThan(MOST / 2);
        assertThatThrownBy(() -> steward.advanceTo(MOST)).hasMessageContaining("full");
    }

    @Test
    void aSnapshotOfTheEarliestEventsStaysThoughTheyAreForgotten() {
        steward.limitedTo(new HistoryLimit(MOST, HistoryLimit.WhenFull.FORGET));
        insertAll();
        try (Snapshot early = steward.snapshot(0)) {
            steward.advanceTo(EVENTS);
            assertThat(steward.forgottenBefore()).isGreaterThan(EVENTS - MOST);
            assertThat(early.get(steward.cell(SUM, 0))).isZero();
            assertThat(early.fiatEvents()).hasSize(EVENTS - 1);
        }
        assertThat(sum(EVENTS)).isEqualTo((long) EVENTS * (EVENTS - 1) / 2);
    }

    private record Add(long amount) implements Event {
        @Override
        public EventType<?> type() {
            return ADD;
        }

        @Override
        public void execute(final Transaction tx) {
            final Long before = tx.get(SUM, 0);
            tx.set(tx.cell(SUM, 0), (before == null ? 0 : before) + amount);
        }
    }
}
