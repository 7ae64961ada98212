package io.takt.steward.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.takt.steward.Asking;
import io.takt.steward.Cell;
import io.takt.steward.CellType;
import io.takt.steward.Codec;
import io.takt.steward.Event;
import io.takt.steward.EventType;
import io.takt.steward.Forecast;
import io.takt.steward.Id;
import io.takt.steward.Physics;
import io.takt.steward.Predictor;
import io.takt.steward.Snapshot;
import io.takt.steward.StateInput;
import io.takt.steward.Transaction;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Forgotten versions can be collected, also where one cell is read by all and never written. */
class ForgettingTest {
    private static final int END = 3_000;
    private static final int MANY = 200;
    private static final int COLLECTIONS = 20;
    private static final CellType<Long> CLOCK = CellType.of(0x7ae1c05d94b8236fL, "clock",
        Codec.of((value, out) -> out.writeLong(value), StateInput::readLong));
    private static final CellType<Long> WIND = CellType.of(0x18d2f7b3e06c9a54L, "wind",
        Codec.of((value, out) -> out.writeLong(value), StateInput::readLong));
    private static final EventType<Tick> TICK = EventType.of(0xb5903e8ac7f1d246L, "tick", Tick.class,
        Codec.of((tick, out) -> out.writeLong(tick.clock), in -> new Tick(in.readLong())));
    private static final EventType<Wind> WIND_RISES = EventType.of(0x60d4b8f2c1973ea5L, "wind rises", Wind.class,
        Codec.of((wind, out) -> out.writeLong(wind.strength), in -> new Wind(in.readLong())));
    private static final Predictor<Long> TICKS = new Ticks();
    private static final Physics PHYSICS =
        Physics.builder().cells(CLOCK, WIND).events(TICK, WIND_RISES).predictors(TICKS).build();

    private final GraphSteward steward = GraphSteward.withHistory(PHYSICS);

    @Test
    void aCellThatIsNeverWrittenDoesNotRememberAllPredictionsThatDependedOnIt() {
        steward.insert(0, Id.of(0, 0), new Tick(0));
        for (int time = 0; time < END; time++) {
            steward.advanceTo(time);
            steward.forgetBefore(time);
        }
        assertThat(((GraphCell<Long>) steward.cell(WIND, 0)).current.lingering()).hasSizeLessThan(10);
    }

    @Test
    void aCellThatIsNeverWrittenDoesNotRememberAllThatReadIt() {
        for (final int step : new int[] {END, 1}) {
            final GraphSteward its = GraphSteward.withHistory(PHYSICS);
            its.insert(0, Id.of(0, 0), new Tick(0));
            its.advanceTo(END);
            its.insert(1, Id.of(0, 1), new Tick(1));
            its.advanceTo(END);
            final Version wind = ((GraphCell<Long>) its.cell(WIND, 0)).current;
            assertThat(wind.readers).hasSizeGreaterThan(END / 3);
            for (int time = step; time <= END; time += step) {
                its.forgetBefore(time);
            }
            assertThat(wind.readers).hasSizeLessThan(100);
        }
    }

    @Test
    void aChangeInThePastAfterMuchIsForgottenHasReadsKeptAsVersionsForAShortWhileOnly() {
        steward.insert(0, Id.of(0, 0), new Tick(0));
        for (int time = 10; time < END; time++) {
            steward.advanceTo(time);
            steward.forgetBefore(time - 10);
        }
        steward.insert(END - 5, Id.of(0, 1), new Tick(1));
        final Slot slot = ((GraphCell<Long>) steward.cell(CLOCK, 0)).slot(TICKS);
        steward.advanceTo(END + 3);
        assertThat(slot.last.logged).isNull();
        steward.advanceTo(END + 100);
        assertThat(slot.last.logged).isNotNull();
    }

    @Test
    void anEventThatIsRedoneAgainAndAgainIsOnceAmongTheReadersOfWhatItReads() {
        steward.insert(20, Id.of(0, 0), new Tick(1));
        for (int i = 0; i < MANY; i++) {
            steward.advanceTo(20);
            steward.insert(10, Id.of(1, i), new Wind(i));
            steward.advanceTo(20);
            steward.remove(10, Id.of(1, i));
        }
        steward.advanceTo(20);
        assertThat(steward.statistics().redone()).isEqualTo(2 * MANY);
        assertThat(((GraphCell<Long>) steward.cell(WIND, 0)).current.readers).hasSizeLessThan(10);
    }

