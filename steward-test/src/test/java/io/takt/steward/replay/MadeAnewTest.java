package io.takt.steward.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.takt.steward.Asking;
import io.takt.steward.AuditException;
import io.takt.steward.CellType;
import io.takt.steward.Event;
import io.takt.steward.Id;
import io.takt.steward.Physics;
import io.takt.steward.Predictor;
import io.takt.steward.Steward;
import io.takt.steward.Transaction;
import org.junit.jupiter.api.Test;

/** A stale prediction that stands is made anew when it comes up: that is in time only if it comes out the same then. */
class MadeAnewTest {
    private static final long WHILE = 5;
    private static final CellType<Lamp> LAMP = CellType.of("lamp", Lamp.class);
    /** Some time from when it is asked. */
    private static final Predictor<Lamp> FROM_NOW = Predictor.of("from now", LAMP, Asking.BY_EVENTS,
        (cell, forecast) -> forecast.predict(forecast.time() + WHILE, new Fade(cell.number()), cell));
    /** Some time from when the lamp was lit. */
    private static final Predictor<Lamp> SINCE_LIT = Predictor.of("since lit", LAMP, Asking.BY_EVENTS,
        (cell, forecast) -> forecast.predict(forecast.get(cell).lit + WHILE, new Fade(cell.number()), cell));

    record Lamp(long lit) {
    }

    record Fade(long lamp) implements Event {
        @Override
        public void execute(final Transaction tx) {
            tx.set(tx.cell(LAMP, lamp), null);
        }
    }

    record Light(long lamp, boolean fromNow, boolean asks) implements Event {
        @Override
        public void execute(final Transaction tx) {
            tx.set(tx.cell(LAMP, lamp), new Lamp(tx.time()));
            if (asks) {
                tx.predict(fromNow ? FROM_NOW : SINCE_LIT, tx.cell(LAMP, lamp));
            }
        }
    }

    @Test
    void whereItDependsOnTheTimeItIsFound() {
        final Steward steward = litTwice(FROM_NOW);
        assertThatThrownBy(() -> steward.advanceTo(20)).isInstanceOf(AuditException.class)
            .hasMessageContaining("asks=false").hasMessageContaining("from now")
            .hasMessageContaining("for 5/").hasMessageContaining("stale, stands, which would be made anew as")
            .hasMessageContaining("for 10/").hasMessageContaining("made afresh it is").hasMessageContaining("for 8/");
    }

    @Test
    void whereItDependsOnCellsAloneItIsRight() {
        final Steward steward = litTwice(SINCE_LIT);
        steward.advanceTo(20);
        assertThat(steward.history(0, 20).stream().map(event -> event.at().base())).containsExactly(0L, 3L, 8L);
    }

    private static Steward litTwice(final Predictor<Lamp> by) {
        final ReplaySteward steward = new ReplaySteward(
            Physics.builder().cells(LAMP).events(Light.class, Fade.class).predictors(by).build(), 3);
        steward.proving();
        steward.insert(0, Id.of(0, 0), new Light(1, by == FROM_NOW, true));
        steward.insert(3, Id.of(0, 0), new Light(1, by == FROM_NOW, false));
        return steward;
    }
}
