package io.takt.steward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.steward.log.LogSteward;
import io.takt.steward.replay.ReplaySteward;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A transaction that an event keeps, and others use. */
class KeptTransactionTest {
    private static final CellType<Long> NUMBER = CellType.of("number", Long.class);
    private static final EventType<Act> ACT = EventType.of(0x2d9c51e7b80f4a63L, "act", Act.class, Codec.of(
        (act, out) -> out.writeString(act.name), in -> new Act(in.readString(), tx -> { })));

    private Transaction kept;
    private final Predictor<Long> writes = Predictor.of(
        "writes", NUMBER, Asking.ON_REQUEST, (cell, forecast) -> kept.set(cell, 1L));
    private final Physics physics = Physics.builder().cells(NUMBER).events(ACT).predictors(writes).build();

    @ParameterizedTest
    @ValueSource(strings = {"log", "log without history", "replay"})
    void aTransactionEndsWithItsEvent(final String kind) {
        final Steward steward = stewardWhoseFirstEventKeeps(kind);
        final Cell<Long> cell = steward.cell(NUMBER, 0);
        assertThatThrownBy(() -> kept.get(cell)).hasMessageContaining("ended").hasMessageContaining("keeps");
        assertThatThrownBy(() -> kept.set(cell, 1L)).hasMessageContaining("ended");
        assertThatThrownBy(() -> kept.predict(writes, cell)).hasMessageContaining("ended");
        assertThatThrownBy(() -> kept.random()).hasMessageContaining("ended");
        steward.insert(25, Id.of(0, 1), new Act("asks", tx -> {
            tx.set(cell, 0L);
            tx.predict(writes, cell);
        }));
        assertThatThrownBy(() -> steward.advanceTo(30)).isInstanceOf(EventException.class)
            .hasMessageContaining("predictor").hasMessageContaining("ended");
    }

    @Test
    void theReplayStewardRefusesItInALaterEvent() {
        final Steward steward = stewardWhoseFirstEventKeeps("replay");
        steward.insert(25, Id.of(0, 1), new Act("later", tx -> kept.get(steward.cell(NUMBER, 0))));
        assertThatThrownBy(() -> steward.advanceTo(30)).isInstanceOf(EventException.class)
            .hasMessageContaining("keeps at 5").hasMessageContaining("ended");
    }

    /** It has one transaction for all events, so all that this one does by it is its own. */
    @ParameterizedTest
    @ValueSource(strings = {"log", "log without history"})
    void toTheLogStewardItIsThatOfTheLaterEvent(final String kind) {
        final Steward steward = stewardWhoseFirstEventKeeps(kind);
        final Cell<Long> cell = steward.cell(NUMBER, 0);
        steward.insert(24, Id.of(0, 1), new Act("is 1", tx -> tx.set(cell, 1L)));
        steward.insert(25, Id.of(0, 1), new Act("doubles", tx -> kept.set(cell, 2 * kept.get(cell))));
        assertThat(valueAt(30, steward)).isEqualTo(2);
        if (kind.equals("log")) {
            steward.insert(24, Id.of(0, 2), new Act("is 10", tx -> tx.set(cell, 10L)));
            assertThat(valueAt(30, steward)).isEqualTo(20);
            steward.remove(25, Id.of(0, 1));
            assertThat(valueAt(30, steward)).isEqualTo(10);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"log", "log without history"})
    void aStewardMayBeHandedToAnotherThread(final String kind) {
        final Steward steward = stewardWhoseFirstEventKeeps(kind);
        steward.insert(25, Id.of(0, 1), new Act("is 1", tx -> tx.set(tx.cell(NUMBER, 0), 1L)));
        CompletableFuture.runAsync(() -> steward.advanceTo(30)).join();
        assertThat(valueAt(31, steward)).isEqualTo(1);
    }

    private Steward stewardWhoseFirstEventKeeps(final String kind) {
        final Steward steward = kind.equals("replay") ? new ReplaySteward(physics, 3)
            : kind.equals("log") ? LogSteward.withHistory(physics) : LogSteward.withoutHistory(physics);
        steward.insert(5, Id.of(0, 1), new Act("keeps", tx -> kept = tx));
        steward.advanceTo(20);
        return steward;
    }

    private static long valueAt(final long time, final Steward steward) {
        steward.advanceTo(time);
        try (Snapshot snapshot = steward.snapshot(time)) {
            return snapshot.get(steward.cell(NUMBER, 0));
        }
    }

    private record Act(String name, Consumer<Transaction> body) implements Event {
        @Override
        public EventType<?> type() {
            return ACT;
        }

        @Override
        public void execute(final Transaction tx) {
            body.accept(tx);
        }

        @Override
        public String toString() {
            return name;
        }
    }
}