    @Test
    void aPredictionThatIsForgottenDoesNotKnowTheNext() {
        steward.insert(0, Id.of(0, 0), new Tick(0));
        steward.advanceTo(10);
        final Prediction early = ((GraphCell<Long>) steward.cell(CLOCK, 0)).slot(TICKS).last;
        steward.advanceTo(END);
        assertThat(early.next).isNotNull();
        steward.forgetBefore(END);
        assertThat(early.next).isNull();
        assertThat(early.prev).isNull();
    }

    @Test
    void eventsOfTheForgottenPastAreCollectedWheneverTheyWereInserted() {
        steward.insert(0, Id.of(0, 0), new Tick(0));
        final List<WeakReference<Event>> events = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            steward.advanceTo(END);
            final Event event = new Tick(1 + i % 3);
            events.add(new WeakReference<>(event));
            steward.insert(1 + i, Id.of(1, i), event);
        }
        steward.advanceTo(END);
        steward.forgetBefore(END);
        for (int i = 0; i < COLLECTIONS && kept(events) > 0; i++) {
            System.gc();
        }
        assertThat(kept(events)).isZero();
    }

    @Test
    void eventsThatWereTakenBackAreCollectedThoughNothingIsForgotten() {
        assertThat(keptOfThoseTakenBack(false)).isLessThan(MANY / 10);
    }

    @Test
    void eventsThatWereTakenBackAreCollectedWhenTheSnapshotsOfThenAreClosed() {
        assertThat(keptOfThoseTakenBack(true)).isLessThan(MANY / 10);
    }

    /** There are always two snapshots open, or none. */
    private long keptOfThoseTakenBack(final boolean withSnapshots) {
        steward.insert(0, Id.of(0, 0), new Tick(0));
        steward.insert(0, Id.of(0, 1), new Tick(1));
        steward.advanceTo(END);
        final long kept = steward.statistics().historyBytes();
        final List<WeakReference<Event>> events = new ArrayList<>();
        Snapshot before = null;
        for (int i = 0; i < MANY; i++) {
            final Snapshot now = withSnapshots ? steward.snapshot(END) : null;
            final Event event = new Wind(i);
            events.add(new WeakReference<>(event));
            steward.insert(END / 2, Id.of(1, i), event);
            steward.advanceTo(END);
            steward.remove(END / 2, Id.of(1, i));
            steward.advanceTo(END);
            if (before != null) {
                before.close();
            }
            before = now;
        }
        if (before != null) {
            before.close();
        }
        assertThat(steward.statistics().historyBytes()).isLessThan(2 * kept);
        for (int i = 0; i < COLLECTIONS && kept(events) > 0; i++) {
            System.gc();
        }
        return kept(events);
    }

    private static long kept(final List<WeakReference<Event>> events) {
        return events.stream().filter(event -> event.get() != null).count();
    }

    /** Goes on for ever, but for clocks other than 0. */
    private record Tick(long clock) implements Event {
        @Override
        public EventType<?> type() {
            return TICK;
        }

        @Override
        public void execute(final Transaction tx) {
            final Long wind = tx.get(WIND, 0);
            tx.set(tx.cell(CLOCK, clock), tx.time() + (wind == null ? 0 : wind));
            if (clock == 0) {
                tx.predict(TICKS, tx.cell(CLOCK, clock));
            }
        }
    }

    /** Makes the clocks' predictions of after it stale, and others of them. */
    private record Wind(long strength) implements Event {
        @Override
        public EventType<?> type() {
            return WIND_RISES;
        }

        @Override
        public void execute(final Transaction tx) {
            tx.set(tx.cell(WIND, 0), strength);
        }
    }

    private static final class Ticks implements Predictor<Long> {
        @Override
        public long id() {
            return 0x2fc60d7b98e4a135L;
        }

        @Override
        public CellType<Long> subject() {
            return CLOCK;
        }

        @Override
        public Asking asking() {
            return Asking.ON_REQUEST;
        }

        @Override
        public void predict(final Cell<Long> subject, final Forecast forecast) {
            forecast.predict(forecast.time() + 3, new Tick(subject.number()), forecast.cell(WIND, 0));
        }
    }
}
